/**
 * A process that defines, approves and calls tools of a project that others have open too, with no lock to keep them apart: as
 * on a network drive, or from another container. Arguments: the folder, the user's folder, its name, how many rounds. It says
 * what it has done, one line of JSON each.
 */
import { writeSync } from 'node:fs';
import type { JsonObject } from '../json';
import type { Caller } from '../tools/definition';
import { AGENT, PERSON, World } from './world.fixture';

const [folder = '', userFolder = '', me = '', rounds = '0'] = process.argv.slice(2);

function say(line: JsonObject): void {
  writeSync(1, `${JSON.stringify({ me, ...line })}\n`);
}

function definition(name: string, value: string): JsonObject {
  return {
    name,
    description: `Gives ${value}, for a test of several processes.`,
    capabilities: { mutate: true },
    wander: `fn run(args)\n  return "${value}"\nend`,
  };
}

const world = await World.open({ folder, userFolder });

async function attempt(
  what: string,
  tool: string,
  args: JsonObject,
  caller: Caller,
): Promise<JsonObject | undefined> {
  const result = await world.call(tool, args, caller);
  const { code } = result.ok ? { code: 'ok' } : result.error;
  const { hash = null, status = null } = (result.ok ? result.structured : undefined) ?? {};
  say({ what, tool: typeof args.name === 'string' ? args.name : tool, code, hash, status });
  return result.ok ? (result.structured ?? {}) : undefined;
}

say({ what: 'open' });
for (let round = 1; round <= Number(rounds); round += 1) {
  const own = `${me}_${round}`;
  await attempt('define', 'tool_define', definition(own, own), AGENT);
  await attempt('approve', 'tool_approve', { name: own }, PERSON);
  const called = await attempt('call', `user_${own}`, {}, AGENT);
  if (called?.result !== own) throw new Error(`user_${own} gave ${JSON.stringify(called)}`);
  // All of them at one tool.
  const made = await attempt('define', 'tool_define', definition('shared', own), AGENT);
  if (typeof made?.hash === 'string')
    await attempt('approve', 'tool_approve', { name: 'shared', hash: made.hash }, PERSON);
  const result = await world.call('user_shared', {}, AGENT);
  if (result.ok) say({ what: 'shared', result: result.structured?.result ?? null });
  await attempt('policy', 'tool_policy', { policy: round % 2 === 0 ? 'auto' : 'ask' }, PERSON);
  await attempt(
    'settings',
    'game_settings',
    { operation: 'set', settings: { [`from_${own}`]: round } },
    PERSON,
  );
}
for (const text of world.internal) say({ what: 'internal', text });
await world.close();
