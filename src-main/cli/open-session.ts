/** Opens a project for a command: attaches to the editor that has it open, else opens it here. */
import type { Engine } from '../engine/engine';
import { readAgentFile, type AgentFile } from '../server/agent-file';
import { answers } from '../server/line/socket-server';
import { AttachedSession } from './attached';
import { CommandError, EXIT } from './exit-codes';
import { sameFolder } from './find-project';
import { openEngine, OwnSession } from './own';
import type { ProjectSession, SessionOptions } from './session';

/** Another command has the project for a moment only: so long is worth waiting for (milliseconds). */
const PATIENCE = 15_000;
const PAUSE = 50;

/** Who serves a project: an editor or another command that answers, or an engine opened just now in this process. */
export type Server = { readonly editor: AgentFile } | { readonly engine: Engine };

/**
 * Finds who serves the project, else opens it. Throws a `CommandError` (exit 3) when the project can't be opened: it is
 * broken, or somebody holds it who can't be reached.
 */
export async function findServer(
  options: Pick<SessionOptions, 'folder' | 'mode' | 'purpose' | 'userFolder'>,
): Promise<Server> {
  const deadline = performance.now() + PATIENCE;
  for (;;) {
    const editor = await editorOf(options.folder);
    if (editor && (await answers(editor.socket))) return { editor };
    if (options.mode === 'attach') {
      throw new CommandError(
        EXIT.unreachable,
        `No editor has ${options.folder} open.`,
        `Open it with: skywalker open ${options.folder}`,
      );
    }
    const opened = await openEngine(options.folder, options.purpose, options.userFolder);
    if (opened.ok) return { engine: opened.value };
    const { code, message, hint } = opened.error;
    if (code !== 'conflict' || performance.now() > deadline)
      throw new CommandError(EXIT.unreachable, message, hint);
    // Whoever holds it either goes on with what it does and leaves, or is about to say where it can be reached.
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

/** Opens a project for a command. Throws a `CommandError` (exit 3) when it can't be reached or opened. */
export async function openSession(options: SessionOptions): Promise<ProjectSession> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const server = await findServer(options);
    if ('engine' in server) return new OwnSession(server.engine, options);
    const attached = await AttachedSession.open(server.editor, options);
    if (attached) return attached;
  }
  throw new CommandError(EXIT.unreachable, `The editor of ${options.folder} closes and opens all the time.`);
}

/** How to reach the editor that has a project open; undefined where none says so. */
export async function editorOf(folder: string): Promise<AgentFile | undefined> {
  const file = await readAgentFile(folder);
  // A copied project folder carries the file of the other one along.
  return file && sameFolder(file.project, folder) ? file : undefined;
}
