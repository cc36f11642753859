/** The line of JSON that says where agents connect: what programs that start an engine read. */
import { agentFilePath, type AgentFile } from '../server/agent-file';

/** `url` and `port` are null where no port is open. `token_file` holds the token: `.skywalker/agent.json`. */
export interface Ready {
  readonly socket: string;
  readonly url: string | null;
  readonly port: number | null;
  /** Of the process that has the project open. */
  readonly pid: number;
  /** Absolute path of the project's folder. */
  readonly project: string;
  readonly token_file: string;
}

export function readyOf({
  socket,
  url,
  pid,
  project,
}: Pick<AgentFile, 'socket' | 'url' | 'pid' | 'project'>): Ready {
  const port = url === null ? null : Number(new URL(url).port);
  return { socket, url, port, pid, project, token_file: agentFilePath(project) };
}
