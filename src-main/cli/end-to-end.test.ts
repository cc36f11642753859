/** The command as it is shipped, as processes of their own, on real projects with the real engine. */
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { clientV1, clientV2 } from '../server/testkit/clients';
import { newFolder, until } from '../server/testkit/small-engine';
import { buildEntry, type BuiltEntry } from '../testkit/built-entry';
import { run, type Ran } from './testkit/terminal';

// A busy machine starts processes slowly.
vi.setConfig({ testTimeout: 60_000 });

let cli: BuiltEntry;
let home: string;
let project: string;
const children: ChildProcess[] = [];
const clients: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  cli = await buildEntry('src-main/cli/main.ts');
}, 60_000);

afterAll(() => cli.remove());

beforeEach(async () => {
  home = newFolder();
  project = join(newFolder(), 'meadow');
  expect((await run(['new', project])).code).toBe(0);
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  }
});

const environment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  SKYWALKER_HOME: home,
  SKYWALKER_PROJECT: '',
  SKYWALKER_SOCKET: '',
});

interface Running {
  readonly child: ChildProcess;
  readonly text: { out: string; err: string };
  readonly ended: Promise<number | null>;
}

function start(args: readonly string[], cwd = project): Running {
  const child = spawn(process.execPath, [cli.script, ...args], {
    cwd,
    env: environment(),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  children.push(child);
  const text = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (text.out += chunk.toString('utf8')));
  child.stderr.on('data', (chunk: Buffer) => (text.err += chunk.toString('utf8')));
  return { child, text, ended: new Promise((resolve) => child.once('close', resolve)) };
}

/** Runs a command to its end, without a terminal. */
async function sky(args: readonly string[], input = ''): Promise<Ran> {
  const running = start(args);
  running.child.stdin?.end(input);
  const code = await running.ended;
  return { code: code ?? -1, ...running.text };
}

/** Runs a command in this process, as a person at a terminal. */
const person = (args: readonly string[], input = ''): Promise<Ran> =>
  run(args, { cwd: project, terminal: true, input, env: { SKYWALKER_HOME: home } });

interface Served extends Running {
  readonly url: string;
  readonly socket: string;
  readonly token: string;
}

async function serve(...more: string[]): Promise<Served> {
  const running = start(['serve', '--port', '0', ...more]);
  await until(
    () => running.text.out.includes('\n') || running.child.exitCode !== null,
    `it serves: ${running.text.err}`,
  );
  const line = JSON.parse(running.text.out) as { url: string; socket: string; pid: number; project: string };
  expect(line).toEqual({
    url: line.url,
    port: Number(new URL(line.url).port),
    socket: expect.any(String),
    pid: running.child.pid,
    project,
    token_file: join(project, '.skywalker', 'agent.json'),
  });
  const file = JSON.parse(readFileSync(join(project, '.skywalker', 'agent.json'), 'utf8')) as {
    token: string;
  };
  return { ...running, url: line.url, socket: line.socket, token: file.token };
}

const named = async (name: string): Promise<number> => {
  const ran = await sky(['call', 'scene_query', JSON.stringify({ name }), '--json']);
  return (JSON.parse(ran.out) as { structured: { total: number } }).structured.total;
};

test('a call that changes the scene saves it, says so on stderr, and the next call sees it', async () => {
  const made = await sky(['call', 'entity_create', '{"name": "Lamp"}']);
  expect([made.code, made.err]).toEqual([0, expect.stringMatching(/^Saved scenes\/main\.sky\.json/)]);
  expect(await named('Lamp')).toBe(1);
  const kept = await sky(['call', 'entity_create', '{"name": "Ghost"}', '--no-save']);
  expect([kept.code, kept.err]).toEqual([0, '']);
  expect(await named('Ghost')).toBe(0);
});

test('a call whose output nobody reads saves its scene all the same, without a word', async () => {
  const running = start(['call', 'entity_create', '{"name": "Lamp"}']);
  running.child.stdout?.destroy();
  expect(await running.ended).toBe(0);
  expect(running.text.err).toMatch(/^Saved scenes\/main\.sky\.json[^\n]*\n$/);
  expect(await named('Lamp')).toBe(1);
});

test('events --follow ends quietly when its reader has left, and at Ctrl-C', async () => {
  await serve();
  const [left, stopped] = [start(['events', '--follow']), start(['events', '--follow'])];
  for (const each of [left, stopped])
    await until(() => each.text.out.includes('Loaded'), 'it shows what has happened');
  left.child.stdout?.destroy();
  await sky(['call', 'entity_create', '{"name": "Lamp"}']);
  await sky(['call', 'entity_create', '{"name": "Lamp"}']);
  expect(await left.ended).toBe(0);
  stopped.child.kill('SIGINT');
  expect(await stopped.ended).toBe(0);
  for (const each of [left, stopped]) expect(each.text.err).toBe('');
});

test('a call that only reads writes nothing', async () => {
  const before = statSync(join(project, 'scenes', 'main.sky.json')).mtimeMs;
  expect((await sky(['call', 'scene_overview'])).err).toBe('');
  expect(statSync(join(project, 'scenes', 'main.sky.json')).mtimeMs).toBe(before);
});

test('calls at the same time on a project that nobody has open all get through', async () => {
  const rans = await Promise.all(
    ['A', 'B', 'C'].map((name) => sky(['call', 'entity_create', JSON.stringify({ name })])),
  );
  expect(rans.map((ran) => ran.code)).toEqual([0, 0, 0]);
  for (const name of ['A', 'B', 'C']) expect(await named(name)).toBe(1);
});

test('viewport_capture writes a PNG', async () => {
  const ran = await sky(['call', 'viewport_capture', '{"width": 64, "height": 48}', '-o', 'view.png']);
  expect(ran.code).toBe(0);
  expect(readFileSync(join(project, 'view.png')).subarray(1, 4).toString()).toBe('PNG');
});

test('serve says where it is, serves clients of both generations, and leaves nothing behind on SIGTERM', async () => {
  const served = await serve();
  for (const client of [
    await clientV1(served, 'http'),
    await clientV2(served, 'http', true),
    await clientV2(served, 'socket', false),
  ]) {
    clients.push(client);
    expect((await client.listTools()).tools.map((tool) => tool.name)).toContain('scene_query');
  }
  served.child.kill('SIGTERM');
  expect(await served.ended).toBe(0);
  expect(readdirSync(join(project, '.skywalker')).sort()).toEqual(['.gitignore', 'logs']);
  for (const text of [served.text.out, served.text.err]) expect(text).not.toContain(served.token);
});

test('a call attaches to what is served: the scene is shared and not saved behind its back', async () => {
  const served = await serve();
  expect((await sky(['call', 'entity_create', '{"name": "Lamp"}'])).err).toBe('');
  const client = await clientV1(served, 'http');
  clients.push(client);
  const found = await client.callTool({ name: 'scene_query', arguments: { name: 'Lamp' } });
  expect(found.structuredContent).toMatchObject({ total: 1 });
  expect(readFileSync(join(project, 'scenes', 'main.sky.json'), 'utf8')).not.toContain('Lamp');
  expect((await sky(['call', 'scene_overview', '--save'])).err).toMatch(/^Saved/);
  expect(readFileSync(join(project, 'scenes', 'main.sky.json'), 'utf8')).toContain('Lamp');
});

test('--lifeline ends when standard input closes', async () => {
  const served = await serve('--lifeline');
  served.child.stdin?.end();
  expect(await served.ended).toBe(0);
  expect(existsSync(join(project, '.skywalker', 'agent.json'))).toBe(false);
});

test('a socket that no system takes, or that can not be made, is refused before anybody connects', async () => {
  const long = await sky(['serve', '--socket', `/tmp/${'x'.repeat(120)}`]);
  expect([long.code, long.out]).toEqual([2, '']);
  expect(long.err).toContain('may have 103');
  writeFileSync(join(project, 'file'), '');
  const inFile = await sky(['serve', '--no-http', '--socket', 'file/x.sock']);
  expect([inFile.code, inFile.out]).toEqual([3, '']);
  expect(inFile.err).toMatch(/^error: Agents can't be let in: .*\nskywalker doctor /);
});

test('a second serve on the same project is told who holds it and where it is', async () => {
  const served = await serve();
  const second = await sky(['serve', '--port', '0']);
  expect(second.code).toBe(3);
  expect(second.err).toContain(String(served.child.pid));
  expect(second.err).toContain(served.socket);
  expect(second.out).toBe('');
  const asJson = await sky(['serve', '--port', '0', '--json']);
  expect([asJson.code, asJson.out.split('\n').length]).toEqual([3, 2]);
  expect(JSON.parse(asJson.out)).toMatchObject({
    ok: false,
    error: { code: 'unreachable', message: expect.stringContaining(String(served.child.pid)) },
  });
});

test('after kill -9 the project opens again, by a call and by serve', async () => {
  const served = await serve();
  await sky(['call', 'entity_create', '{"name": "Lost"}']);
  served.child.kill('SIGKILL');
  await served.ended;
  expect((await sky(['call', 'entity_create', '{"name": "Kept"}'])).code).toBe(0);
  const again = await serve();
  expect(again.token).toBe(served.token);
  expect(await named('Kept')).toBe(1);
  expect(await named('Lost')).toBe(0);
});

test('S-31: serve takes the next port when the one it was told is taken, and says so', async () => {
  const blocker = createServer();
  await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve));
  const port = (blocker.address() as { port: number }).port;
  const running = start(['serve', '--port', String(port)]);
  await until(() => running.text.out.includes('\n') && running.text.err.includes('\n'), 'it serves');
  const { url } = JSON.parse(running.text.out) as { url: string };
  expect(Number(new URL(url).port)).toBeGreaterThan(port);
  expect(running.text.err).toContain(`Port ${port} is taken`);
  await new Promise((resolve) => blocker.close(resolve));
});

