/**
 * A process with an engine that defines a tool, has it approved, calls it and saves, again and again, and says what it has
 * done, until it is killed. Each cycle has a number, which is in everything that it writes, so that a mixture of two would
 * show. Arguments: the folder, the user's folder, the first number, the access to the disk to be killed at (0: none; see
 * fs-kill.ts), `before`, `after` or `torn`, and whether to count from the start or once the project is open.
 */
import { writeSync } from 'node:fs';
import { Engine } from '../../engine';
import type { JsonObject } from '../../json';
import type { Caller } from '../../tools/definition';
import { codeOf, COMPOSITE, descriptionOf, TOOL } from './cycle';
import { killAtAccess, type KillWhen } from './fs-kill';

const AGENT: Caller = { actor: 'mcp:test', kind: 'agent' };
const PERSON: Caller = { actor: 'cli', kind: 'human' };

/** Bound before accesses are counted: saying something is no change of the project. */
const write = writeSync;

/** At once: what was said before the kill was done before it. */
function say(what: string, count: number): void {
  write(1, `${what} ${count}\n`);
}

export async function defineUntilKilled(args: readonly string[]): Promise<never> {
  const [folder = '', userFolder = '', first = '1', at = '0', when = 'after', from = 'open'] = args;
  const kill = (): Promise<unknown> => killAtAccess(Number(at), when as KillWhen);
  if (from === 'start') await kill();
  const opened = await Engine.open({ folder, userFolder, autosave: { quiet: 5, every: 20 } });
  if (!opened.ok) throw new Error(opened.error.message);
  const engine = opened.value;
  const call = async (tool: string, given: JsonObject, caller: Caller): Promise<JsonObject> => {
    const result = await engine.call({ tool, args: given, caller });
    if (!result.ok) throw new Error(`${tool}: ${result.error.code} ${result.error.message}`);
    return result.structured ?? {};
  };
  say('open', Number(first));
  if (from !== 'start') await kill();
  for (let count = Number(first); ; count += 1) {
    say('defining', count);
    await call('tool_define', definitionOf(count), AGENT);
    say('defined', count);
    say('approving', count);
    await call('tool_approve', { name: TOOL }, PERSON);
    say('approved', count);
    const { result } = await call(TOOL, {}, AGENT);
    if (result !== count) throw new Error(`${TOOL} gave ${JSON.stringify(result)}, not ${count}`);
    say('called', count);
    say('saving', count);
    await call('scene_save', {}, AGENT);
    say('saved', count);
    if (count % 3 === 0) await compositeCycle(call, count);
  }
}

async function compositeCycle(
  call: (tool: string, args: JsonObject, caller: Caller) => Promise<JsonObject>,
  count: number,
): Promise<void> {
  const steps: JsonObject[] = [{ tool: 'entity_create', args: { name: `Made ${count}` } }];
  await call(
    'tool_define',
    { name: COMPOSITE, description: descriptionOf(count), capabilities: { mutate: true }, steps },
    AGENT,
  );
  await call('tool_approve', { name: COMPOSITE, approve: count % 2 === 0 }, PERSON);
  await call('tool_enable', { name: COMPOSITE, enabled: false }, PERSON);
  await call('tool_policy', { policy: 'ask' }, AGENT);
  await call('tool_enable', { name: COMPOSITE, enabled: true }, PERSON);
  await call('tool_policy', { policy: 'auto' }, PERSON);
  say('removing', count);
  await call('tool_remove', { name: COMPOSITE }, PERSON);
  say('removed', count);
  if (count % 2 === 0) await call('tool_remove', { name: COMPOSITE, restore: true }, PERSON);
}

function definitionOf(count: number): JsonObject {
  return {
    name: TOOL,
    description: descriptionOf(count),
    capabilities: { mutate: true },
    wander: codeOf(count),
    tests: [{ name: 'its number', args: {}, expect: { result: count } }],
  };
}
