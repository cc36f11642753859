/** How agents reach the editor that has a project open. Nothing is changed; no token is shown. */
import { readFileSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { isRunning } from '../../engine/project/processes';
import { agentFilePath, parseAgentFile, type AgentFile } from '../../server/agent-file';
import { shellWord } from '../../server/client-configuration';
import { answers } from '../../server/line/socket-server';
import { sameFolder } from '../find-project';
import type { Finding } from './finding';
import { findings } from './finding';
import { modeText } from './user';

const AGAIN = 'Close the editor and open the project again: it writes the file anew.';

/** `file` is there where an editor can be asked how it is. */
export function checkAgentFile(folder: string, version: string): { finding: Finding; file?: AgentFile } {
  const { ok, warning, problem } = findings('agent-file', 'agent.json');
  const path = agentFilePath(folder);
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return { finding: ok('No editor has the project open.') };
  if (process.platform !== 'win32' && (stat.mode & 0o077) !== 0) {
    return {
      finding: problem(
        `Others can read the token in ${path} (mode ${modeText(stat.mode)}).`,
        `Run: chmod 600 ${shellWord(path)}`,
      ),
    };
  }
  let file: AgentFile | undefined;
  try {
    file = parseAgentFile(readFileSync(path, 'utf8'));
  } catch {
    // Another user's.
  }
  if (file === undefined) return { finding: problem(`${path} can't be understood.`, AGAIN) };
  if (!sameFolder(file.project, folder)) {
    return {
      finding: warning(
        `${path} is of another folder, ${file.project}: it was copied along.`,
        'Remove it. Opening the project here writes its own.',
      ),
    };
  }
  if (!isRunning(file.pid)) {
    return {
      finding: warning(
        `The editor that wrote it, process ${file.pid}, is gone.`,
        'Nothing has to be done: whoever opens the project next writes it anew.',
      ),
    };
  }
  if (file.version !== version) {
    return {
      finding: warning(
        `The editor is version ${file.version}, this command is version ${version}.`,
        'Close the editor and open it again with the newer program.',
      ),
      file,
    };
  }
  return { finding: ok(`Process ${file.pid} has the project open.`), file };
}

export async function checkSocket(file: AgentFile): Promise<Finding> {
  const { ok, problem } = findings('socket', 'Agent socket');
  const reached = await answers(file.socket).catch(() => false);
  return reached
    ? ok(`The editor answers at ${file.socket}.`)
    : problem(
        `Nobody answers at ${file.socket}, though process ${file.pid} runs: it may be another program by now.`,
        `If no editor is open, remove .skywalker/agent.json. Else: ${AGAIN.toLowerCase()}`,
      );
}

/** What a port answered; undefined where nobody listens there. */
export interface PortAnswer {
  /** HTTP; 0 for what is no HTTP, or no answer in time. */
  readonly status: number;
  /** Of `WWW-Authenticate`. */
  readonly realm?: string;
}

/** Asks a port for nothing in particular. `token` goes along where it is given. */
export function askPort(url: string, token?: string, timeoutMs = 3000): Promise<PortAnswer | undefined> {
  return new Promise((resolve) => {
    const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    // A verb that changes nothing, and opens no stream.
    const asking = request(url, { method: 'PUT', headers, timeout: timeoutMs }, (response) => {
      const realm = /realm="([^"]*)"/.exec(response.headers['www-authenticate'] ?? '')?.[1];
      response.destroy();
      resolve({ status: response.statusCode ?? 0, ...(realm === undefined ? {} : { realm }) });
    });
    asking.on('timeout', () => asking.destroy(new Error('no answer')));
    asking.on('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'ECONNREFUSED' ? undefined : { status: 0 }),
    );
    asking.end();
  });
}

/** `answer` is that of the editor's address, asked with its token. */
export function checkAddress(url: string, answer: PortAnswer | undefined): Finding {
  const { ok, problem } = findings('port', 'MCP port');
  if (answer === undefined) return problem(`Nobody listens at ${url}.`, AGAIN);
  if (answer.status === 401)
    return problem(`The token in .skywalker/agent.json is not the one that ${url} wants.`, AGAIN);
  if (answer.status !== 405)
    return problem(
      `What listens at ${url} is not this editor${answer.status === 0 ? '' : ` (it answers ${answer.status})`}.`,
      AGAIN,
    );
  return ok(`${url} takes the token.`);
}

/** `answer` is that of the usual port, asked without a token. `own` says whether the project's editor has it. */
export function checkUsualPort(port: number, answer: PortAnswer | undefined, own: boolean): Finding {
  const { ok, warning } = findings('usual-port', `Port ${port}`);
  if (own) return ok('This project’s editor has it.');
  if (answer === undefined) return ok('It is free.');
  if (answer.realm === 'skywalker') return ok('Another Skywalker has it; the next free one is used.');
  return warning(
    'Another program has it. The editor takes the next free port.',
    'Clients that start a command (skywalker mcp-config CLIENT) find it by themselves; those with a fixed address need the new one.',
  );
}
