/** `skywalker serve`: an engine without a window that agents connect to. */
import { resolve } from 'node:path';
import type { Command, Invocation } from '../command';
import { JSON_OPTION, PROJECT_OPTION } from '../common-options';
import { CommandError, EXIT, usageError } from '../exit-codes';
import { findProject } from '../find-project';
import { interrupted } from '../interrupt';
import { editorOf } from '../open-session';
import { openEngine } from '../own';
import { readyOf } from '../ready';
import { startServer, type ServerHandle, type ServerOptions } from '../../server/host';
import { DEFAULT_PORT } from '../../server/http/http-server';
import { fitsSocket, MAX_PATH_BYTES } from '../../server/socket-path';
import { userFolder } from '../../engine/project/user-folder';
import type { Engine } from '../../engine/engine';

export const serveCommand: Command = {
  name: 'serve',
  summary: 'Opens a project without a window, for agents to connect to.',
  usage: ['[--project DIR]'],
  details: [
    'When it is ready it prints one line of JSON: {"socket", "url", "port", "pid", "project", "token_file"}. The token is in .skywalker/agent.json.',
    'With --json, it prints one line of JSON also where it can not begin: {"ok": false, "error": …}.',
    'Commands in another terminal (call, events --follow, approve) then work on the project as it is open here; what they change can be undone with the tool history.',
    'It ends on SIGINT and SIGTERM. The scene is not saved by itself: scene_save does it.',
  ],
  options: {
    ...PROJECT_OPTION,
    ...JSON_OPTION,
    port: {
      help: `The HTTP port, or the first to try; ${DEFAULT_PORT} unless given, 0 for any.`,
      value: 'N',
    },
    'no-http': { help: 'Open no port, only the agent socket.' },
    socket: {
      help: "Path of the agent socket; else in the project's .skywalker.",
      value: 'PATH',
      values: 'files',
    },
    lifeline: { help: 'End when standard input closes.' },
    'conformance-fixtures': { help: "Also offer what MCP's conformance tests call. For tests of Skywalker." },
    quiet: { help: 'Say nothing on stderr.', short: 'q' },
  },

  async run(call: Invocation): Promise<number> {
    call.arguments(0, 0, 'Nothing');
    const { io } = call;
    const port = call.number('port', 0, 65_535) ?? DEFAULT_PORT;
    const folder = findProject(io, call.text('project'));
    const home = userFolder(io.env);
    const socket = socketOf(call);
    const opened = await openEngine(folder, 'serve', home);
    if (!opened.ok) {
      const editor = await editorOf(folder);
      const where =
        editor && `Its agents connect to ${editor.socket}${editor.url === null ? '' : ` or ${editor.url}`}.`;
      throw new CommandError(EXIT.unreachable, opened.error.message, where ?? opened.error.hint);
    }
    const engine = opened.value;
    let server: ServerHandle | undefined;
    try {
      server = await startServer({
        engine,
        userFolder: home,
        http: call.flag('no-http') ? false : { port },
        ...(socket === undefined ? {} : { socket }),
        ...(call.flag('conformance-fixtures') ? await withFixtures(engine, port) : {}),
      }).catch((error: unknown) => {
        const why = error instanceof Error ? error.message : String(error);
        throw new CommandError(
          EXIT.unreachable,
          `Agents can't be let in: ${why}.`,
          'skywalker doctor looks at socket and port; --socket PATH and --port N name others.',
        );
      });
      // Before it is told: who reads it may end this at once.
      const asked = interrupted();
      announce(call, server, folder, port);
      tellOfRecovery(call, engine);
      await Promise.race([asked, ...(call.flag('lifeline') ? [inputEnds(call)] : [])]);
      if (engine.scene.dirty && !call.flag('quiet')) {
        io.err('The scene has changes that were not saved. They are kept: scene_recover restores them.');
      }
      return EXIT.ok;
    } finally {
      await server?.close();
      await engine.close();
    }
  },
};

/** The path that is named, absolute. Throws a usage error for one that no system takes: it would be cut off. */
function socketOf(call: Invocation): string | undefined {
  const named = call.text('socket');
  if (named === undefined) return undefined;
  const path = resolve(call.io.cwd, named);
  if (fitsSocket(path)) return path;
  throw usageError(
    `${path} is too long for a socket: it has ${Buffer.byteLength(path)} bytes, and may have ${MAX_PATH_BYTES}.`,
    'Name a shorter path, or leave out --socket.',
  );
}

/** Test code, in a file of its own that nothing else loads. */
async function withFixtures(engine: Engine, port: number): Promise<Pick<ServerOptions, 'http' | 'extend'>> {
  const { POLL_AFTER_MS, registerFixtures } = await import('../../conformance/fixtures');
  return {
    http: { port, limits: { pollAfterMs: POLL_AFTER_MS } },
    extend: (offered) => registerFixtures(engine.registry, offered),
  };
}

function announce(call: Invocation, server: ServerHandle, project: string, asked: number): void {
  const { io } = call;
  const url = server.url === '' ? null : server.url;
  const ready = readyOf({ socket: server.socket, url, pid: process.pid, project });
  io.out(JSON.stringify(ready));
  if (call.flag('quiet')) return;
  if (ready.port !== null && ready.port !== asked && asked !== 0)
    io.err(`Port ${asked} is taken; agents connect to port ${ready.port} instead.`);
  io.err(
    `${project} is open for agents${url === null ? '' : ` at ${url}`}. The token is in ${ready.token_file}.`,
  );
}

function tellOfRecovery(call: Invocation, { recovery }: Engine): void {
  const [newest] = recovery.recoveries;
  if (newest === undefined || call.flag('quiet')) return;
  const of = newest.header?.file ?? newest.name;
  call.io.err(
    `Unsaved changes of ${of} were left behind: skywalker call scene_recover '{"action": "status"}'`,
  );
}

function inputEnds(call: Invocation): Promise<void> {
  const { stdin } = call.io.streams;
  return new Promise((resolve) => {
    stdin.on('end', resolve);
    stdin.on('close', resolve);
    stdin.on('error', () => resolve());
    stdin.resume();
  });
}
