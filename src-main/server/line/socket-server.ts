/** The agent socket: a Unix socket (a named pipe on Windows) that only its owner can open. */
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { randomBytes } from 'node:crypto';
import { chmod, lstat, mkdir, realpath, rename, rm } from 'node:fs/promises';
import { createConnection, createServer, type Server as NetServer, type Socket } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { EarlyLines } from '../calls/early-lines';
import { priorityOf } from '../external/urgent';
import { buildServer, type Surface } from '../mcp-server';
import { TerminalChallenge, type TerminalKey } from '../terminal-identity';
import { offerTerminalProof } from '../terminal-methods';
import { LineTransport, type LineLimits } from './line-transport';
import { isSystemError } from '../../engine/project/system-error';

export interface SocketServerOptions {
  readonly surface: Surface;
  readonly path: string;
  readonly key: TerminalKey;
  readonly limits?: Partial<LineLimits>;
  readonly maxConnections?: number;
}

export class SocketServer {
  readonly #sockets = new Set<Socket>();
  readonly #server: NetServer;
  #inode = 0;
  /** The path without links, as whoever dials finds it out. */
  #place = '';

  private constructor(private readonly options: SocketServerOptions) {
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
      serve(socket, options, this.#place);
    });
    this.#server.maxConnections = options.maxConnections ?? 256;
  }

  get path(): string {
    return this.options.path;
  }

  /**
   * Listens at a path. A socket left there by a process that is gone is taken over; one that answers is not: the error
   * has `code: 'EADDRINUSE'` then. Throws the operating system's errors otherwise.
   */
  static async listen(options: SocketServerOptions): Promise<SocketServer> {
    const listening = new SocketServer(options);
    await listening.#bind();
    return listening;
  }

  /** Ends all connections; removes the socket's file if it is still this server's. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
    if (this.#inode !== 0 && (await inodeOf(this.path)) === this.#inode) await rm(this.path, { force: true });
  }

  async #bind(): Promise<void> {
    this.#place = this.path;
    if (this.path.startsWith('\\\\')) return this.#listenAt(this.path);
    const folder = dirname(this.path);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    this.#place = join(await realpath(folder), basename(this.path));
    await refuseLiving(this.path);
    // Bound under another name and moved into place: at its own name the socket never stands open to others, and
    // whoever dials meets the old one or this.
    const hidden = join(folder, `.${randomBytes(4).toString('hex')}`);
    await this.#listenAt(hidden);
    await chmod(hidden, 0o600);
    await rename(hidden, this.path);
    this.#inode = (await inodeOf(this.path)) ?? 0;
  }

  async #listenAt(path: string): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(path, () => {
        this.#server.off('error', reject);
        resolve();
      });
    });
    // Failing to accept one client must not end the process.
    this.#server.on('error', () => undefined);
  }
}

function serve(socket: Socket, options: SocketServerOptions, place: string): void {
  const { surface } = options;
  socket.setNoDelay(true);
  const connection = surface.connections.open('socket');
  socket.on('close', () => connection.close());
  const challenge = new TerminalChallenge(options.key, {
    socket: place,
    project: surface.engine.project.folder,
  });
  const line = new LineTransport(socket, socket, options.limits, 0, priorityOf(connection, surface.external));
  const transport = new EarlyLines(line, surface, connection);
  serveStdio(
    ({ era }) => {
      const server = buildServer(surface, connection, era);
      transport.serve(server, era);
      offerTerminalProof(server, challenge, connection);
      surface.changes.follow(server, era);
      return server;
    },
    {
      transport,
      maxSubscriptions: 16,
      onerror: () => undefined,
    },
  );
}

async function refuseLiving(path: string): Promise<void> {
  const stat = await lstat(path).catch(() => undefined);
  if (!stat) return;
  if (!stat.isSocket())
    throw Object.assign(new Error(`${path} is there and is no socket`), { code: 'EEXIST' });
  if (await answers(path)) {
    throw Object.assign(new Error(`another editor listens on ${path}`), { code: 'EADDRINUSE' });
  }
}

async function inodeOf(path: string): Promise<number | undefined> {
  return (await lstat(path).catch(() => undefined))?.ino;
}

/** Whether somebody accepts connections at a socket's path. */
export function answers(path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error) => {
      if (isSystemError(error, 'ECONNREFUSED', 'ENOENT')) resolve(false);
      else if (isSystemError(error, 'EACCES', 'EPERM', 'EAGAIN')) resolve(true);
      else reject(error);
    });
  });
}