async function mcp(...args: string[]): Promise<Client> {
  const client = new Client({ name: 'starter', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [cli.script, 'mcp', ...args],
      cwd: project,
      env: environment() as Record<string, string>,
      stderr: 'ignore',
    }),
  );
  clients.push(client);
  return client;
}

test('mcp serves a client that starts it, with an engine of its own', async () => {
  const client = await mcp('--project', project);
  expect(client.getInstructions()).toContain(project);
  await client.callTool({ name: 'entity_create', arguments: { name: 'Lamp' } });
  expect(
    (await client.callTool({ name: 'scene_query', arguments: { name: 'Lamp' } })).structuredContent,
  ).toMatchObject({ total: 1 });
  const refused = await client.callTool({ name: 'entity_create', arguments: { nmae: 'x' } });
  expect(refused).toMatchObject({
    isError: true,
    _meta: { 'skywalker/error': { error: 'invalid_arguments' } },
  });
});

test('an agent checks, tries, formats and looks up Wander through MCP', async () => {
  const client = await mcp('--project', project);
  const call = async (
    name: string,
    args: Record<string, unknown>,
  ): Promise<{ text: string; data: unknown }> => {
    const answer = await client.callTool({ name, arguments: args });
    const [first] = answer.content;
    return { text: first?.type === 'text' ? first.text : '', data: answer.structuredContent };
  };
  const source = 'fn run(args)\n  log "by {args.n}"\n  return count("nothing") + args.n\nend\n';
  expect((await call('wander_check', { source, tool: true })).data).toMatchObject({ ok: true });
  expect((await call('wander_run', { source, args: { n: 3 } })).data).toMatchObject({
    result: 3,
    logs: ['by 3'],
    total_changes: 0,
  });
  const failed = await call('wander_run', { source: 'fn run()\n  return [1][5]\nend' });
  expect(failed.text).toContain('(line 2)');
  expect(failed.text).toContain('\n  in run (line 2, column 13)');
  expect((await call('wander_format', { source: 'fn f( )\nend' })).data).toMatchObject({
    text: 'fn f()\nend\n',
  });
  expect((await call('wander_reference', { topic: 'find_all' })).text).toContain('find_all(');
});

