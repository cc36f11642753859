/** `skywalker audit`: the log of everything that was decided about custom tools and done with them. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { auditLine } from '../audit-line';
import type { Command, Invocation } from '../command';
import { JSON_OPTION, PROJECT_OPTION } from '../common-options';
import { EXIT, usageError } from '../exit-codes';
import { findProject } from '../find-project';
import { auditFiles, auditPath, verifyAudit } from '../../engine/custom/audit-verify';
import { didYouMean } from '../../engine/text/suggest';
import { userFolder } from '../../engine/project/user-folder';
import { counted } from '../words';

export const auditCommand: Command = {
  name: 'audit',
  summary: 'Checks or shows the log of custom tools.',
  usage: ['verify', 'tail'],
  details: [
    'verify finds lines that were edited, removed or put elsewhere. tail shows the last lines, each in words; --json shows them as they are.',
  ],
  options: {
    ...PROJECT_OPTION,
    ...JSON_OPTION,
    last: { help: 'tail: so many lines; 20 unless said otherwise.', value: 'N', short: 'n' },
  },
  values: [{ words: ['verify', 'tail'] }],

  async run(call: Invocation): Promise<number> {
    const [what = ''] = call.arguments(1, 1, '"verify" or "tail"');
    if (what !== 'verify' && what !== 'tail')
      throw usageError(`"${what}" is neither "verify" nor "tail".`, didYouMean(what, ['verify', 'tail']));
    const folder = findProject(call.io, call.text('project'));
    return what === 'verify' ? verify(call, folder) : tail(call, folder);
  },
};

function verify(call: Invocation, folder: string): number {
  const report = verifyAudit(folder, { userFolder: userFolder(call.io.env) });
  if (call.flag('json')) call.io.out(JSON.stringify(report, null, 2));
  else {
    for (const problem of report.problems) call.io.out(`${problem.file}:${problem.line}: ${problem.message}`);
    const lines = counted(report.lines, 'line');
    if (report.lines === 0 && report.ok)
      call.io.out('The log is empty: no custom tool was made or called yet.');
    else if (report.ok)
      call.io.out(
        `${lines} in ${counted(report.files.length, 'file')}: nothing was edited, removed or moved.`,
      );
    else call.io.err(`${counted(report.problems.length, 'problem')} in ${lines}`);
  }
  return report.ok ? EXIT.ok : EXIT.failed;
}

async function tail(call: Invocation, folder: string): Promise<number> {
  const wanted = call.number('last', 1, 100_000) ?? 20;
  let lines: string[] = [];
  for (const path of auditFiles(auditPath(folder)).reverse()) {
    lines = [...(await lastLines(path, wanted - lines.length)), ...lines];
    if (lines.length >= wanted) break;
  }
  for (const line of lines) {
    if (call.flag('json')) call.io.out(line);
    else call.io.outStyled(auditLine(call.io, line));
  }
  return EXIT.ok;
}

async function lastLines(path: string, wanted: number): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Infinity })) {
    if (line === '') continue;
    lines.push(line);
    if (lines.length > 2 * wanted) lines.splice(0, lines.length - wanted);
  }
  return lines.slice(-wanted);
}
