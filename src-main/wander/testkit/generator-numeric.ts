/**
 * Random programs of functions and loops over numbers, as kernels are made of: plain ones, and in every place now and then
 * something that is none for a kernel, or fails. The same seed gives the same program.
 */
import { SeededChoices, type Choices } from './choices';

const SMALL = ['0', '1', '2', '3', '7', '10', '-1', '0.5', '-2.25', '100'] as const;
const EDGES = [
  '-0',
  '2147483647',
  '2147483648',
  '-2147483648',
  '1073741823',
  '1073741824',
  '4294967296',
  '9007199254740991',
  '9007199254740992',
  '1e15',
  '0.1',
  '1e-300',
  '5e-324',
  '1e308',
  '-1e308',
  'pi',
  // Not finite, and nothing said of it.
  'mod(1e308, 1e-10)',
] as const;
const WHOLE = [
  '0',
  '1',
  '2',
  '3',
  '-1',
  '-2',
  '5',
  '1000',
  '46341',
  '-0',
  '2147483647',
  '-2147483648',
] as const;
const OTHERS = ['"a"', 'none', '[1]', '(1, 2, 3)', '{a: 1}', 'true', 'false'] as const;
const UNARY = ['abs', 'floor', 'ceil', 'trunc', 'round', 'sqrt', 'sin', 'cos', 'tan', 'atan'] as const;
/** Those that fail for many numbers. */
const PARTIAL = ['exp', 'ln', 'log', 'log2', 'log10'] as const;
const BINARY = ['min', 'max', 'atan2', 'min', 'mod', 'pow'] as const;
const COMPARISONS = ['<', '<=', '>', '>=', '==', '!='] as const;

/** Tells 0 from −0 too. */
const SHOWN = [
  'fn shown(x)',
  '  if type_of(x) == "number" then return [x, atan2(x, -1)] end',
  '  return x',
  'end',
];

type Kind = 'number' | 'bool';

interface Variable {
  readonly name: string;
  readonly kind: Kind;
  readonly fixed: boolean;
}

export class NumericGenerator {
  private readonly choices: Choices;
  private scopes: Variable[][] = [];
  private readonly functions: { readonly name: string; readonly count: number; readonly kind: Kind }[] = [];
  private names = 0;
  private loops = 0;
  private budget = 0;
  private returns: Kind | 'any' = 'any';

  constructor(choices: number | Choices) {
    this.choices = typeof choices === 'number' ? new SeededChoices(choices) : choices;
  }

  program(): string {
    const lines = [
      'const K = 3',
      'const FLAG = true',
      'const BELOW = -2.5',
      'const MADE = 2 * K',
      '',
      ...SHOWN,
    ];
    const count = this.below(4);
    for (let index = 0; index < count; index += 1) lines.push('', this.functionText(`f${index}`));
    lines.push('', this.runText());
    return `${lines.join('\n')}\n`;
  }

  private below(count: number): number {
    return this.choices.below(count);
  }

  private chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  private pick<T>(items: readonly [T, ...T[]]): T {
    return items[this.below(items.length)] ?? items[0];
  }

  private newName(prefix: string): string {
    this.names += 1;
    return `${prefix}${this.names}`;
  }

  private variable(kind: Kind, writable = false): string | undefined {
    const fitting = this.scopes.flat().filter((one) => one.kind === kind && !(writable && one.fixed));
    return fitting[this.below(Math.max(1, fitting.length))]?.name;
  }

  /* ---- declarations -------------------------------------------------------------------------------------------------- */

  private functionText(name: string): string {
    const kind = this.chance(75) ? 'number' : 'bool';
    const parameters = Array.from({ length: this.below(4) }, (_, index) => `p${index}`);
    this.scopes = [parameters.map((one) => ({ name: one, kind: 'number', fixed: false }))];
    this.budget = 14;
    this.loops = 0;
    this.returns = kind;
    const lines: string[] = [];
    const [first] = parameters;
    if (first !== undefined && this.chance(70)) {
      // Comes to its end, mostly.
      this.functions.push({ name, count: parameters.length, kind });
      if (this.chance(85)) lines.push(`  if ${first} < 1 then return ${this.value(kind, 1)} end`);
      const less = `${name}(${parameters.map((one, index) => (index === 0 ? `${one} - 1` : one)).join(', ')})`;
      if (this.chance(60)) {
        lines.push(`  let again = ${less}`);
        this.scopes[0]?.push({ name: 'again', kind, fixed: true });
      }
    } else this.functions.push({ name, count: parameters.length, kind });
    const count = this.below(4);
    for (let index = 0; index < count; index += 1) lines.push(this.statement('  '));
    if (!this.chance(4)) lines.push(`  return ${this.value(kind, 3)}`);
    return `fn ${name}(${parameters.join(', ')})\n${lines.join('\n')}\nend`;
  }