test('mcp --auto goes to the editor that is open, and two clients see one scene', async () => {
  await serve();
  const [one, two] = [await mcp('--auto'), await mcp('--attach')];
  await one.callTool({ name: 'entity_create', arguments: { name: 'Lamp' } });
  expect(
    (await two.callTool({ name: 'scene_query', arguments: { name: 'Lamp' } })).structuredContent,
  ).toMatchObject({ total: 1 });
});

test('with --json mcp says on stderr, in one line, what it goes to', async () => {
  const told = async (...args: string[]): Promise<object> => {
    const ran = await sky(['mcp', '--json', ...args]);
    expect([ran.code, ran.out, ran.err.split('\n').length]).toEqual([0, '', 2]);
    return JSON.parse(ran.err) as object;
  };
  const place = { project, token_file: join(project, '.skywalker', 'agent.json') };
  expect(await told('--auto')).toMatchObject({ mode: 'headless', url: null, port: null, ...place });
  const none = await sky(['mcp', '--json', '--attach']);
  expect([none.code, none.out]).toEqual([3, '']);
  expect(JSON.parse(none.err)).toMatchObject({ ok: false, error: { code: 'unreachable' } });
  const { url, socket, child } = await serve();
  const port = Number(new URL(url).port);
  const attached = { mode: 'attached', url, port, socket, pid: child.pid, ...place };
  expect(await told('--auto')).toEqual(attached);
  expect(await told('--attach', '--socket', socket)).toEqual({ mode: 'attached', socket });
});

