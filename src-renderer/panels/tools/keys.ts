/** Whose decisions count here: keys, as `tool_trust` lists them, and what a person does about them. */
import type { JsonObject, ToolError, ToolResult } from '../../../src-preload/contract';
import { callTool, readTool } from '../../state/bridge';
import { arrayOf, isObject, objectOf, stringOf } from '../../state/read-json';
import { useTools } from '../../state/tools-store';

export interface SignedDecision {
  readonly name: string;
  readonly status: string;
  readonly at: string;
  /** Whether it is about the definition as it is now. */
  readonly current: boolean;
}

export interface OtherKey {
  readonly key: string;
  readonly fingerprint: string;
}

export interface KeyList {
  readonly own?: OtherKey;
  readonly kept: string;
  /** The key store that holds it. */
  readonly store?: string;
  /** Why no key store can take it. */
  readonly storeProblem?: string;
  readonly note?: string;
  readonly problem?: string;
  readonly trusted: readonly (OtherKey & { readonly label?: string; readonly since: string })[];
  /** Keys that signed decisions of this project and count not. */
  readonly untrusted: readonly (OtherKey & { readonly decisions: readonly SignedDecision[] })[];
}

export function readKeyList(structured: JsonObject | undefined): KeyList {
  const all = objectOf(structured);
  const own = objectOf(all['own_key']);
  const key = stringOf(all['own']);
  return {
    ...(key === undefined ? {} : { own: { key, fingerprint: stringOf(own['fingerprint']) ?? '' } }),
    kept: stringOf(own['kept']) ?? 'nowhere',
    ...optional('store', own['store']),
    ...optional('storeProblem', own['store_problem']),
    ...optional('note', own['note']),
    ...optional('problem', own['problem']),
    trusted: arrayOf(all['trusted'])
      .filter(isObject)
      .map((each) => ({
        ...keyOf(each),
        ...optional('label', each['label']),
        since: stringOf(each['added_at']) ?? '',
      })),
    untrusted: arrayOf(all['untrusted'])
      .filter(isObject)
      .map((each) => ({
        ...keyOf(each),
        decisions: arrayOf(each['decisions'])
          .filter(isObject)
          .map((one) => ({
            name: stringOf(one['name']) ?? '',
            status: stringOf(one['status']) ?? '',
            at: stringOf(one['at']) ?? '',
            current: one['current'] === true,
          })),
      })),
  };
}

function keyOf(each: Readonly<Record<string, unknown>>): OtherKey {
  return { key: stringOf(each['key']) ?? '', fingerprint: stringOf(each['fingerprint']) ?? '' };
}

function optional<Name extends string>(name: Name, value: unknown): { readonly [key in Name]?: string } {
  const text = stringOf(value);
  return text === undefined ? {} : ({ [name]: text } as { readonly [key in Name]: string });
}

export async function listKeys(): Promise<
  { readonly ok: true; readonly keys: KeyList } | { readonly ok: false; readonly error: ToolError }
> {
  const result = await readTool('tool_trust');
  return result.ok ? { ok: true, keys: readKeyList(result.structured) } : result;
}

/** Takes a teammate's approvals for good. */
export async function trustKey(key: string, label: string): Promise<ToolResult> {
  const name = label.trim();
  return await afterwards(callTool('tool_trust', { key, ...(name === '' ? {} : { label: name }) }));
}

export async function distrustKey(key: string): Promise<ToolResult> {
  return await afterwards(callTool('tool_trust', { key, trust: false }));
}

/** Moves the own key from its file into the operating system's key store. */
export async function sealKey(): Promise<ToolResult> {
  return await afterwards(callTool('tool_seal_key'));
}

async function afterwards(call: Promise<ToolResult>): Promise<ToolResult> {
  const result = await call;
  await useTools.getState().refresh();
  return result;
}
