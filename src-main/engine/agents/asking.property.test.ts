/** Random rosters, tools that call each other, batches and answers, compared with a model that knows the rules alone. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Json, JsonObject } from '../json';
import { agent, idOf, PERSON, RosterWorld, STRANGER } from './world.fixture';

type Access = 'off' | 'ask' | 'allow';

interface Case {
  readonly autonomy: 'observe' | 'ask' | 'autonomous';
  readonly permissions: Readonly<Partial<Record<'entity' | 'scene' | 'custom', Access>>>;
  /** Tool n's steps: −1 makes an entity, −2 reads, another number calls the tool of that number (modulo n; tool 0 reads). */
  readonly tools: readonly (readonly number[])[];
  /** The operations of a batch, as steps; undefined calls the last tool itself. */
  readonly batch: readonly number[] | undefined;
  readonly allow: boolean;
}

const step = fc.integer({ min: -2, max: 3 });
const permission = fc.constantFrom<Access>('off', 'ask', 'allow');
const cases: fc.Arbitrary<Case> = fc.record({
  autonomy: fc.constantFrom('observe', 'ask', 'autonomous'),
  permissions: fc.record({ entity: permission, scene: permission, custom: permission }, { requiredKeys: [] }),
  tools: fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 }),
  batch: fc.option(fc.array(step, { minLength: 1, maxLength: 3 }), { nil: undefined }),
  allow: fc.boolean(),
});

let world: RosterWorld;
let run = 0;
beforeAll(async () => {
  world = await RosterWorld.open({ nimbus: {} });
  await world.ok(PERSON, 'tool_policy', { policy: 'trust' });
});
afterAll(() => world.close());

/** What a step calls. */
function called(steps: number, from: number): string {
  if (steps === -1) return 'entity_create';
  if (steps === -2 || from === 0) return 'scene_overview';
  return `user_r${run}_t${steps % from}`;
}

const CATEGORY: Readonly<Record<string, 'entity' | 'scene'>> = {
  entity_create: 'entity',
  scene_overview: 'scene',
};

function access({ autonomy, permissions }: Case, tool: string): Access {
  const set = permissions[CATEGORY[tool] ?? 'custom'];
  if (set !== undefined) return set;
  if (tool === 'scene_overview') return 'allow';
  return ({ observe: 'off', ask: 'ask', autonomous: 'allow' } as const)[autonomy];
}

/** All calls in the order in which they are made, those that make them first. */
function* calls(of: Case, tool: string): Generator<string> {
  yield tool;
  const index = /_t(\d)$/.exec(tool)?.[1];
  if (index === undefined) return;
  for (const each of of.tools[Number(index)] ?? []) yield* calls(of, called(each, Number(index)));
}

/** What has to become of it: the questions' tools, the outcome, how many entities are made. */
function expected(of: Case): { asked: readonly string[] | undefined; outcome: string; made: number } {
  const last = `user_r${run}_t${of.tools.length - 1}`;
  const operations = of.batch?.map((each) => called(each, of.tools.length)) ?? [last];
  const outer = of.batch === undefined ? access(of, last) : (of.permissions.scene ?? 'allow');
  const below = operations.flatMap((tool) => {
    const all = [...calls(of, tool)];
    return of.batch === undefined ? all.slice(1) : all;
  });
  const offInBatch = of.batch !== undefined && operations.some((tool) => access(of, tool) === 'off');
  if (outer === 'off' || offInBatch) return { asked: undefined, outcome: 'permission_denied', made: 0 };
  const covers = [...new Set(below.filter((tool) => access(of, tool) === 'ask'))].sort();
  const asks = outer === 'ask' || covers.length > 0;
  const asked = asks ? covers : undefined;
  if (asks && !of.allow) return { asked, outcome: 'declined', made: 0 };
  if (below.some((tool) => access(of, tool) === 'off'))
    return { asked, outcome: 'permission_denied', made: 0 };
  return { asked, outcome: 'ok', made: below.filter((tool) => tool === 'entity_create').length };
}

async function define(of: Case): Promise<void> {
  for (const [index, steps] of of.tools.entries()) {
    await world.ok(STRANGER, 'tool_define', {
      name: `r${run}_t${index}`,
      description: 'One of several tools that call each other. Example: {}',
      // A tool has to allow what the tools below it call, too.
      capabilities: { mutate: true, calls: [...new Set([...calls(of, `user_r${run}_t${index}`)].slice(1))] },
      steps: steps.map((each) => stepOf(called(each, index))),
    });
  }
}

function stepOf(tool: string): JsonObject {
  return { tool, args: tool === 'entity_create' ? { name: 'Made' } : {} };
}

test('S-08, S-25: whatever calls what, nothing runs that is off or that nobody allowed, and a refusal leaves nothing', async () => {
  await fc.assert(
    fc.asyncProperty(cases, async (of) => {
      run += 1;
      await define(of);
      await world.ok(PERSON, 'scene_new', { name: 'Empty', discard: true });
      world.write('nimbus', { autonomy: of.autonomy, permissions: { ...of.permissions } });
      const want = expected(of);
      const operations: Json = (of.batch ?? []).map((each) => stepOf(called(each, of.tools.length)));
      const before = world.names.length;
      const result =
        of.batch === undefined
          ? world.call(agent('nimbus'), `user_r${run}_t${of.tools.length - 1}`)
          : world.call(agent('nimbus'), 'batch', { operations });
      const [waiting] = await world.waiting();
      expect(waiting?.covers).toEqual(want.asked);
      if (waiting !== undefined) await world.answer(idOf(waiting), of.allow);
      const outcome = await result;
      expect(outcome.ok ? 'ok' : outcome.error.code).toBe(want.outcome);
      expect(world.names.length - before).toBe(want.made);
      if (want.made === 0) return;
      await world.ok(PERSON, 'history', { action: 'undo' });
      expect(world.names.length).toBe(before);
    }),
    { numRuns: 40, seed: 20_261 },
  );
}, 120_000);
