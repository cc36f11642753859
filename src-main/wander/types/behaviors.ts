/** Behaviours: what their vars hold, and the statements of handlers and tests. */
import type { Span } from '../ast';
import type {
  BehaviorDeclaration,
  BehaviorStatement,
  HandlerDeclaration,
  VarDeclaration,
} from '../ast-behaviors';
import { KINDS } from '../kinds';

import { StatementChecker, numberOf } from './statements';
import { ANY, STRING, cannot, certainly, inWords, isAny, type Type } from './type';
import { typeOfNode } from './written';

export abstract class BehaviorChecker extends StatementChecker {
  protected vars(behavior: BehaviorDeclaration): void {
    for (const declaration of behavior.vars) this.varDeclaration(declaration);
  }

  private varDeclaration(declaration: VarDeclaration): void {
    const { variable, name, value, range } = declaration;
    const annotation =
      declaration.type === undefined ? undefined : typeOfNode(declaration.type, this.problems);
    const type = this.typeOf(value);
    if (variable === undefined) return;
    // A var keeps to the kind that it begins with; one that begins with none may hold anything.
    const isOpen = isAny(type) || type.kinds === 0 || certainly(type, KINDS.none);
    this.env.annotate(variable, annotation ?? (isOpen ? ANY : { kinds: type.kinds }));
    if (annotation !== undefined) this.assigned(variable, type, value);
    if (range === undefined) return;
    for (const end of [range.min, range.max]) this.number(end, 'An end of a range');
    if (cannot(type, KINDS.number)) {
      this.error(
        'invalid_range',
        `Only a number has a range, and "${name.text}" is ${inWords(type)}.`,
        value,
      );
      return;
    }
    const [least, most, preset] = [numberOf(range.min), numberOf(range.max), numberOf(value)];
    if (least === undefined || most === undefined) return;
    const whole = { start: range.min.start, end: range.max.end };
    if (least > most) this.error('invalid_range', 'The range ends before it begins.', whole);
    else if (preset !== undefined && (preset < least || preset > most)) {
      this.warning('invalid_range', `${preset} is not in ${least}..${most}.`, value);
    }
  }

  protected handler(handler: HandlerDeclaration): void {
    for (const { variable } of handler.parameters)
      if (variable !== undefined) this.env.widen(variable, this.givenBy(handler.trigger.word));
    this.functionBody(handler.body, undefined);
  }

  private givenBy(word: string): Type {
    return word === 'key' || word === 'action' ? STRING : ANY;
  }

  protected behaviorStatement(node: BehaviorStatement): boolean {
    switch (node.kind) {
      case 'wait':
        if (node.unit === 'until') this.typeOf(node.value);
        else {
          const what = node.unit === 'frames' ? 'The number of frames' : 'The number of seconds';
          this.number(node.value, what);
          this.notNegative(node.value, what);
        }
        return false;
      case 'every':
      case 'after':
        this.number(node.seconds, 'The number of seconds');
        this.notNegative(node.seconds, 'The number of seconds');
        this.functionBody(node.body, undefined);
        return false;
      case 'go':
        // One that is misplaced or leads nowhere has its own error.
        return node.state !== undefined;
      case 'expect':
        this.typeOf(node.condition);
        return false;
      case 'press':
      case 'hold':
      case 'release': {
        const type = this.typeOf(node.value);
        if (cannot(type, KINDS.string))
          this.error('type_mismatch', `The name of a key is a string, not ${inWords(type)}.`, node.value);
        return false;
      }
      case 'click': {
        const type = this.typeOf(node.value);
        if (cannot(type, KINDS.entity))
          this.error('type_mismatch', `What is clicked is an entity, not ${inWords(type)}.`, node.value);
        return false;
      }
    }
  }

  private notNegative(node: Span & Parameters<typeof numberOf>[0], what: string): void {
    const value = numberOf(node);
    if (value !== undefined && value < 0) this.error('type_mismatch', `${what} is not negative.`, node);
  }
}
