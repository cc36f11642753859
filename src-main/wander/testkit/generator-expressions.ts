/** Random expressions, and what the scope of a random program holds. */
import { SeededChoices, type Choices } from './choices';

export type Kind =
  'number' | 'string' | 'bool' | 'list' | 'map' | 'vec' | 'color' | 'entity' | 'function' | 'none';

export const KINDS: readonly Kind[] = [
  'number',
  'string',
  'bool',
  'list',
  'map',
  'vec',
  'color',
  'entity',
  'function',
  'none',
];
export const KEYS = ['a', 'b', 'hp', 'size', '__proto__', 'constructor', 'end'] as const;
export const TEXTS = [
  '""',
  '"a"',
  '"hello world"',
  '"a,b,,c"',
  "'{x}'",
  '"é😀z"',
  '"12"',
  '"constructor"',
  '"__proto__"',
] as const;
export const NUMBERS = ['0', '1', '2', '3', '7', '-1', '0.5', '1e3', '10', '-2.25', '1e308'] as const;
const COLORS = ['#f80', '#10203040', '#ffffff'] as const;
export const TAGS = ['"crate"', '"light"', '"nobody"'] as const;

export interface Variable {
  readonly name: string;
  readonly kind: Kind;
  readonly fixed: boolean;
}

export abstract class ExpressionGenerator {
  private readonly choices: Choices;
  protected scopes: Variable[][] = [];
  protected loops = 0;
  private names = 0;
  protected readonly functions: {
    readonly name: string;
    readonly kinds: readonly Kind[];
    readonly optional: number;
  }[] = [];

  constructor(choices: number | Choices) {
    this.choices = typeof choices === 'number' ? new SeededChoices(choices) : choices;
  }

  /** A statement that changes what a variable holds. */
  protected abstract effectText(): string;

  /* ---- chance ------------------------------------------------------------------------------------------------------ */

  protected below(count: number): number {
    return this.choices.below(count);
  }

  protected chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  protected pick<T>(items: readonly [T, ...T[]] | readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }

  protected newName(prefix = 'v'): string {
    this.names += 1;
    return `${prefix}${this.names}`;
  }

  protected variable(kind: Kind | undefined, writable = false): Variable | undefined {
    const fitting = this.scopes
      .flat()
      .filter((one) => (kind === undefined || one.kind === kind) && !(writable && one.fixed));
    return fitting.length === 0 ? undefined : this.pick(fitting);
  }

  /* ---- expressions --------------------------------------------------------------------------------------------------- */

  protected expression(wanted: Kind, depth: number): string {
    // Now and then something else than what fits.
    const kind = this.chance(1) ? this.pick(KINDS) : wanted;
    if (this.chance(45)) {
      const variable = this.variable(kind);
      if (variable !== undefined) return variable.name;
    }
    if (depth <= 0) return this.literal(kind);
    if (this.chance(8)) return this.anyKind(kind, depth - 1);
    return this.compound(kind, depth - 1);
  }

  /** Expressions that give whatever is put into them. */
  private anyKind(kind: Kind, depth: number): string {
    const value = this.expression(kind, depth);
    return this.pick([
      `(${this.expression('none', 0)} ?? ${value})`,
      `(if ${this.expression('bool', depth)} then ${value} else ${this.expression(kind, 0)})`,
      `[${value}][0]`,
      `{a: ${value}}.a`,
      `(x => x)(${value})`,
      `[${value}, ${this.literal(kind)}].first()`,
      `{a: ${value}}.get("a")`,
    ]);
  }

  protected literal(kind: Kind): string {
    switch (kind) {
      case 'number':
        return this.pick(NUMBERS);
      case 'string':
        return this.pick(TEXTS);
      case 'bool':
        return this.pick(['true', 'false']);
      case 'list':
        return this.pick([
          '[]',
          '[1, 2, 3]',
          '[3, 1, 2, 1]',
          '["b", "a"]',
          '[[1], [2, 3]]',
          '[{a: 1}, {a: 0}]',
          '[1, "a", none]',
          'TABLE.a',
        ]);
      case 'map':
        return this.pick([
          '{}',
          '{a: 1, b: 2}',
          '{hp: 3, end: [1]}',
          '{"__proto__": 1}',
          '{["k" + 1]: 2}',
          'TABLE',
          'TABLE.b',
        ]);
      case 'vec':
        return this.pick(['(1, 2, 3)', '(0, 0)', '(-1, 0.5, 2)']);
      case 'color':
        return this.pick(COLORS);
      case 'entity':
        return this.pick([
          'find("Crate A")',
          'find("#2")',
          'find("nobody")',
          'nearest("crate")',
          'find("Lamp")',
        ]);
      case 'function':
        return this.pick([
          '(x => x)',
          '(x => [x])',
          '((a, b) => a)',
          'abs',
          'str',
          'fn(x) return {a: x} end',
        ]);
      case 'none':
        return 'none';
    }
  }

  protected lambda(depth: number): string {
    const name = this.newName('q');
    this.scopes.push([{ name, kind: this.pick(['number', 'number', 'list', 'map'] as const), fixed: false }]);
    const loops = this.loops;
    this.loops = 0;
    const body = this.chance(70)
      ? `${name} => ${this.expression(this.pick(KINDS.slice(0, 8)), depth)}`
      : `fn(${name}) ${this.effectText()} return ${this.expression('number', 1)} end`;
    this.loops = loops;
    this.scopes.pop();
    return body;
  }

  private call(depth: number): string {
    if (this.functions.length === 0) return this.literal('number');
    const { name, kinds, optional } = this.pick(this.functions);
    const given = kinds.slice(0, kinds.length - (this.chance(50) ? optional : 0));
    return `${name}(${given.map((kind) => this.expression(kind, depth)).join(', ')})`;
  }

