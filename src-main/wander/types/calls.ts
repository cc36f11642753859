/** Calls: how many arguments, of which types, what comes back, and what is done to the world. */
import type { CallExpression, Expression, FnDeclaration, Parameter, Span } from '../ast';
import { didYouMean } from '../lost-names';
import type { EntryParameter, StdlibSignature } from '../stdlib/entry';
import { arityText, signatureText } from '../stdlib/signature';
import { nearestWord } from '../suggest';
import { ExpressionChecker } from './expressions';
import { KINDS } from '../kinds';
import { ANY, cannot, NEVER, certainly, inWords, isAny, may, type Type } from './type';
import { typeOfNode, typeOfText, type TypeWords } from './written';

/** Functions of the library whose first argument names a tool or a file, and where that is noted. */
const NAMED: ReadonlyMap<string, 'calls' | 'filesRead' | 'filesWritten'> = new Map([
  ['call_tool', 'calls'],
  ['try_tool', 'calls'],
  ['read_file', 'filesRead'],
  ['list_files', 'filesRead'],
  ['file_exists', 'filesRead'],
  ['write_file', 'filesWritten'],
]);

/** Functions that write a property of an entity. */
const WRITES: ReadonlyMap<string, string> = new Map([
  ['teleport', 'position'],
  ['add_tag', 'tags'],
  ['remove_tag', 'tags'],
  ['set_parent', 'parent'],
]);

/** Functions whose second argument names what they write: a var, or a component. */
const NAMED_WRITES: ReadonlyMap<string, string> = new Map([
  ['set_var', 'vars.'],
  ['remove_var', 'vars.'],
  ['add_component', ''],
  ['remove_component', ''],
]);

/** Functions that never come back. */
export const ENDING_FUNCTIONS: ReadonlySet<string> = new Set(['tool_fail']);

interface Arity {
  readonly least: number;
  readonly most: number;
}

const arities = new WeakMap<StdlibSignature, Arity>();

/** How many arguments a function of the library takes. */
function arityOf(entry: StdlibSignature): Arity {
  let arity = arities.get(entry);
  if (arity === undefined) {
    const { parameters } = entry;
    const needed = parameters.filter(({ optional, rest }) => optional !== true && rest !== true);
    arity = { least: needed.length, most: parameters.at(-1)?.rest === true ? Infinity : parameters.length };
    arities.set(entry, arity);
  }
  return arity;
}

export abstract class CallChecker extends ExpressionChecker {
  protected call(node: CallExpression): Type {
    const { callee } = node;
    const binding = callee.kind === 'name' ? callee.binding : undefined;
    switch (binding?.kind) {
      case 'function':
        return this.callOfFunction(binding.declaration, node.arguments, callee);
      case 'builtin': {
        const entry = this.target.library.get(binding.name);
        if (entry === undefined) break;
        if (entry.constant === true) {
          this.error('not_callable', `"${binding.name}" is a value, not a function.`, callee);
          break;
        }
        return this.callOfEntry(entry, node.arguments, callee, {});
      }
      case undefined:
        break;
      case 'local':
        if (node.fallback !== undefined) return this.callWithFallback(node);
        break;
      case 'constant':
      case 'module':
      case 'state':
      case 'unknown':
    }
    return this.callOfValue(this.typeOf(callee), node.arguments, callee);
  }

  /** The variable may hold a function, or the function that it hides is meant. */
  private callWithFallback(node: CallExpression): Type {
    const { fallback, callee } = node;
    const held = this.typeOf(callee);
    if (certainly(held, KINDS.function)) return this.callOfValue(held, node.arguments, callee);
    const entry = fallback?.kind === 'builtin' ? this.target.library.get(fallback.name) : undefined;
    const isNever = cannot(held, KINDS.function);
    if (entry !== undefined && isNever) return this.callOfEntry(entry, node.arguments, callee, {});
    if (fallback?.kind === 'function' && isNever)
      return this.callOfFunction(fallback.declaration, node.arguments, callee);
    if (entry !== undefined) this.noteEntry(entry, node.arguments, callee);
    if (fallback?.kind === 'function') {
      this.effects.functions.add(fallback.declaration);
      for (const { variable } of fallback.declaration.parameters)
        if (variable !== undefined) this.env.widen(variable, ANY);
    }
    node.arguments.forEach((argument) => this.typeOf(argument));
    return ANY;
  }

