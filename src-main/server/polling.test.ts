/** Many clients that follow the events of one engine, each with a cursor and a filter of its own. */
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Engine } from '../engine/engine';
import { newSceneData } from '../engine/scene/default-scene';
import { formatScene } from '../engine/scene/scene-file';
import { Project } from '../engine/project/project';
import { connectBy, type Way } from './churn/ways';
import { startServer, type ServerHandle } from './host';
import { newFolder, until } from './testkit/small-engine';

interface Page {
  readonly events: readonly {
    readonly seq: number;
    readonly kind?: string;
    readonly data: { readonly n?: number };
  }[];
  readonly next: number;
  readonly oldest: number;
  readonly truncated: boolean;
}

let engine: Engine;
let server: ServerHandle;

async function openEngine(folder: string): Promise<Engine> {
  const opened = await Engine.open({ folder, userFolder: join(folder, '..', 'user') });
  if (!opened.ok) throw new Error(opened.error.message);
  return opened.value;
}

beforeEach(async () => {
  const folder = join(newFolder(), 'project');
  const made = await Project.create(folder, {
    name: 'Polls',
    mainScene: formatScene(newSceneData({ name: 'Polls' })),
  });
  if (!made.ok) throw new Error(made.error.message);
  engine = await openEngine(folder);
  server = await startServer({ engine, http: { port: 0 }, userFolder: newFolder() });
});

afterEach(async () => {
  await server.close();
  await engine.close({ discardUnsaved: true });
});

async function poll(way: Way, args: object): Promise<Page> {
  const answer = (await way.call('events_poll', args)) as {
    readonly result?: { readonly structuredContent?: Page };
  };
  const page = answer.result?.structuredContent;
  if (!page) throw new Error(JSON.stringify(answer).slice(0, 500));
  return page;
}

test('50 pollers at once each see each event that they want exactly once and in order, while 2,000 a second are made', async () => {
  const EVENTS = 4_000;
  const numbers = Array.from({ length: EVENTS }, (_, n) => n);
  // What each kind of filter lets through, of events that four actors make in turn.
  const wants = [
    { filter: { types: ['log.tick'] }, expected: numbers },
    {
      filter: { types: ['log', 'scene'], exclude_actors: ['mcp:maker/1'] },
      expected: numbers.filter((n) => n % 4 !== 1),
    },
    { filter: { actors: ['mcp:maker/2'] }, expected: numbers.filter((n) => n % 4 === 2) },
    {
      filter: { types: ['log.tick'], actors: ['mcp:maker/'], exclude_actors: ['mcp:maker/0', 'mcp:maker/3'] },
      expected: numbers.filter((n) => n % 4 === 1 || n % 4 === 2),
    },
    { filter: { types: ['log.tick'], limit: 7 }, expected: numbers },
  ];
  const start = engine.events.last;
  const seen: number[][] = [];
  const pollers = Array.from({ length: 50 }, async (_, index) => {
    const want = wants[index % wants.length]!;
    const own: number[] = [];
    seen[index] = own;
    const way = await connectBy('socket', server, `poller-${index}`);
    let since = start;
    while (own.length < want.expected.length) {
      const page = await poll(way, { since, wait_ms: 20_000, ...want.filter });
      expect(page.truncated).toBe(false);
      for (const event of page.events) if (event.kind === 'tick') own.push(event.data.n ?? -1);
      since = page.next;
    }
    await way.close();
  });
  await until(() => server.connections().length === 50 && engine.events.waiting === 50, 'all wait');
  // 2,000 a second, but no further ahead of the slowest than the log remembers.
  let made = 0;
  const slowest = (): number =>
    Math.min(
      ...seen.map(
        (own, index) => (own.length / (wants[index % wants.length]?.expected.length ?? 1)) * EVENTS,
      ),
    );
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      for (let count = 0; count < 10 && made < EVENTS && made - slowest() < 3_500; count += 1) {
        const actor = `mcp:maker/${made % 4}`;
        engine.events.append({
          type: 'log',
          kind: 'tick',
          actor,
          summary: `Tick ${made}`,
          data: { n: made },
        });
        made += 1;
      }
      if (made < EVENTS) return;
      clearInterval(timer);
      resolve();
    }, 5);
  });
  await Promise.all(pollers);
  for (const [index, own] of seen.entries()) expect(own).toEqual(wants[index % wants.length]?.expected);
  await until(() => engine.events.waiting === 0, 'nobody waits');
}, 240_000);

