/** `skywalker mcp`: an MCP server on standard input and output, for clients that start a command. */
import { createConnection } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { resolve } from 'node:path';
import type { Command, Invocation } from '../command';
import { PROJECT_OPTION } from '../common-options';
import { CommandError, EXIT, usageError } from '../exit-codes';
import { findProject, projectAround } from '../find-project';
import type { Io } from '../io';
import { interrupted } from '../interrupt';
import { editorOf, findServer } from '../open-session';
import { openEditors } from '../../server/editors';
import type { Engine } from '../../engine/engine';
import { startServer, type ServerHandle } from '../../server/host';
import { userFolder } from '../../engine/project/user-folder';

export const mcpCommand: Command = {
  name: 'mcp',
  summary: 'Serves MCP on standard input and output.',
  usage: ['[--project DIR]', '--attach [--project DIR | --socket PATH]', '--auto [--project DIR]'],
  details: [
    'Without --attach: through the editor that has the project open; else with an engine of its own, without a window.',
    'Others can use that engine too, as long as the client that started it stays.',
    'With --attach: only through an open editor. Where several are open, name the project.',
    'An engine of its own does not save by itself: the tool scene_save does.',
  ],
  options: {
    ...PROJECT_OPTION,
    attach: { help: 'Only through an editor that is open.' },
    auto: { help: 'Through the open editor, else headless. Says on stderr which.' },
    socket: {
      help: 'The agent socket to attach to; else $SKYWALKER_SOCKET.',
      value: 'PATH',
      values: 'files',
    },
  },
  examples: ['claude mcp add skywalker -- skywalker mcp --auto --project ~/meadow'],

  async run(call: Invocation): Promise<number> {
    call.arguments(0, 0, 'Nothing');
    const { io } = call;
    if (call.flag('attach') && call.flag('auto')) throw usageError('--attach and --auto exclude each other.');
    if (call.flag('attach')) {
      const socket = await socketToAttach(call);
      if (socket !== undefined && (await bridge(io, socket))) return EXIT.ok;
      throw new CommandError(
        EXIT.unreachable,
        `No editor answers at ${socket ?? 'any socket'}.`,
        'Open one: skywalker open DIR',
      );
    }
    const folder = findProject(io, call.text('project'));
    const server = await findServer({ folder, mode: 'any', purpose: 'mcp', userFolder: userFolder(io.env) });
    if ('editor' in server) {
      if (await bridge(io, server.editor.socket)) return EXIT.ok;
      throw new CommandError(EXIT.unreachable, `The editor of ${folder} has just closed.`);
    }
    if (call.flag('auto')) io.err(`no editor has ${folder} open; serving it headless`);
    return headless(io, server.engine);
  },
};

/** The socket of the editor that is meant; undefined where none is open. Throws when it can't be told which is meant. */
async function socketToAttach(call: Invocation): Promise<string | undefined> {
  const { io } = call;
  const named = call.text('socket');
  if (named !== undefined) return resolve(io.cwd, named);
  const given = call.text('project');
  const known =
    given === undefined && (io.env['SKYWALKER_PROJECT'] ?? '') === ''
      ? projectAround(io.cwd)
      : findProject(io, given);
  if (known !== undefined) return (await editorOf(known))?.socket;
  const fromEnvironment = io.env['SKYWALKER_SOCKET'];
  if (fromEnvironment !== undefined && fromEnvironment !== '') return fromEnvironment;
  const editors = await openEditors(userFolder(io.env));
  if (editors.length > 1) {
    throw new CommandError(
      EXIT.unreachable,
      'Several editors are open, and it is not said which is meant.',
      `Name one with --project:\n${editors.map((editor) => `  ${editor.project} (${editor.name})`).join('\n')}`,
    );
  }
  return editors[0]?.socket;
}

/** Passes bytes both ways until either side ends; false where nobody listens. */
async function bridge(io: Io, path: string): Promise<boolean> {
  const socket = createConnection(path);
  const connected = await new Promise<boolean>((resolvePromise) => {
    socket.once('connect', () => resolvePromise(true));
    socket.once('error', () => resolvePromise(false));
  });
  if (!connected) return false;
  const { stdin, stdout } = io.streams;
  socket.on('error', () => undefined);
  const incoming = pipeline(socket, stdout, { end: false }).catch(() => undefined);
  stdin.on('error', () => undefined);
  // What the client asked before it closed its end may still be answered: the editor ends the connection.
  stdin.pipe(socket);
  await incoming;
  return true;
}

/**
 * Serves the client, and through the agent socket whoever else comes for this project meanwhile: a command in a terminal,
 * or a second client that was told the same. When the client leaves, the others may finish.
 */
async function headless(io: Io, engine: Engine): Promise<number> {
  const { stdin, stdout } = io.streams;
  let server: ServerHandle | undefined;
  try {
    server = await startServer({ engine, http: false, userFolder: userFolder(io.env) });
    await Promise.race([server.serveStreams(stdin, stdout), interrupted()]);
    await Promise.race([server.idle(), interrupted()]);
    return EXIT.ok;
  } finally {
    await server?.close();
    await engine.close();
  }
}
