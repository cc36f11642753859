/** What is read behind a dot or in brackets: its type, whether it is there, and which property of an entity it is. */
import type { Expression, IndexExpression, MemberExpression } from '../ast';
import { didYouMean } from '../lost-names';
import { nearestWord } from '../suggest';
import { KnowledgeContext } from './knowledge';
import { indexType, membersHint, memberType, nearestMember } from './members';
import { nearProperty, type Suspect } from './misspelt';
import { KINDS } from '../kinds';
import { ANY, ENTITY, FUNCTION, cannot, capital, certainly, inWords, may, type Type } from './type';

export abstract class MemberChecker extends KnowledgeContext {
  protected abstract typeOf(node: Expression): Type;

  protected memberType(node: MemberExpression): Type {
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
    this.checkPropertyName(node, subject, 'read');
    if (type === undefined) return this.noMember(node, subject);
    if (subject.closed === true && certainly(subject, KINDS.map) && subject === this.argumentsType)
      this.checkArgumentName(node, subject);
    // An entity may change between the condition and here; a map that a variable holds does not.
    return certainly(subject, KINDS.map) ? this.known(type, node) : type;
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

  /** Vars that may be properties misspelt, of the walk under way. */
  protected suspects: Suspect[] = [];
  private readonly near = new Map<string, string | undefined>();

  /** `e.positon`: a var by its name, but probably a property misspelt. */
  protected checkPropertyName({ name }: MemberExpression, subject: Type, role: Suspect['role']): void {
    if (!may(subject, KINDS.entity) || !certainly(subject, KINDS.entity | KINDS.none)) return;
    if (memberType(ENTITY, name.text, this.isComponent) !== ANY) return;
    let near = this.near.get(name.text);
    if (near === undefined && !this.near.has(name.text)) {
      near = nearProperty(name.text, this.target.facts.componentTypes ?? []);
      this.near.set(name.text, near);
    }
    if (near !== undefined) this.suspects.push({ name, near, role });
  }

  /** The expression, seen already, is certainly an entity, or none. */
  protected isEntity(node: Expression): boolean {
    const type = this.env.expression(node);
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

  protected indexType(node: IndexExpression): Type {
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
}