test('pollers that die while they wait leave no waiter, and others go on waiting', async () => {
  const ways = await Promise.all(
    Array.from({ length: 20 }, (_, n) => connectBy('socket', server, `dying-${n}`)),
  );
  const since = engine.events.last;
  const other = await connectBy('socket', server, 'staying');
  const types = ['log.wanted'];
  const waits = other.call('events_poll', { since, types, wait_ms: 25_000 });
  for (const way of ways) way.call('events_poll', { since, types, wait_ms: 25_000 }).catch(() => undefined);
  await until(() => engine.events.waiting === 21, 'all wait');
  for (const way of ways) way.kill();
  await until(() => engine.events.waiting === 1, 'only one waits');
  engine.events.append({ type: 'log', kind: 'wanted', actor: 'system', summary: '', data: {} });
  expect(JSON.stringify(await waits)).toContain('wanted');
  await other.close();
});

test('more pollers than may wait are answered at once, with a hint', async () => {
  const ways = await Promise.all(
    Array.from({ length: 5 }, (_, n) => connectBy('socket', server, `many-${n}`)),
  );
  const args = { since: engine.events.last, types: ['log.never'], wait_ms: 25_000 };
  for (let count = 0; count < 1_024; count += 1)
    ways[count % 5]?.call('events_poll', args).catch(() => undefined);
  await until(() => engine.events.waiting === 1_024, 'as many as may wait do');
  const more = JSON.stringify(await (await connectBy('socket', server, 'more')).call('events_poll', args));
  expect(more).toContain('Too many clients wait');
  for (const way of ways) way.kill();
  await until(() => engine.events.waiting === 0, 'nobody waits');
});

test.each(['session', 'stateless'] as const)(
  'a poll over HTTP (%s) that wants to wait is answered at once, with a hint',
  async (by) => {
    const way = await connectBy(by, server, 'http-poller');
    const text = JSON.stringify(
      await way.call('events_poll', { since: 0, types: ['log.never'], wait_ms: 25_000 }),
    );
    expect(text).toContain('"events":[]');
    expect(text).toContain('agent-socket connections only');
    await way.close();
  },
);

test('a cursor goes on over a restart of the engine; one from beyond the log starts over and is told so', async () => {
  for (let n = 0; n < 3; n += 1)
    engine.events.append({ type: 'log', kind: 'tick', actor: 'system', summary: '', data: { n } });
  const way = await connectBy('socket', server, 'before');
  const { next } = await poll(way, { since: 0 });
  await way.close();
  const { folder } = engine.project;
  await server.close();
  await engine.close({ discardUnsaved: true });
  engine = await openEngine(folder);
  server = await startServer({ engine, http: false, userFolder: newFolder() });
  engine.events.append({ type: 'log', kind: 'tick', actor: 'system', summary: '', data: { n: 3 } });
  const again = await connectBy('socket', server, 'after');
  const page = await poll(again, { since: next, types: ['log.tick'] });
  expect([page.events.map((event) => event.data.n), page.truncated]).toEqual([[3], false]);
  const beyond = await poll(again, { since: page.next + 1_000_000, types: ['log.tick'], wait_ms: 20_000 });
  expect([beyond.events.map((event) => event.data.n), beyond.truncated, beyond.oldest]).toEqual([
    [0, 1, 2, 3],
    true,
    1,
  ]);
  await again.close();
});
