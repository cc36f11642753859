/** Whether the MCP clients that were told of a project still find it. */
import { existsSync } from 'node:fs';
import { basename, delimiter, isAbsolute, join } from 'node:path';
import type { AgentFile } from '../../server/agent-file';
import type { ClientEntry } from './client-files';
import { sameFolder } from '../find-project';
import type { Finding } from './finding';
import { findings } from './finding';

export interface ClientFacts {
  /** Absolute path of the project's folder. */
  readonly folder: string;
  /** The project's token; undefined where none was made yet. */
  readonly token: string | undefined;
  /** The editor that has it open. */
  readonly editor: AgentFile | undefined;
  /** Folders of programs. */
  readonly path: string;
}

/** One finding for each entry that is about the project, or about one that is gone. Tokens are compared, never shown. */
export function checkClients(entries: readonly ClientEntry[], facts: ClientFacts): readonly Finding[] {
  const found = entries.flatMap((entry) => {
    const finding =
      entry.url === undefined ? checkStart(entry, facts) : checkEntryAddress(entry, entry.url, facts);
    return finding === undefined ? [] : [finding];
  });
  if (found.length > 0) return found;
  return [
    findings('clients', 'MCP clients').ok(
      'None that stands in a usual place is told of this project. skywalker mcp-config CLIENT prints what to tell it.',
    ),
  ];
}

/** Of a file of settings that does not parse. */
export function clientFileBroken({ client, file }: Pick<ClientEntry, 'client' | 'file'>): Finding {
  return findings('clients', client).warning(
    `${file} is no JSON.`,
    'Mend it, or the client may not read it.',
  );
}

function checkStart(entry: ClientEntry, facts: ClientFacts): Finding | undefined {
  const { command = '', args } = entry;
  const at = args.indexOf('mcp');
  const script = [command, ...args.slice(0, Math.max(at, 0))].find((word) =>
    /^skywalker(\.\w+)?$/.test(basename(word)),
  );
  if (at === -1 || script === undefined) return undefined;
  const given = valueAfter(args, '--project', '-p');
  if (given !== undefined && existsSync(given) && !sameFolder(given, facts.folder)) return undefined;
  const { ok, warning, problem } = findingsOf(entry);
  const mend = `Print a new one: skywalker mcp-config CLIENT --project ${facts.folder}`;
  const missing = [command, script].find((program) => !isThere(program, facts.path));
  if (missing !== undefined) return problem(`${whereOf(entry)} starts ${missing}, which is not there.`, mend);
  if (given === undefined)
    return ok(`${whereOf(entry)} starts the command for the folder that the client is in.`);
  if (!existsSync(given)) return warning(`${whereOf(entry)} is about ${given}, which is not there.`, mend);
  if (!existsSync(join(given, 'game.json')))
    return problem(`${whereOf(entry)} is about ${given}, which has no game.json.`, mend);
  return ok(`${whereOf(entry)} starts the command for this project.`);
}

function checkEntryAddress(entry: ClientEntry, url: string, facts: ClientFacts): Finding | undefined {
  const address = parseUrl(url);
  if (address === undefined || !isLocal(address.hostname) || address.pathname !== '/mcp') return undefined;
  const { token, editor } = facts;
  const own = parseUrl(editor?.url ?? '');
  const hasToken = token !== undefined && entry.token === token;
  const hasPort = own !== undefined && own.port === address.port;
  const isNamed = /skywalker/i.test(entry.name);
  if (!hasToken && !(hasPort && isNamed)) return undefined;
  const { ok, problem } = findingsOf(entry);
  const mend =
    'Better a command, which needs neither port nor token: skywalker mcp-config CLIENT. Or the address of now: skywalker mcp-config CLIENT --http';
  if (!hasToken)
    return problem(
      `${whereOf(entry)} has ${entry.token === undefined ? 'no token' : 'another token than that of this project'}.`,
      mend,
    );
  if (own !== undefined && !hasPort)
    return problem(
      `${whereOf(entry)} goes to port ${address.port}; the editor has port ${own.port} now.`,
      mend,
    );
  return ok(
    own === undefined
      ? `${whereOf(entry)} has the token of this project, and finds an editor at port ${address.port} only.`
      : `${whereOf(entry)} has the port and token of the editor.`,
  );
}

function findingsOf(entry: ClientEntry): ReturnType<typeof findings> {
  return findings('clients', entry.client);
}

function whereOf({ name, file }: ClientEntry): string {
  return `"${name}" in ${file}`;
}

function valueAfter(args: readonly string[], ...flags: string[]): string | undefined {
  for (const [index, arg] of args.entries()) {
    if (flags.includes(arg)) return args[index + 1];
    const flag = flags.find((each) => arg.startsWith(`${each}=`));
    if (flag !== undefined) return arg.slice(flag.length + 1);
  }
  return undefined;
}

/** Whether a program is there: by its path, or in a folder of programs. */
function isThere(program: string, path: string): boolean {
  if (isAbsolute(program)) return existsSync(program);
  if (/[\\/]/.test(program)) return true;
  return path.split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, program)));
}

function isLocal(host: string): boolean {
  return host === '127.0.0.1' || host === 'localhost' || host === '[::1]';
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
