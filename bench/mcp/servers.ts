/** The servers that are measured, each a process of its own, as users run them. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { agentFilePath } from '../../src-main/server/agent-file';
import { Project } from '../../src-main/engine/project/project';
import { isJsonObject, type JsonObject } from '../../src-main/engine/json';

export interface HttpPlace {
  readonly url: string;
  readonly token?: string;
  /** Of the process that serves there. */
  readonly pid?: number | undefined;
}

export interface Servers {
  /** `skywalker serve` on a project. */
  readonly ours: { readonly http: HttpPlace; readonly socket: string };
  /** The reference server, with its Streamable HTTP. */
  readonly everything: HttpPlace;
  /** Path of the socket of a server that does nothing but echo. */
  readonly bare: string;
  /** What answers without looking. */
  readonly floor: HttpPlace;
  stop(): Promise<void>;
}

export async function startServers(): Promise<Servers> {
  const root = mkdtempSync(join(tmpdir(), 'sky-bench-mcp-'));
  const [project, home, bare] = [join(root, 'project'), join(root, 'user'), join(root, 'bare.sock')];
  const running: ChildProcess[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(running.map(end));
    rmSync(root, { recursive: true, force: true });
  };
  try {
    const made = await Project.create(project, { name: 'Bench' });
    if (!made.ok) throw new Error(made.error.message);
    mkdirSync(home);
    const ours = ownProcess(['skywalker', 'serve', '--project', project, '--port', '0', '--quiet'], home);
    running.push(ours);
    const said = await firstLine(ours);
    if (typeof said.url !== 'string' || typeof said.socket !== 'string') throw new Error('no address');
    const bareServer = ownProcess(['bare', bare], home);
    running.push(bareServer);
    await firstLine(bareServer);
    const floor = ownProcess(['floor'], home);
    running.push(floor);
    const { url: floorUrl } = await firstLine(floor);
    if (typeof floorUrl !== 'string') throw new Error('no address');
    const port = await freePort();
    const everything = everythingProcess(port);
    running.push(everything);
    await listens(everything, port);
    return {
      ours: { http: { url: said.url, token: tokenOf(project), pid: ours.pid }, socket: said.socket },
      everything: { url: `http://127.0.0.1:${port}/mcp`, pid: everything.pid },
      bare,
      floor: { url: floorUrl, pid: floor.pid },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** This bench's own script in another part: see main.ts. */
function ownProcess(args: readonly string[], home: string): ChildProcess {
  const profile = process.env.BENCH_PROFILE;
  const flags =
    profile === undefined || args[0] !== 'skywalker' ? [] : ['--cpu-prof', '--cpu-prof-dir', profile];
  return spawn(process.execPath, [...flags, process.argv[1] ?? '', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, SKYWALKER_HOME: home },
  });
}

/** What it says of each request goes nowhere, which costs it the least. */
function everythingProcess(port: number): ChildProcess {
  const script = join(
    process.env.SKYWALKER_PEERS ?? '',
    'node_modules/@modelcontextprotocol/server-everything/dist/index.js',
  );
  return spawn(process.execPath, [script, 'streamableHttp'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, PORT: String(port) },
  });
}

export async function firstLine(child: ChildProcess): Promise<JsonObject> {
  if (!child.stdout) throw new Error('nothing to read from');
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) {
    const value: unknown = JSON.parse(line);
    if (isJsonObject(value)) return value;
  }
  throw new Error('a server ended before it was ready');
}

async function listens(child: ChildProcess, port: number): Promise<void> {
  if (!child.stderr) throw new Error('nothing to read from');
  for await (const line of createInterface({ input: child.stderr })) {
    if (line.includes(`listening on port ${port}`)) return void child.stderr.resume();
  }
  throw new Error('the reference server ended before it was ready');
}

function tokenOf(project: string): string {
  const file: unknown = JSON.parse(readFileSync(agentFilePath(project), 'utf8'));
  if (!isJsonObject(file) || typeof file.token !== 'string') throw new Error('no token');
  return file.token;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 5000);
  await gone;
  clearTimeout(timer);
}
