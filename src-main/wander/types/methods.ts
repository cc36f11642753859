/** Methods: which one is meant, and what becomes of the value that it is called on. */
import type { Expression, MethodExpression, Span } from '../ast';
import { didYouMean } from '../lost-names';
import { FOREIGN_METHODS } from '../parse/foreign';
import type { Receiver, StdlibSignature } from '../stdlib/entry';
import { nearestWord } from '../suggest';
import { CallChecker } from './calls';
import { membersOf } from './members';
import { KINDS, kindsIn } from '../kinds';
import {
  ANY,
  NEVER,
  capital,
  certainly,
  inWords,
  isAny,
  itemType,
  kindsOf,
  may,
  without,
  type Type,
} from './type';

export abstract class MethodChecker extends CallChecker {
  protected override method(node: MethodExpression): Type {
    const { name, member } = node;
    if (member?.kind === 'function') return this.callOfFunction(member.declaration, node.arguments, name);
    if (member?.kind === 'constant')
      return this.callOfValue(this.env.constant(member.declaration), node.arguments, name);
    const isModule = node.subject.kind === 'name' && node.subject.binding?.kind === 'module';
    const subject = isModule ? ANY : this.typeOf(node.subject);
    const entry = isModule ? undefined : this.entryOf(subject, name.text);
    if (entry === undefined) {
      if (!isModule) this.checkMethodExists(node, subject);
      node.arguments.forEach((argument) => this.typeOf(argument));
      if (!isModule && this.target.library.changesReceiver(name.text)) this.changeOfUnknown(node, subject);
      return subject.kinds === 0 ? NEVER : ANY;
    }
    const item = itemType(subject);
    const result = this.callOfEntry(entry, node.arguments, name, {
      self: without(subject, KINDS.none),
      item: item.kinds === 0 ? NEVER : item,
    });
    if (entry.changesReceiver === true) this.changeOfReceiver(node, entry, subject);
    return result;
  }

  /** The one entry that a method means, where the subject's type tells. */
  private entryOf(subject: Type, name: string): StdlibSignature | undefined {
    const kinds = kindsIn(subject.kinds & ~KINDS.none);
    return kinds.length === 1 ? this.target.library.method(kinds[0] as Receiver, name) : undefined;
  }

  private checkMethodExists(node: MethodExpression, subject: Type): void {
    const { name } = node;
    // Keys of a map may hold functions, and so may whatever is not known.
    if (subject.kinds === 0 || may(subject, KINDS.map)) return;
    const kinds = kindsOf(subject).filter((kind) => kind !== 'none');
    const { library } = this.target;
    // A list of three numbers may have come as a vector, so that a vector has the methods of lists.
    const receivers = may(subject, KINDS.vec) ? [...kinds, 'list' as const] : kinds;
    if (receivers.some((kind) => library.method(kind as Receiver, name.text) !== undefined)) return;
    if (kinds.length === 0) {
      this.error('unknown_method', `This is none, which has no "${name.text}".`, name, {
        hint: 'Look whether the value is there first.',
      });
      return;
    }
    const isProperty = kinds.some((kind) => membersOf(kind).some((known) => known.name === name.text));
    const names = kinds.flatMap((kind) =>
      [...library.methodsOf(kind as Receiver)].map((entry) => entry.name),
    );
    const callEnd = { start: name.end, end: node.end };
    const foreign = FOREIGN_METHODS.get(name.text);
    const asFunction =
      library.get(name.text) === undefined ? {} : { hint: `It is a function: ${name.text}(…).` };
    const details = isProperty
      ? {
          hint: 'It is no method: leave the parentheses out.',
          fix: { title: 'Remove the parentheses', span: callEnd, replacement: '' },
        }
      : foreign !== undefined
        ? { hint: `Write ${foreign}.` }
        : (didYouMean(nearestWord(name.text, names), name) ?? asFunction);
    this.error('unknown_method', `${capital(inWords(subject))} has no method "${name.text}".`, name, details);
  }

  /** A method that changes its receiver: what holds it may hold more now, and something must hold it. */
  private changeOfReceiver(node: MethodExpression, entry: StdlibSignature, receiver: Type): void {
    const { subject } = node;
    const kept = entry.parameters.findIndex((parameter) => parameter.keeps === true);
    const argument = kept < 0 ? undefined : node.arguments[kept];
    const added = argument === undefined ? undefined : (this.env.expression(argument) ?? ANY);
    if (subject.kind === 'name' && subject.binding?.kind === 'local') {
      const { variable } = subject.binding;
      if (added !== undefined) this.env.widen(variable, this.withAdded(receiver, added, node));
      // What may have been removed is no longer known to be there.
      else if (certainly(receiver, KINDS.map)) this.env.widen(variable, { kinds: KINDS.map });
      return;
    }
    this.changeOfPart(subject, `"${node.name.text}"`, node.name, 1);
    if (added !== undefined || entry.result === 'none') this.checkHeld(node);
  }

  /** As above, where it is not known what the receiver is. */
  private changeOfUnknown({ subject, name }: MethodExpression, receiver: Type): void {
    if (subject.kind === 'name' && subject.binding?.kind === 'local') {
      const vec = may(receiver, KINDS.vec) ? KINDS.list : 0;
      const kinds = (receiver.kinds & (KINDS.list | KINDS.map)) | vec;
      if (!isAny(receiver) && kinds !== 0) this.env.widen(subject.binding.variable, { kinds });
    } else this.changeOfPart(subject, `"${name.text}"`, name, 1);
  }

  private withAdded(receiver: Type, added: Type, node: MethodExpression): Type {
    if (!certainly(receiver, KINDS.map)) return { kinds: KINDS.list, item: added };
    const key = this.literalText(node.arguments[0]);
    if (key === undefined || receiver.fields === undefined) return { kinds: KINDS.map };
    return { kinds: KINDS.map, fields: new Map([[key, { type: added }]]), closed: false };
  }

  /** `f().push(1)`: changes a list that goes away. */
  private checkHeld(node: MethodExpression): void {
    const { subject } = node;
    const isMade =
      subject.kind === 'list' ||
      subject.kind === 'map' ||
      subject.kind === 'call' ||
      subject.kind === 'method';
    if (!isMade) return;
    this.error(
      'lost_change',
      `"${node.name.text}" changes a value that nothing holds, so the change would be lost.`,
      node.name,
      {
        hint: 'Put the value into a variable first.',
      },
    );
  }

  /** A change within what `place` leads to: of an entity where one stands on the way, otherwise of a variable. */
  protected abstract changeOfPart(place: Expression, what: string, at: Span, deep: number): void;
}
