/** What answers at the socket is no engine, or one that was taken over: each call ends with an error, soon, and costs little. */
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import { afterEach, describe, expect, test } from 'vitest';
import { newFolder } from '../../../src-main/server/testkit/small-engine';
import { until } from '../../../src-main/engine/agents/world.fixture';
import type { ConnectionLimits } from './connection';
import { Engine } from './engine';
import { EngineConnectionError, ToolError } from './errors';
import { isRecord, type JsonObject } from './json';
import { LineBuffer } from './line-buffer';
import { tool } from './tool';

const STEERING = '\u001b[2J\u001b]0;owned\u0007\u202e\u009b';

/** What stands where something else should. */
const ODD: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  7.5,
  1e308,
  '',
  'x'.repeat(10_000),
  [],
  [[null]],
  {},
  { a: [1] },
  STEERING,
];

type Answer = (request: JsonObject, say: (message: unknown) => void, socket: Socket) => void;

class FakeEngine {
  connections = 0;
  readonly #sockets = new Set<Socket>();
  readonly #engines: Engine[] = [];

  private constructor(
    readonly path: string,
    readonly server: Server,
  ) {}

  /** Answers `initialize`, and leaves all else to `answer`, which says messages, or lines as they are. */
  static async open(answer: Answer, initialize = true): Promise<FakeEngine> {
    const path = join(newFolder(), 's');
    const server = createServer();
    const fake = new FakeEngine(path, server);
    server.on('connection', (socket) => {
      fake.connections += 1;
      fake.#sockets.add(socket);
      socket.on('error', () => undefined);
      const say = (message: unknown): void =>
        void socket.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
      createInterface({ input: socket }).on('line', (line) => {
        const request: unknown = JSON.parse(line);
        if (!isRecord(request) || request['id'] === undefined) return;
        if (request['method'] === 'initialize' && initialize) {
          const result = {
            protocolVersion: '2025-11-25',
            capabilities: { tools: {} },
            serverInfo: { name: 'fake', version: '0' },
          };
          say({ jsonrpc: '2.0', id: request['id'], result });
        } else answer(request, say, socket);
      });
    });
    await new Promise<void>((resolve) => server.listen(path, resolve));
    return fake;
  }

