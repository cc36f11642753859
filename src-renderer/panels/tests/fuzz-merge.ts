/** Reports of a tool on generated inputs: reading what `tool_fuzz` answers, and putting the parts of a run together. */
import type { JsonObject, ToolError } from '../../../src-preload/contract';
import { arrayOf, isObject, numberOf, objectOf, stringOf } from '../../state/read-json';

/** What went wrong, or was refused, in one way. */
export interface FuzzFinding {
  readonly verdict: 'failure' | 'refusal' | 'blocked';
  readonly code: string;
  /** `tools/near.wander:7`, `steps[1]`, `result.count`; empty where nothing tells. */
  readonly place: string;
  readonly message: string;
  readonly hint?: string;
  /** Inputs that showed it. */
  readonly count: number;
  /** The smallest input that was found to show it. */
  readonly args: JsonObject;
  readonly error: ToolError | undefined;
}

export interface FuzzPart {
  readonly hash: string;
  readonly runs: number;
  readonly ok: number;
  readonly next: number;
  readonly skipped: number;
  /** The engine ran fewer than were asked for: time was up. */
  readonly late: boolean;
  readonly findings: readonly FuzzFinding[];
}

const LISTS = [
  ['failures', 'failure'],
  ['refusals', 'refusal'],
  ['blocked', 'blocked'],
] as const;

export function readFuzzPart(structured: JsonObject | undefined): FuzzPart | undefined {
  if (structured === undefined) return undefined;
  const [runs, ok, next] = [structured['runs'], structured['ok'], structured['next']].map(numberOf);
  if (runs === undefined || ok === undefined || next === undefined) return undefined;
  return {
    hash: stringOf(structured['hash']) ?? '',
    runs,
    ok,
    next,
    skipped: numberOf(structured['skipped']) ?? 0,
    late: structured['stopped'] === 'time',
    findings: LISTS.flatMap(([key, verdict]) =>
      arrayOf(structured[key])
        .filter(isObject)
        .map((each) => findingOf(each, verdict)),
    ),
  };
}

function findingOf(raw: JsonObject, verdict: FuzzFinding['verdict']): FuzzFinding {
  const hint = stringOf(raw['hint']);
  return {
    verdict,
    code: stringOf(raw['code']) ?? '',
    place: stringOf(raw['place']) ?? '',
    message: stringOf(raw['message']) ?? '',
    ...(hint === undefined ? {} : { hint }),
    count: numberOf(raw['count']) ?? 1,
    args: objectOf(raw['args']),
    error: isObject(raw['error']) ? (raw['error'] as unknown as ToolError) : undefined,
  };
}

export function keyOfFinding({ verdict, code, place }: FuzzFinding): string {
  return `${verdict} ${code} ${place}`;
}

/** Findings of both parts, faults first; of the same one the shorter input, and the sum of inputs. */
export function mergeFindings(a: readonly FuzzFinding[], b: readonly FuzzFinding[]): readonly FuzzFinding[] {
  const all = new Map<string, FuzzFinding>();
  for (const finding of [...a, ...b]) {
    const key = keyOfFinding(finding);
    const before = all.get(key);
    if (before === undefined) {
      all.set(key, finding);
      continue;
    }
    const shorter = JSON.stringify(finding.args).length < JSON.stringify(before.args).length;
    all.set(key, { ...(shorter ? finding : before), count: before.count + finding.count });
  }
  const order = { failure: 0, blocked: 1, refusal: 2 };
  return [...all.values()].sort((x, y) => order[x.verdict] - order[y.verdict]);
}
