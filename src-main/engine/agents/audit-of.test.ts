/** What the audit says of one call, for whoever looks at its row. */
import { expect, test } from 'vitest';
import { agent, PERSON, RosterWorld } from './world.fixture';

test('the audit tells of a call that it was asked for and how it was answered, in that order, and nothing of others', async () => {
  const world = await RosterWorld.open({
    mira: { format: 'skywalker.agent/1', name: 'Mira', autonomy: 'ask' },
  });
  try {
    const first = world.call(agent('mira'), 'entity_create', { name: 'One' });
    const second = world.call(agent('mira'), 'entity_create', { name: 'Two' });
    const [one, two] = (await world.waiting()).map(({ call }) => (typeof call === 'string' ? call : ''));
    await world.ok(PERSON, 'call_answer', { call: one ?? '', allow: false, reason: 'Not now' });
    await world.ok(PERSON, 'call_answer', { call: two ?? '', allow: true });
    await Promise.all([first, second]);
    expect(await world.engine.custom.auditOf(one ?? '')).toMatchObject([
      { event: 'asked', call: one },
      { event: 'declined', call: one, actor: 'user', reason: 'Not now' },
    ]);
    expect(await world.engine.custom.auditOf('c999')).toEqual([]);
  } finally {
    await world.close();
  }
});