  private runText(): string {
    this.scopes = [[]];
    this.budget = 26;
    this.loops = 0;
    this.returns = 'any';
    const lines = Array.from({ length: 3 + this.below(4) }, () => this.letText('  '));
    const count = 2 + this.below(5);
    for (let index = 0; index < count; index += 1) lines.push(this.statement('  '));
    const names = this.scopes.flat().map(({ name }) => name);
    lines.push(`  return [${names.map((name) => `shown(${name})`).join(', ')}]`);
    return `fn run(args)\n${lines.join('\n')}\nend`;
  }

  /* ---- statements ---------------------------------------------------------------------------------------------------- */

  private block(indent: string, variables: readonly Variable[] = []): string {
    this.scopes.push([...variables]);
    const lines = Array.from({ length: 1 + this.below(3) }, () => this.statement(`${indent}  `));
    this.scopes.pop();
    return lines.join('\n');
  }

  private loop(indent: string, variables: readonly Variable[] = []): string {
    this.loops += 1;
    const text = this.block(indent, variables);
    this.loops -= 1;
    return text;
  }

  private statement(indent: string): string {
    this.budget -= 1;
    const isDeep = this.budget < 0 || indent.length > 8;
    switch (this.below(isDeep ? 8 : 18)) {
      case 0:
      case 1:
        return this.letText(indent);
      case 2:
      case 3:
      case 4:
      case 5:
        return this.assignText(indent);
      case 6:
        if (this.loops > 0)
          return `${indent}if ${this.value('bool', 1)} then ${this.pick(['break', 'continue'])} end`;
        return this.assignText(indent);
      case 7:
        if (this.chance(30)) return `${indent}if ${this.value('bool', 1)} then return ${this.returned()} end`;
        return this.chance(20)
          ? `${indent}${this.pick(['log K', 'log "x"', 'let s = "x"'])}`
          : this.assignText(indent);
      case 8:
        return `${indent}if ${this.value('bool', 2)} then\n${this.block(indent)}\n${indent}end`;
      case 9:
      case 10:
        return `${indent}if ${this.value('bool', 2)} then\n${this.block(indent)}\n${indent}elif ${this.value('number', 1)} then\n${this.block(indent)}\n${indent}else\n${this.block(indent)}\n${indent}end`;
      case 11:
        return `${indent}match ${this.value(this.pick(['number', 'number', 'bool']), 2)}\n${indent}when ${this.value('number', 1)}, ${this.value(this.pick(['number', 'bool']), 1)} then\n${this.block(indent)}\n${indent}else\n${this.block(indent)}\n${indent}end`;
      case 12:
        return `${indent}repeat ${this.chance(80) ? this.below(6) : this.value('number', 1)} times\n${this.loop(indent)}\n${indent}end`;
      case 13: {
        const name = this.newName('n');
        const test = this.chance(90) ? `${name} > 0` : this.value('bool', 2);
        const step = this.chance(90) ? `${name} -= 1` : `${name} = ${name} / 2`;
        this.scopes.at(-1)?.push({ name, kind: 'number', fixed: false });
        return `${indent}let ${name} = ${this.below(6)}\n${indent}while ${test}\n${indent}  ${step}\n${this.loop(indent)}\n${indent}end`;
      }
      default:
        return this.rangeText(indent);
    }
  }

  private rangeText(indent: string): string {
    const name = this.newName('i');
    const from = this.chance(70) ? this.pick(['0', '1', '-3', '5', '0.5']) : this.value('number', 1);
    const to = this.chance(70) ? this.pick(['4', '8', '-2', '6.5', 'K', '0']) : this.value('number', 1);
    const step = this.chance(30)
      ? ` step ${this.pick(['2', '-1', '-2', '0.5', '0', '3', 'K', this.value('number', 1)])}`
      : '';
    const variable: Variable = { name, kind: 'number', fixed: this.chance(80) };
    return `${indent}for ${name} in ${from}${this.pick(['..', '..='])}${to}${step}\n${this.loop(indent, [variable])}\n${indent}end`;
  }

  private letText(indent: string): string {
    const kind: Kind = this.chance(85) ? 'number' : 'bool';
    const value = this.value(kind, 3);
    const name = this.newName('v');
    this.scopes.at(-1)?.push({ name, kind, fixed: this.chance(15) });
    return `${indent}let ${name} = ${value}`;
  }

  private assignText(indent: string): string {
    if (this.chance(12)) {
      const flag = this.variable('bool', true);
      if (flag !== undefined) return `${indent}${flag} = ${this.value('bool', 2)}`;
    }
    const name = this.variable('number', true);
    if (name === undefined) return this.letText(indent);
    const operator = this.pick(['=', '=', '+=', '+=', '-=', '*=', '/=', '%=']);
    return `${indent}${name} ${operator} ${this.value('number', 3)}`;
  }

