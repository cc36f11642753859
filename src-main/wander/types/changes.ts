/** Assignments and other changes: of variables, of parts of them, and of entities. */
import type { AssignStatement, Expression, Span, Variable } from '../ast';
import { MethodChecker } from './methods';
import { ENTITY_MEMBERS, memberType } from './members';
import { binaryType, needsOf } from './operators';
import { KINDS } from '../kinds';
import { ANY, cannot, capital, asWritten, certainly, inWords, isAny, may, type Type } from './type';

const POINT = KINDS.vec | KINDS.entity;

export abstract class ChangeChecker extends MethodChecker {
  protected assigned(variable: Variable, type: Type, at: Expression): void {
    const annotation = this.env.annotation(variable);
    if (annotation === undefined) {
      this.env.widen(variable, type);
      return;
    }
    this.declaredAs(variable.name, annotation, type, at);
  }

  /** A value of what is declared with a type. */
  protected declaredAs(name: string, annotation: Type, type: Type, at: Expression): void {
    if (!cannot(type, this.accepted(annotation))) return;
    const message = `"${name}" is declared as ${asWritten(annotation)}, and this is ${inWords(type)}.`;
    this.error('type_mismatch', message, at);
  }

  protected assignment(node: AssignStatement): void {
    const value = this.typeOf(node.value);
    const { target, operator } = node;
    if (target.kind === 'bad-expression') return;
    const old = operator === '=' ? undefined : this.typeOf(target);
    const type = old === undefined ? value : this.compound(node, old, value);
    if (target.kind === 'name') {
      if (target.binding?.kind === 'local') this.assigned(target.binding.variable, type, node.value);
      return;
    }
    if (old === undefined) this.typeOfSubject(target);
    this.assignPart(target, type, node);
  }

  /** Looks at what the target is a part of, without reading the part. */
  private typeOfSubject(target: Extract<Expression, { kind: 'member' | 'index' }>): void {
    if (target.kind === 'member' && target.member !== undefined) return;
    for (let on: Expression = target.subject; on.kind === 'member' || on.kind === 'index'; on = on.subject)
      this.unread.add(on);
    this.typeOf(target.subject);
    if (target.kind === 'index') this.typeOf(target.index);
  }

  private compound(node: AssignStatement, old: Type, value: Type): Type {
    const operator = node.operator.slice(0, 1) as '+' | '-' | '*' | '/' | '%';
    const type = binaryType(operator, old, value);
    if (type !== undefined) return type;
    const message = `"${node.operator}" needs ${needsOf(operator)}; here are ${inWords(old)} and ${inWords(value)}.`;
    this.error('type_mismatch', message, node.operatorSpan);
    // It stays what it was: a variable that could then be anything would take the error back.
    return old;
  }

  private assignPart(
    target: Extract<Expression, { kind: 'member' | 'index' }>,
    type: Type,
    node: AssignStatement,
  ): void {
    if (target.kind === 'member' && target.member !== undefined) {
      this.error('not_assignable', "What belongs to a module can't be assigned to.", target, {
        hint: 'Copy it into a variable first: let mine = …, then change that.',
      });
      return;
    }
    const subject = this.env.expression(target.subject) ?? ANY;
    if (target.kind === 'member') this.checkMember(target, subject, type, node.value);
    else if (cannot(subject, KINDS.list | KINDS.map | KINDS.entity | KINDS.vec)) {
      const isText = certainly(subject, KINDS.string);
      this.error(
        'not_assignable',
        isText
          ? "A character of a string can't be assigned to."
          : `${capital(inWords(subject))} has no items.`,
        target.bracket,
        {
          hint: isText ? 'Make a new string.' : undefined,
        },
      );
    }
    const root = target.subject;
    if (
      root.kind === 'name' &&
      root.binding?.kind === 'local' &&
      may(subject, KINDS.list | KINDS.map) &&
      !isAny(subject)
    ) {
      this.env.widen(root.binding.variable, this.withPart(target, subject, type));
    }
    this.changeOfPart(
      target,
      `${node.operator === '=' ? 'assigning' : 'changing'} ${this.placeText(target)}`,
      target,
      2,
    );
  }

