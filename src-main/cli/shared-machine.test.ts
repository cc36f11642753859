/** `skywalker serve`, as it is shipped, on a machine that others use too. */
import { spawn, type ChildProcess } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { beginSession, message, properHeaders, send } from '../server/testkit/raw-http';
import { newFolder, until } from '../server/testkit/small-engine';
import { buildEntry, type BuiltEntry } from '../testkit/built-entry';
import { run } from './testkit/terminal';

vi.setConfig({ testTimeout: 60_000 });

let cli: BuiltEntry;
let home: string;
let project: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
  cli = await buildEntry('src-main/cli/main.ts');
}, 60_000);

afterAll(() => cli.remove());

beforeEach(async () => {
  home = join(newFolder(), 'home');
  project = join(newFolder(), 'meadow');
  expect((await run(['new', project])).code).toBe(0);
});

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  }
});

interface Served {
  readonly child: ChildProcess;
  readonly port: number;
  readonly token: string;
  readonly said: () => string;
}

/** Serves the project as a process that lets everybody do everything with the files that it makes. */
async function serve(port = 0): Promise<Served> {
  const command = 'umask 000; exec "$0" "$@"';
  const child = spawn('sh', ['-c', command, process.execPath, cli.script, 'serve', '--port', String(port)], {
    cwd: project,
    env: { ...process.env, SKYWALKER_HOME: home, SKYWALKER_PROJECT: '', SKYWALKER_SOCKET: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const text = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (text.out += chunk.toString('utf8')));
  child.stderr.on('data', (chunk: Buffer) => (text.err += chunk.toString('utf8')));
  await until(() => text.out.includes('\n') || child.exitCode !== null, `it serves: ${text.err}`);
  const { url } = JSON.parse(text.out) as { readonly url: string };
  const { token } = JSON.parse(readFileSync(join(project, '.skywalker', 'agent.json'), 'utf8')) as {
    readonly token: string;
  };
  return { child, port: Number(new URL(url).port), token, said: () => text.out + text.err };
}

/** Paths of all that is below a folder, and it itself. */
function below(folder: string): string[] {
  return [
    folder,
    ...readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? below(join(folder, entry.name)) : [join(folder, entry.name)],
    ),
  ];
}

test('whatever the umask, nothing of the state, the keys and the tokens is open to others', async (context) => {
  if (process.platform === 'win32') context.skip();
  const { port, token } = await serve();
  const headers = await beginSession(port, token);
  const call = message(2, 'tools/call', { name: 'entity_create', arguments: { name: 'Lamp' } });
  expect((await send(port, { headers, body: call })).status).toBe(200);
  const open = [...below(join(project, '.skywalker')), ...below(home)].filter(
    // The project's own folder may be shared; what lies in a folder that only its owner can enter is as good as closed.
    (path) => (lstatSync(path).mode & 0o022) !== 0,
  );
  expect(open).toEqual([]);
  const files = ['agent.json', 'agent.sock', 'lock', 'logs/events.jsonl'];
  expect(files.map((file) => statSync(join(project, '.skywalker', file)).mode & 0o777)).toEqual(
    files.map(() => 0o600),
  );
  expect([join(project, '.skywalker'), home].map((folder) => statSync(folder).mode & 0o777)).toEqual([
    0o700, 0o700,
  ]);
});

test('the token is in its two files only: in no log, output, argument of a process or answer', async () => {
  const { child, port, token, said } = await serve();
  const headers = await beginSession(port, token);
  const answers = [
    await send(port, { headers: { ...headers, Authorization: `Bearer ${token}x` }, body: '{}' }),
    await send(port, { headers: { ...headers, Host: 'evil.example' }, body: '{}' }),
    await send(port, { headers: properHeaders(token), body: '{"jsonrpc"' }),
    await send(port, { path: `/mcp?token=${token}`, headers: { Authorization: 'none' }, body: '{}' }),
    await send(port, {
      headers,
      body: message(2, 'tools/call', { name: 'entity_get', arguments: { entity: 'x' } }),
    }),
    await send(port, { headers, body: message(3, 'tools/call', { name: 'project_info', arguments: {} }) }),
  ];
  for (const answer of answers) expect(answer.body + JSON.stringify(answer.headers)).not.toContain(token);
  const arguments_ = process.platform === 'linux' ? readFileSync(`/proc/${child.pid}/cmdline`, 'utf8') : '';
  const gone = new Promise((resolve) => child.once('exit', resolve));
  const agentFile = join(project, '.skywalker', 'agent.json');
  const holders = (): string[] =>
    [...below(project), ...below(home)].filter(
      (path) => lstatSync(path).isFile() && readFileSync(path).includes(token),
    );
  expect(holders()).toEqual([agentFile, expect.stringContaining(join(home, 'tokens'))]);
  child.kill('SIGTERM');
  await gone;
  expect(holders()).toEqual([expect.stringContaining(join(home, 'tokens'))]);
  expect(said() + arguments_).not.toContain(token);
});

test('all that the process listens on is loopback or a socket that only its owner can open', async (context) => {
  if (process.platform !== 'linux') context.skip();
  const { child, port } = await serve();
  const inodes = readdirSync(`/proc/${child.pid}/fd`).flatMap((fd) => {
    try {
      return [/socket:\[(\d+)\]/.exec(readlinkSync(`/proc/${child.pid}/fd/${fd}`))?.[1] ?? ''];
    } catch {
      return [];
    }
  });
  const listening = ['tcp', 'tcp6', 'udp', 'udp6'].flatMap((kind) =>
    readFileSync(`/proc/${child.pid}/net/${kind}`, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      // 0A is a TCP socket that listens, 07 a UDP socket that receives.
      .filter((parts) => ['0A', '07'].includes(parts[3] ?? '') && inodes.includes(parts[9] ?? ''))
      .map((parts) => `${kind} ${parts[1]}`),
  );
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  expect(listening).toEqual([`tcp 0100007F:${hex}`]);
});

test('the port of another program gets no request and no token: the next one is served, and said', async () => {
  const heard: string[] = [];
  const sockets: Socket[] = [];
  const squatter = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => heard.push(chunk.toString('utf8')));
  });
  await new Promise<void>((resolve) => squatter.listen(0, '127.0.0.1', resolve));
  const taken = (squatter.address() as { readonly port: number }).port;
  const { port, said } = await serve(taken);
  expect(port).toBeGreaterThan(taken);
  const notice = `Port ${taken} is taken; agents connect to port ${port} instead.`;
  await until(() => said().includes(notice), 'it is said');
  const ran = await run(['call', 'scene_overview'], { cwd: project, env: { SKYWALKER_HOME: home } });
  expect(ran.code).toBe(0);
  expect(heard).toEqual([]);
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => squatter.close(resolve));
});
