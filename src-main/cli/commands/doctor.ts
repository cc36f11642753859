/** `skywalker doctor`: finds what is wrong with a set-up, and says how it is mended. */
import { resolve } from 'node:path';
import type { Command, Invocation } from '../command';
import { JSON_OPTION, PROJECT_OPTION } from '../common-options';
import type { Finding } from '../doctor/finding';
import { CommandError, EXIT } from '../exit-codes';
import { projectAround } from '../find-project';
import { userFolder } from '../../engine/project/user-folder';
import { counted } from '../words';
import { wrap } from '../wrap';
import { isFolder } from '../doctor/project';

export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'Finds what is wrong with a set-up, and says how to mend it.',
  usage: ['[--project DIR]'],
  details: [
    'Looks at the machine, at your keys, at a project with its tools, approvals and log, at the editor that has it open, and at the MCP clients that were told of it. Changes nothing, and shows no token.',
    'Exits with 1 when there is a problem; warnings alone do not count.',
  ],
  options: { ...PROJECT_OPTION, ...JSON_OPTION },

  async run(call: Invocation): Promise<number> {
    call.arguments(0, 0, 'Nothing');
    const { io } = call;
    const { examine } = await import('../doctor/examine');
    const found = await examine({
      env: io.env,
      userFolder: userFolder(io.env),
      folder: folderOf(call),
      ...(io.env['HOME'] === undefined ? {} : { home: io.env['HOME'] }),
    });
    const of = (status: Finding['status']): number => found.filter((each) => each.status === status).length;
    const ok = of('problem') === 0;
    if (call.flag('json')) io.out(JSON.stringify({ ok, checks: found }, null, 2));
    else {
      show(call, found);
      io.err(
        `${counted(found.length, 'check')}: ${of('problem') === 0 ? 'no problem' : counted(of('problem'), 'problem')}, ${counted(of('warning'), 'warning')}`,
      );
    }
    return ok ? EXIT.ok : EXIT.failed;
  },
};

/** A project that can't be opened is what this is for, so it need not be one. */
function folderOf(call: Invocation): string | undefined {
  const { io } = call;
  const named = call.text('project') ?? io.env['SKYWALKER_PROJECT'] ?? '';
  if (named === '') return projectAround(io.cwd);
  const folder = resolve(io.cwd, named);
  if (isFolder(folder)) return folder;
  throw new CommandError(
    EXIT.unreachable,
    `There is no folder ${folder}.`,
    'Name the folder with the game.json.',
  );
}

const STYLES = { ok: 'green', warning: 'yellow', problem: 'red' } as const;

function show(call: Invocation, found: readonly Finding[]): void {
  const { io } = call;
  const width = Math.max(...found.map(({ title }) => title.length));
  const left = width + 'warning'.length + 4;
  // In a narrow terminal the text stands below.
  const isNarrow = io.columns !== undefined && io.columns < left + 30;
  const indent = isNarrow ? 4 : left;
  for (const { title, status, message, hint } of found) {
    const head = `${io.paint('stdout', STYLES[status], status.padEnd(7))}  ${io.paint('stdout', 'bold', isNarrow ? title : title.padEnd(width))}`;
    const text = io.paint('stdout', 'plain', wrap(message, io.columns, indent));
    io.outStyled(isNarrow ? `${head}\n${' '.repeat(indent)}${text}` : `${head}  ${text}`);
    if (hint === undefined) continue;
    const mend = io.paint('stdout', 'plain', wrap(`To mend it: ${hint}`, io.columns, indent));
    io.outStyled(`${' '.repeat(indent)}${mend}`);
  }
}