  private returned(): string {
    if (this.chance(5)) return this.pick(['', 'none', '"x"']);
    return this.value(this.returns === 'any' ? this.pick(['number', 'bool']) : this.returns, 2);
  }

  /* ---- expressions --------------------------------------------------------------------------------------------------- */

  private value(wanted: Kind, depth: number): string {
    if (this.below(200) === 199) return this.pick(OTHERS);
    // A bool counts as a number, and a number as a bool.
    const kind = this.chance(4) ? (wanted === 'number' ? 'bool' : 'number') : wanted;
    return kind === 'number' ? this.number(depth) : this.bool(depth);
  }

  private number(depth: number): string {
    if (depth <= 0 || this.chance(40)) {
      const name = this.chance(70) ? this.variable('number') : undefined;
      if (name !== undefined) return name;
      if (this.chance(10)) return this.pick(['K', 'K', 'BELOW', 'BELOW', 'MADE']);
      return this.chance(88) ? this.pick(SMALL) : this.pick(EDGES);
    }
    if (this.chance(20)) return this.whole(depth);
    const next = (): string => this.value('number', depth - 1);
    switch (this.below(16)) {
      case 0:
      case 1:
        return `(${next()} + ${next()})`;
      case 2:
      case 3:
        return `(${next()} - ${next()})`;
      case 4:
      case 5:
        return `(${next()} * ${next()})`;
      case 6:
        return `(${next()} / ${this.chance(60) ? this.pick(['2', '3', '-0.5', '1e-10']) : next()})`;
      case 7:
      case 8:
        return `(${next()} % ${this.chance(60) ? this.pick(['2', '3', '7', '-5', '0.75', '2147483648']) : next()})`;
      case 9:
        return `(-(${next()}))`;
      case 10:
        return `(if ${this.value('bool', depth - 1)} then ${next()} else ${next()})`;
      case 11:
        return `${this.chance(90) ? this.pick(UNARY) : this.pick(PARTIAL)}(${next()})`;
      case 12:
        return `${this.pick(BINARY)}(${next()}, ${next()})`;
      case 13:
        return this.chance(50)
          ? `clamp(${next()}, ${next()}, ${next()})`
          : `max(${next()}, ${next()}, ${next()})`;
      default:
        return this.callText('number', depth) ?? this.number(0);
    }
  }

  /** Whole numbers, mostly those that loops count. */
  private whole(depth: number): string {
    const counters = this.scopes.flat().filter(({ name, fixed }) => fixed && name.startsWith('i'));
    const counter = counters[this.below(Math.max(1, counters.length))];
    if (depth <= 0 || this.chance(30))
      return counter !== undefined && this.chance(70) ? counter.name : this.pick(WHOLE);
    const [left, right] = [this.whole(depth - 1), this.whole(depth - 1)];
    return this.pick([
      `(${left} + ${right})`,
      `(${left} - ${right})`,
      `(${left} * ${right})`,
      `(${left} * ${right})`,
      `(${left} % ${right})`,
      `(${left} % ${this.pick(['2', '3', '-3', '7'])})`,
      `(-(${left}))`,
      `abs(${left})`,
      `floor(${left})`,
      `(if ${left} ${this.pick(COMPARISONS)} ${right} then ${left} else ${right})`,
      `(${left} / ${right})`,
    ]);
  }

  private bool(depth: number): string {
    if (depth <= 0 || this.chance(15)) {
      const name = this.chance(70) ? this.variable('bool') : undefined;
      return name ?? this.pick(['true', 'false', 'FLAG']);
    }
    const next = (): string => this.value('bool', depth - 1);
    switch (this.below(9)) {
      case 0:
        return `(${next()} and ${next()})`;
      case 1:
        return `(${next()} or ${next()})`;
      case 2:
        return `(not ${next()})`;
      case 3:
        return this.callText('bool', depth) ?? this.bool(0);
      case 4:
      case 5:
        return `(${this.whole(1)} ${this.pick(COMPARISONS)} ${this.whole(1)})`;
      default:
        return `(${this.number(depth - 1)} ${this.pick(COMPARISONS)} ${this.value('number', depth - 1)})`;
    }
  }

  private callText(kind: Kind, depth: number): string | undefined {
    const fitting = this.functions.filter((one) => one.kind === kind);
    const called = fitting[this.below(Math.max(1, fitting.length))];
    if (called === undefined) return undefined;
    const args = Array.from({ length: called.count }, (_, index) =>
      index === 0 && this.chance(80) ? String(this.below(6)) : this.value('number', depth - 2),
    );
    return `${called.name}(${args.join(', ')})`;
  }
}
