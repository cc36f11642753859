/** Where an engine listens. */
import { lstat, readFile, realpath } from 'node:fs/promises';
import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { EngineConnectionError } from './errors';

const AGENT_FILE = z.looseObject({ socket: z.string(), project: z.string(), pid: z.number() });

type Environment = Readonly<Record<string, string | undefined>>;

export interface Place {
  /** Path of the agent socket. */
  readonly socket?: string;
  /** Folder of a project that an engine has open. */
  readonly project?: string;
  readonly env?: Environment;
}

/**
 * The socket that is meant: the one named, the project's, `$SKYWALKER_SOCKET`, else the newest editor's. Looked up again
 * before each connection: an engine that starts anew may listen elsewhere.
 */
export async function socketOf(place: Place): Promise<string> {
  const env = place.env ?? process.env;
  if (place.socket !== undefined) return place.socket;
  if (place.project !== undefined) return socketOfProject(place.project);
  const fromEnvironment = env['SKYWALKER_SOCKET'];
  if (fromEnvironment !== undefined && fromEnvironment !== '') return fromEnvironment;
  const own = env['SKYWALKER_HOME'];
  return join(own !== undefined && own !== '' ? own : join(homedir(), '.skywalker'), 'editor.sock');
}

async function socketOfProject(project: string): Promise<string> {
  const path = join(project, '.skywalker', 'agent.json');
  const nobody = new EngineConnectionError(
    `No engine has ${project} open. Open it in the editor, or run: skywalker serve --project ${project}`,
  );
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch {
    throw nobody;
  }
  const parsed = AGENT_FILE.safeParse(parsedJson(text));
  // A copied project carries the file of the other one along.
  if (!parsed.success || (await pathOf(parsed.data.project)) !== (await pathOf(project))) throw nobody;
  return parsed.data.socket;
}

/** Throws where the socket is somebody else's: who listens there would see all that is sent. */
export async function refuseStrangers(socket: string): Promise<void> {
  if (process.platform === 'win32') return;
  let owner: number;
  try {
    owner = (await lstat(await realpath(socket))).uid;
  } catch {
    throw new EngineConnectionError(`No engine listens at ${socket}.`);
  }
  if (owner !== userInfo().uid)
    throw new EngineConnectionError(`The socket ${socket} belongs to another user.`);
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function pathOf(path: string): Promise<string | undefined> {
  return realpath(path).catch(() => undefined);
}
