import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../json';
import type { Capabilities, ToolDefinition } from '../tools/definition';
import { accessOf, effectOf, isLooser, isOffered } from './access';
import { checkProfile, type AgentProfile } from './profile';

const NO_CATEGORIES: ReadonlySet<string> = new Set();

function profile(entry: JsonObject): AgentProfile {
  const checked = checkProfile(entry, 'nimbus', NO_CATEGORIES);
  if (!checked.ok) throw new Error(checked.error.message);
  return checked.value;
}

function tool(facts: Partial<ToolDefinition>): ToolDefinition {
  return {
    name: 'thing',
    title: 'Thing',
    description: '',
    category: 'entity',
    kind: 'builtin',
    inputSchema: {},
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    mutates: false,
    run: () => ({ ok: true, text: '' }),
    ...facts,
  };
}

function custom(facts: Partial<ToolDefinition>, capabilities: Partial<Capabilities>): ToolDefinition {
  return tool({
    kind: 'wander',
    ...facts,
    custom: {
      version: 1,
      author: 'mcp:test',
      hash: 'h',
      capabilities: {
        read_scene: true,
        mutate: false,
        calls: [],
        files: { read: [], write: [] },
        network: false,
        ...capabilities,
      },
      limits: { instructions: 1, timeout_ms: 1, max_output_bytes: 1, max_calls: 1 },
      status: 'active',
    },
  });
}

const reading = tool({});
const changing = tool({ mutates: true });
const open = custom({ category: 'custom' }, { network: true });

function permission(entry: JsonObject, what: ToolDefinition, dryRun = false): string {
  return accessOf(profile(entry), what, effectOf(what, {}), dryRun).permission;
}

describe('autonomy', () => {
  test.each([
    ['observe', 'allow', 'off', 'off'],
    ['ask', 'allow', 'ask', 'ask'],
    ['autonomous', 'allow', 'allow', 'ask'],
  ])('%s: reading %s, changing %s, reaching outside %s', (autonomy, reads, changes, outside) => {
    expect(permission({ autonomy }, reading)).toBe(reads);
    expect(permission({ autonomy }, changing)).toBe(changes);
    expect(permission({ autonomy }, open)).toBe(outside);
  });

  test('an entry that says nothing of it asks', () => {
    expect(permission({}, changing)).toBe('ask');
  });
});

describe('permissions of a category', () => {
  test('hold for every call of it, whatever it does', () => {
    const entry = { autonomy: 'autonomous', permissions: { entity: 'ask' } };
    expect(permission(entry, reading)).toBe('ask');
    expect(permission(entry, changing)).toBe('ask');
    expect(permission({ autonomy: 'observe', permissions: { entity: 'allow' } }, changing)).toBe('allow');
    expect(permission({ autonomy: 'autonomous', permissions: { entity: 'off' } }, reading)).toBe('off');
  });

  test('"deny" is "off", and "default" is what the autonomy says', () => {
    expect(permission({ autonomy: 'autonomous', permissions: { entity: 'deny' } }, reading)).toBe('off');
    expect(permission({ autonomy: 'ask', permissions: { entity: 'default' } }, changing)).toBe('ask');
  });

  test('what reaches outside is allowed only by name of its category', () => {
    expect(permission({ autonomy: 'autonomous', permissions: { custom: 'allow' } }, open)).toBe('allow');
  });
});

describe('a custom tool', () => {
  const entry = { autonomy: 'ask', permissions: { scene: 'allow' } };

  test('S-26: a custom tool does not become allowed by the category that its author wrote', () => {
    const named = custom({ category: 'scene', mutates: true }, { mutate: true });
    expect(permission(entry, named)).toBe('ask');
    expect(permission({ ...entry, permissions: { scene: 'allow', custom: 'allow' } }, named)).toBe('allow');
  });

  test('becomes stricter by it', () => {
    const named = custom({ category: 'scene', mutates: true }, { mutate: true });
    expect(permission({ autonomy: 'autonomous', permissions: { scene: 'off' } }, named)).toBe('off');
  });

  test('that calls itself a studio tool is not open to every agent', () => {
    const named = custom({ category: 'studio', mutates: true }, { mutate: true });
    expect(permission({ autonomy: 'observe' }, named)).toBe('off');
  });
});

describe('studio tools', () => {
  const message = tool({ category: 'studio', mutates: true, outsideScene: true });

  test('are open at every autonomy, unless the category is set', () => {
    expect(permission({ autonomy: 'observe' }, message)).toBe('allow');
    expect(permission({ autonomy: 'observe', permissions: { studio: 'off' } }, message)).toBe('off');
  });

  test('that govern are not', () => {
    expect(permission({ autonomy: 'observe' }, { ...message, governance: true })).toBe('off');
  });
});

describe('a dry run', () => {
  test('asks nobody, for it keeps nothing; what is off by name stays off', () => {
    expect(permission({ autonomy: 'ask' }, changing, true)).toBe('allow');
    expect(permission({ autonomy: 'observe' }, changing, true)).toBe('allow');
    expect(permission({ autonomy: 'autonomous', permissions: { entity: 'off' } }, changing, true)).toBe(
      'off',
    );
  });

  test('of what reaches outside can not be taken back, and can not ask', () => {
    expect(permission({ autonomy: 'autonomous' }, open, true)).toBe('off');
  });
});

test('a tool that only reads with some arguments is judged by them', () => {
  const history = tool({ category: 'scene', mutates: true, reads: (args) => args.action === 'list' });
  expect(effectOf(history, { action: 'list' })).toBe('reads');
  expect(effectOf(history, { action: 'undo' })).toBe('changes');
  expect(effectOf(history)).toBe('changes');
  expect(isOffered(profile({ autonomy: 'observe' }), history)).toBe(true);
  expect(isOffered(profile({ autonomy: 'observe' }), changing)).toBe(false);
});

test('looser is what lets an agent do more anywhere', () => {
  const categories = ['entity', 'scene'];
  const looser = (to: JsonObject, from: JsonObject): boolean =>
    isLooser(profile(to), profile(from), categories);
  expect(looser({ autonomy: 'autonomous' }, { autonomy: 'ask' })).toBe(true);
  expect(looser({ autonomy: 'ask' }, { autonomy: 'autonomous' })).toBe(false);
  expect(looser({ permissions: { entity: 'allow' } }, {})).toBe(true);
  expect(looser({ permissions: { entity: 'off' } }, {})).toBe(false);
  // Taking a restriction away is more, too.
  expect(looser({}, { permissions: { world: 'off' } })).toBe(true);
  // Stricter in one place does not pay for another.
  expect(looser({ permissions: { scene: 'off', entity: 'allow' } }, {})).toBe(true);
});
