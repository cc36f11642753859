/**
 * Regular expressions for the `pattern`s of schemas that anybody may have written: ECMAScript's syntax without look-around
 * and back-references, run as an automaton, so that the time is bounded by the length of the text times the size of the
 * pattern, whatever both are. (Thompson, Regular Expression Search Algorithm, CACM 1968.)
 */
import { type Assertion, parsePattern, PatternError, type PatternNode } from './regex-parser';

/** States of the automaton, after counted repetitions are written out. */
const MAX_STATES = 2_000;

/** Longer texts do not match: a limit that a schema's author can see (`maxLength`) belongs before it. */
export const MAX_TEXT = 65_536;

/** Thrown where expressions take more steps than they were given. */
export class TooManySteps extends Error {
  constructor() {
    super('The regular expressions take too many steps.');
    this.name = 'TooManySteps';
  }
}

let stepsLeft = Infinity;

/**
 * Does work in which all expressions together may take so many steps. One step looks at one character in one state: some
 * ten nanoseconds. Throws `TooManySteps` beyond that.
 */
export function withinSteps<T>(steps: number, work: () => T): T {
  const before = stepsLeft;
  stepsLeft = Math.min(before, steps);
  try {
    return work();
  } finally {
    stepsLeft = before;
  }
}

type Instruction =
  | { readonly op: 'one'; readonly accepts: (code: number) => boolean }
  | { op: 'split'; left: number; right: number }
  | { op: 'jump'; to: number }
  | { readonly op: 'assert'; readonly kind: Assertion }
  | { readonly op: 'match' };

/** One way of matching under way: where in the program, and where in the text it began. */
interface Thread {
  readonly state: number;
  readonly start: number;
}

export class SafeRegex {
  private readonly program: readonly Instruction[];

  /** Throws `PatternError` for a syntax error, an unsupported construct or a pattern that is too large. */
  constructor(readonly source: string) {
    const program: Instruction[] = [];
    emit(parsePattern(source), program);
    program.push({ op: 'match' });
    this.program = program;
  }

  /** Whether the pattern is found anywhere in the text. */
  test(text: string): boolean {
    return text.length <= MAX_TEXT && this.run(Array.from(text, codeOf), true) >= 0;
  }

  /** Where the leftmost match starts, or -1. */
  search(text: string): number {
    if (text.length > MAX_TEXT) return -1;
    const characters = Array.from(text);
    const start = this.run(characters.map(codeOf), false);
    return start < 0 ? -1 : characters.slice(0, start).join('').length;
  }

  /** The start of a match, of the leftmost one unless any will do; in code points, -1 where there is none. */
  private run(codes: readonly number[], any: boolean): number {
    const marks = new Int32Array(this.program.length).fill(-1);
    let found = -1;
    let current: Thread[] = [];
    stepsLeft -= codes.length + this.program.length;
    for (let position = 0; position <= codes.length; position += 1) {
      // A new attempt starts at every position, until there is a match that no later attempt could be left of.
      if (found < 0 && this.follow({ state: 0, start: position }, position, codes, marks, current)) {
        if (any) return position;
        found = position;
      }
      const code = codes[position];
      if (code === undefined || (found >= 0 && current.length === 0)) break;
      stepsLeft -= current.length;
      if (stepsLeft < 0) throw new TooManySteps();
      const next: Thread[] = [];
      // Threads are in the order of their starts, and each state is entered once for each position: by the leftmost.
      for (const { state, start } of current) {
        if (found >= 0 && start >= found) continue;
        const instruction = this.program[state];
        if (instruction?.op !== 'one' || !instruction.accepts(code)) continue;
        if (!this.follow({ state: state + 1, start }, position + 1, codes, marks, next)) continue;
        if (any) return start;
        found = start;
      }
      current = next;
    }
    return found;
  }

  /** Ajv tells compiled patterns apart by this. */
  toString(): string {
    return `/${this.source}/safe`;
  }