  protected callOfValue(type: Type, args: readonly Expression[], at: Span): Type {
    args.forEach((argument) => this.typeOf(argument));
    if (cannot(type, KINDS.function)) {
      this.error('not_callable', `This is ${inWords(type)} and can't be called.`, at);
      return ANY;
    }
    if (!certainly(type, KINDS.function) || type.signature === undefined) return ANY;
    this.arity('This function', type.signature.least, type.signature.most, args, at);
    return type.signature.result;
  }

  protected callOfFunction(declaration: FnDeclaration, args: readonly Expression[], at: Span): Type {
    this.effects.functions.add(declaration);
    const { parameters, returns, name } = declaration;
    const least = parameters.filter((parameter) => parameter.default === undefined).length;
    this.arity(`"${name.text}"`, least, parameters.length, args, at);
    // `run` is called by the world too, with what its schema says.
    const isOwnRun = declaration.name.text === 'run' && this.target.file.functions.includes(declaration);
    const inferred = this.hasKnownCalls(declaration) || isOwnRun;
    args.forEach((argument, index) =>
      this.argumentOfFunction(name.text, argument, parameters[index], inferred),
    );
    return returns === undefined ? this.env.result(declaration) : typeOfNode(returns);
  }

  private argumentOfFunction(
    name: string,
    argument: Expression,
    parameter: Parameter | undefined,
    inferred: boolean,
  ): void {
    const type = this.typeOf(argument);
    if (parameter === undefined) return;
    if (parameter.type !== undefined) {
      const wanted = typeOfNode(parameter.type);
      if (cannot(type, this.accepted(wanted)))
        this.wrongArgument(name, parameter.name.text, wanted, type, argument);
    } else if (inferred && parameter.variable !== undefined)
      this.env.widen(parameter.variable, type.kinds === 0 ? NEVER : type);
  }

  /** Kinds that do for a type: a bool counts as a number, and a list of three numbers may have come as a vector. */
  protected accepted(wanted: Type): number {
    const bool = may(wanted, KINDS.number) ? KINDS.bool : 0;
    const vec = may(wanted, KINDS.list) ? KINDS.vec : 0;
    return wanted.kinds | bool | vec;
  }

  private wrongArgument(callee: string, name: string, wanted: Type, given: Type, at: Expression): void {
    const isTriple =
      at.kind === 'list' && (at.items.length === 2 || at.items.length === 3) && may(wanted, KINDS.vec);
    const details = isTriple
      ? { hint: 'A vector is written with parentheses: (1, 2, 3).' }
      : may(wanted, KINDS.entity) && certainly(given, KINDS.number)
        ? { hint: 'An entity is found by its id with find("#{id}").' }
        : {};
    const message = `"${name}" of ${callee} must be ${inWords(wanted)}, not ${inWords(given)}.`;
    this.error('type_mismatch', message, at, details);
  }

  private arity(
    what: string,
    least: number,
    most: number,
    args: readonly Expression[],
    at: Span,
    hint?: string,
  ): void {
    const given = args.length;
    if (given >= least && given <= most) return;
    this.error('wrong_arity', `${what} takes ${arityText(least, most)}, not ${given}.`, at, { hint });
  }

  /* ---- the library ---------------------------------------------------------------------------------------------- */

