/** `.skywalker/agent.json`: how to reach the editor that has a project open. Only its owner can read it. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { readPrivateFile, writePrivateFile } from './private-file';
import { isRunning } from '../engine/project/processes';

const AGENT_FILE = z.object({
  /** Of the HTTP port; null where there is none. */
  url: z.string().nullable(),
  token: z.string().nullable(),
  socket: z.string(),
  pid: z.number().int().positive(),
  version: z.string(),
  /** Absolute path of the project's folder. */
  project: z.string(),
});

export type AgentFile = z.infer<typeof AGENT_FILE>;

export function agentFilePath(projectFolder: string): string {
  return join(projectFolder, '.skywalker', 'agent.json');
}

export async function writeAgentFile(content: AgentFile): Promise<void> {
  await writePrivateFile(agentFilePath(content.project), `${JSON.stringify(content, null, 2)}\n`);
}

/** The file of the editor that has the project open, or undefined: there is none, it does not parse, or its process is gone. */
export async function readAgentFile(projectFolder: string): Promise<AgentFile | undefined> {
  const text = await readPrivateFile(agentFilePath(projectFolder));
  const file = text === undefined ? undefined : parseAgentFile(text);
  return file !== undefined && isRunning(file.pid) ? file : undefined;
}

/** What the file says, or undefined where it does not parse. */
export function parseAgentFile(text: string): AgentFile | undefined {
  try {
    return AGENT_FILE.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Removes the file if it is still this server's: another may have written its own since. */
export async function removeAgentFile(content: AgentFile): Promise<void> {
  const present = await readAgentFile(content.project);
  if (present?.pid === content.pid && present.socket === content.socket) {
    await rm(agentFilePath(content.project), { force: true });
  }
}