  async attach(limits: Partial<ConnectionLimits> = {}): Promise<Engine> {
    const engine = await Engine.attach({ socket: this.path, limits });
    this.#engines.push(engine);
    return engine;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await Promise.all(this.#engines.map((engine) => engine.close()));
    await new Promise((resolve) => this.server.close(resolve));
  }
}

const open: FakeEngine[] = [];
afterEach(() => Promise.all(open.splice(0).map((fake) => fake.close())));

async function fakeEngine(answer: Answer, initialize = true): Promise<FakeEngine> {
  const fake = await FakeEngine.open(answer, initialize);
  open.push(fake);
  return fake;
}

/** How the call of a tool fails that is answered so. */
async function failure(answer: Answer, limits: Partial<ConnectionLimits> = {}): Promise<string> {
  const fake = await fakeEngine(answer);
  const engine = await fake.attach(limits);
  const error: unknown = await engine.call('t').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(EngineConnectionError);
  return (error as EngineConnectionError).message;
}

/** A message with the result that is made for each request. */
const results =
  (make: (request: JsonObject) => unknown): Answer =>
  (request, say) =>
    say({ jsonrpc: '2.0', id: request['id'], result: make(request) });

/** The answer with one part of it replaced by each of what is odd, and with each part left out. */
function* variants(answer: unknown): Generator<unknown> {
  yield* ODD;
  if (Array.isArray(answer)) {
    for (const other of answer.length > 0 ? variants(answer[0]) : []) yield [other, ...answer.slice(1)];
  } else if (isRecord(answer))
    for (const [key, value] of Object.entries(answer)) {
      yield Object.fromEntries(Object.entries(answer).filter(([other]) => other !== key));
      for (const other of variants(value)) yield { ...answer, [key]: other };
    }
}

describe('answers', () => {
  test.each([9_999, -1, '1', true, 1.5, [1], { id: 1 }, null])(
    'to a request that was never made (id %j) end the call',
    async (id) => {
      expect(await failure((_, say) => say({ jsonrpc: '2.0', id, result: {} }))).toMatch(
        /never made|no JSON-RPC message/,
      );
    },
  );

  test('that come twice are counted once, and notifications and empty lines are nothing', async () => {
    const fake = await fakeEngine((request, say) => {
      const { name } = request['params'] as { readonly name: string };
      say('');
      say({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
      for (const text of [name, 'again'])
        say({ jsonrpc: '2.0', id: request['id'], result: { content: [{ type: 'text', text }] } });
    });
    const engine = await fake.attach();
    expect((await engine.call('one')).text).toBe('one');
    expect((await engine.call('two')).text).toBe('two');
    expect(fake.connections).toBe(1);
  });

  test('that were meant for another connection reach nobody', async () => {
    const waiting: { readonly request: JsonObject; readonly say: (message: unknown) => void }[] = [];
    const fake = await fakeEngine((request, say) => {
      const params = request['params'] as { readonly name: string };
      const answer = { jsonrpc: '2.0', id: request['id'], result: { content: [] } };
      if (params.name === 'warm-up') return say(answer);
      waiting.push({ request, say });
      if (waiting.length < 2) return;
      const first = { ...answer, id: waiting[0]?.request['id'] };
      say(first);
      waiting[0]?.say(first);
    });
    const engine = await fake.attach();
    for (let n = 0; n < 5; n += 1) await engine.call('warm-up');
    const mine = engine.call('t');
    await until(() => waiting.length === 1, 'the first is asked');
    await expect(engine.asAgent('mira').call('t')).rejects.toThrow('never made');
    expect((await mine).ok).toBe(true);
  });

  test.each([
    ['no JSON', '{"jsonrpc": nonsense', /no JSON-RPC message/],
    ['cut', '{"jsonrpc": "2.0", "id": 1, "result": {"content": [', /no JSON-RPC message/],
    ['a number', '7', /no JSON-RPC message/],
    ['a batch', '[{"jsonrpc":"2.0","id":1,"result":{}}]', /no JSON-RPC message/],
    ['nested', '['.repeat(1_000_000), /nested/],
    [
      'a nested result',
      `{"jsonrpc":"2.0","id":1,"result":${'{"a":'.repeat(300)}1${'}'.repeat(301)}`,
      /nested/,
    ],
  ])('that are %s end the call with what was wrong', async (_, line, why) => {
    expect(await failure((_request, say) => say(line))).toMatch(why);
  });

  test('that are closed in the middle end the call, and the next one connects again', async () => {
    const fake = await fakeEngine((request, say, socket) => {
      if (fake.connections === 1) return void socket.end('{"jsonrpc": "2.0", "id": 1, "res');
      say({ jsonrpc: '2.0', id: request['id'], result: { content: [] } });
    });
    const engine = await fake.attach();
    await expect(engine.call('t')).rejects.toThrow(EngineConnectionError);
    expect((await engine.call('t')).ok).toBe(true);
  });

  test('of 100 MiB, and lines without an end, end the call before they are in memory', async () => {
    let sent = 0;
    const part = 'x'.repeat(1 << 20);
    const message = await failure((_request, _say, socket) => {
      socket.write('{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"');
      const write = (): void => {
        if (socket.destroyed || sent >= 100 << 20) return;
        sent += part.length;
        socket.write(part, write);
      };
      write();
    });
    expect(message).toContain('more than 67108864 bytes');
    expect(sent).toBeLessThan(80 << 20);
  });

  test('that come a byte at a time are put together, up to their size', () => {
    const lines = new LineBuffer(100_000);
    for (let n = 0; n < 100_000; n += 1) expect(lines.take(Buffer.from('a'))).toEqual([]);
    expect(lines.take(Buffer.from('\nnext\n'))).toEqual(['a'.repeat(100_000), 'next']);
    expect(lines.take(Buffer.alloc(100_001, 'a'))).toBeUndefined();
  });
});

describe('an engine', () => {
  test('that answers nothing at all is given up; one that says it is there may take its time', async () => {
    expect(await failure(() => undefined, { silenceMs: 200 })).toContain('has answered nothing');
    let pings = 0;
    let call: unknown;
    const fake = await fakeEngine((request, say) => {
      if (request['method'] === 'ping') {
        pings += 1;
        say({ jsonrpc: '2.0', id: request['id'], result: {} });
      } else call = request['id'];
      if (pings === 3)
        say({ jsonrpc: '2.0', id: call, result: { content: [{ type: 'text', text: 'at last' }] } });
    });
    const engine = await fake.attach({ silenceMs: 200 });
    expect((await engine.call('t')).text).toBe('at last');
    expect(fake.connections).toBe(1);
  });

  test('that does not answer the first request is given up', async () => {
    const fake = await fakeEngine(() => undefined, false);
    await expect(fake.attach({ connectMs: 100 })).rejects.toThrow(EngineConnectionError);
  });

  const flood =
    (line: string): Answer =>
    (_request, _say, socket) => {
      socket.pause();
      const write = (): void => void (socket.destroyed || socket.write(line, () => setImmediate(write)));
      write();
    };

  test('that only tells things is given up', async () => {
    const told = '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n'.repeat(500);
    expect(await failure(flood(told), { silenceMs: 300 })).toContain('has answered nothing');
  });

  test('that asks without reading is not answered without end', async () => {
    const asked = `{"jsonrpc":"2.0","id":"${'x'.repeat(100_000)}","method":"ping"}\n`;
    expect(await failure(flood(asked), { maxUnreadBytes: 1 << 20 })).toContain('asks and does not read');
  });

  test('that puts anything in any field of an answer gets a result made of it, or a failure', async () => {
    const answer = {
      content: [
        { type: 'text', text: 'done' },
        { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      ],
      structuredContent: { error: 'odd', message: 'm', hint: 'h' },
      isError: true,
      _meta: { 'skywalker/warnings': ['w'], 'skywalker/error': { error: 'e', message: 'm', hint: 'h' } },
    };
    const made = [...variants(answer)].map((result) => ({ result }));
    const refusals = [...variants({ code: -32602, message: 'no', data: { tool: 't' } })].map((error) => ({
      error,
    }));
    const bodies: readonly object[] = [...made, ...refusals];
    const fake = await fakeEngine((request, say) => {
      const { arguments: args } = request['params'] as { readonly arguments: { readonly n: number } };
      say({ jsonrpc: '2.0', id: request['id'], ...bodies[args.n] });
    });
    const engine = await fake.attach();
    let values = 0;
    for (let n = 0; n < bodies.length; n += 1) {
      const outcome: unknown = await engine.call('t', { n }).catch((error: unknown) => error);
      if (outcome instanceof Error) {
        expect(outcome).toBeInstanceOf(EngineConnectionError);
        expect(outcome.message).not.toContain('\u001b');
        continue;
      }
      values += 1;
      expect(outcome).toMatchObject({ text: expect.any(String), data: expect.any(Object) });
    }
    expect(values).toBeGreaterThan(bodies.length / 2);
  });

  test('that steers terminals does not do it by an error; the result has it as it came', async () => {
    const error = { error: 'odd', message: `gone ${STEERING}`, hint: STEERING };
    const fake = await fakeEngine(results(() => ({ content: [], isError: true, structuredContent: error })));
    const result = await (await fake.attach()).call('t');
    expect(result.errorMessage).toBe(error.message);
    expect(() => result.check()).toThrow(ToolError);
    expect(() => result.check()).toThrow(String.raw`gone \u001b[2J\u001b]0;owned\u0007\u202e\u009b`);
  });
});

describe('lists of tools', () => {
  const entry = { name: 't', inputSchema: { type: 'object' } };
  let page = 0;

  test.each([
    ['lead back to themselves', () => ({ tools: [entry], nextCursor: 'again' }), 'no end'],
    ['never end', () => ({ tools: [entry], nextCursor: `page ${(page += 1)}` }), 'no end'],
    ['name a million tools', () => ({ tools: Array.from({ length: 1_000_000 }, () => entry) }), '100000'],
  ])('that %s are refused', async (_, make, why) => {
    const fake = await fakeEngine(results(make));
    const listed = (await fake.attach()).listTools();
    await expect(listed).rejects.toThrow(EngineConnectionError);
    await expect(listed).rejects.toThrow(why);
    expect(page).toBeLessThan(1_100);
  });

  test('with anything in any field are lists, or refused', async () => {
    const whole = { ...entry, title: 'T', description: 'd', outputSchema: {}, annotations: {}, _meta: {} };
    for (const odd of variants({ tools: [whole], nextCursor: 7 })) {
      const fake = await fakeEngine(results(() => odd));
      const listed: unknown = await (await fake.attach()).listTools().catch((error: unknown) => error);
      if (!Array.isArray(listed)) expect(listed).toBeInstanceOf(EngineConnectionError);
    }
  });

  test('do not make the client run their schemas', async () => {
    const slow = { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } };
    const fake = await fakeEngine((request, say) => {
      const result =
        request['method'] === 'tools/list'
          ? { tools: [{ ...entry, outputSchema: slow }] }
          : { content: [], structuredContent: { a: `${'a'.repeat(50)}!` } };
      say({ jsonrpc: '2.0', id: request['id'], result });
    });
    const engine = await fake.attach();
    expect(await engine.listTools()).toHaveLength(1);
    expect((await engine.call('t')).data).toHaveProperty('a');
  });
});

describe('events', () => {
  const event = (seq: unknown): JsonObject => ({ seq, time: 1, type: 'tool', actor: 'a', summary: 's' });
  const paged = (make: (poll: number) => unknown): Answer => {
    let polls = 0;
    return results(() => ({ content: [], structuredContent: make((polls += 1)) }));
  };

  test('that come again or go backwards are left out, and polls that give nothing are not made without end', async () => {
    let polls = 0;
    const fake = await fakeEngine(
      paged((poll) => {
        polls = poll;
        const events = poll === 1 ? [1, 2, 2, 1, 7, -4].map(event) : poll === 2 ? [event(7), event(8)] : [];
        return { events, next: -1, last_seq: 1e9, truncated: false };
      }),
    );
    const stop = new AbortController();
    const given: number[] = [];
    for await (const { seq } of (await fake.attach()).events({ since: 0, signal: stop.signal })) {
      given.push(seq);
      if (given.length === 4) setTimeout(() => stop.abort(), 1_000);
    }
    expect(given).toEqual([1, 2, 7, 8]);
    // A tenth of a second, then two, then five.
    expect(polls).toBeLessThan(20);
  });

  test('with anything in any field end the iteration with an error, or are given', async () => {
    for (const odd of variants({ events: [event(3)], next: 3, last_seq: 3, truncated: false })) {
      const fake = await fakeEngine(paged((poll) => (poll === 1 ? odd : { events: 'over' })));
      const outcome: unknown = await (async () => {
        const seen: number[] = [];
        for await (const { seq } of (await fake.attach()).events({ since: 0 })) seen.push(seq);
        return seen;
      })().catch((error: unknown) => error);
      expect(outcome).toMatchObject({ name: 'ToolError', code: 'protocol_error' });
    }
  });
});

describe('hosting', () => {
  const greet = tool({
    name: 'greet',
    description: 'Greets. Example: {}',
    input: z.object({}),
    run: () => 'hello',
  });

  test('whatever the engine says when tools are offered, they are taken or refused', async () => {
    const answer = {
      tools: [{ name: 'ext_greet', status: 'active', reason: 'r' }],
      errors: [{ message: `m ${STEERING}` }],
    };
    for (const odd of variants(answer)) {
      const fake = await fakeEngine(
        results((request) => (request['method'] === 'skywalker/tools/register' ? odd : {})),
      );
      const engine = await fake.attach();
      const outcome: unknown = await engine.hostTools([greet]).catch((error: unknown) => error);
      if (outcome instanceof Error) expect(outcome.message).not.toContain('\u001b');
      else expect(outcome).toHaveProperty('status');
      await fake.close();
      open.pop();
    }
  });

  test('calls with anything in any field are answered', async () => {
    const params = {
      name: 'ext_greet',
      arguments: {},
      call_id: 'c',
      actor: 'a',
      timeout_ms: 1,
      dry_run: false,
      depth: 0,
    };
    const odd = [...variants(params)];
    const answers = new Map<unknown, unknown>();
    const fake = await fakeEngine((request, say) => {
      if (request['method'] === undefined) return void answers.set(request['id'], request);
      say({ jsonrpc: '2.0', id: request['id'], result: { tools: [], errors: [] } });
      if (request['method'] === 'skywalker/tools/register')
        odd.forEach((each, n) =>
          say({
            jsonrpc: '2.0',
            id: `call ${n}`,
            method: 'skywalker/tools/call',
            params: isRecord(each) ? each : {},
          }),
        );
    });
    const engine = await fake.attach();
    await engine.hostTools([greet]);
    await until(() => answers.size === odd.length, 'each has its answer');
    expect(
      [...answers.values()].filter((answer) => isRecord(answer) && 'result' in answer).length,
    ).toBeGreaterThan(5);
  });
});
