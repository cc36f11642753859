/**
 * Random programs with everything that the language has: what `ProgramGenerator` writes, and besides every function of the
 * library by its declared types, modules, nested functions, names that hide others, every operator in every order.
 */
import type { EntryParameter } from '../stdlib/entry';
import type { StdlibEntry } from '../stdlib/define';
import { STDLIB } from '../stdlib/registry';
import { ProgramGenerator } from './generator';
import { KEYS, KINDS, NUMBERS, TEXTS, type Kind, type Variable } from './generator-expressions';

/** Ends the run, so that there would be little else. */
const ENTRIES = STDLIB.filter(({ name, constant }) => name !== 'tool_fail' && constant !== true);
const CONSTANTS = STDLIB.filter(({ constant, handlerOnly }) => constant === true && handlerOnly !== true);

const KIND_OF: Readonly<Record<string, Kind>> = {
  number: 'number',
  string: 'string',
  bool: 'bool',
  list: 'list',
  map: 'map',
  vec: 'vec',
  color: 'color',
  entity: 'entity',
  function: 'function',
  none: 'none',
};

/** What a program may `use`. */
export const MODULES: Readonly<Record<string, string>> = {
  'lib/tools.wander': [
    'use "lib/base"',
    'const LIMIT = 4',
    'const NAMES = ["a", base.WORD, LIMIT]',
    'fn twice(x) return [x, x] end',
    'fn apply(f, x, n = base.TWO)',
    '  let all = []',
    '  repeat n times all.push(f(x)) end',
    '  return all',
    'end',
    'fn down(n) if n <= 0 then return [] end return [n] + down(n - 1) end',
    'fn fails(x) return x.nothing.more end',
  ].join('\n'),
  'lib/base.wander': 'const TWO = 2\nconst WORD = "b"\nfn join(a, b) return "{a}{b}" end\n',
};

export class WideGenerator extends ProgramGenerator {
  private nested = 0;

  override program(): string {
    const uses = 'use "lib/tools"\nuse "lib/base" as low\n';
    return uses + super.program();
  }

  /* ---- expressions --------------------------------------------------------------------------------------------------- */

  protected override expression(wanted: Kind, depth: number): string {
    if (depth <= 0 || !this.chance(20)) return super.expression(wanted, depth);
    return this.pick<() => string>([
      () => this.library(wanted, depth - 1),
      () => this.library(wanted, depth - 1),
      () => this.library(wanted, depth - 1),
      () => this.module(wanted, depth - 1),
      () => this.operators(depth - 1),
      () => this.access(wanted, depth - 1),
      () => this.longLambda(depth - 1),
    ])();
  }

  /** A call of a function or method of the library that may give what is wanted. */
  private library(wanted: Kind, depth: number): string {
    if (this.chance(5)) return this.pick(CONSTANTS).name;
    const fitting = ENTRIES.filter(
      ({ result }) => result.includes(wanted) || /any|item|self|given/.test(result),
    );
    const entry = this.pick(this.chance(15) ? ENTRIES : fitting);
    return this.libraryCall(entry, depth);
  }

  private libraryCall(entry: StdlibEntry, depth: number): string {
    const { parameters, least, most, receiver } = entry;
    const optional = Math.min(most, parameters.length) - least;
    const count = least + (optional > 0 ? this.below(optional + 1) : 0);
    const args = parameters.slice(0, count).map((parameter) => this.argument(parameter, depth));
    // Now and then one too many or too few.
    if (this.chance(2)) args.push('1');
    if (this.chance(2)) args.pop();
    const call = `${entry.name}(${args.join(', ')})`;
    if (receiver === undefined) return call;
    const variable = this.variable(receiver);
    if (entry.changesReceiver === true && variable !== undefined && this.chance(90))
      return `${variable.name}.${call}`;
    return `${this.bracketed(super.expression(receiver, depth))}.${call}`;
  }

  private argument({ type, calledWith }: EntryParameter, depth: number): string {
    if (calledWith !== undefined && this.chance(80)) return this.lambdaOf(calledWith.length, depth);
    const kinds = type
      .replace(/<[^>]*>/g, '')
      .replace('?', '|none')
      .split('|')
      .map((name) => KIND_OF[name] ?? this.pick(KINDS));
    // Large numbers make large things, and those only show that there are bounds.
    if (type === 'number' && this.chance(60)) return this.pick(['0', '1', '2', '5', '-1', '1.5']);
    return this.expression(this.pick(kinds), depth);
  }

  private lambdaOf(most: number, depth: number): string {
    const names = Array.from({ length: this.below(most + 1) }, () => this.newName('w'));
    this.scopes.push(names.map((name) => ({ name, kind: this.pick(KINDS), fixed: false })));
    const value = this.expression(this.pick(KINDS), Math.min(1, depth));
    this.scopes.pop();
    return `((${names.join(', ')}) => ${value})`;
  }