  /** Adds the threads reached from one without reading; true when the end of the pattern is among them. */
  private follow(
    from: Thread,
    position: number,
    codes: readonly number[],
    marks: Int32Array,
    into: Thread[],
  ): boolean {
    const pending = [from.state];
    for (let state = pending.pop(); state !== undefined; state = pending.pop()) {
      if (marks[state] === position) continue;
      marks[state] = position;
      stepsLeft -= 1;
      const instruction = this.program[state];
      if (instruction === undefined || instruction.op === 'match') return true;
      if (instruction.op === 'one') into.push({ state, start: from.start });
      else if (instruction.op === 'jump') pending.push(instruction.to);
      else if (instruction.op === 'split') pending.push(instruction.right, instruction.left);
      else if (holds(instruction.kind, position, codes)) pending.push(state + 1);
    }
    return false;
  }
}

/** Why a pattern is refused, in words; undefined when it is fine. */
export function patternProblem(source: string): string | undefined {
  try {
    new SafeRegex(source);
    return undefined;
  } catch (error) {
    if (error instanceof PatternError) return error.message;
    throw error;
  }
}

function emit(node: PatternNode, program: Instruction[]): void {
  if (program.length > MAX_STATES) {
    throw new PatternError(`It needs more than ${MAX_STATES} states; use smaller repetition counts.`);
  }
  switch (node.type) {
    case 'one':
      program.push({ op: 'one', accepts: node.accepts });
      return;
    case 'assert':
      program.push({ op: 'assert', kind: node.kind });
      return;
    case 'sequence':
      for (const item of node.items) emit(item, program);
      return;
    case 'choice':
      emitChoice(node.branches, program);
      return;
    case 'repeat':
      emitRepeat(node, program);
  }
}

function emitChoice(branches: readonly PatternNode[], program: Instruction[]): void {
  const ends: { op: 'jump'; to: number }[] = [];
  branches.forEach((branch, index) => {
    if (index === branches.length - 1) {
      emit(branch, program);
      return;
    }
    const split = { op: 'split' as const, left: program.length + 1, right: 0 };
    program.push(split);
    emit(branch, program);
    const end = { op: 'jump' as const, to: 0 };
    program.push(end);
    ends.push(end);
    split.right = program.length;
  });
  for (const end of ends) end.to = program.length;
}

function emitRepeat(
  node: { readonly item: PatternNode; readonly min: number; readonly max: number },
  program: Instruction[],
): void {
  // A repetition of nothing would otherwise be written out for ever without growing the program.
  if (isEmpty(node.item)) return;
  for (let count = 0; count < node.min; count += 1) emit(node.item, program);
  if (node.max === Infinity) {
    const split = { op: 'split' as const, left: program.length + 1, right: 0 };
    const start = program.length;
    program.push(split);
    emit(node.item, program);
    program.push({ op: 'jump', to: start });
    split.right = program.length;
    return;
  }
  const splits: { op: 'split'; left: number; right: number }[] = [];
  for (let count = node.min; count < node.max; count += 1) {
    const split = { op: 'split' as const, left: program.length + 1, right: 0 };
    program.push(split);
    splits.push(split);
    emit(node.item, program);
  }
  for (const split of splits) split.right = program.length;
}

function isEmpty(node: PatternNode): boolean {
  if (node.type === 'sequence') return node.items.every(isEmpty);
  if (node.type === 'choice') return node.branches.every(isEmpty);
  return node.type === 'repeat' && (node.max === 0 || isEmpty(node.item));
}

function holds(kind: Assertion, position: number, codes: readonly number[]): boolean {
  if (kind === 'start') return position === 0;
  if (kind === 'end') return position === codes.length;
  const edge = isWord(codes[position - 1]) !== isWord(codes[position]);
  return kind === 'edge' ? edge : !edge;
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

function isWord(code: number | undefined): boolean {
  return (
    code !== undefined &&
    (code === 95 || (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122))
  );
}
