/**
 * Random programs: valid in their grammar and names, mostly sensible in their types, and wrong in them often enough that
 * failures are compared too. The same seed gives the same program.
 */
import { ExpressionGenerator, KEYS, KINDS, NUMBERS, type Variable } from './generator-expressions';

export class ProgramGenerator extends ExpressionGenerator {
  protected indent = '';
  protected budget = 0;

  program(): string {
    const lines = [
      `const BASE = ${this.pick(NUMBERS)}`,
      'const TABLE = {a: [1, 2, BASE], b: {hp: 3}, hp: "x"}',
    ];
    const count = this.below(4);
    for (let index = 0; index < count; index += 1) lines.push('', this.declaration(`f${index}`));
    lines.push(
      '',
      this.functionText('run', [{ name: 'args', kind: 'map', fixed: false }], 'fn run(args)', 6),
    );
    return `${lines.join('\n')}\n`;
  }

  /* ---- declarations -------------------------------------------------------------------------------------------------- */

  protected declaration(name: string): string {
    const kinds = Array.from({ length: this.below(4) }, () => this.pick(KINDS));
    const optional = kinds.length > 0 && this.chance(30) ? 1 : 0;
    const parameters = kinds.map((kind, index) => ({ name: `p${index}`, kind, fixed: false }));
    this.budget = 4;
    const texts = parameters.map((parameter, index) => {
      const isOptional = index >= kinds.length - optional;
      return isOptional ? `${parameter.name} = ${this.literal(parameter.kind)}` : parameter.name;
    });
    // It is known to itself, so that it may recurse.
    this.functions.push({ name, kinds, optional });
    return this.functionText(name, parameters, `fn ${name}(${texts.join(', ')})`, 4);
  }

  protected functionText(_name: string, parameters: Variable[], head: string, statements: number): string {
    this.scopes = [parameters];
    this.loops = 0;
    this.indent = '  ';
    this.budget = 60;
    const lines = Array.from({ length: 1 + this.below(statements) }, () => this.statement());
    lines.push(`${this.indent}return ${this.everything()}`);
    return `${head}\n${lines.join('\n')}\nend`;
  }

  /** What is returned shows what the variables hold. */
  private everything(): string {
    const visible = this.scopes.flat().filter((variable) => variable.kind !== 'function');
    const names = new Set(visible.slice(-6).map((variable) => variable.name));
    const entries = [...names].map((name) => `${name}: ${name}`);
    return `{${[...entries, `value: ${this.expression(this.pick(KINDS.slice(0, 8)), 2)}`].join(', ')}}`;
  }

  protected block(): string {
    this.scopes.push([]);
    const outer = this.indent;
    this.indent += '  ';
    const lines = Array.from({ length: 1 + this.below(3) }, () => this.statement());
    this.indent = outer;
    this.scopes.pop();
    return lines.join('\n');
  }

  protected loopBlock(variables: readonly Variable[]): string {
    this.loops += 1;
    this.scopes.push([...variables]);
    const text = this.block();
    this.scopes.pop();
    this.loops -= 1;
    return text;
  }

  /* ---- statements ---------------------------------------------------------------------------------------------------- */

  protected statement(): string {
    this.budget -= 1;
    // Blocks within blocks end somewhere.
    const isDeep = this.budget < 0 || this.indent.length > 6;
    const choice = this.below(isDeep ? 6 : 20);
    const line = (text: string): string => this.indent + text;
    const { indent } = this;
    switch (choice) {
      case 0:
      case 1:
      case 2:
        return line(this.letText());
      case 3:
      case 4:
        return line(this.assignText());
      case 5:
        return line(this.changeText());
      case 6:
      case 7:
        return line(this.chance(50) ? this.changeText() : this.assignText());
      case 8:
        return `${line(`if ${this.expression('bool', 2)} then`)}\n${this.block()}\n${indent}end`;
      case 9:
        return `${line(`if ${this.expression('bool', 2)}`)}\n${this.block()}\n${indent}elif ${this.expression('number', 1)}\n${this.block()}\n${indent}else\n${this.block()}\n${indent}end`;
      case 10: {
        const name = this.newName('i');
        const range = `${this.below(5)}${this.pick(['..', '..='])}${this.below(8)}`;
        const step = this.chance(25) ? ` step ${this.pick(['2', '-1', '0.5', '3', '1', '0'])}` : '';
        return `${line(`for ${name} in ${range}${step}`)}\n${this.loopBlock([{ name, kind: 'number', fixed: false }])}\n${indent}end`;
      }
      case 11:
      case 12: {
        const [first, second] = [this.newName('k'), this.newName('x')];
        const kind = this.pick(['list', 'map', 'string', 'list', 'vec'] as const);
        const both = this.chance(40);
        const head = both ? `${first}, ${second}` : first;
        const variables: Variable[] = [
          { name: first, kind: kind === 'map' ? 'string' : 'number', fixed: false },
        ];
        if (both) variables.push({ name: second, kind: this.pick(KINDS), fixed: false });
        return `${line(`for ${head} in ${this.expression(kind, 2)}`)}\n${this.loopBlock(variables)}\n${indent}end`;
      }
      case 13:
        return `${line(`repeat ${this.expression('number', 1)} times`)}\n${this.loopBlock([])}\n${indent}end`;
      case 14: {
        const name = this.newName('n');
        this.scopes.at(-1)?.push({ name, kind: 'number', fixed: false });
        return `${line(`let ${name} = ${this.below(4)}`)}\n${line(`while ${name} > 0`)}\n${indent}  ${name} -= 1\n${this.loopBlock([])}\n${indent}end`;
      }
      case 15:
        return `${line(`match ${this.expression(this.pick(KINDS), 2)}`)}\n${indent}when ${this.expression('number', 1)}, ${this.expression('string', 1)} then\n${this.block()}\n${indent}else\n${this.block()}\n${indent}end`;
      case 16:
        return line(`log ${this.expression(this.pick(KINDS), 2)}`);
      case 17:
        return line(this.sceneText());
      case 18:
        if (this.loops > 0)
          return `${line(`if ${this.expression('bool', 1)} then ${this.pick(['break', 'continue'])} end`)}`;
        return line(`log ${this.expression('string', 2)}`);
      default:
        return `${line(`if ${this.expression('bool', 1)} then return ${this.expression(this.pick(KINDS.slice(0, 8)), 2)} end`)}`;
    }
  }

