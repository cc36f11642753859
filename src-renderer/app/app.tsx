import { useEffect, useMemo, type ReactNode } from 'react';
import { MakeTool } from '../panels/activity/make-tool';
import { WelcomePanel } from '../panels/welcome/welcome-panel';
import { useApp } from '../state/app-store';
import { useCommands } from '../state/commands';
import { ErrorState } from '../ui/state-view';
import { TipProvider } from '../ui/tip';
import { generalCommands } from './app-commands';
import { startKeyboard } from './keyboard';
import { startMenu } from './menu';
import { Palette } from './palette';
import { startRegions } from './regions';
import { Shell } from './shell';
import { startProject } from './start';
import { Toaster } from './toaster';

/** The whole window. */
export function App(): ReactNode {
  const info = useApp((state) => state.info);
  const error = useApp((state) => state.error);
  const open = info !== null && info.project !== null;
  useCommands(useMemo(() => generalCommands(), []));
  useEffect(() => {
    const stops = [startKeyboard(), startRegions(), startMenu()];
    return () => stops.forEach((stop) => stop());
  }, []);
  useEffect(() => (open ? startProject() : undefined), [open]);
  return (
    <TipProvider>
      {info === null ? (
        error !== null && (
          <ErrorState
            error={{ code: 'internal_error', message: error }}
            onRetry={() => void useApp.getState().refresh()}
          />
        )
      ) : open ? (
        <Shell />
      ) : (
        <WelcomePanel info={info} />
      )}
      <Palette />
      <MakeTool />
      <Toaster />
    </TipProvider>
  );
}
