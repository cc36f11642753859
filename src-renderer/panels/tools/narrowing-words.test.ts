import { expect, test } from 'vitest';
import type { Capabilities, LeastCapabilities } from '../../../src-preload/contract';
import { afterNarrowing, keptWords, narrowingLines } from './narrowing-words';

const NONE: Capabilities = {
  read_scene: true,
  mutate: false,
  calls: [],
  files: { read: [], write: [] },
  network: false,
};
const LEAST: LeastCapabilities = {
  capabilities: NONE,
  narrowings: [
    { capability: 'mutate', from: true, to: false, known_from: 'code' },
    { capability: 'calls', from: ['*'], to: ['scene_query', 'entity_get'], known_from: 'calls' },
    { capability: 'files.read', from: ['data/'], to: [], known_from: 'code' },
  ],
  recorded_calls: 12,
  kept: ['files.write'],
};

test('each narrowing says what it was, what is enough, and how that is known', () => {
  expect(narrowingLines(LEAST, false)).toEqual([
    { subject: 'Edit the scene', from: 'yes', to: 'no', known: 'its code tells' },
    { subject: 'Call tools', from: '*', to: 'scene_query, entity_get', known: 'seen in 12 recorded calls' },
    { subject: 'Read files', from: 'data/', to: 'no', known: 'its code tells' },
  ]);
  expect(narrowingLines({ ...LEAST, recorded_calls: 1 }, true).map((line) => line.known)).toEqual([
    'its steps tell',
    'seen in one recorded call',
    'its steps tell',
  ]);
  expect(keptWords(LEAST)).toContain('write files');
  expect(keptWords({ ...LEAST, kept: [] })).toBe('');
});

test('what becomes of the tool follows from the policy and from what it may do then', () => {
  expect(afterNarrowing(NONE, 'auto')).toContain('runs without approval');
  expect(afterNarrowing({ ...NONE, mutate: true }, 'auto')).toContain('waits for your approval');
  expect(afterNarrowing(NONE, 'ask')).toContain('waits for your approval');
  expect(afterNarrowing(NONE, 'trust')).toContain('runs at once');
});
