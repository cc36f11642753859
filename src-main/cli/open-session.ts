/** Opens a project for a command: attaches to the editor that has it open, else opens it here. */
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { held } from '../engine/project/lock';
import { readAgentFile, type AgentFile } from '../server/agent-file';
import { AttachedSession } from './attached';
import { CommandError, EXIT } from './exit-codes';
import { openEngine, OwnSession } from './own';
import type { ProjectSession, SessionOptions } from './session';

/** Another command has the project for a moment only: so long is worth waiting for (milliseconds). */
const PATIENCE = 15_000;
const PAUSE = 50;

/**
 * Throws a `CommandError` (exit 3) when the project can't be opened: it is broken, or somebody holds it who can't be
 * reached.
 */
export async function openSession(options: SessionOptions): Promise<ProjectSession> {
  const deadline = performance.now() + PATIENCE;
  for (;;) {
    const editor = await editorOf(options.folder);
    const attached = editor && (await AttachedSession.open(editor, options));
    if (attached) return attached;
    if (options.mode === 'attach') {
      throw new CommandError(
        EXIT.unreachable,
        `No editor has ${options.folder} open.`,
        `Open it with: skywalker open ${options.folder}`,
      );
    }
    const opened = await openEngine(options.folder, options.purpose, options.userFolder);
    if (opened.ok) return new OwnSession(opened.value, options);
    const { code, message, hint } = opened.error;
    if (code !== 'conflict' || performance.now() > deadline)
      throw new CommandError(EXIT.unreachable, message, hint);
    // Whoever holds it either goes on with what it does and leaves, or is about to say where it can be reached.
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

/** How to reach the editor that has a project open; undefined where none says so. */
export async function editorOf(folder: string): Promise<AgentFile | undefined> {
  const file = await readAgentFile(folder);
  // A copied project folder carries the file of the other one along.
  return file && sameFolder(file.project, folder) ? file : undefined;
}

/** Who has the project open, in words, or undefined. */
export async function holderOf(folder: string): Promise<string | undefined> {
  const holder = await held(join(folder, '.skywalker'));
  return holder && `process ${holder.pid} (${holder.purpose}) on ${holder.host}, since ${holder.since}`;
}

function sameFolder(a: string, b: string): boolean {
  try {
    return realpathSync(a) === realpathSync(b);
  } catch {
    return false;
  }
}
