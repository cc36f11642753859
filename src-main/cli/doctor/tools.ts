/** The custom tools of a project: their files, the decisions about them, and the log. Nothing is changed. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkSignature, type CheckedApproval } from '../../engine/custom/approval-check';
import { readRecord } from '../../engine/custom/approval-record';
import { APPROVALS_FILE } from '../../engine/custom/approvals';
import { ApprovedDefinitions } from '../../engine/custom/approved-definitions';
import { verifyAudit } from '../../engine/custom/audit-verify';
import { UserKeys } from '../../engine/custom/keys';
import { Ledger } from '../../engine/custom/ledger';
import { readTextIfThere } from '../../engine/custom/private-files';
import { isJsonObject, type Json } from '../../engine/json';
import { STATE_FOLDER } from '../../engine/project/state-folder';
import { parseJsonText } from '../../engine/text/json-text';
import { listNames } from '../../engine/text/suggest';
import { checkFile } from '../check-file';
import { counted } from '../words';
import type { Finding } from './finding';
import { findings } from './finding';

export function checkToolFiles(folder: string): Finding {
  const { ok, problem } = findings('tool-files', 'Tool files');
  let names: string[];
  try {
    names = readdirSync(join(folder, 'tools')).filter((name) => /^[^.].*\.tool\.json$/i.test(name));
  } catch {
    return ok('There are none.');
  }
  const broken = names.filter((name) => isBroken(join(folder, 'tools', name)));
  if (broken.length === 0) return ok(`${counted(names.length, 'tool')} can be read.`);
  return problem(
    `${counted(broken.length, 'tool')} can't run: ${listNames(broken.map((name) => name.replace(/\.tool\.json$/, '')))}.`,
    'skywalker check tools says what is wrong, line by line.',
  );
}

function isBroken(path: string): boolean {
  try {
    return !path.endsWith('.tool.json') || checkFile(path).some(({ severity }) => severity === 'error');
  } catch {
    return true;
  }
}

/** `projectId` is the one in game.json, which signatures are for. */
export function checkApprovals(folder: string, userFolder: string, projectId: string): Finding[] {
  const { ok, warning, problem } = findings('approvals', 'Approvals');
  const text = readTextIfThere(join(folder, APPROVALS_FILE));
  if (text === undefined) return [ok('Nothing was decided yet.')];
  const parsed = parseJsonText(text);
  const value = parsed.ok ? (parsed.value as Json) : null;
  const entries = isJsonObject(value) ? value['approvals'] : value;
  if (!Array.isArray(entries)) {
    return [
      problem(
        parsed.ok
          ? `${APPROVALS_FILE} does not hold a list of approvals, so none counts.`
          : `${APPROVALS_FILE}, line ${parsed.line}: ${parsed.message}. No approval counts.`,
        'Mend the file, or put back its last committed version; where it came from a merge, keep both sides.',
      ),
    ];
  }
  const keys = new UserKeys(userFolder);
  const checked: CheckedApproval[] = [];
  const bad: string[] = [];
  for (const entry of entries as readonly Json[]) {
    const record = readRecord(entry);
    if (record === undefined) bad.push('an entry that names no tool');
    else if ('why' in record) bad.push(`${record.name}: ${record.why}`);
    else checked.push(checkSignature(record, projectId, keys));
  }
  const untrusted = checked.filter((each) => each.untrusted !== undefined);
  bad.push(
    ...checked.flatMap(({ record, problem: why, untrusted: by }) =>
      why === undefined || by !== undefined ? [] : [`${record.name}: ${why}`],
    ),
  );
  const found: Finding[] = [];
  if (bad.length > 0) {
    found.push(
      problem(
        `${counted(bad.length, 'decision does', 'decisions do')} not count: ${listNames(bad, 3)}`,
        'Look at these tools and decide again: skywalker approve NAME',
      ),
    );
  }
  for (const key of new Set(untrusted.map((each) => each.untrusted?.key ?? ''))) {
    const of = untrusted.filter((each) => each.untrusted?.key === key);
    const [first] = of;
    found.push(
      warning(
        `${counted(of.length, 'decision')} by ${first?.record.by ?? 'somebody'} ${of.length === 1 ? 'is' : 'are'} signed with a key that is not trusted here (fingerprint ${first?.untrusted?.fingerprint ?? '?'}), and ${of.length === 1 ? 'does' : 'do'} not count: ${listNames(of.map(({ record }) => record.name))}.`,
        `Compare the fingerprint with your teammate's, then: skywalker trust ${key}`,
      ),
    );
  }
  const counting = checked.filter((each) => each.problem === undefined);
  if (found.length === 0) found.push(ok(`${counted(counting.length, 'decision')} can be relied on.`));
  return [...found, checkApprovedDefinitions(folder, counting)];
}

function checkApprovedDefinitions(folder: string, counting: readonly CheckedApproval[]): Finding {
  const { ok, warning } = findings('approved-definitions', 'Approved texts');
  const kept = new ApprovedDefinitions(join(folder, STATE_FOLDER));
  const missing = counting.filter(
    ({ record }) => record.status === 'approved' && kept.find(record.hash) === undefined,
  );
  if (missing.length === 0) return ok('What was approved is kept, so that changes can be shown.');
  return warning(
    `What was approved is not kept here of: ${listNames(missing.map(({ record }) => record.name))}. When these tools change, the difference can't be shown.`,
    'Open the project while the tools are as they were approved: it keeps them then. Else read the whole tool when it waits next.',
  );
}

/** Reads the newest file of the log alone. */
export function checkAudit(folder: string, userFolder: string): Finding {
  const { ok, problem } = findings('audit', 'Audit');
  const report = verifyAudit(folder, { userFolder, newestOnly: true });
  const [first] = report.problems;
  if (first === undefined)
    return ok(
      report.lines === 0 ? 'The log is empty.' : `The last ${counted(report.lines, 'line')} are whole.`,
    );
  return problem(
    `${first.file}${first.line === 0 ? '' : `, line ${first.line}`}: ${first.message}`,
    'skywalker audit verify looks at the whole log. Ask whoever can write in .skywalker/logs.',
  );
}

/** What this user decided is kept outside the project too. */
export function checkLedger(userFolder: string, projectId: string): Finding {
  const { ok, problem } = findings('decisions', 'Your decisions');
  const why = new Ledger(userFolder, projectId).problem;
  return why === undefined
    ? ok('They can be read.')
    : problem(
        `${why} No decision counts, and none can be made.`,
        'Mend the file, or put back an earlier one.',
      );
}
