import { expect, test } from 'vitest';
import type { Capabilities, FoundEffects } from '../../../src-preload/contract';
import { isLoosening, limitWords, listed, mayDo, needsSingleDecision, touchRows } from './capability-words';

const none: Capabilities = {
  read_scene: false,
  mutate: false,
  calls: [],
  files: { read: [], write: [] },
  network: false,
};
const nothing: FoundEffects = {
  reads: [],
  writes: [],
  builtins: [],
  calls: [],
  files_read: [],
  files_written: [],
  mutates: false,
  uses_scene: false,
  unbounded: [],
};

test('a tool that only computes has no badges', () => {
  expect(mayDo(none)).toEqual([]);
});

test('badges say what a tool may do, and which of it needs care', () => {
  const all: Capabilities = {
    read_scene: true,
    mutate: true,
    calls: ['entity_*', 'scene_query'],
    files: { read: ['data/'], write: ['out/'] },
    network: true,
  };
  expect(mayDo(all).map((one) => [one.kind, one.detail, one.careful])).toEqual([
    ['reads', 'Reads the scene', false],
    ['edits', 'Edits the scene', true],
    ['calls', 'Calls entity_* and scene_query', false],
    ['files', 'Reads files in data/ and writes files in out/', true],
    ['network', 'Reaches the network', true],
  ]);
});

test('a tool that writes files or reaches the network is never approved with others', () => {
  expect(needsSingleDecision({ ...none, read_scene: true, calls: ['scene_query'] })).toBe(false);
  expect(needsSingleDecision({ ...none, mutate: true })).toBe(true);
  expect(needsSingleDecision({ ...none, files: { read: [], write: ['data/'] } })).toBe(true);
  expect(needsSingleDecision({ ...none, network: true })).toBe(true);
});

test('what is declared and not used is told from what is used without being declared', () => {
  const rows = touchRows(
    { ...none, mutate: true, read_scene: true },
    { ...nothing, reads: ['hp', 'position'], files_read: ['data/a.json'] },
  );
  const verdicts = Object.fromEntries(rows.map((row) => [row.subject, [row.found, row.verdict]]));
  expect(verdicts).toEqual({
    'Read the scene': ['hp and position', 'used'],
    'Edit the scene': ['nothing', 'unused'],
    'Call tools': ['nothing', 'none'],
    'Read files': ['data/a.json', 'undeclared'],
    'Write files': ['nothing', 'none'],
    'Reach the network': ['nothing', 'none'],
  });
});

test('a composite that edits only through its steps is said to do so', () => {
  const rows = touchRows({ ...none, mutate: true }, { ...nothing, mutates: true, calls: ['entity_update'] });
  expect(rows.find((row) => row.subject === 'Edit the scene')?.found).toBe('through the tools it calls');
});

test('where nothing could be looked at, nothing is claimed', () => {
  const rows = touchRows({ ...none, network: true, calls: ['scene_query'] }, undefined);
  expect(rows.map((row) => [row.subject, row.found, row.verdict])).toContainEqual([
    'Call tools',
    'not known',
    'unknown',
  ]);
  expect(rows.map((row) => [row.subject, row.found, row.verdict])).toContainEqual([
    'Reach the network',
    'not known',
    'unknown',
  ]);
});

test('limits read as units a person knows', () => {
  expect(
    limitWords({ instructions: 1_000_000, timeout_ms: 5000, max_output_bytes: 65_536, max_calls: 100 }),
  ).toEqual(['1,000,000 instructions', '5 s', '64 KiB of output', '100 nested calls']);
});

test('only a step towards trust is a loosening', () => {
  expect(isLoosening('ask', 'auto')).toBe(true);
  expect(isLoosening('off', 'trust')).toBe(true);
  expect(isLoosening('trust', 'ask')).toBe(false);
  expect(isLoosening('auto', 'auto')).toBe(false);
});

test('lists read as English', () => {
  expect([listed([]), listed(['a']), listed(['a', 'b']), listed(['a', 'b', 'c'])]).toEqual([
    '',
    'a',
    'a and b',
    'a, b and c',
  ]);
});