  private letText(): string {
    const kind = this.pick(KINDS);
    const value = this.expression(kind, 3);
    const name = this.newName();
    const fixed = this.chance(10);
    this.scopes.at(-1)?.push({ name, kind, fixed });
    return `${fixed ? 'const' : 'let'} ${name} = ${value}`;
  }

  private assignText(): string {
    const operator = this.pick(['=', '=', '+=', '-=', '*=']);
    const target = this.variable(undefined, true);
    if (target === undefined) return this.letText();
    const { name, kind } = target;
    const any = this.expression(operator === '=' ? this.pick(KINDS) : 'number', 2);
    switch (this.chance(85) ? kind : 'none') {
      case 'list':
        return `${name}[${this.pick(['0', '0', '-1', this.expression('number', 1)])}]${this.chance(20) ? `.${this.pick(KEYS)}` : ''} ${operator} ${any}`;
      case 'map':
        if (this.chance(30)) return `${name}[${this.expression('string', 1)}] ${operator} ${any}`;
        return `${name}.${this.pick(KEYS)}${this.chance(20) ? '[0]' : ''} ${operator} ${any}`;
      case 'vec':
        return `${name}.${this.pick(['x', 'y', 'z'])} ${operator} ${this.expression('number', 2)}`;
      case 'color':
        return `${name}.${this.pick(['r', 'g', 'b', 'a'])} ${operator} ${this.expression('number', 2)}`;
      case 'entity': {
        const path = this.pick([
          'position',
          'position.x',
          'hp',
          'name',
          'light.intensity',
          'items',
          'items[0]',
          'id',
          'rotation.y',
        ]);
        return `${name}.${path} ${operator} ${this.chance(50) ? this.expression('number', 1) : any}`;
      }
      default:
        return `${name} ${operator} ${operator === '=' ? this.expression(kind, 3) : this.expression('number', 2)}`;
    }
  }

  /** A call of a method that changes what it is called on. */
  private changeText(): string {
    const list = this.variable('list');
    const map = this.variable('map');
    if (map !== undefined && this.chance(30)) {
      const rest = this.pick([
        `set(${this.expression('string', 1)}, ${this.expression('list', 1)})`,
        `remove(${this.expression('string', 1)})`,
        `a.push(${this.expression('number', 1)})`,
        'clear()',
      ]);
      return `${map.name}.${rest}`;
    }
    if (list === undefined) return `log ${this.expression('number', 2)}`;
    const item = this.expression(this.pick(KINDS), 2);
    return `${list.name}${this.chance(15) ? '[0]' : ''}.${this.pick([
      `push(${item})`,
      `push(${item})`,
      'pop()',
      `insert(${this.below(3)}, ${item})`,
      `remove(${item})`,
      `remove_at(${this.pick(['0', '-1', '1'])})`,
      'reverse()',
      'sort()',
      `sort(${this.lambda(1)})`,
      'clear()',
    ])}`;
  }

  private sceneText(): string {
    const entity = this.expression('entity', 1);
    return this.pick([
      `move ${entity} by ${this.expression('vec', 1)}`,
      `rotate ${entity} by ${this.expression('vec', 1)}`,
      `look ${entity} at ${this.expression('vec', 1)}`,
      `destroy ${entity}`,
      `add_tag(${entity}, ${this.expression('string', 1)})`,
      `set_var(${entity}, "hp", ${this.expression(this.pick(KINDS), 1)})`,
      `emit "ping" with ${this.expression('map', 1)}`,
    ]);
  }

  protected effectText(): string {
    return this.chance(50) ? this.changeText() : this.assignText();
  }
}
