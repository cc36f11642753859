/** Records of tests in words. */
import { runFacts, shareText, stackLines } from '../../text/run-facts';
import { brief, briefLine } from '../../tools/brief';
import type { TestRecord } from '../types';

const MARK = { true: 'ok', false: 'FAILED' } as const;

/** One line for each test, and what differs below those that fail. */
export function testLines(records: readonly TestRecord[]): string[] {
  return records.flatMap((record) => {
    const head = `${MARK[record.ok ? 'true' : 'false']}  ${record.name} (${Math.round(record.ms)} ms${usedText(record)})`;
    const { stack, logs: last } = runFacts(record.error?.data);
    const logs = (record.logs ?? last).slice(-10).map((line) => `    log: ${briefLine(line)}`);
    const leftOut = (record.not_exercised ?? [])
      .slice(0, 10)
      .map((what) => `    not exercised: ${briefLine(what)}`);
    if (record.ok) return [head, ...logs, ...leftOut];
    const differences = (record.differences ?? []).slice(0, 10).map((difference) => {
      const { path, expected, actual } = difference;
      return `    ${path}: expected ${JSON.stringify(brief(expected))}, was ${JSON.stringify(brief(actual))}`;
    });
    const error = record.error === undefined ? [] : [`    [${record.error.code}] ${record.error.message}`];
    return [
      head,
      ...error,
      ...stackLines(stack).map((line) => `      ${line}`),
      ...logs,
      ...leftOut,
      ...differences,
    ];
  });
}

/** `, 120 of 1000000 instructions (0.01 %)`. */
function usedText({ instructions, instruction_limit: limit }: TestRecord): string {
  if (instructions === undefined || limit === undefined) return '';
  return `, ${instructions} of ${limit} instructions (${shareText(instructions, limit)})`;
}

export function passedText(records: readonly TestRecord[]): string {
  const failed = records.filter((record) => !record.ok).length;
  if (records.length === 0) return 'It has no tests.';
  if (failed === 0) return records.length === 1 ? '1 test passed.' : `${records.length} tests passed.`;
  return `${failed} of ${records.length} tests failed.`;
}

/** Records as an answer holds them, large results cut: tool_test gives them whole. */
export function shortRecords(records: readonly TestRecord[]): TestRecord[] {
  return records.map((record) => ({
    ...record,
    ...(record.result === undefined ? {} : { result: brief(record.result) }),
    scene_changes: record.scene_changes.slice(0, 50),
  }));
}
