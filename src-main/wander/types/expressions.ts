/** The types of expressions, and what is certainly wrong with them. */
import type {
  BinaryExpression,
  Block,
  Expression,
  IndexExpression,
  LambdaExpression,
  MemberExpression,
  NameExpression,
} from '../ast';
import { didYouMean } from '../lost-names';
import type { Problems } from '../problem';
import { nearestWord } from '../suggest';
import { CheckContext } from './context';
import { indexType, membersHint, memberType, nearestMember } from './members';
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
  certainly,
  inWords,
  listOf,
  mapWith,
  may,
  union,
  type Field,
  type Type,
} from './type';
import { typeOfNode, typeOfText } from './written';

/** The value is certainly of none of these kinds. */
export function cannot(type: Type, kinds: number): boolean {
  return type.kinds !== 0 && !may(type, kinds);
}

const NUMERIC = KINDS.number | KINDS.bool;

export abstract class ExpressionChecker extends CheckContext {
  protected abstract call(node: Extract<Expression, { kind: 'call' }>): Type;
  protected abstract method(node: Extract<Expression, { kind: 'method' }>): Type;
  /** Checks a body and gives what it returns. */
  protected abstract functionBody(body: Block, annotation: Type | undefined): Type;

  /** Forgets what was noted about expressions in the walk before. */
  protected startWalk(problems: Problems): void {
    this.problems = problems;
    this.unread.clear();
    this.expected.clear();
  }

  protected typeOf(node: Expression): Type {
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
        return union(this.typeOf(node.yes), this.typeOf(node.no));
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
        return this.env.variable(binding.variable);
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
    const left = this.typeOf(node.left);
    const right = this.typeOf(node.right);
    const { operator, operatorSpan } = node;
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

  private memberType(node: MemberExpression): Type {
    const { member, name } = node;
    if (member !== undefined) {
      if (member.kind === 'constant') return this.env.constant(member.declaration);
      if (member.kind === 'function') this.effects.functions.add(member.declaration);
      return member.kind === 'function' ? FUNCTION : ANY;
    }
    if (node.subject.kind === 'name' && node.subject.binding?.kind === 'module') return ANY;
    const isField = node.subject.kind === 'member' && this.isComponent(node.subject.name.text);
    if (isField) this.unread.add(node.subject);
    const subject = this.typeOf(node.subject);
    if (name.text === '') return ANY;
    const type = memberType(subject, name.text, this.isComponent);
    if (!this.unread.has(node)) this.noteRead(node);
    this.checkPropertyName(node, subject);
    if (type === undefined) return this.noMember(node, subject);
    if (subject.closed === true && certainly(subject, KINDS.map) && subject === this.argumentsType)
      this.checkArgumentName(node, subject);
    return type;
  }

  /** Places on the way to what is read or changed, which are not themselves read. */
  protected readonly unread = new Set<Expression>();

  private noteRead({ subject, name }: MemberExpression): void {
    if (this.isEntity(subject)) {
      this.effects.reads.add(this.propertyName(name.text, undefined));
    } else if (
      subject.kind === 'member' &&
      this.isComponent(subject.name.text) &&
      this.isEntity(subject.subject)
    ) {
      this.effects.reads.add(this.propertyName(subject.name.text, name.text));
    }
  }

  /** `e.positon`: a var by its name, but probably a property misspelt. */
  protected checkPropertyName({ name }: MemberExpression, subject: Type): void {
    if (!may(subject, KINDS.entity) || !certainly(subject, KINDS.entity | KINDS.none)) return;
    const isProperty = memberType(ENTITY, name.text, this.isComponent) !== ANY;
    const near = isProperty ? undefined : misspelt(name.text);
    if (near === undefined) return;
    const message = `"${name.text}" is no property of entities, so it is a var.`;
    this.warning('unlikely_property', message, name, didYouMean(near, name));
  }

  /** The expression, seen already, is certainly an entity, or none. */
  protected isEntity(node: Expression): boolean {
    const type = this.env.expressions.get(node);
    return type !== undefined && may(type, KINDS.entity) && certainly(type, KINDS.entity | KINDS.none);
  }

  /** How effects name a property, a component's field or a var. */
  protected propertyName(name: string, inner: string | undefined): string {
    if (this.isComponent(name)) return inner === undefined ? name : `${name}.${inner}`;
    return memberType(ENTITY, name, () => false) === ANY ? `vars.${name}` : name;
  }

  private noMember(node: MemberExpression, subject: Type): Type {
    const { name } = node;
    if (certainly(subject, KINDS.none)) {
      this.error('unknown_property', `This is none, which has no "${name.text}".`, name, {
        hint: 'Look whether the value is there first.',
      });
      return ANY;
    }
    const method = this.target.library
      .receiversOf(name.text)
      .some((receiver) => may(subject, KINDS[receiver]));
    const end = { start: name.end, end: name.end };
    const details = method
      ? { hint: `It is a method: ${name.text}(…).`, fix: { title: 'Call it', span: end, replacement: '()' } }
      : (didYouMean(nearestMember(subject, name.text), name) ?? { hint: membersHint(subject) });
    this.error('unknown_property', `${capital(inWords(subject))} has no "${name.text}".`, name, details);
    return ANY;
  }

  /** `args.raduis`, where the schema has no such argument. */
  private checkArgumentName(node: MemberExpression, type: Type): void {
    const names = [...(type.fields?.keys() ?? [])];
    if (names.includes(node.name.text)) return;
    const near = didYouMean(nearestWord(node.name.text, names), node.name);
    const all = names.length === 0 ? 'It has none.' : `It has ${names.slice(0, 12).join(', ')}.`;
    this.warning(
      'unknown_argument',
      `The tool's input schema has no "${node.name.text}", so this is always none.`,
      node.name,
      near ?? { hint: all },
    );
  }

  private indexType(node: IndexExpression): Type {
    const subject = this.typeOf(node.subject);
    const index = this.typeOf(node.index);
    const type = indexType(subject);
    if (type === undefined) {
      this.error('type_mismatch', `${capital(inWords(subject))} has no items.`, node.bracket);
      return ANY;
    }
    const keyed = KINDS.map | KINDS.entity;
    const counted = KINDS.list | KINDS.string | KINDS.vec;
    const wanted = (may(subject, keyed) ? KINDS.string : 0) | (may(subject, counted) ? KINDS.number : 0);
    if (subject.kinds !== 0 && cannot(index, wanted)) {
      const what = may(subject, keyed) ? 'A key is a string' : 'An index is a number';
      this.error('type_mismatch', `${what}, not ${inWords(index)}.`, node.index);
    }
    const text = this.literalText(node.index);
    if (text !== undefined && may(subject, keyed))
      return memberType({ ...subject, kinds: subject.kinds & keyed }, text, this.isComponent) ?? ANY;
    return type;
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

/** Properties of entities that are long enough to be told from other words by one edit. */
const LONG_PROPERTIES = ['position', 'rotation', 'enabled'];

function misspelt(name: string): string | undefined {
  if (name.length < 4 || name.length > 9) return undefined;
  if (name === 'colour' || name === 'colr') return 'color';
  const near = nearestWord(name, LONG_PROPERTIES);
  // One letter more at the end makes a word of its own: `positions`.
  if (near === undefined || name.startsWith(near) || Math.abs(name.length - near.length) > 1)
    return undefined;
  return near;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
