import {
  Activity,
  Bot,
  Box,
  Code,
  FlaskConical,
  Moon,
  Settings as SettingsIcon,
  Sun,
  SunMoon,
  Users,
  Wrench,
  type LucideIcon,
} from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { formatKeys, runCommand, useCommandTable } from '../state/commands';
import { isShown, useLayout, useShown } from '../state/layout-store';
import type { MainView } from '../state/panels';
import { dragHandle } from '../state/dock-drag';
import { ContextMenu } from '../ui/menu';
import { panelMenu } from './dock/dock-strip';
import { useTheme } from '../state/theme-store';
import { usePendingCount } from '../state/tools-store';
import { useWaiting } from '../state/waiting-store';
import { Menu } from '../ui/menu';
import { Tip } from '../ui/tip';
import styles from './shell.module.css';

const VIEWS: readonly { readonly view: MainView; readonly label: string; readonly icon: LucideIcon }[] = [
  { view: 'scene', label: 'Scene', icon: Box },
  { view: 'editor', label: 'Editor', icon: Code },
  { view: 'tools', label: 'Studio: Tools', icon: Wrench },
  { view: 'tests', label: 'Tests', icon: FlaskConical },
  { view: 'activity', label: 'Activity', icon: Activity },
  { view: 'agents', label: 'Studio: Agents', icon: Bot },
  { view: 'studio', label: 'Studio: Messages and Board', icon: Users },
];

/** The rail at the left: one button for each main view, and the theme. */
export function ActivityBar(): ReactNode {
  const layout = useLayout();
  const [menuOf, setMenuOf] = useState<MainView | null>(null);
  const pending = usePendingCount();
  const asking = useWaiting((state) => state.calls.length);
  const keys = useCommandTable((state) => state.commands);
  return (
    <nav className={styles.rail} aria-label="Views" data-region="rail">
      <ContextMenu entries={menuOf === null ? [] : panelMenu(menuOf)}>
        <div className={styles.railViews} onContextMenuCapture={(event) => setMenuOf(viewAt(event.target))}>
          {VIEWS.map(({ view, label, icon: Icon }) => {
            const count = view === 'tools' ? pending : view === 'agents' ? asking : 0;
            const shortcut = keys.get(`view.${view}`)?.keys;
            const waiting = view === 'agents' ? 'waiting for your answer' : 'waiting for approval';
            // As the button shows it: who speaks to the window says what stands there.
            const shown = count > 99 ? '99+' : String(count);
            const name = count > 0 ? `${label}, ${shown} ${waiting}` : label;
            return (
              <Tip
                key={view}
                text={name}
                side="right"
                keys={shortcut === undefined ? undefined : formatKeys(shortcut)}
              >
                <button
                  type="button"
                  className={styles.railButton}
                  aria-label={name}
                  data-view={view}
                  aria-current={isShown(layout, view) ? 'page' : undefined}
                  onClick={() => runCommand(`view.${view}`)}
                  {...dragHandle(view)}
                >
                  <Icon size={20} strokeWidth={1.6} aria-hidden />
                  {count > 0 && (
                    <span className={styles.dot} aria-hidden>
                      {shown}
                    </span>
                  )}
                </button>
              </Tip>
            );
          })}
        </div>
      </ContextMenu>
      <div className={styles.railEnd}>
        <SettingsButton />
        <ThemeMenu />
      </div>
    </nav>
  );
}

function SettingsButton(): ReactNode {
  const shown = useShown('settings');
  return (
    <Tip text="Settings" side="right" keys={formatKeys('Mod+,')}>
      <button
        type="button"
        className={styles.railButton}
        aria-label="Settings"
        aria-current={shown ? 'page' : undefined}
        onClick={() => runCommand('view.settings')}
      >
        <SettingsIcon size={18} strokeWidth={1.6} aria-hidden />
      </button>
    </Tip>
  );
}

function viewAt(target: EventTarget): MainView | null {
  const view = target instanceof Element && target.closest<HTMLElement>('[data-view]')?.dataset['view'];
  return VIEWS.find((one) => one.view === view)?.view ?? null;
}

function ThemeMenu(): ReactNode {
  const choice = useTheme((state) => state.choice);
  const choose = useTheme((state) => state.choose);
  const Icon = choice === 'system' ? SunMoon : choice === 'light' ? Sun : Moon;
  return (
    <Menu
      side="right"
      align="end"
      entries={[
        { label: 'Follow System', checked: choice === 'system', run: () => choose('system') },
        { label: 'Light', checked: choice === 'light', run: () => choose('light') },
        { label: 'Dark', checked: choice === 'dark', run: () => choose('dark') },
      ]}
    >
      <button type="button" className={styles.railButton} aria-label="Theme" title="Theme">
        <Icon size={18} strokeWidth={1.6} aria-hidden />
      </button>
    </Menu>
  );
}
