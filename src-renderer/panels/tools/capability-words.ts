/** What a tool may do, in words: for the table's icons, and for the reviewer's comparison of what is declared with what is used. */
import type { Capabilities, CustomKind, FoundEffects, Limits, Policy } from '../../../src-preload/contract';

export type MayDoKind = 'reads' | 'edits' | 'calls' | 'files' | 'network';

export interface MayDo {
  readonly kind: MayDoKind;
  /** One or two words for a badge. */
  readonly label: string;
  /** A sentence for the tooltip and the page. */
  readonly detail: string;
  /** True for what changes something, or reaches outside. */
  readonly careful: boolean;
}

/** In the order of the table's icons; empty for a tool that only computes. */
export function mayDo(capabilities: Capabilities): readonly MayDo[] {
  const { calls, files } = capabilities;
  const list: MayDo[] = [];
  if (capabilities.read_scene)
    list.push({ kind: 'reads', label: 'Reads', detail: 'Reads the scene', careful: false });
  if (capabilities.mutate)
    list.push({ kind: 'edits', label: 'Edits', detail: 'Edits the scene', careful: true });
  if (calls.length > 0) {
    list.push({
      kind: 'calls',
      label: `Calls ${calls.length}`,
      detail: `Calls ${listed(calls)}`,
      careful: false,
    });
  }
  if (files.read.length > 0 || files.write.length > 0) {
    const parts = [
      files.read.length > 0 ? `reads files in ${listed(files.read)}` : '',
      files.write.length > 0 ? `writes files in ${listed(files.write)}` : '',
    ].filter((part) => part !== '');
    list.push({
      kind: 'files',
      label: files.write.length > 0 ? 'Writes files' : 'Reads files',
      detail: upperFirst(parts.join(' and ')),
      careful: files.write.length > 0,
    });
  }
  if (capabilities.network)
    list.push({ kind: 'network', label: 'Network', detail: 'Reaches the network', careful: true });
  return list;
}

/** Whether approving it is always a decision of its own, never one of many. */
export function needsSingleDecision(capabilities: Capabilities): boolean {
  return capabilities.mutate || capabilities.files.write.length > 0 || capabilities.network;
}

export type TouchVerdict = 'used' | 'unused' | 'none' | 'undeclared' | 'unknown';

/** One line of the comparison: what is declared beside what the checker found. */
export interface TouchRow {
  readonly subject: string;
  readonly declared: string;
  readonly found: string;
  readonly verdict: TouchVerdict;
  readonly careful: boolean;
}

/**
 * `found` is undefined where nothing could be looked at: an external tool's code is not here, and a broken file has none.
 */
export function touchRows(capabilities: Capabilities, found: FoundEffects | undefined): readonly TouchRow[] {
  const { calls, files } = capabilities;
  const row = (
    subject: string,
    allowed: boolean,
    declared: string,
    uses: readonly string[] | undefined,
    careful: boolean,
    nothing = 'nothing',
  ): TouchRow => ({
    subject,
    declared: allowed ? declared : 'no',
    found: uses === undefined ? 'not known' : uses.length > 0 ? listed(uses) : nothing,
    verdict: verdictOf(allowed, uses),
    careful: careful && allowed,
  });
  // What a called tool reads and edits is not looked into: the calls themselves are listed.
  const nested = found !== undefined && found.calls.length > 0 ? ['through the tools it calls'] : [];
  const looks = found?.uses_scene === true ? ['which entities there are'] : nested;
  const readsFound = found === undefined ? undefined : found.reads.length > 0 ? found.reads : looks;
  const editsFound =
    found === undefined
      ? undefined
      : found.writes.length > 0
        ? found.writes
        : found.mutates
          ? ['through the tools it calls']
          : [];
  return [
    row('Read the scene', capabilities.read_scene, 'yes', readsFound, false),
    row('Edit the scene', capabilities.mutate, 'yes', editsFound, true),
    row('Call tools', calls.length > 0, listed(calls), found?.calls, false),
    row('Read files', files.read.length > 0, listed(files.read), found?.files_read, false),
    row('Write files', files.write.length > 0, listed(files.write), found?.files_written, true),
    row('Reach the network', capabilities.network, 'yes', capabilities.network ? undefined : [], true),
  ];
}

function verdictOf(allowed: boolean, uses: readonly string[] | undefined): TouchVerdict {
  if (uses === undefined) return allowed ? 'unknown' : 'none';
  if (allowed) return uses.length > 0 ? 'used' : 'unused';
  return uses.length > 0 ? 'undeclared' : 'none';
}

/** Limits of one call as short phrases. */
export function limitWords(limits: Limits): readonly string[] {
  return [
    `${grouped(limits.instructions)} instructions`,
    seconds(limits.timeout_ms),
    `${bytes(limits.max_output_bytes)} of output`,
    limits.max_calls === 0 ? 'no nested calls' : `${grouped(limits.max_calls)} nested calls`,
  ];
}

export function kindWords(kind: CustomKind): { readonly label: string; readonly detail: string } {
  switch (kind) {
    case 'wander':
      return { label: 'Wander', detail: 'Wander code that runs inside the editor' };
    case 'composite':
      return { label: 'Composite', detail: 'A fixed sequence of calls of other tools' };
    case 'external':
      return {
        label: 'External',
        detail: 'Runs in a process that is connected to the editor; its code is not shown here',
      };
    case 'script':
      return { label: 'Script', detail: 'JavaScript that runs in a sandboxed process' };
  }
}

/** Strictest first: a step to the right lets more run unseen. */
export const POLICIES: readonly Policy[] = ['off', 'ask', 'auto', 'trust'];

export function policyWords(policy: Policy): { readonly label: string; readonly detail: string } {
  switch (policy) {
    case 'off':
      return { label: 'Off', detail: 'No custom tool runs.' };
    case 'ask':
      return { label: 'Ask', detail: 'Every custom tool needs your approval before it runs.' };
    case 'auto':
      return {
        label: 'Auto',
        detail:
          'Read-only tools run at once. Tools that edit, write files or reach the network need your approval.',
      };
    case 'trust':
      return {
        label: 'Trust',
        detail:
          'Every custom tool runs at once, with nobody looking. For projects whose agents you trust fully.',
      };
  }
}

export function isLoosening(from: Policy, to: Policy): boolean {
  return POLICIES.indexOf(to) > POLICIES.indexOf(from);
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(words: readonly string[]): string {
  if (words.length <= 1) return words[0] ?? '';
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function grouped(count: number): string {
  return count.toLocaleString('en');
}

function seconds(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${Number((ms / 1000).toFixed(1))} s`;
}

function bytes(count: number): string {
  if (count < 1024) return `${count} bytes`;
  if (count < 1024 * 1024) return `${Number((count / 1024).toFixed(1))} KiB`;
  return `${Number((count / (1024 * 1024)).toFixed(1))} MiB`;
}
