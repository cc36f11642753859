/** Why a name means nothing, and what was probably meant. */
import type { Name } from './ast';
import { FOREIGN_WORDS } from './parse/foreign';
import type { ProblemDetails, Problems } from './problem';
import type { BuiltinNames } from './names';
import type { FunctionScope } from './scope';
import { missingSubsystem } from './stdlib/unavailable';
import { nearestWord } from './suggest';

export interface LostName {
  readonly name: Name;
  readonly role: 'read' | 'write' | 'call';
  readonly scope: FunctionScope;
  /** Variables that could be seen from there. */
  readonly visible: readonly string[];
  /** It names the variable whose first value it stands in. */
  readonly isPending: boolean;
}

/** What is declared at the top of the file, and the library. */
export interface KnownNames {
  readonly constants: ReadonlyMap<string, unknown>;
  readonly functions: ReadonlyMap<string, unknown>;
  readonly builtins: BuiltinNames;
}

export function explainLostName(lost: LostName, problems: Problems, known: KnownNames): void {
  const { name, role } = lost;
  const subsystem = role === 'call' ? missingSubsystem(name.text) : undefined;
  if (subsystem !== undefined) {
    problems.error('unavailable', `"${name.text}" belongs to ${subsystem}, which is not there.`, name, {
      hint: 'The functions that there are stand in the reference: wander_reference.',
    });
    return;
  }
  const what = role === 'call' ? 'function' : 'name';
  problems.error(`unknown_${what}`, `"${name.text}" is not a known ${what}.`, name, explanation(lost, known));
}

function explanation(lost: LostName, { constants, functions, builtins }: KnownNames): ProblemDetails {
  const { name, role, visible } = lost;
  const call = role === 'call';
  const certain = certainExplanation(lost, builtins);
  if (certain !== undefined) return certain;
  const library = role === 'write' ? [] : builtins.names();
  const candidates = [...visible, ...(call ? [] : constants.keys()), ...functions.keys(), ...library];
  const near = didYouMean(nearestWord(name.text, candidates), name);
  if (near !== undefined || call) return near ?? {};
  if (role === 'read') {
    return { hint: `Declare it with "let ${name.text} = …", or put it in quotes if it is a string.` };
  }
  const span = { start: name.start, end: name.start };
  const fix = { title: 'Declare it with "let"', span, replacement: 'let ' };
  return { hint: 'A variable is declared with "let" first.', fix };
}

/** The reasons that need no guess. */
function certainExplanation(
  { name, role, scope, isPending }: LostName,
  builtins: BuiltinNames,
): ProblemDetails | undefined {
  if (role === 'call' && builtins.isToolOnly(name.text)) {
    return { hint: 'It exists only where the code runs as a tool.' };
  }
  if (role === 'call' && isPending) {
    return {
      hint: 'A function held by a variable can\'t call itself; declare it with "fn" at the top of the file.',
    };
  }
  const elsewhere = scope.declaredAnywhere(name.text);
  if (elsewhere !== undefined) {
    const later = elsewhere.declaredAt.start > name.start;
    const ended = 'It was declared in a block that has ended; declare it with "let" before that block.';
    return { hint: later ? 'It is declared further down; move its "let" up.' : ended };
  }
  const foreign = FOREIGN_WORDS.get(name.text);
  if (foreign === undefined) return undefined;
  const { use, hint } = foreign;
  return use === undefined
    ? { hint }
    : { hint, fix: { title: `Change to "${use}"`, span: name, replacement: use } };
}

export function didYouMean(near: string | undefined, { start, end }: Name): ProblemDetails | undefined {
  if (near === undefined) return undefined;
  const fix = { title: `Change to "${near}"`, span: { start, end }, replacement: near };
  return { hint: `Did you mean "${near}"?`, fix };
}
