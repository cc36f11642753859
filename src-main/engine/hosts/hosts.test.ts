import { expect, test } from 'vitest';
import { CALLER, codeOf, dataOf, HARNESS, RECALL, worldsForTests } from './world.fixture';

const world = worldsForTests();

test('a tool that a client serves is offered like any other, called by anybody, and answered by the client', async () => {
  const made = await world();
  const registered = await made.ok('tool_host_register', { tools: [RECALL], label: 'Team memory' }, HARNESS);
  expect(registered).toMatchObject({
    tools: [{ name: 'py_memory_recall', status: 'active' }],
    errors: [],
    policy: 'auto',
  });
  expect(made.world.offered()).toContain('py_memory_recall');
  const host = typeof registered.host === 'string' ? registered.host : '';
  const result = made.call('py_memory_recall', { query: 'doors' });
  const call = await made.next(host);
  expect(call).toMatchObject({
    tool: 'py_memory_recall',
    args: { query: 'doors' },
    actor: 'mcp:caller',
    dry_run: false,
  });
  expect(call.timeout_ms).toBeGreaterThan(20_000);
  expect(call.timeout_ms).toBeLessThanOrEqual(30_000);
  expect(dataOf(await made.reply(host, call.call, { text: 'two', structured: { found: 2 } }))).toEqual({});
  expect(await result).toEqual({ ok: true, text: 'two', structured: { found: 2 } });
});

test('a callback runs within the call: its capabilities, its caller, its undo step', async () => {
  const made = await world();
  await made.ok('tool_policy', { policy: 'trust' }, { actor: 'user', kind: 'human' });
  const host = await made.serve([{ ...RECALL, mutates: true, capabilities: { calls: ['entity_create'] } }]);
  const result = made.call('py_memory_recall', { query: 'doors' });
  const call = await made.next(host);
  expect(codeOf(await made.callback(call, 'entity_create', { name: 'Door' }))).toMatch(/^ok/);
  expect(codeOf(await made.callback(call, 'entity_delete', { entity: 'Door' }))).toBe('capability_denied');
  await made.reply(host, call.call, { text: 'made it' });
  expect(codeOf(await result)).toBe('ok made it');
  const [step] = made.world.history.steps().slice(-1);
  expect(step).toMatchObject({ actor: CALLER.actor, label: 'Memory recall' });
  expect(codeOf(await made.callback(call, 'entity_create', { name: 'Late' }))).toBe('unknown_call');
});

test('a host that leaves takes its tools along, and what waits for it fails', async () => {
  const made = await world();
  const host = await made.serve([RECALL]);
  const result = made.call('py_memory_recall', { query: 'doors' });
  await made.next(host);
  await made.ok('tool_host_unregister', { host }, HARNESS);
  expect(codeOf(await result)).toBe('tool_offline');
  expect(made.world.offered()).not.toContain('py_memory_recall');
  expect(await made.error('py_memory_recall', { query: 'doors' })).toMatch(/^not_found/);
});