  private module(wanted: Kind, depth: number): string {
    const value = this.expression(wanted, depth);
    return this.pick([
      `tools.twice(${value})`,
      `tools.apply(${this.lambdaOf(1, depth)}, ${value})`,
      `tools.apply(${this.lambdaOf(1, depth)}, ${value}, ${this.below(4)})`,
      `tools.down(${this.below(6)})`,
      this.chance(5) ? `tools.fails(${value})` : 'low.TWO',
      'tools.NAMES',
      'tools.LIMIT',
      `low.join(${value}, low.WORD)`,
      `[low.TWO, ${value}]`,
    ]);
  }

  /** Operators without brackets between them, so that their order counts. */
  private operators(depth: number): string {
    const parts = Array.from({ length: 2 + this.below(3) }, () => this.operand(depth));
    const operator = (): string =>
      this.pick(['+', '-', '*', '/', '%', 'and', 'or', '??', '+', '*', 'in', 'not in', '<', '==']);
    const text = parts.reduce((left, right) => `${left} ${operator()} ${right}`);
    // A comparison in a comparison is refused where it is not in brackets.
    const isChained = (text.match(/<|==|\bin\b/g) ?? []).length > 1;
    return `(${isChained ? parts.join(' + ') : text})`;
  }

  private operand(depth: number): string {
    const value = this.bracketed(
      this.expression(this.pick(['number', 'bool', 'string', 'list', 'vec']), depth),
    );
    return this.pick([value, value, `(not ${value})`, `(-${value})`]);
  }

  private access(wanted: Kind, depth: number): string {
    const value = this.expression(wanted, depth);
    const key = this.pick(KEYS);
    const list = this.bracketed(this.expression('list', depth));
    return this.pick([
      `{${key}: ${value}}["${key}"]`,
      `{["${key}"]: ${value}, b: ${this.expression('number', 0)}}.${key}`,
      `${list}[${this.pick(['0', '-1', '1', '-2'])}]`,
      `{f: ${this.lambdaOf(1, depth)}}.f(${value})`,
      `[${this.lambdaOf(1, depth)}][0](${value})`,
      `(if ${this.expression('bool', depth)} then ${value} else if ${this.expression('bool', 0)} then ${value} else none)`,
      `"{"{${value}}"}{[${value}]}"`,
      `${this.bracketed(this.expression('entity', depth))}["${this.pick(['hp', 'name', 'position', 'light', key])}"]`,
    ]);
  }

  /** A function of several statements, within its own scope. */
  private longLambda(depth: number): string {
    if (this.nested >= 2) return super.expression('function', 0);
    const name = this.newName('w');
    const { loops, indent, budget } = this;
    this.nested += 1;
    this.scopes.push([{ name, kind: this.pick(KINDS), fixed: false }]);
    this.loops = 0;
    this.indent = `${indent}  `;
    this.budget = 2;
    const lines = Array.from({ length: 1 + this.below(3) }, () => this.statement());
    const result = this.expression(this.pick(KINDS), Math.min(1, depth));
    lines.push(`${this.indent}return ${result}`);
    this.scopes.pop();
    this.nested -= 1;
    Object.assign(this, { loops, indent, budget });
    const fn = `(fn(${name}${this.chance(30) ? ` = ${this.literal('number')}` : ''})\n${lines.join('\n')}\n${indent}end)`;
    return this.chance(50) ? `${fn}(${this.expression(this.pick(KINDS), 0)})` : fn;
  }

  private bracketed(text: string): string {
    return /^[\w.]+$/.test(text) ? text : `(${text})`;
  }

  /* ---- statements ---------------------------------------------------------------------------------------------------- */

  protected override statement(): string {
    if (!this.chance(25)) return super.statement();
    const { indent } = this;
    const isDeep = this.budget < 0 || indent.length > 6;
    const line = (text: string): string => indent + text;
    return this.pick<() => string>([
      () => line(this.setText()),
      () => line(this.hidingText()),
      () => line(this.updateText()),
      () => this.partText(),
      () =>
        line(
          `if ${this.expression('number', 0)} ${this.pick(['<', '<=', '>', '>='])} ${this.below(4)} then ${this.setText()} end`,
        ),
      () => line(this.worldText()),
      () => line(`print ${this.expression(this.pick(KINDS), 2)}`),
      () => (isDeep ? line(this.setText()) : this.matchText()),
      () => (isDeep ? line(this.setText()) : this.searchText()),
      () => line(`if ${this.expression('bool', 1)} then ${this.chance(20) ? 'stop' : this.setText()} end`),
    ])();
  }

