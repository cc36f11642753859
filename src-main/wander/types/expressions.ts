/** The types of expressions, and what is certainly wrong with them. */
import type { BinaryExpression, Block, Expression, LambdaExpression, NameExpression } from '../ast';
import type { Problems } from '../problem';
import { MemberChecker } from './member-access';
import type { Suspect } from './misspelt';
import { factsOf } from './narrow';
import { binaryType, mayEqual, needsOf, negativeType } from './operators';
import { KINDS } from '../kinds';
import {
  ANY,
  BOOL,
  COLOR,
  ENTITY,
  FUNCTION,
  NEVER,
  NONE,
  NUMBER,
  STRING,
  VEC,
  cannot,
  certainly,
  inWords,
  listOf,
  mapWith,
  union,
  type Field,
  type Type,
} from './type';
import { typeOfNode, typeOfText } from './written';

const NUMERIC = KINDS.number | KINDS.bool;

export abstract class ExpressionChecker extends MemberChecker {
  protected abstract call(node: Extract<Expression, { kind: 'call' }>): Type;
  protected abstract method(node: Extract<Expression, { kind: 'method' }>): Type;
  /** Checks a body and gives what it returns. */
  protected abstract functionBody(body: Block, annotation: Type | undefined): Type;

  /** Forgets what was noted about expressions in the walk before. */
  protected startWalk(problems: Problems, suspects: Suspect[]): void {
    this.problems = problems;
    this.suspects = suspects;
    this.unread.clear();
    this.expected.clear();
    this.facts = [];
  }

  protected override typeOf(node: Expression): Type {
    return this.remember(node, this.find(node));
  }

  private find(node: Expression): Type {
    switch (node.kind) {
      case 'number':
        return NUMBER;
      case 'string':
        return STRING;
      case 'interpolation':
        for (const part of node.parts) if (typeof part !== 'string') this.typeOf(part);
        return STRING;
      case 'bool':
        return BOOL;
      case 'none':
        return NONE;
      case 'color':
        return COLOR;
      case 'name':
        return this.nameType(node);
      case 'vector':
        for (const part of [node.x, node.y, node.z])
          if (part !== undefined) this.number(part, 'A part of a vector');
        return VEC;
      case 'color-parts':
        for (const part of node.parts) this.number(part, 'A channel of a color');
        return COLOR;
      case 'list':
        return listOf(node.items.map((item) => this.typeOf(item)).reduce((a, b) => union(a, b, 1), NEVER));
      case 'map':
        return this.mapType(node);
      case 'unary':
        return this.unaryType(node);
      case 'binary':
        return this.operatorType(node);
      case 'conditional': {
        this.typeOf(node.condition);
        const yes = this.knowing(factsOf(node.condition, true), [], () => this.typeOf(node.yes));
        const no = this.knowing(factsOf(node.condition, false), [], () => this.typeOf(node.no));
        return union(yes, no);
      }
      case 'call':
        return this.call(node);
      case 'method':
        return this.method(node);
      case 'member':
        return this.memberType(node);
      case 'index':
        return this.indexType(node);
      case 'lambda':
        return this.lambdaType(node);
      case 'bad-expression':
        return ANY;
    }
  }

  /** A value that must be a number. */
  protected number(node: Expression, what: string): Type {
    const type = this.typeOf(node);
    if (cannot(type, NUMERIC))
      this.error('type_mismatch', `${what} is a number, not ${inWords(type)}.`, node);
    return type;
  }

  private nameType(node: NameExpression): Type {
    const { binding } = node;
    switch (binding?.kind) {
      case 'local':
        return this.known(this.env.variable(binding.variable), node);
      case 'constant':
        return this.env.constant(binding.declaration);
      case 'function': {
        const { declaration } = binding;
        this.effects.functions.add(declaration);
        const least = declaration.parameters.filter((parameter) => parameter.default === undefined).length;
        const signature = {
          least,
          most: declaration.parameters.length,
          result: this.env.result(declaration),
        };
        return { ...FUNCTION, signature };
      }
      case 'builtin':
        return this.builtinType(binding.name);
      default:
        return ANY;
    }
  }

  private builtinType(name: string): Type {
    const { library } = this.target;
    const entry = library.entry(name);
    if (entry === undefined) return ANY;
    if (entry.constant !== true) {
      this.effects.builtins.add(name);
      return FUNCTION;
    }
    if (name === 'self' && library.mode === 'script') return ENTITY;
    // `other` and the like are there or not as things are.
    if (entry.group === 'game' && entry.result.endsWith('?')) return ANY;
    return typeOfText(entry.result);
  }

