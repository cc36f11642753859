import { beforeEach, expect, test, vi } from 'vitest';
import type { JsonObject } from '../../src-preload/contract';

/** What the engine has selected. */
let engine: readonly number[] = [];

vi.mock('./bridge', () => ({
  callTool: (_tool: string, args: JsonObject) => {
    engine = args['entities'] as readonly number[];
    return Promise.resolve({ ok: true, text: '' });
  },
  readTool: () => Promise.resolve({ ok: true, text: '', structured: { entities: engine } }),
}));

const { useSelection } = await import('./selection-store');

beforeEach(() => useSelection.getState().select([]));

test('undoing what made the selected entities selects those that they were made of', async () => {
  const { select, selectMade, undone } = useSelection.getState();
  select([1, 2]);
  selectMade([7, 8], [1, 2]);
  expect(engine).toEqual([7, 8]);
  // They are gone with the undo.
  engine = [];
  await undone([7, 8]);
  expect(useSelection.getState().ids).toEqual([1, 2]);
  expect(engine).toEqual([1, 2]);
});

test('an undo of something else leaves the selection as it is', async () => {
  const { selectMade, select, undone } = useSelection.getState();
  selectMade([7], [1]);
  await undone([7]);
  expect(useSelection.getState().ids).toEqual([7]);
  select([3]);
  engine = [];
  await undone([3]);
  expect(engine).toEqual([]);
});

test('what was selected while the engine was asked is not taken back by its answer', async () => {
  const { select, refresh } = useSelection.getState();
  select([1]);
  const answered = refresh();
  select([1, 2]);
  await answered;
  expect(useSelection.getState().ids).toEqual([1, 2]);
  engine = [3];
  await refresh();
  expect(useSelection.getState().ids).toEqual([3]);
});