  /** A call of a function or method of the library. */
  protected callOfEntry(
    entry: StdlibSignature,
    args: readonly Expression[],
    at: Span,
    words: TypeWords,
  ): Type {
    const { parameters } = entry;
    const { least, most } = arityOf(entry);
    const isRest = most === Infinity;
    if (args.length < least || args.length > most) {
      const hint = `It is called as ${signatureText(entry)}.`;
      this.arity(`"${entry.name}"`, least, most, args, at, hint);
    }
    let given: Type | undefined;
    args.forEach((argument, index) => {
      const parameter = parameters[Math.min(index, parameters.length - 1)];
      if (parameter === undefined || (index >= parameters.length && !isRest)) {
        this.typeOf(argument);
        return;
      }
      const type = this.argumentOfEntry(argument, parameter, entry, words);
      if (parameter.calledWith !== undefined) given = type.signature?.result ?? ANY;
    });
    this.noteEntry(entry, args, at);
    return typeOfText(entry.result, { ...words, given: given ?? ANY });
  }

  private argumentOfEntry(
    argument: Expression,
    parameter: EntryParameter,
    entry: StdlibSignature,
    words: TypeWords,
  ): Type {
    if (argument.kind === 'lambda' && parameter.calledWith !== undefined) {
      this.expected.add(argument);
      // A function of one parameter is given a map's values, without their keys.
      const isOfValues = entry.receiver === 'map' && argument.parameters.length === 1;
      const given = isOfValues ? parameter.calledWith.slice(-1) : parameter.calledWith;
      argument.parameters.forEach(({ variable }, index) => {
        const text = given[index];
        if (variable !== undefined)
          this.env.widen(variable, text === undefined ? ANY : typeOfText(text, words));
      });
    }
    const type = this.typeOf(argument);
    const wanted = typeOfText(parameter.type, words);
    const none = parameter.optional === true ? KINDS.none : 0;
    if (!isAny(wanted) && cannot(type, this.accepted(wanted) | none))
      this.wrongArgument(entry.name, parameter.name, wanted, type, argument);
    return type;
  }

  private noteEntry(entry: StdlibSignature, args: readonly Expression[], at: Span): void {
    if (entry.receiver !== undefined) return;
    this.effects.builtins.add(entry.name);
    const written = WRITES.get(entry.name);
    if (written !== undefined) this.effects.writes.add(written);
    const prefix = NAMED_WRITES.get(entry.name);
    if (prefix !== undefined) this.noteNamedWrite(entry.name, prefix, args[1]);
    const where = NAMED.get(entry.name);
    if (where !== undefined) this.noteName(entry.name, where, args[0]);
    else if (entry.mutates === true)
      this.effects.mutations.push({ span: { start: at.start, end: at.end }, what: `"${entry.name}"` });
  }

  private noteNamedWrite(what: string, prefix: string, name: Expression | undefined): void {
    const text = this.literalText(name);
    if (text !== undefined) this.effects.writes.add(prefix + text);
    else this.effects.unbounded.add(`${what} names what it changes by a value that is worked out as it runs`);
  }

  private noteName(
    what: string,
    where: 'calls' | 'filesRead' | 'filesWritten',
    name: Expression | undefined,
  ): void {
    const text = this.literalText(name);
    if (text === undefined) {
      const thing = where === 'calls' ? 'a tool' : 'a file or folder';
      this.effects.unbounded.add(`${what} names ${thing} by a value that is worked out as it runs`);
      return;
    }
    this.effects[where].add(text);
    const { toolNames } = this.target.facts;
    if (where !== 'calls' || toolNames === undefined || name === undefined || toolNames.includes(text))
      return;
    const near = nearestWord(text, toolNames);
    const inside = name.kind === 'string' ? { text, start: name.start + 1, end: name.end - 1 } : undefined;
    this.warning(
      'unknown_tool',
      `There is no tool "${text}" here.`,
      name,
      (inside && didYouMean(near, inside)) ?? {},
    );
  }
}
