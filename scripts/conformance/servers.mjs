/** The servers under test: `skywalker serve` as it is shipped, each on a project of its own. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../setup.mjs';

export const skywalker = join(root, 'bin', 'skywalker');

/** A folder for projects and keys; `close` removes it. */
export function workplace() {
  const folder = mkdtempSync(join(tmpdir(), 'skywalker-conformance-'));
  const env = {
    ...process.env,
    SKYWALKER_HOME: join(folder, 'home'),
    SKYWALKER_PROJECT: '',
    SKYWALKER_SOCKET: '',
  };
  mkdirSync(env.SKYWALKER_HOME);
  return {
    folder,
    env,
    /** The folder of a new project. */
    project(name) {
      const project = join(folder, name);
      const made = spawnSync(process.execPath, [skywalker, 'new', project], { env, encoding: 'utf8' });
      if (made.status !== 0) throw new Error(`skywalker new failed: ${made.stderr}`);
      return project;
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Starts a server: its port and token, and an address without a token for the runner, which can't send one. */
export async function serve(place, name, ...options) {
  const project = place.project(name);
  const args = [skywalker, 'serve', '--project', project, '--port', '0', '--lifeline', '--quiet', ...options];
  const child = spawn(process.execPath, args, { env: place.env, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const first = once(createInterface({ input: child.stdout }), 'line');
  const started = await Promise.race([first, ended.then(() => undefined)]);
  if (started === undefined) throw new Error(`skywalker serve ended at once (${name})`);
  const { url } = JSON.parse(started[0]);
  const { token } = JSON.parse(readFileSync(join(project, '.skywalker', 'agent.json'), 'utf8'));
  const proxy = await authProxy(Number(new URL(url).port), token);
  return {
    url,
    token,
    project,
    open: `http://localhost:${proxy.port}/mcp`,
    close: async () => {
      proxy.close();
      child.stdin.end();
      await ended;
    },
  };
}

/** Passes requests on and adds the token. Its own port in Host and Origin becomes the server's, and nothing else does. */
async function authProxy(target, token) {
  const proxy = createServer((incoming, answer) => {
    const { port } = proxy.address();
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` };
    for (const name of ['host', 'origin']) {
      if (headers[name] !== undefined)
        headers[name] = headers[name].replace(new RegExp(`:${port}$`), `:${target}`);
    }
    const { method, url: path } = incoming;
    const outgoing = request(
      { host: '127.0.0.1', port: target, method, path, headers, agent: false },
      (from) => {
        answer.writeHead(from.statusCode, from.headers);
        answer.flushHeaders();
        from.on('error', () => answer.destroy());
        from.pipe(answer);
      },
    );
    outgoing.on('error', () => answer.destroy());
    answer.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    port: proxy.address().port,
    close: () => {
      proxy.close();
      proxy.closeAllConnections();
    },
  };
}
