/** `skywalker mcp`: an MCP server on standard input and output, for clients that start a command. */
import { resolve } from 'node:path';
import type { Command, Invocation } from '../command';
import { PROJECT_OPTION } from '../common-options';
import { CommandError, EXIT, usageError } from '../exit-codes';
import { findProject, projectAround } from '../find-project';
import { interrupted, interruptSignal } from '../interrupt';
import { dial, McpBridge } from '../mcp-bridge';
import { editorOf, findServer } from '../open-session';
import { readyOf, type Ready } from '../ready';
import type { AgentFile } from '../../server/agent-file';
import { shellWord } from '../../server/client-configuration';
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
    'When that editor closes, the connection stays: calls fail and say what to do, until the project is open again.',
    'Others can use that engine too, as long as the client that started it stays.',
    'With --attach: only through an open editor. Where several are open, name the project.',
    'An engine of its own does not save by itself: the tool scene_save does.',
    'With --json it says on stderr, in one line, when it begins and what it goes to: {"mode": "attached" or "headless", "socket", "url", "port", "pid", "project", "token_file"}; of a socket that was named only that is known.',
  ],
  speaks: 'protocol',
  options: {
    ...PROJECT_OPTION,
    json: { help: 'Say on stderr as JSON what it goes to, or what goes wrong.' },
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
      const editor = await editorToAttach(call);
      const found = await editor?.find();
      if (editor !== undefined && found !== undefined && (await bridge(call, found, editor))) return EXIT.ok;
      throw new CommandError(
        EXIT.unreachable,
        editor === undefined ? 'No editor is open.' : `${editor.absent}.`,
        editor?.mend ??
          'Open one: skywalker open DIR. Where skywalker serve has the project open, name it: --project DIR',
      );
    }
    const folder = findProject(io, call.text('project'));
    const server = await findServer({ folder, mode: 'any', purpose: 'mcp', userFolder: userFolder(io.env) });
    if ('editor' in server) {
      if (await bridge(call, server.editor, editorOfProject(folder))) return EXIT.ok;
      throw new CommandError(
        EXIT.unreachable,
        `The editor of ${folder} has just closed.`,
        'Run the command again: it then serves the project itself.',
      );
    }
    if (call.flag('auto') && !call.flag('json')) io.err(`no editor has ${folder} open; serving it headless`);
    return headless(call, server.engine);
  },
};

/** Where an editor is: what it says itself, or the path that was named. */
type Place = AgentFile | { readonly socket: string };

/** An editor that may close and come back. */
interface Attachable {
  /** Where it is now; undefined where it is not open. */
  find(): Promise<Place | undefined>;
  /** That it is not there, and what to do about it. */
  readonly absent: string;
  readonly mend: string;
}

function editorOfProject(folder: string): Attachable {
  return {
    find: () => editorOf(folder),
    absent: `No editor has ${folder} open`,
    mend: `Open it: skywalker open ${shellWord(folder)}, or without a window: skywalker serve --project ${shellWord(folder)}`,
  };
}

function editorAtSocket(path: string): Attachable {
  return {
    find: () => Promise.resolve({ socket: path }),
    absent: `No editor answers at ${path}`,
    mend: 'Open its project again, or name the project in place of the socket: --project DIR',
  };
}

/** The editor that is meant; undefined where none is open. Throws when it can't be told which is meant. */
async function editorToAttach(call: Invocation): Promise<Attachable | undefined> {
  const { io } = call;
  const named = call.text('socket');
  if (named !== undefined) return editorAtSocket(resolve(io.cwd, named));
  const given = call.text('project');
  const known =
    given === undefined && (io.env['SKYWALKER_PROJECT'] ?? '') === ''
      ? projectAround(io.cwd)
      : findProject(io, given);
  if (known !== undefined) return editorOfProject(known);
  const fromEnvironment = io.env['SKYWALKER_SOCKET'];
  if (fromEnvironment !== undefined && fromEnvironment !== '') return editorAtSocket(fromEnvironment);
  const editors = await openEditors(userFolder(io.env));
  if (editors.length > 1) {
    throw new CommandError(
      EXIT.unreachable,
      'Several editors are open, and it is not said which is meant.',
      `Name one with --project:\n${editors.map((editor) => `  ${editor.project} (${editor.name})`).join('\n')}`,
    );
  }
  const [only] = editors;
  return only && editorOfProject(only.project);
}

/** Passes messages both ways until the client leaves, whatever becomes of the editor; false where nobody listens now. */
async function bridge(call: Invocation, place: Place, editor: Attachable): Promise<boolean> {
  const socket = await dial(place.socket);
  if (socket === undefined) return false;
  tellMode(call, 'attached', 'pid' in place ? readyOf(place) : place);
  const { stdin, stdout } = call.io.streams;
  const absent = `${editor.absent}. ${editor.mend}. This connection then goes on by itself.`;
  const passing = new McpBridge({
    input: stdin,
    output: stdout,
    find: async () => (await editor.find())?.socket,
    absent,
    stop: interruptSignal(),
  });
  await passing.run(socket);
  return true;
}

/**
 * Serves the client, and through the agent socket whoever else comes for this project meanwhile: a command in a terminal,
 * or a second client that was told the same. When the client leaves, the others may finish.
 */
async function headless(call: Invocation, engine: Engine): Promise<number> {
  const { streams, env } = call.io;
  let server: ServerHandle | undefined;
  try {
    server = await startServer({ engine, http: false, userFolder: userFolder(env) });
    const { socket } = server;
    const { folder: project } = engine.project;
    tellMode(call, 'headless', readyOf({ socket, url: null, pid: process.pid, project }));
    await Promise.race([server.serveStreams(streams.stdin, streams.stdout), interrupted()]);
    await Promise.race([server.idle(), interrupted()]);
    return EXIT.ok;
  } finally {
    await server?.close();
    await engine.close();
  }
}

/** For the program that started this one; for people nothing is said. */
function tellMode(call: Invocation, mode: 'attached' | 'headless', ready: Partial<Ready>): void {
  if (call.flag('json')) call.io.err(JSON.stringify({ mode, ...ready }));
}
