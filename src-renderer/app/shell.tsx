import { useMemo, type ReactNode } from 'react';
import { entityCommands } from '../panels/scene-tree/entity-commands';
import { testCommands } from '../panels/tests/test-commands';
import { useCommands } from '../state/commands';
import { ActivityBar } from './activity-bar';
import { projectCommands } from './app-commands';
import { DockArea } from './dock/dock-area';
import { dockCommands } from './dock/dock-commands';
import { GettingStarted } from './getting-started';
import { playCommands } from './play-commands';
import { SceneDialogs } from './scene-dialogs';
import { SceneNotices } from './scene-notices';
import styles from './shell.module.css';
import { StatusBar } from './status-bar';

/** The window on an open project. */
export function Shell(): ReactNode {
  useCommands(
    useMemo(
      () => [
        ...projectCommands(),
        ...dockCommands(),
        ...playCommands(),
        ...entityCommands(),
        ...testCommands(),
      ],
      [],
    ),
  );
  return (
    <div className={styles.shell}>
      <ActivityBar />
      <main className={styles.main}>
        <SceneNotices />
        <GettingStarted />
        <div className={styles.panes}>
          <DockArea />
        </div>
      </main>
      <StatusBar />
      <SceneDialogs />
    </div>
  );
}
