/** Answers of clients that serve tools which were sent as requests and not read: which call they are of, by what is left of them. */
import { failed } from '../../engine/tools/result';
import type { ToolResult } from '../../engine/tools/definition';
import { unusableResult } from '../../engine/hosts/reply';
import type { Unread } from '../line/line-transport';
import type { OversizedLine } from '../line/oversized';
import { RESULT_METHOD } from './protocol';

export interface LostAnswer {
  /** What the client proves itself with. */
  readonly host: string;
  /** Of `tool_host_reply`: the call's number; of `skywalker/tools/result`: its id. */
  readonly call: number | string;
}

/** The call that a message which was not read would have answered; undefined where it is anything else, or does not say. */
export function lostAnswerIn({ head, tail }: OversizedLine): LostAnswer | undefined {
  const ends = [head.toString('utf8'), tail.toString('utf8')];
  const find = (pattern: RegExp): string | undefined =>
    ends.map((text) => pattern.exec(text)?.[1]).find((found) => found !== undefined);
  const host = find(/"host"\s*:\s*"([\w.-]{1,200})"/);
  if (host === undefined) return undefined;
  if (find(/"method"\s*:\s*"([\w/]+)"/) === RESULT_METHOD) {
    const call = find(/"call_id"\s*:\s*"([\w:.-]{1,200})"/);
    return call === undefined ? undefined : { host, call };
  }
  if (find(/"name"\s*:\s*"(tool_host_reply)"/) === undefined) return undefined;
  const call = find(/"call"\s*:\s*(\d{1,15})\b/);
  return call === undefined ? undefined : { host, call: Number(call) };
}

/** What the call fails with. */
export function lostResult(tool: string, { tooLong, problem }: Unread): ToolResult {
  return tooLong ? tooLongResult(tool, problem) : unusableResult(tool, problem);
}

export function tooLongResult(tool: string, problem: string): ToolResult {
  return failed(
    'output_too_large',
    `${tool} can't be answered so: ${problem}.`,
    'Have its host answer with less, or write what is large into a file.',
  );
}