  private mapType(node: Extract<Expression, { kind: 'map' }>): Type {
    const fields = new Map<string, Field>();
    let closed = true;
    for (const { key, value } of node.entries) {
      if (typeof key === 'string') fields.set(key, { type: this.typeOf(value) });
      else {
        closed = false;
        const type = this.typeOf(key);
        if (cannot(type, KINDS.string)) {
          this.error('type_mismatch', `A key is a string, not ${inWords(type)}.`, key, {
            hint: 'str(x) makes a string.',
          });
        }
        this.typeOf(value);
      }
    }
    // With computed keys nothing is known of any key.
    return closed && fields.size <= 64 ? mapWith(fields, true) : { kinds: KINDS.map };
  }

  private unaryType(node: Extract<Expression, { kind: 'unary' }>): Type {
    const operand = this.typeOf(node.operand);
    if (node.operator === 'not') return BOOL;
    const type = negativeType(operand);
    if (type !== undefined) return type;
    this.error(
      'type_mismatch',
      `"-" needs a number or a vector, not ${inWords(operand)}.`,
      node.operatorSpan,
    );
    return ANY;
  }

  private operatorType(node: BinaryExpression): Type {
    const { operator, operatorSpan } = node;
    const left = this.typeOf(node.left);
    // The right side of "and" and "or" is worked out only where the left one has not decided.
    const isShort = operator === 'and' || operator === 'or';
    const right = isShort
      ? this.knowing(factsOf(node.left, operator === 'and'), [], () => this.typeOf(node.right))
      : this.typeOf(node.right);
    const type = binaryType(operator, left, right);
    if (type === undefined) {
      const message = `"${operator}" needs ${needsOf(operator)}; here are ${inWords(left)} and ${inWords(right)}.`;
      const isNone = certainly(left, KINDS.none) || certainly(right, KINDS.none);
      this.error(
        'type_mismatch',
        message,
        operatorSpan,
        isNone ? { hint: 'Give a default for none with "??".' } : {},
      );
      return ANY;
    }
    if ((operator === '==' || operator === '!=') && !mayEqual(left, right))
      this.warnNeverEqual(node, left, right);
    if ((operator === '/' || operator === '%') && node.right.kind === 'number' && node.right.value === 0) {
      this.warning(
        'division_by_zero',
        'This divides by zero, which ends the run with an error.',
        operatorSpan,
      );
    }
    if (operator === '??' && cannot(left, KINDS.none)) {
      this.warning(
        'never_none',
        `The left side is ${inWords(left)} and never none, so the right side is never used.`,
        operatorSpan,
      );
    }
    return type;
  }

  private warnNeverEqual(node: BinaryExpression, left: Type, right: Type): void {
    const sides = [left, right];
    const isId =
      sides.some((side) => certainly(side, KINDS.entity)) &&
      sides.some((side) => certainly(side, KINDS.number));
    const result = node.operator === '==' ? 'never equal' : 'always unequal';
    this.warning(
      'never_equal',
      `These are ${result}: ${inWords(left)} and ${inWords(right)}.`,
      node.operatorSpan,
      {
        hint: isId ? 'Compare the id: e.id == 12.' : undefined,
      },
    );
  }

  private lambdaType(node: LambdaExpression): Type {
    for (const parameter of node.parameters) {
      const { variable } = parameter;
      if (variable === undefined) continue;
      if (parameter.type !== undefined)
        this.env.annotate(variable, typeOfNode(parameter.type, this.problems));
      // Who calls it is not known, but where the caller of this has said so.
      else if (!this.expected.has(node)) this.env.widen(variable, ANY);
      if (parameter.default !== undefined) this.env.widen(variable, this.typeOf(parameter.default));
    }
    const annotation = node.returns === undefined ? undefined : typeOfNode(node.returns, this.problems);
    const result = this.functionBody(node.body, annotation);
    const least = node.parameters.filter((parameter) => parameter.default === undefined).length;
    return { ...FUNCTION, signature: { least, most: node.parameters.length, result } };
  }

  /** Lambdas whose parameters are known from what calls them. */
  protected readonly expected = new Set<LambdaExpression>();
}
