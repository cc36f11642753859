import { expect, test } from 'vitest';
import { capabilityChanges, remarksOf } from './effects';
import type { ToolDefinition } from '../tools/definition';
import { NO_EFFECTS } from './kinds/compiled';
import { needsOf } from './needs';
import type { KnownTools } from './references';
import type { CustomDefinition, FoundEffects } from './types';

const NONE: CustomDefinition = {
  format: 'skywalker.tool/1',
  name: 'user_x',
  category: 'custom',
  description: 'A definition to be looked at.',
  kind: 'wander',
  input_schema: {},
  capabilities: {
    read_scene: true,
    mutate: false,
    calls: [],
    files: { read: [], write: [] },
    network: false,
  },
  limits: { instructions: 1_000_000, timeout_ms: 5000, max_output_bytes: 65_536, max_calls: 100 },
  code: '',
  tests: [],
  enabled: true,
  version: 1,
  author: 'user',
};

const builtin = (name: string, more: object = {}): ToolDefinition => ({
  name,
  title: name,
  description: '',
  category: 'test',
  kind: 'builtin',
  inputSchema: {},
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  mutates: false,
  run: () => ({ ok: true, text: '' }),
  ...more,
});
const KNOWN = new Map(
  [builtin('entity_get'), builtin('scene_query')].map((tool) => [tool.name, tool] as const),
);
const TOOLS: KnownTools = {
  get: (name) => KNOWN.get(name),
  names: () => [...KNOWN.keys()],
  callees: () => [],
  effects: () => undefined,
  isComposite: () => false,
};

function remarks(
  capabilities: Partial<CustomDefinition['capabilities']>,
  found: Partial<FoundEffects>,
): string[] {
  const effects = { ...NO_EFFECTS, uses_scene: true, ...found };
  return remarksOf(
    { ...NONE, capabilities: { ...NONE.capabilities, ...capabilities } },
    effects,
    needsOf(effects, false, TOOLS),
  );
}

test('code that does what it declares gets no remark', () => {
  expect(remarks({}, {})).toEqual([]);
  expect(
    remarks(
      { mutate: true, calls: ['entity_get'], files: { read: ['data/'], write: ['out/*.txt'] } },
      { mutates: true, calls: ['entity_get'], files_read: ['data/a.json'], files_written: ['out/b.txt'] },
    ),
  ).toEqual([]);
});

test('what is declared and not used is pointed out', () => {
  expect(
    remarks({ mutate: true, calls: ['entity_get', 'scene_*'], files: { read: ['data/'], write: [] } }, {}),
  ).toEqual([
    'It declares that it edits the scene, and its code was found to change nothing.',
    'It may call "entity_get", "scene_*", and was not found to.',
    'It may read files in "data/", and was not found to.',
  ]);
  expect(remarks({ calls: ['scene_*'] }, { calls: ['scene_query'] })).toEqual([
    'It may call everything that "scene_*" matches, and was found to call only "scene_query".',
  ]);
});

test('what is used and not declared is pointed out, with what comes of it', () => {
  expect(
    remarks(
      {},
      {
        calls: ['entity_get'],
        files_read: ['secret.txt'],
        files_written: ['b.txt'],
        mutates: true,
        writes: ['vars.hp'],
      },
    ),
  ).toEqual([
    'Its code changes the scene (vars.hp), which it does not declare: that fails when it gets there.',
    'It calls "entity_get", which it does not declare: that call fails.',
    'It reads "secret.txt", which it does not declare: that fails.',
    'It writes "b.txt", which it does not declare: that fails.',
  ]);
});

test('what the code does not tell is said, and nothing is called unused because of it', () => {
  expect(
    remarks(
      { calls: ['entity_get'] },
      { unbounded: ['call_tool names a tool by a value that is worked out as it runs'] },
    ),
  ).toEqual([
    'Not to be told from the code: call_tool names a tool by a value that is worked out as it runs.',
  ]);
});

test('changes of capabilities are sentences, what is wider first', () => {
  const wider = {
    capabilities: {
      read_scene: true,
      mutate: true,
      calls: ['b'],
      files: { read: [], write: ['data/'] },
      network: false,
    },
    limits: { ...NONE.limits, timeout_ms: 100, max_calls: 200 },
  };
  const before = {
    ...NONE,
    capabilities: { ...NONE.capabilities, calls: ['a'], files: { read: ['in/'], write: [] } },
  };
  expect(capabilityChanges(wider, before)).toEqual([
    'It now may also edit the scene and call tools that change the project.',
    'It now may also write files in data/.',
    'It now may also call b.',
    'Its limit of nested calls was raised from 100 to 200.',
    'It no longer may read files in in/.',
    'It no longer may call a.',
    'Its limit of milliseconds was lowered from 5000 to 100.',
  ]);
  expect(capabilityChanges(before, before)).toEqual([]);
});
