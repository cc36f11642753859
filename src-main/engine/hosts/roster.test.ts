/** Agents of the roster beside clients that serve tools: what they may do holds for both sides. */
import { afterEach, expect, test } from 'vitest';
import { agent, idOf, PERSON, RosterWorld, until } from '../agents/world.fixture';
import type { JsonObject } from '../json';
import { HARNESS, RECALL } from './world.fixture';

const open: RosterWorld[] = [];

afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

async function world(roster: Readonly<Record<string, JsonObject>>): Promise<RosterWorld> {
  const made = await RosterWorld.open(roster);
  open.push(made);
  return made;
}

const BUILD: JsonObject = {
  name: 'build',
  description: 'Builds what it is told to, by calling back. Example: {}',
  capabilities: { mutate: true, calls: ['entity_create'] },
};

async function serve(w: RosterWorld): Promise<string> {
  const { host } = await w.ok(HARNESS, 'tool_host_register', { tools: [BUILD, RECALL] });
  await w.ok(PERSON, 'tool_approve', { name: 'py_build' });
  return host as string;
}

test('an agent that has to ask is asked before the host gets the call, and the answer covers what the tool may call back', async () => {
  const w = await world({ mira: { autonomy: 'ask' } });
  const host = await serve(w);
  const result = w.call(agent('mira'), 'py_build');
  await until(async () => (await w.waiting()).length > 0, 'the question');
  const waiting = await w.waiting();
  expect(waiting).toMatchObject([{ agent: 'mira', tool: 'py_build', covers: ['entity_create'] }]);
  // Nothing has reached the host.
  expect(await w.ok(HARNESS, 'tool_host_poll', { host, wait_ms: 0 })).toMatchObject({ calls: [] });
  await w.answer(idOf(waiting[0] ?? {}), true);
  const { calls } = await w.ok(HARNESS, 'tool_host_poll', { host });
  const [call] = calls as readonly JsonObject[];
  const made = await w.engine.hosts.callback(call?.call_id as string, HARNESS, 'entity_create', {
    name: 'A',
  });
  expect(made.ok).toBe(true);
  await w.ok(HARNESS, 'tool_host_reply', { host, call: call?.call ?? 0, text: 'built' });
  expect(await result).toMatchObject({ ok: true, text: 'built' });
});

test('an agent that only observes calls hosted tools that read, offers none, and takes none over', async () => {
  const w = await world({ eye: { autonomy: 'observe' } });
  const host = await serve(w);
  const eye = agent('eye');
  expect(await w.error(eye, 'py_build')).toMatch(/permission_denied/);
  expect(await w.error(eye, 'tool_host_register', { tools: [RECALL], replace: true })).toMatch(
    /permission_denied/,
  );
  const result = w.call(eye, 'py_memory_recall', { query: 'doors' });
  const { calls } = await w.ok(HARNESS, 'tool_host_poll', { host });
  const [call] = calls as readonly JsonObject[];
  expect(call).toMatchObject({ tool: 'py_memory_recall', actor: 'mcp:test/eye' });
  await w.ok(HARNESS, 'tool_host_reply', { host, call: call?.call ?? 0, text: 'none' });
  expect(await result).toMatchObject({ ok: true, text: 'none' });
});