test('two clients that start mcp without an editor share one engine, which stays until both have left', async () => {
  const first = start(['mcp']);
  const ask = (message: object): void => void first.child.stdin?.write(`${JSON.stringify(message)}\n`);
  ask({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'pipe', version: '1' } },
  });
  ask({
    jsonrpc: '2.0',
    id: 2,
    method: 'tools/call',
    params: { name: 'entity_create', arguments: { name: 'Lamp' } },
  });
  await until(() => first.text.out.includes('"id":2'), 'the first has made a lamp');
  const second = await mcp('--auto');
  first.child.stdin?.end();
  const found = await second.callTool({ name: 'scene_query', arguments: { name: 'Lamp' } });
  expect(found.structuredContent).toMatchObject({ total: 1 });
  await second.close();
  expect(await first.ended).toBe(0);
});

test('S-63: mcp writes nothing but the protocol to standard output', async () => {
  const running = start(['mcp']);
  const ask = (id: number, method: string, params: object): void =>
    void running.child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
  ask(1, 'initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'pipe', version: '1' },
  });
  ask(2, 'tools/call', { name: 'scene_overview', arguments: {} });
  ask(3, 'tools/call', { name: 'nothing', arguments: {} });
  running.child.stdin?.end();
  expect(await running.ended).toBe(0);
  const lines = running.text.out.trimEnd().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { id: number }).id)).toEqual([1, 2, 3]);
});

const WHERE = { input_schema: { type: 'object', properties: {} } };

const PAINT = {
  ...WHERE,
  name: 'paint_cube',
  description: 'Paints the cube red. Example: {}. Use it when the cube shall be red.',
  capabilities: { mutate: true, calls: ['entity_update'] },
  steps: [{ tool: 'entity_update', args: { entity: 'Cube', color: '#ff0000' } }],
  tests: [{ name: 'paints it', args: {}, expect: { ok: true } }],
};

test('S-33, S-65: a tool that an agent defines waits for a person, is approved in a terminal, and then every client hears of it', async () => {
  const served = await serve();
  const agent = await clientV2(served, 'http', false, 'claude-code');
  const watcher = await clientV2(served, 'socket', false, 'watcher');
  clients.push(agent, watcher);
  let told = 0;
  watcher.setNotificationHandler('notifications/tools/list_changed', () => void (told += 1));

  const defined = await agent.callTool({ name: 'tool_define', arguments: PAINT });
  expect(defined.structuredContent).toMatchObject({ name: 'user_paint_cube', status: 'pending_approval' });
  await until(() => told >= 1, 'the definition is told');
  const waiting = await agent.callTool({ name: 'user_paint_cube', arguments: {} });
  expect(waiting).toMatchObject({
    isError: true,
    _meta: { 'skywalker/error': { error: 'approval_required' } },
  });
  expect((await watcher.listTools()).tools.map((tool) => tool.name)).not.toContain('user_paint_cube');

  // The agent tries by itself: by the tool, and by the command in its own shell.
  const tried = await agent.callTool({ name: 'tool_approve', arguments: { name: 'user_paint_cube' } });
  expect(tried).toMatchObject({
    isError: true,
    _meta: { 'skywalker/error': { error: 'approval_requires_human' } },
  });
  expect((await sky(['call', 'tool_approve', '{"name": "user_paint_cube"}'])).code).toBe(1);
  expect((await sky(['approve', 'user_paint_cube'], 'yes\n')).code).toBe(1);

  const before = told;
  const approved = await person(['approve', 'user_paint_cube'], 'yes\n');
  expect(approved.code, approved.err).toBe(0);
  expect(approved.out).toContain('change the scene');
  await until(() => told > before, 'the approval is told');
  expect((await watcher.listTools()).tools.map((tool) => tool.name)).toContain('user_paint_cube');
  expect((await agent.callTool({ name: 'user_paint_cube', arguments: {} })).isError).not.toBe(true);

  const tested = await sky(['test']);
  expect([tested.code, tested.out]).toEqual([0, expect.stringContaining('ok 1 - paints it')]);
  expect((await sky(['audit', 'verify'])).code).toBe(0);
  const audited = (await sky(['audit', 'tail'])).out;
  expect(audited).toMatch(/^[0-9-]{10} [0-9:]{8} {2}mcp:claude-code {2}defined user_paint_cube/m);
  expect(audited).toMatch(/ {2}mcp:claude-code {2}call user_paint_cube: approval_required: /);
  expect(audited).toMatch(/ {2}cli {2}approved user_paint_cube, version 1 \([0-9a-f]{12}\)/);
  const lines = (await sky(['audit', 'tail', '--json'])).out.trimEnd().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { event: string }).event)).toContain('approved');

  const events = await sky(['events', '--type', 'tool', '--json']);
  const actors = new Set(
    events.out
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { actor: string }).actor),
  );
  expect(actors).toContain('mcp:claude-code');
  expect(actors).toContain('cli');
});

