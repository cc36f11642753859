/** Statements that change the scene, or send an event into it. */
import type { Expression, Statement } from '../ast';
import type { Token } from '../lexer';
import { ForeignStatementParser } from './foreign-statements';

export abstract class SceneStatementParser extends ForeignStatementParser {
  protected destroyStatement(start: Token): Statement {
    this.take();
    const target = this.expression();
    return { kind: 'destroy', target, start: start.start, end: this.lastEnd };
  }

  protected rotateStatement(start: Token): Statement {
    this.take();
    const target = this.expression();
    this.expectWord('by', 'after what is rotated');
    const by = this.expression();
    return { kind: 'rotate', target, by, start: start.start, end: this.lastEnd };
  }

  protected lookStatement(start: Token): Statement {
    this.take();
    const target = this.expression();
    this.expectWord('at', 'after what looks');
    const at = this.expression();
    return { kind: 'look', target, at, start: start.start, end: this.lastEnd };
  }

  protected moveStatement(start: Token): Statement {
    this.take();
    const target = this.expression();
    const at = { start: start.start };
    if (this.takeWord('toward') || this.takeWord('towards') || this.takeWord('to')) {
      const toward = this.expression();
      this.expectWord('at', 'and a speed after where it moves');
      const speed = this.expression();
      return { kind: 'move', target, toward, speed, ...at, end: this.lastEnd };
    }
    this.expectWord('by', 'or "toward" after what is moved');
    const by = this.expression();
    return { kind: 'move', target, by, ...at, end: this.lastEnd };
  }

  protected emitStatement(start: Token): Statement {
    this.take();
    const name = this.token;
    if (name.kind === 'string') this.take();
    else {
      this.error(
        'expected_string',
        `Expected the event's name in quotes, found ${this.describe()}.`,
        this.gap(),
        { hint: 'Write emit "name", or emit "name" with {key: value}.' },
      );
      return { kind: 'bad-statement', start: start.start, end: this.lastEnd };
    }
    let payload: Expression | undefined;
    let target: Expression | undefined;
    for (;;) {
      if (payload === undefined && this.takeWord('with')) payload = this.expression();
      else if (target === undefined && this.takeWord('to')) target = this.expression();
      else break;
    }
    const at = { start: start.start, end: this.lastEnd };
    return { kind: 'emit', event: name.text, ...at, ...(payload && { payload }), ...(target && { target }) };
  }
}
