import { expect, test } from 'vitest';
import { moved, placesOf } from './docks';
import { parseLayout } from './layout-store';
import { defaultDocks, FIXED_PANELS } from './panels';
import { parseDocks } from './parse-docks';

const split = moved(
  moved(defaultDocks(), 'tools', { dock: 'main', group: 'main', edge: 'right' }),
  'editor:file:notes/a.md',
  { dock: 'bottom' },
);

test('docks come back as they were stored', () => {
  expect(parseDocks(JSON.parse(JSON.stringify(split)))).toEqual(split);
});

test('what is no layout gives none', () => {
  for (const value of [
    null,
    3,
    'x',
    [],
    {},
    { main: null },
    { main: { kind: 'group', id: 'g1', panels: [] } },
  ])
    expect(parseDocks(value)).toBeUndefined();
  expect(parseLayout({ docks: 'everywhere' })).toBeUndefined();
});

test('strange panels and groups are left out, and those that are missing stand at home behind what was in front', () => {
  const docks = parseDocks({
    side: { kind: 'group', id: 'side', panels: ['scene-tree', 'scene-tree', 'evil', 7], active: 'evil' },
    main: {
      kind: 'split',
      direction: 'sideways',
      parts: [
        { kind: 'group', id: 'main', panels: ['tools', 'scene'], active: 'tools' },
        { kind: 'group', id: 'main', panels: ['editor'] },
        { kind: 'group', id: '../x', panels: ['tests'] },
        null,
      ],
    },
    bottom: 'none',
  });
  expect(docks?.side).toEqual({ kind: 'group', id: 'side', panels: ['scene-tree'], active: 'scene-tree' });
  expect(docks?.main).toEqual({
    kind: 'group',
    id: 'main',
    panels: ['tools', 'scene', 'editor', 'tests', 'activity', 'agents', 'studio', 'settings'],
    active: 'tools',
  });
  expect(docks?.bottom).toEqual(defaultDocks().bottom);
  expect(docks?.inspector).toEqual(defaultDocks().inspector);
});

test('a tree without end is cut, and every panel has its place once', () => {
  let deep: unknown = { kind: 'group', id: 'main', panels: ['scene'] };
  for (let level = 0; level < 5000; level += 1)
    deep = { kind: 'split', direction: level % 2 === 0 ? 'vertical' : 'horizontal', parts: [deep, deep] };
  expect(parseDocks({ main: deep })).toBeUndefined();
  const many = Array.from({ length: 5000 }, (_, index) => ({
    kind: 'group',
    id: `g${index + 1}`,
    panels: [`editor:file:${index}`],
  }));
  const docks = parseDocks({
    main: { kind: 'split', parts: [{ kind: 'group', id: 'main', panels: [] }, ...many] },
  });
  const panels = placesOf(docks ?? defaultDocks()).flatMap(({ group }) => group.panels);
  expect(placesOf(docks ?? defaultDocks()).length).toBeLessThan(32);
  for (const panel of FIXED_PANELS) expect(panels.filter((one) => one === panel)).toHaveLength(1);
});
