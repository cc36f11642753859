import type { ReactNode } from 'react';
import { bridge } from '../../state/bridge';
import { runCommand } from '../../state/commands';
import { useRoster } from '../../state/roster-store';
import {
  DEFAULT_SETTINGS,
  FONT_SIZES,
  setSetting,
  useSettings,
  type Settings,
} from '../../state/settings-store';
import { useTheme } from '../../state/theme-store';
import { useTools } from '../../state/tools-store';
import { Button } from '../../ui/button';
import { Switch } from '../../ui/field';
import { Select } from '../../ui/select';
import { AskTime } from '../agents/ask-time';
import { PolicySelect } from '../tools/policy-select';
import { ConnectClients } from './connect-clients';

export interface Setting {
  readonly id: string;
  readonly section: string;
  readonly title: string;
  /** What it does, in a sentence or two. Searched, like title and section. */
  readonly text: string;
  readonly control: ReactNode;
  /** What puts it back, where it is another than at first; `label` says to what. */
  readonly reset?: { readonly label: string; readonly run: () => void };
  /** The control takes the whole width, below the words. */
  readonly wide?: boolean;
}

/** All settings that there are, in the order in which they are shown. */
export function useSettingsList(): readonly Setting[] {
  const settings = useSettings();
  const theme = useTheme((state) => state.choice);
  const choose = useTheme((state) => state.choose);
  const { policy, tools } = useTools();
  const rosterLoaded = useRoster((state) => state.askSeconds > 0);
  const flag = (
    key: Exclude<keyof Settings, 'fontSize'>,
    words: Pick<Setting, 'section' | 'title' | 'text'>,
  ): Setting => ({
    id: key,
    ...words,
    control: (
      <Switch bare label={words.title} checked={settings[key]} onChange={(on) => setSetting(key, on)} />
    ),
    reset:
      settings[key] === DEFAULT_SETTINGS[key]
        ? undefined
        : {
            label: DEFAULT_SETTINGS[key] ? 'on' : 'off',
            run: () => setSetting(key, DEFAULT_SETTINGS[key]),
          },
  });
  return [
    {
      id: 'theme',
      section: 'Appearance',
      title: 'Theme',
      text: 'Light, dark, or as the system has it.',
      control: (
        <Select
          label="Theme"
          value={theme}
          options={[
            { value: 'system', label: 'Follow System' },
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
          onChange={choose}
        />
      ),
      reset: theme === 'system' ? undefined : { label: 'Follow System', run: () => choose('system') },
    },
    {
      id: 'layout',
      section: 'Appearance',
      title: 'Layout',
      text: 'Where the panels of this project are, and their sizes. Panels move by dragging their tabs, or with Move Panel to… in the palette.',
      control: <Button onClick={() => runCommand('layout.reset')}>Reset Layout</Button>,
    },
    flag('grid', {
      section: 'Appearance',
      title: 'Grid in the scene view',
      text: 'Lines on the ground, a metre apart.',
    }),
    {
      id: 'fontSize',
      section: 'Editors',
      title: 'Font size',
      text: 'Of code in editors and on review pages, in pixels.',
      control: (
        <Select
          label="Font size"
          value={String(settings.fontSize)}
          options={FONT_SIZES.map((size) => ({ value: String(size), label: `${size} px` }))}
          onChange={(size) => setSetting('fontSize', Number(size))}
        />
      ),
      reset:
        settings.fontSize === DEFAULT_SETTINGS.fontSize
          ? undefined
          : {
              label: `${DEFAULT_SETTINGS.fontSize} px`,
              run: () => setSetting('fontSize', DEFAULT_SETTINGS.fontSize),
            },
    },
    flag('testOnSave', {
      section: 'Editors',
      title: 'Run tests on save',
      text: 'Saving a tool’s definition or code runs its tests. F5 runs them in any case.',
    }),
    flag('agentToasts', {
      section: 'Activity',
      title: 'Notes on what agents changed',
      text: 'A note at the corner after agents changed something while the feed is not on screen. What waits for you is told in any case.',
    }),
    flag('ownSelections', {
      section: 'Activity',
      title: 'Own selections in the feed',
      text: 'Shows in the feed what you select yourself. What agents select is always there.',
    }),
    flag('timeline', {
      section: 'Activity',
      title: 'Timeline over the feed',
      text: 'A strip above the feed that shows how much happened when, by whom.',
    }),
    {
      id: 'policy',
      section: 'Agents and tools',
      title: 'Policy',
      text: 'Which custom tools need a person’s approval before anybody can call them. Belongs to the project.',
      control: policy === null ? null : <PolicySelect policy={policy} tools={tools} />,
    },
    {
      id: 'ask-time',
      section: 'Agents and tools',
      title: 'How long calls wait',
      text: 'A call that needs your answer is given up after this time. Belongs to the project.',
      control: rosterLoaded ? <AskTime /> : null,
    },
    {
      id: 'connect',
      section: 'Agents and tools',
      title: 'Connect an agent',
      text: 'What an MCP client has to be given so that it finds this project. Only the last one holds the token.',
      control: <ConnectClients />,
      wide: true,
    },
    {
      id: 'telemetry',
      section: 'Privacy',
      title: 'Telemetry',
      text: 'Off unless you ask for it: with the file telemetry.json in the folder .skywalker of your home, or the OTEL_* variables, calls are sent to a collector of yours. Nothing goes anywhere else, and no project can turn it on.',
      control: (
        <Button onClick={() => void bridge().copyText('~/.skywalker/telemetry.json')}>
          Copy the File’s Path
        </Button>
      ),
    },
    {
      id: 'getting-started',
      section: 'Help',
      title: 'Getting started',
      text: 'Leads from a tool that waits to the first one you approved, in the sample project.',
      control: <Button onClick={() => runCommand('start.again')}>Show It Again</Button>,
    },
    {
      id: 'keys',
      section: 'Help',
      title: 'Keys',
      text: 'Every command is in the palette, with its key.',
      control: <Button onClick={() => runCommand('palette.open')}>Show All Commands</Button>,
    },
  ];
}