test('approval works without an editor too, and holds when one is opened', async () => {
  writeFileSync(join(project, 'define.json'), JSON.stringify(PAINT));
  expect((await sky(['call', 'tool_define', '@define.json'])).code).toBe(0);
  expect((await sky(['call', 'user_paint_cube'])).err).toContain('approval_required');
  const approved = await person(['approve', 'user_paint_cube'], 'yes\n');
  expect(approved.code, approved.err).toBe(0);
  expect((await sky(['call', 'user_paint_cube'])).code).toBe(0);
  const rejected = await person(['reject', 'user_paint_cube', '--reason', 'not red'], 'yes\n');
  expect(rejected.code, rejected.err).toBe(0);
  expect((await sky(['call', 'user_paint_cube'])).code).toBe(1);
});

test("only a person at a terminal trusts a teammate's key", async () => {
  const key = `ed25519:${'A'.repeat(43)}`;
  const script = await sky(['trust', key]);
  expect([script.code, script.err]).toEqual([1, expect.stringContaining('approval_requires_human')]);
  const asked = await person(['trust', key, '--label', 'Mira'], 'y\n');
  expect(asked.code).toBe(1);
  // SHA-256 of 32 zero bytes begins so.
  expect(asked.err).toContain('Fingerprint: 6668 7aad f862 bd77 6c8f c18b 8e9f 8e20');
  expect((await sky(['trust'])).out).not.toContain(key);
  expect((await person(['trust', key, '--label', 'Mira'], 'yes\n')).code).toBe(0);
  expect((await sky(['trust'])).out).toContain(key);
  expect((await person(['trust', key, '--remove'])).code).toBe(0);
  expect((await sky(['trust'])).out).not.toContain(key);
  expect((await sky(['trust', '--remove'])).code).toBe(2);
});

test('a long poll waits on the socket until something happens, and answers at once over HTTP', async () => {
  const served = await serve();
  const reader = await clientV1(served, 'socket', 'reader');
  const other = await clientV1(served, 'http', 'other');
  clients.push(reader, other);
  const poll = async (
    client: typeof reader,
    since: number,
    wait_ms: number,
  ): Promise<{ next: number; events: { actor: string }[] }> => {
    const answer = await client.callTool({ name: 'events_poll', arguments: { since, wait_ms } });
    return answer.structuredContent as { next: number; events: { actor: string }[] };
  };
  const { next } = await poll(reader, 0, 0);
  const waiting = poll(reader, next, 20_000);
  // The poll is in the engine by the time that this, asked after it, is answered.
  await reader.callTool({ name: 'scene_list', arguments: {} });
  expect((await waiting).events[0]?.actor).toBe('mcp:reader');
  const last = (await poll(reader, 0, 0)).next;
  const atOnce = await other.callTool({
    name: 'events_poll',
    arguments: { since: last + 1000, wait_ms: 20_000 },
  });
  expect(JSON.stringify(atOnce.content)).toContain('wait_ms works on agent-socket connections only');
});

test('events --follow shows what happens as it happens, until Ctrl-C', async () => {
  await serve();
  const following = start(['events', '--follow', '--json', '--type', 'tool']);
  await sky(['call', 'scene_list']);
  await until(() => following.text.out.includes('scene_list'), 'the call is shown');
  following.child.kill('SIGINT');
  expect(await following.ended).toBe(0);
});

test('a result that nobody reads to its end is no error', async () => {
  const running = start(['tools', '--json']);
  running.child.stdout?.destroy();
  expect(await running.ended).toBe(0);
});
