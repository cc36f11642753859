/** Opens one engine to agents: the HTTP port, the agent socket, and the file that says where they are. */
import type { Readable, Writable } from 'node:stream';
import { agentFilePath, removeAgentFile, writeAgentFile, type AgentFile } from './agent-file';
import { Changes } from './changes';
import { Connections, type ConnectionInfo } from './connections';
import { announceEditor, withdrawEditor } from './editors';
import type { EnginePort } from './engine-port';
import { ExternalTools } from './external/external-tools';
import { HttpServer, type HttpLimits } from './http/http-server';
import type { LineLimits } from './line/line-transport';
import { SocketServer } from './line/socket-server';
import { docsFolder } from './product-folder';
import { InputRounds } from './client-input';
import { Prompts } from './prompts';
import { Resources } from './resources';
import { socketPathFor } from './socket-path';
import { serveOnStreams } from './stdio';
import { TerminalKey } from './terminal-identity';
import { projectToken } from './token';
import { userFolder } from '../engine/project/user-folder';
import { runtimeFolder } from './runtime-folder';

/** The SDK's clients come back to their stream within a few seconds. */
const HOST_GRACE_MS = 15_000;

export interface ServerOptions {
  readonly engine: EnginePort;
  /** The HTTP port; 7777 or the next free one. False leaves it closed. */
  readonly http?: { readonly port?: number; readonly limits?: Partial<HttpLimits> } | false;
  /** Path of the agent socket, where it shall not be in the project's `.skywalker`. */
  readonly socket?: string;
  readonly socketLimits?: Partial<LineLimits>;
  /** Milliseconds that a client of the port which serves tools may be without a stream; 15 seconds unless said otherwise. */
  readonly hostGraceMs?: number;
  /** Writes `.skywalker/agent.json`; true unless said otherwise. */
  readonly stateFile?: boolean;
  /** It is an editor with a window: `editor.sock` in the user's folder shall lead to it. */
  readonly editor?: boolean;
  /** Keys and tokens; `$SKYWALKER_HOME`, else `~/.skywalker`. */
  readonly userFolder?: string;
  /** Markdown pages that clients may read as resources; the product's own unless said otherwise. */
  readonly docsFolder?: string;
  /** Adds to what is offered, before the first client comes. */
  readonly extend?: (offered: { readonly prompts: Prompts; readonly resources: Resources }) => void;
}

export interface ServerHandle {
  /** Empty where the port is closed. */
  readonly url: string;
  readonly socket: string;
  readonly token: string;
  /** Path of the file that holds the three above. */
  readonly tokenFile: string;
  connections(): readonly ConnectionInfo[];
  /** Serves one more client, on a pair of streams, until it closes its end. */
  serveStreams(input: Readable, output: Writable): Promise<void>;
  /** Resolves as soon as no client is connected. */
  idle(): Promise<void>;
  /** Ends all connections and removes the files. The engine stays open. */
  close(): Promise<void>;
}

/**
 * Starts serving. Throws when the socket's path is taken by a living editor (`code: 'EADDRINUSE'`), when no port is free,
 * or when files can't be written; nothing is left open then.
 */
export async function startServer(options: ServerOptions): Promise<ServerHandle> {
  const { engine } = options;
  const home = options.userFolder ?? userFolder();
  const project = engine.project.folder;
  const token = await projectToken(project, home);
  const key = await TerminalKey.load(home);
  const connections = new Connections(engine, () => Date.now() / 1000);
  const prompts = new Prompts();
  const resources = new Resources(engine, options.docsFolder ?? docsFolder());
  options.extend?.({ prompts, resources });
  const changes = new Changes(engine, prompts);
  const { hosts } = engine;
  const graceMs = options.hostGraceMs ?? HOST_GRACE_MS;
  const surface = {
    engine,
    connections,
    changes,
    resources,
    prompts,
    rounds: new InputRounds(),
    external: hosts && new ExternalTools({ hosts, call: (request) => engine.call(request) }, graceMs),
  };
  const path = options.socket ?? socketPathFor(project, runtimeFolder);
  const undo: (() => Promise<void> | void)[] = [() => changes.close()];
  const close = async (): Promise<void> => {
    while (undo.length > 0) await undo.pop()?.();
  };
  try {
    const socket = await SocketServer.listen({
      surface,
      path,
      key,
      ...optional('limits', options.socketLimits),
    });
    undo.push(() => socket.close());
    let url = '';
    if (options.http !== false) {
      const http = await HttpServer.listen({ surface, token, ...options.http });
      undo.push(() => http.close());
      url = http.url;
    }
    if (options.stateFile !== false) {
      const file: AgentFile = {
        url: url === '' ? null : url,
        token: url === '' ? null : token,
        socket: path,
        pid: process.pid,
        version: engine.version,
        project,
      };
      await writeAgentFile(file);
      undo.push(() => removeAgentFile(file));
    }
    if (options.editor === true) {
      const editor = { project, name: engine.project.settings.name, socket: path, pid: process.pid };
      await announceEditor(home, editor);
      undo.push(() => withdrawEditor(home, editor));
    }
    return {
      url,
      socket: path,
      token,
      tokenFile: agentFilePath(project),
      connections: () => connections.list(),
      serveStreams: (input, output) => serveOnStreams(surface, input, output),
      idle: () => connections.idle(),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function optional<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  const result: { [P in K]?: V } = {};
  if (value !== undefined) result[key] = value;
  return result;
}
