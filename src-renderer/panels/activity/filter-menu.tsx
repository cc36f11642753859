import { Star } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { isObject } from '../../state/read-json';
import { readStored, writeStored } from '../../state/stored';
import { IconButton } from '../../ui/button';
import { Menu, type MenuEntry } from '../../ui/menu';
import { visibleText } from '../../ui/visible-text';

export interface FilterMenuProps {
  readonly query: string;
  readonly onChange: (query: string) => void;
  readonly shown: FeedShown;
  readonly onShown: (shown: FeedShown) => void;
}

/** What of the feed is shown besides what the filter lets through. */
export interface FeedShown {
  /** One's own selections. */
  readonly selections: boolean;
  readonly timeline: boolean;
}

const PRESETS = [
  { label: 'Failed Calls', query: 'is:failed' },
  { label: 'Calls That Wait for Me', query: 'is:waiting' },
  { label: 'Changes to the Scene', query: 'is:mutating' },
  { label: 'What Agents Did', query: '-actor:user -actor:cli -actor:system' },
  { label: 'Custom Tools and Policy', query: 'type:custom_tool' },
];

/** Filters to choose from: some that are there, and those that the person saved. */
export function FilterMenu({ query, onChange, shown, onShown }: FilterMenuProps): ReactNode {
  const [saved, setSaved] = useState<readonly string[]>(() => readStored('activity.filters', parseSaved, []));
  const keep = (next: readonly string[]): void => {
    setSaved(next);
    writeStored('activity.filters', next);
  };
  const known = saved.includes(query) || PRESETS.some((preset) => preset.query === query);
  const entries: MenuEntry[] = [
    ...PRESETS.map(({ label, query: preset }): MenuEntry => ({
      label,
      checked: preset === query,
      run: () => onChange(preset === query ? '' : preset),
    })),
    ...(saved.length > 0 ? ['line' as const, { heading: 'Saved' }] : []),
    ...saved.map((one): MenuEntry => ({
      label: visibleText(one),
      checked: one === query,
      run: () => onChange(one === query ? '' : one),
    })),
    'line',
    {
      label: saved.includes(query) ? 'Forget This Filter' : 'Save This Filter',
      disabled: query.trim() === '' || (known && !saved.includes(query)),
      run: () => keep(saved.includes(query) ? saved.filter((one) => one !== query) : [...saved, query]),
    },
    'line',
    {
      label: 'Show the Timeline',
      checked: shown.timeline,
      run: () => onShown({ ...shown, timeline: !shown.timeline }),
    },
    {
      label: 'Show My Selections',
      checked: shown.selections,
      run: () => onShown({ ...shown, selections: !shown.selections }),
    },
  ];
  return (
    <Menu entries={entries} align="end">
      <IconButton label="Filters" icon={Star} />
    </Menu>
  );
}

function parseSaved(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && !isObject(value)
    ? value.filter((one): one is string => typeof one === 'string')
    : undefined;
}
