/** Hosts that do whatever comes to mind, in any order: every call ends, and nothing but what was answered well is kept. */
import { expect, test } from 'vitest';
import { Dice } from '../custom/fuzz/dice';
import { PERSON } from '../custom/world.fixture';
import type { JsonObject } from '../json';
import type { Caller, ToolResult } from '../tools/definition';
import { codeOf, HARNESS, HostWorld, type Fetched } from './world.fixture';

const RIVAL: Caller = { actor: 'mcp:rival', kind: 'agent', session: 'socket-3', mayWait: true };
const NAMES = ['a', 'b', 'c'];

/** Codes that a hosted call may end with here. */
const ENDS = new Set([
  ...['tool_offline', 'cancelled', 'tool_failed', 'invalid_output', 'output_too_large', 'not_found'],
]);

function tools(dice: Dice): JsonObject[] {
  return NAMES.filter(() => dice.chance(0.9)).map((name) => ({
    name,
    description: 'Does whatever comes to mind, for a test.',
    input_schema: { type: 'object', additionalProperties: true },
    capabilities: { mutate: name === 'a', calls: ['entity_create', 'py_*'] },
    limits: { timeout_ms: 100_000 },
  }));
}

class Play {
  readonly known: { readonly host: string; readonly caller: Caller }[] = [];
  readonly fetched: { readonly call: Fetched; readonly host: string; readonly caller: Caller }[] = [];
  readonly calls: Promise<ToolResult>[] = [];
  readonly answers: Promise<ToolResult>[] = [];
  readonly aborts: AbortController[] = [];
  private made = 0;

  constructor(
    private readonly world: HostWorld,
    private readonly dice: Dice,
  ) {}

  async step(): Promise<void> {
    const { dice, world } = this;
    const host = this.known.length === 0 ? undefined : dice.pick(this.known.slice(-3));
    const got = this.fetched.length === 0 ? undefined : dice.pick(this.fetched.slice(-4));
    switch (host === undefined ? 0 : dice.whole(0, 11)) {
      case 0: {
        if (this.known.length > 1 && dice.chance(0.6)) return;
        const caller = dice.pick([HARNESS, RIVAL]);
        const again: JsonObject = host !== undefined && dice.chance(0.5) ? { host: host.host } : {};
        const result = await world.call('tool_host_register', { tools: tools(dice), ...again }, caller);
        if (result.ok && typeof result.structured?.host === 'string')
          this.known.push({ host: result.structured.host, caller });
        return;
      }
      case 1:
      case 2:
      case 3: {
        const abort = new AbortController();
        this.aborts.push(abort);
        this.calls.push(
          world.world.pipeline.call({
            tool: `py_${dice.pick(NAMES)}`,
            args: {},
            caller: RIVAL,
            signal: abort.signal,
            dryRun: dice.chance(0.2),
          }),
        );
        return;
      }
      case 4:
      case 5:
      case 10: {
        if (host === undefined) return;
        const polled = await world.call(
          'tool_host_poll',
          { host: host.host, wait_ms: 0 },
          dice.chance(0.9) ? host.caller : RIVAL,
        );
        if (!polled.ok && polled.error.code === 'not_found' && dice.chance(0.5))
          this.known.splice(this.known.indexOf(host), 1);
        if (!polled.ok) return;
        for (const call of polled.structured?.calls as unknown as Fetched[])
          this.fetched.push({ call, ...host });
        return;
      }
      case 6:
      case 11: {
        if (got === undefined) return;
        const answer = dice.pick<JsonObject>([
          { text: 'well' },
          { is_error: true, text: 'badly' },
          { text: 'x'.repeat(100_000) },
          { images: ['not a picture'] },
        ]);
        if (dice.chance(0.8)) this.fetched.splice(this.fetched.indexOf(got), 1);
        await world.call('tool_host_reply', { host: got.host, call: got.call.call, ...answer }, got.caller);
        return;
      }
      case 7: {
        if (got === undefined) return;
        this.made += 1;
        const [tool, args] = dice.chance(0.6)
          ? ['entity_create', { name: `E${this.made}` }]
          : [`py_${dice.pick(NAMES)}`, {}];
        this.answers.push(world.hosts.callback(got.call.call_id, got.caller, tool ?? '', args ?? {}));
        return;
      }
      case 8:
        if (host !== undefined && dice.chance(0.15))
          await world.call('tool_host_unregister', { host: host.host }, host.caller);
        else if (dice.chance(0.2)) world.clock.move(20_000);
        return;
      default:
        if (this.aborts.length > 0 && dice.chance(0.15)) dice.pick(this.aborts).abort();
    }
  }
}

test.each([1, 2, 3, 4, 5, 6])(
  'whatever hosts do, every call ends and nothing is left of it (%i)',
  async (seed) => {
    const world = await HostWorld.open();
    await world.ok('tool_policy', { policy: 'trust' }, PERSON);
    const play = new Play(world, new Dice(`hosts ${seed}`));
    for (let step = 0; step < 600; step += 1) await play.step();
    world.hosts.close();
    for (const abort of play.aborts) abort.abort();
    for (const result of await Promise.all(play.calls))
      expect(result.ok || ENDS.has(result.error.code), codeOf(result)).toBe(true);
    await Promise.all(play.answers);
    expect(world.hosts.waiting).toBe(0);
    expect(world.hosts.list()).toEqual([]);
    expect(world.clock.waiting).toBe(0);
    expect(world.world.offered().filter((name) => name.startsWith('py_'))).toEqual([]);
    // What is there was made by a call that was kept, in its one step.
    const { matches } = await world.ok('scene_query', { limit: 1000 });
    const kept = world.world.history.steps().flatMap((step) => [...step.change.changes.keys()]);
    const made = (matches as readonly JsonObject[]).filter(
      ({ name }) => typeof name === 'string' && /^E\d+$/.test(name),
    );
    expect(made.every(({ id }) => kept.includes(Number(id)))).toBe(true);
    // And the door is open.
    expect(codeOf(await world.call('entity_create', { name: 'After' }, RIVAL))).toMatch(/^ok/);
    expect(world.world.internal).toEqual([]);
    await world.close();
  },
);