  private setText(): string {
    const target = this.variable(undefined, true);
    if (target === undefined) return `log ${this.expression('number', 1)}`;
    return `set ${target.name} to ${this.expression(target.kind, 2)}`;
  }

  /** A name that hides another one, or is declared again where it is. */
  private hidingText(): string {
    const hidden = this.variable(undefined);
    const kind = this.pick(KINDS);
    if (hidden === undefined || this.scopes.at(-1)?.some(({ fixed }) => fixed) === true)
      return `log ${this.expression(kind, 1)}`;
    const value = this.expression(kind, 2);
    const variable: Variable = { name: hidden.name, kind, fixed: false };
    // The others of that name can't be reached any more.
    this.scopes.at(-1)?.push(variable);
    return `let ${hidden.name} = ${value}`;
  }

  /** A part of a value gets a name of its own, and is changed: what it was a part of must stay as it is. */
  private partText(): string {
    const whole = this.variable(this.pick(['list', 'map'] as const));
    if (whole === undefined) return `${this.indent}log ${this.expression('number', 1)}`;
    const name = this.newName();
    const steps =
      whole.kind === 'list' ? ['[0]', '[-1]', '.first()', '.last()'] : ['.a', '["a"]', '.get("a")', '.b'];
    const change = this.pick([
      `if type_of(${name}) == "list" then ${name}.push(${this.expression('number', 0)}) end`,
      `if type_of(${name}) == "map" then ${name}.hp = ${this.expression('number', 0)} end`,
      `if type_of(${name}) == "list" then ${name}.reverse() end`,
    ]);
    this.scopes.at(-1)?.push({ name, kind: 'list', fixed: false });
    const guarded = `if ${whole.name} then ${whole.name}${this.pick(steps)} else none`;
    return `${this.indent}let ${name} = ${this.chance(30) ? `(${guarded})` : `${whole.name}${this.pick(steps)}`}\n${this.indent}${change}`;
  }

  private updateText(): string {
    const target = this.variable(undefined, true);
    if (target === undefined) return `log ${this.expression('number', 1)}`;
    const { name, kind } = target;
    const value = this.expression(this.pick([kind, 'number']), 1);
    const path = this.pick([
      '',
      `.${this.pick(KEYS)}`,
      `[${this.expression('number', 0)}]`,
      '.a.b',
      '[0][0]',
      '.x',
    ]);
    return `${name}${path} ${this.pick(['=', '+=', '-=', '*=', '/=', '%='])} ${value}`;
  }

  private worldText(): string {
    const entity = this.literal('entity');
    const value = this.expression(this.pick(KINDS), 1);
    return this.pick([
      `${entity}.${this.pick(KEYS)} = ${value}`,
      `${entity}.items.push(${value})`,
      `${entity}.light.intensity += ${this.expression('number', 1)}`,
      `${entity}.light = ${this.expression('map', 1)}`,
      `${entity}.name = ${value}`,
      `${entity}.enabled = ${value}`,
      `move ${entity} toward ${this.expression('vec', 1)} at ${this.expression('number', 0)}`,
      `emit "x" with ${value} to ${entity}`,
      `write_file("out.txt", ${value})`,
      `tool_warn(${value})`,
      `assert(${value}, ${this.pick(TEXTS)})`,
      `log try_tool("echo", ${this.expression('map', 1)})`,
      `log try_tool(${this.pick(TEXTS)})`,
    ]);
  }

  private matchText(): string {
    const kind = this.pick(KINDS);
    const arms = Array.from(
      { length: 1 + this.below(3) },
      () => `${this.indent}when ${this.expression(kind, 1)}, ${this.literal(kind)} then\n${this.block()}`,
    );
    return `${this.indent}match ${this.expression(kind, 2)}\n${arms.join('\n')}\n${this.indent}end`;
  }

  /** A loop that ends early, and what it had by then. */
  private searchText(): string {
    const [item, found] = [this.newName('x'), this.newName('v')];
    this.scopes.at(-1)?.push({ name: found, kind: 'number', fixed: false });
    const inner = this.loopBlock([{ name: item, kind: this.pick(KINDS), fixed: false }]);
    const head = this.pick([
      `for ${item} in ${this.expression('list', 2)}`,
      `for ${item} in ${this.pick(NUMBERS)}..${this.pick(['0', '3', '-2'])} step ${this.pick(['1', '-1', '0.75'])}`,
      `for ${item} in 1..=${this.below(5)}`,
    ]);
    return [
      `${this.indent}let ${found} = none`,
      this.indent + head,
      inner,
      `${this.indent}  if ${this.expression('bool', 0)} then ${this.pick(['break', 'continue', `return ${found}`])} end`,
      `${this.indent}  ${found} = ${item}`,
      `${this.indent}end`,
    ].join('\n');
  }
}
