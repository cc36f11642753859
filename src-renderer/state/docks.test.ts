import { describe, expect, test } from 'vitest';
import { activated, groupsOf, moved, placeOf, without, type Docks } from './docks';
import { defaultDocks, editorPanel } from './panels';

/** The docks in short: groups as their panels with the one in front marked, splits with their direction. */
function drawn(docks: Docks): Record<string, unknown> {
  const draw = (node: Docks[keyof Docks]): unknown => {
    if (node === null) return null;
    if (node.kind === 'split') return { [node.direction]: node.parts.map(draw) };
    return `${node.id}: ${node.panels.map((panel) => (panel === node.active ? `*${panel}` : panel)).join(' ')}`;
  };
  return Object.fromEntries(Object.entries(docks).map(([dock, node]) => [dock, draw(node)]));
}

const AT_FIRST = {
  side: 'side: *scene-tree',
  main: 'main: *scene editor tools tests activity agents studio settings',
  bottom: 'bottom: *feed problems test-list output',
  inspector: 'inspector: *inspector history',
};

test('every panel is at home at first', () => {
  expect(drawn(defaultDocks())).toEqual(AT_FIRST);
});

describe('moving', () => {
  test('into a group: it is in front there, and its neighbour is in front where it was', () => {
    const docks = moved(defaultDocks(), 'inspector', { dock: 'bottom' });
    expect(drawn(docks)).toEqual({
      ...AT_FIRST,
      bottom: 'bottom: feed problems test-list output *inspector',
      inspector: 'inspector: *history',
    });
  });

  test('beside a group splits it, in the direction of the edge', () => {
    const right = moved(defaultDocks(), 'tools', { dock: 'main', group: 'main', edge: 'right' });
    expect(drawn(right)['main']).toEqual({
      horizontal: ['main: *scene editor tests activity agents studio settings', 'g1: *tools'],
    });
    // The same direction again makes one row of three, another one a column within.
    const three = moved(right, 'tests', { dock: 'main', group: 'g1', edge: 'left' });
    expect(drawn(three)['main']).toEqual({
      horizontal: ['main: *scene editor activity agents studio settings', 'g2: *tests', 'g1: *tools'],
    });
    const below = moved(right, 'tests', { dock: 'main', group: 'g1', edge: 'bottom' });
    expect(drawn(below)['main']).toEqual({
      horizontal: [
        'main: *scene editor activity agents studio settings',
        { vertical: ['g1: *tools', 'g2: *tests'] },
      ],
    });
  });

  test('the last panel of a group takes the group along, and a split of one is none', () => {
    const split = moved(defaultDocks(), 'output', { dock: 'bottom', group: 'bottom', edge: 'right' });
    expect(drawn(split)['bottom']).toEqual({
      horizontal: ['bottom: *feed problems test-list', 'g1: *output'],
    });
    const back = moved(split, 'output', { dock: 'bottom', group: 'bottom', index: 0 });
    expect(drawn(back)['bottom']).toBe('bottom: *output feed problems test-list');
  });

  test('a dock that is empty is none, and is there again with its first panel', () => {
    const empty = moved(defaultDocks(), 'scene-tree', { dock: 'inspector' });
    expect(empty.side).toBeNull();
    expect(drawn(moved(empty, 'history', { dock: 'side' }))['side']).toBe('side: *history');
  });

  test('beside itself it stays where it is', () => {
    const docks = defaultDocks();
    expect(moved(docks, 'scene-tree', { dock: 'side', group: 'side', edge: 'right' })).toBe(docks);
  });

  test('a target that is gone is the first group of its dock', () => {
    const docks = moved(defaultDocks(), 'history', { dock: 'bottom', group: 'g7' });
    expect(placeOf(docks, 'history')).toMatchObject({ dock: 'bottom', group: { id: 'bottom' } });
  });

  test('the main group stays without any view', () => {
    let docks = defaultDocks();
    for (const view of ['scene', 'editor', 'tools', 'tests', 'activity', 'agents', 'studio', 'settings'])
      docks = moved(docks, view, { dock: 'bottom' });
    expect(drawn(docks)['main']).toBe('main: ');
    expect(drawn(moved(docks, 'scene', { dock: 'main' }))['main']).toBe('main: *scene');
  });
});

test('the panel of a file comes and goes', () => {
  const panel = editorPanel('file:a.md');
  const docks = moved(defaultDocks(), panel, { dock: 'main', group: 'main', edge: 'right' });
  expect(placeOf(docks, panel)?.group.id).toBe('g1');
  expect(drawn(without(docks, panel))).toEqual(AT_FIRST);
});

test('what is brought to the front changes its own group only', () => {
  const docks = activated(defaultDocks(), 'problems');
  expect(drawn(docks)).toEqual({ ...AT_FIRST, bottom: 'bottom: feed *problems test-list output' });
  expect(groupsOf(docks.main)).toEqual(groupsOf(defaultDocks().main));
});
