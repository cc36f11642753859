/** What a tool could do without, in words. */
import type { Capabilities, LeastCapabilities, Narrowing, Policy } from '../../../src-preload/contract';
import { listed, needsSingleDecision } from './capability-words';

export interface NarrowingLine {
  readonly subject: string;
  readonly from: string;
  readonly to: string;
  /** How it is known. */
  readonly known: string;
}

const SUBJECTS: Readonly<Record<Narrowing['capability'], string>> = {
  read_scene: 'Read the scene',
  mutate: 'Edit the scene',
  calls: 'Call tools',
  'files.read': 'Read files',
  'files.write': 'Write files',
};

export function narrowingLines(least: LeastCapabilities, composite: boolean): readonly NarrowingLine[] {
  return least.narrowings.map((narrowing) => ({
    subject: SUBJECTS[narrowing.capability],
    from: valueWords(narrowing.from),
    to: valueWords(narrowing.to),
    known:
      narrowing.known_from === 'code'
        ? `its ${composite ? 'steps tell' : 'code tells'}`
        : `seen in ${callCount(least.recorded_calls ?? 0)}`,
  }));
}

/** What stays as it is because nothing tells; empty where all is told. */
export function keptWords(least: LeastCapabilities): string {
  if (least.kept.length === 0) return '';
  const subjects = least.kept.map((name) => SUBJECTS[name].toLowerCase());
  return `Stays as declared, since neither the code nor a recorded call tells what it needs: ${listed(subjects)}.`;
}

/** What becomes of a tool that gets these capabilities, before a person says yes to it. */
export function afterNarrowing(least: Capabilities, policy: Policy): string {
  if (policy === 'trust') return 'It is another definition then, and runs at once under the present policy.';
  if (policy === 'off') return 'It is another definition then, for which no approval stands.';
  return policy === 'auto' && !needsSingleDecision(least)
    ? 'It is another definition then. It only reads, so it runs without approval under the present policy.'
    : 'It is another definition then, which waits for your approval: nobody can call it until you decide.';
}

function valueWords(value: boolean | readonly string[]): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value.length === 0 ? 'no' : value.join(', ');
}

function callCount(count: number): string {
  return count === 1 ? 'one recorded call' : `${count.toLocaleString('en')} recorded calls`;
}
