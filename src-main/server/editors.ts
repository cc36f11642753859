/**
 * The editors that are open, in the user's folder: `editor.sock` leads to the newest, `editors/` lists all, so that a
 * client which names no project is told when there is more than one.
 */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readlink, rename, rm, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { isRunning } from '../engine/project/processes';
import { answers } from './line/socket-server';
import { readPrivateFile, writePrivateFile } from './private-file';

const EDITOR = z.object({
  project: z.string(),
  name: z.string(),
  socket: z.string(),
  pid: z.number().int().positive(),
});

export type OpenEditor = z.infer<typeof EDITOR>;

/** Where the newest editor answers. */
function editorSocket(userFolder: string): string {
  return join(userFolder, 'editor.sock');
}

export async function announceEditor(userFolder: string, editor: OpenEditor): Promise<void> {
  await writePrivateFile(fileOf(userFolder, editor), `${JSON.stringify(editor)}\n`);
  if (process.platform !== 'win32') await leadTo(userFolder, editor);
}

async function leadTo(userFolder: string, editor: OpenEditor): Promise<void> {
  await mkdir(userFolder, { recursive: true, mode: 0o700 });
  const hidden = join(userFolder, `.${randomBytes(6).toString('hex')}`);
  await symlink(editor.socket, hidden);
  await rename(hidden, editorSocket(userFolder));
}

/** Takes back what `announceEditor` did. `editor.sock` then leads to the newest of those that are still open. */
export async function withdrawEditor(userFolder: string, editor: OpenEditor): Promise<void> {
  await rm(fileOf(userFolder, editor), { force: true });
  const target = await readlink(editorSocket(userFolder)).catch(() => undefined);
  if (target !== editor.socket) return;
  const next = await newest(userFolder);
  if (next === undefined) await rm(editorSocket(userFolder), { force: true });
  else await leadTo(userFolder, next);
}

async function newest(userFolder: string): Promise<OpenEditor | undefined> {
  const open = await openEditors(userFolder);
  const since = async (editor: OpenEditor): Promise<number> =>
    (await stat(fileOf(userFolder, editor)).catch(() => undefined))?.mtimeMs ?? 0;
  const times = await Promise.all(open.map(since));
  return open[times.indexOf(Math.max(...times))];
}

/** Editors that are there, by project. A process of the same number may be another by now: their sockets have to answer. */
export async function openEditors(userFolder: string): Promise<readonly OpenEditor[]> {
  const folder = join(userFolder, 'editors');
  const names = await readdir(folder).catch(() => [] as string[]);
  const texts = await Promise.all(
    names.filter((name) => name.endsWith('.json')).map((name) => readPrivateFile(join(folder, name))),
  );
  const noted = texts.flatMap((text) => {
    const editor = parse(text);
    return editor && isRunning(editor.pid) ? [editor] : [];
  });
  const there = await Promise.all(noted.map(({ socket }) => answers(socket).catch(() => false)));
  return noted.filter((_, index) => there[index]).sort((a, b) => (a.project < b.project ? -1 : 1));
}

function parse(text: string | undefined): OpenEditor | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    const parsed = EDITOR.safeParse(value);
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

function fileOf(userFolder: string, editor: OpenEditor): string {
  const name = createHash('sha256').update(`${editor.pid} ${editor.project}`).digest('hex').slice(0, 16);
  return join(userFolder, 'editors', `${name}.json`);
}