  private withPart(
    target: Extract<Expression, { kind: 'member' | 'index' }>,
    subject: Type,
    type: Type,
  ): Type {
    const kinds = subject.kinds & (KINDS.list | KINDS.map);
    const key = target.kind === 'member' ? target.name.text : this.literalText(target.index);
    if (kinds === KINDS.map && key !== undefined && subject.fields !== undefined) {
      return { kinds, fields: new Map([[key, { type }]]), closed: false };
    }
    return kinds === KINDS.list || subject.fields === undefined ? { kinds, item: type } : { kinds };
  }

  private placeText(target: Extract<Expression, { kind: 'member' | 'index' }>): string {
    return target.kind === 'member' ? `.${target.name.text}` : 'an element';
  }

  private checkMember(
    target: Extract<Expression, { kind: 'member' }>,
    subject: Type,
    type: Type,
    value: Expression,
  ): void {
    const { name } = target;
    if (name.text === '' || subject.kinds === 0 || isAny(subject)) return;
    this.checkPropertyName(target, subject, 'write');
    if (memberType(subject, name.text, this.isComponent) === undefined) {
      this.error(
        'unknown_property',
        `${capital(inWords(subject))} has no "${name.text}" to assign to.`,
        name,
      );
      return;
    }
    if (name.text === 'length' && !may(subject, KINDS.map | KINDS.entity)) {
      const hint = may(subject, KINDS.vec)
        ? 'Write v = normalize(v) * length.'
        : 'Add items, or take some out.';
      this.error('readonly', "The length can't be assigned to.", name, { hint });
    }
    if (!certainly(subject, KINDS.entity | KINDS.none)) return;
    const property = ENTITY_MEMBERS.find((known) => known.name === name.text);
    if (property === undefined) return;
    if (property.readOnly === true) {
      this.error('readonly', `"${name.text}" of an entity can't be assigned to.`, name, {
        hint: property.doc,
      });
    } else if (property.type.kinds === KINDS.vec && cannot(type, POINT)) {
      this.error('type_mismatch', `"${name.text}" takes a vector, not ${inWords(type)}.`, value);
    } else if (name.text === 'color' && cannot(type, KINDS.color | KINDS.string)) {
      this.error('type_mismatch', `"color" takes a color, not ${inWords(type)}.`, value);
    }
  }

  protected changeOfPart(place: Expression, what: string, at: Span, deep: number): void {
    const steps: Extract<Expression, { kind: 'member' | 'index' }>[] = [];
    let node = place;
    let isUncertain = false;
    while (node.kind === 'member' || node.kind === 'index') {
      steps.unshift(node);
      const type = this.env.expression(node.subject);
      if (this.isEntity(node.subject)) {
        this.noteWrite(steps, what, at);
        return;
      }
      if (type !== undefined && (may(type, KINDS.entity) || type.kinds === 0)) isUncertain = true;
      node = node.subject;
    }
    if (isUncertain)
      this.effects.unbounded.add(`${what} may change an entity, or only a value of the script`);
    // Deeper parts of a variable are not followed one by one.
    if (steps.length >= deep && node.kind === 'name' && node.binding?.kind === 'local') {
      const held = this.env.variable(node.binding.variable);
      if (!isAny(held) && may(held, KINDS.list | KINDS.map)) {
        this.env.widen(node.binding.variable, { kinds: held.kinds & (KINDS.list | KINDS.map) });
      }
    }
  }

  private noteWrite(
    steps: readonly Extract<Expression, { kind: 'member' | 'index' }>[],
    what: string,
    at: Span,
  ): void {
    const [first, second] = steps;
    const name = first?.kind === 'member' ? first.name.text : this.literalText(first?.index);
    if (name === undefined)
      this.effects.unbounded.add('a property of an entity is named by a value that is worked out as it runs');
    else
      this.effects.writes.add(
        this.propertyName(name, second?.kind === 'member' ? second.name.text : undefined),
      );
    this.effects.mutations.push({ span: { start: at.start, end: at.end }, what });
  }
}