  /** Now and then without the default. */
  private safely(value: string, otherwise: string): string {
    return this.chance(93) ? `(${value} ?? ${otherwise})` : value;
  }

  private compound(kind: Kind, depth: number): string {
    const of = (wanted: Kind): string => this.expression(wanted, depth);
    switch (kind) {
      case 'number':
        return this.pick<() => string>([
          () => `(${of('number')} ${this.pick(['+', '-', '*', '/', '%'])} ${of('number')})`,
          () => `(${of('number')} + ${of('bool')})`,
          () => `-${this.literal('number').replace('-', '')}`,
          () => `${of('list')}.length`,
          () => `${of('vec')}.${this.pick(['x', 'y', 'length'])}`,
          () =>
            `${of('list')}.${this.pick(['count()', 'length', 'index_of(1)', 'count(x => x)', 'map(x => 1).sum()'])}`,
          () => `${this.pick(['abs', 'floor', 'round', 'sign'])}(${of('number')})`,
          () => `min(${of('number')}, ${of('number')})`,
          () =>
            this.safely(
              `${this.literal('entity')}.${this.pick(['id', 'hp', 'position.y', 'light.intensity'])}`,
              '2',
            ),
          () => `random_int(1, 6)`,
          () => this.call(depth),
          () => this.safely(`[4, ${of('number')}][${this.pick(['0', '-1', '1', '0.5'])}]`, '1'),
          () => this.safely(`{a: 1, hp: ${of('number')}}.${this.pick(KEYS)}`, '1'),
          () => `${of('list')}.reduce((t, q) => ${this.expression('number', 0)}, 0)`,
        ])();
      case 'string':
        return this.pick<() => string>([
          () => `"<{${of(this.pick(KINDS))}}|{${of('number')}}>"`,
          () => `(${of('string')} + ${of(this.pick(KINDS))})`,
          () =>
            `${of('string')}.${this.pick(['upper()', 'trim()', 'slice(1)', 'repeat(2)', 'replace("a", "bb")', 'slice(-2, 9)'])}`,
          () => `(${of('string')} + "ab")[${this.pick(['0', '-1', '1'])}]`,
          () => `${of('list')}.join("-")`,
          () => `type_of(${of(this.pick(KINDS))})`,
          () => `str(${of(this.pick(KINDS))})`,
        ])();
      case 'bool':
        return this.pick<() => string>([
          () => `(${of('number')} ${this.pick(['<', '<=', '>', '>=', '==', '!='])} ${of('number')})`,
          () => `(${of('bool')} ${this.pick(['and', 'or'])} ${of(this.pick(KINDS))})`,
          () => `(not ${of(this.pick(KINDS))})`,
          () => `(${of('number')} ${this.pick(['in', 'not in'])} ${of('list')})`,
          () => `("a" in ${of(this.pick(['map', 'string']))})`,
          () => `(${of(this.pick(KINDS))} == ${of(this.pick(KINDS))})`,
          () => `${of('list')}.${this.pick(['any', 'all'])}(${this.lambda(depth)})`,
          () => `(${of('string')} < ${of('string')})`,
        ])();
      case 'list':
        return this.pick<() => string>([
          () => `[${of(this.pick(KINDS))}, ${of(this.pick(KINDS))}]`,
          () => `(${of('list')} + ${of('list')})`,
          () => `${of('list')}.${this.pick(['map', 'filter', 'sorted'])}(${this.lambda(depth)})`,
          () =>
            `${of('list')}.${this.pick(['slice(1)', 'unique()', 'flatten()', 'enumerate()', 'sorted()'])}`,
          () => `${of('string')}.split(",")`,
          () => `${of('map')}.${this.pick(['keys()', 'values()', 'entries()'])}`,
          () => `range(${this.below(6)})`,
          () => `find_all(${this.pick(TAGS)})`,
          () => this.safely(`${of('map')}.x1`, '[5]'),
        ])();
      case 'map':
        return this.pick<() => string>([
          () => `{${this.pick(KEYS)}: ${of(this.pick(KINDS))}, x1: ${of('list')}}`,
          () => `{[${of('string')}]: ${of('number')}}`,
          () => `${of('map')}.merge(${of('map')})`,
          () => `${of('map')}.${this.pick(['map', 'filter'])}(${this.lambda(depth)})`,
          () => `${of('list')}.group_by(${this.lambda(depth)})`,
          () => `[${of('map')}, 1][0]`,
        ])();
      case 'vec':
        return this.pick<() => string>([
          () => `(${of('number')}, ${of('number')}, ${of('number')})`,
          () => `(${of('vec')} ${this.pick(['+', '-', '*'])} ${of('vec')})`,
          () => `(${of('vec')} * ${of('number')})`,
          () => `${of('entity')}.${this.pick(['position', 'scale', 'home'])}`,
          () => `normalize(${of('vec')})`,
        ])();
      case 'color':
        return this.pick<() => string>([
          () => `(${of('color')} + ${of('color')})`,
          () => `(${of('color')} * ${of('number')})`,
          () => `${of('entity')}.color`,
          () => `mix(${of('color')}, ${of('color')}, ${of('number')})`,
        ])();
      case 'entity':
        return this.pick<() => string>([
          () => `find_all("crate")[0]`,
          () => `spawn("cube", ${of('vec')}, ${of('string')})`,
          () => `[${this.literal('entity')}].last()`,
          () => this.literal('entity'),
        ])();
      case 'function':
        return `(${this.lambda(depth)})`;
      case 'none':
        return this.pick<() => string>([() => `${of('map')}.nothing`, () => `[].first()`, () => 'none'])();
    }
  }
}
