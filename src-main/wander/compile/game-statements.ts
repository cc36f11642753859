/** Statements of handlers and tests that take no time. */
import type { Expression } from '../ast';
import type { ExpectStatement, GoStatement, InputStatement } from '../ast-behaviors';
import type { Run } from '../context';
import { GoTo, type Site } from '../errors';
import { compare, equal } from '../operators';
import { textOf } from '../text';
import { withArticle } from '../type-names';
import type { Value } from '../values';
import { NEXT, type Exec } from './code';
import { compileExpression, compileTest } from './expressions';
import { gameOf, type FunctionScope } from './scope';

const MAX_DETAIL = 300;

export function compileGo(scope: FunctionScope, node: GoStatement): Exec {
  const site = scope.site(node);
  const { text } = node.target;
  return () => {
    throw new GoTo(text, site);
  };
}

export function compileInput(scope: FunctionScope, node: InputStatement): Exec {
  const site = scope.site(node);
  const value = compileExpression(scope, node.value);
  const { kind } = node;
  return (frame, run) => {
    const given = value(frame, run);
    run.site = site;
    gameOf(run).input(kind, given);
    return NEXT;
  };
}

type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';

const WANTED: Readonly<Record<Comparison, string>> = {
  '==': '',
  '!=': 'something else than ',
  '<': 'less than ',
  '<=': 'at most ',
  '>': 'more than ',
  '>=': 'at least ',
};

function holds(run: Run, operator: Comparison, left: Value, right: Value): boolean {
  switch (operator) {
    case '==':
      return equal(run, left, right);
    case '!=':
      return !equal(run, left, right);
    case '<':
      return compare(run, operator, left, right) < 0;
    case '<=':
      return compare(run, operator, left, right) <= 0;
    case '>':
      return compare(run, operator, left, right) > 0;
    case '>=':
      return compare(run, operator, left, right) >= 0;
  }
}

const isComparison = (operator: string): operator is Comparison => operator in WANTED;

/** An `expect` goes on whether it holds or not; what was found is told to the game. */
export function compileExpect(scope: FunctionScope, node: ExpectStatement): Exec {
  const { condition } = node;
  const site = scope.site(node);
  const facts = {
    site,
    condition: textAt(scope, condition),
    ...(node.message !== undefined && { message: node.message }),
  };
  if (condition.kind !== 'binary' || !isComparison(condition.operator)) {
    const test = compileTest(scope, condition);
    return (frame, run) => {
      gameOf(run).expected({ ...facts, passed: test(frame, run) });
      return NEXT;
    };
  }
  const { operator } = condition;
  const operatorSite = scope.site(condition.operatorSpan);
  const left = compileExpression(scope, condition.left);
  const right = compileExpression(scope, condition.right);
  const what = textAt(scope, condition.left);
  return (frame, run) => {
    const found = left(frame, run);
    const wanted = right(frame, run);
    run.site = operatorSite;
    const passed = holds(run, operator, found, wanted);
    const game = gameOf(run);
    if (passed) game.expected({ ...facts, passed });
    else {
      const detail = `${what} is ${shown(run, found)}, and ${WANTED[operator]}${shown(run, wanted)} was expected`;
      game.expected({ ...facts, passed, detail });
    }
    return NEXT;
  };
}

function shown(run: Run, value: Value): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : textOf(run, value);
  return text.length <= MAX_DETAIL ? text : `${text.slice(0, MAX_DETAIL)}…`;
}

/** An expression as the text has it, on one line. */
function textAt(scope: FunctionScope, { start, end }: Expression): string {
  const text = scope.unit.source.slice(start, end).replace(/\s+/g, ' ');
  return text.length <= MAX_DETAIL ? text : `${text.slice(0, MAX_DETAIL)}…`;
}

/** A number of seconds or steps that something takes. */
export function durationFrom(run: Run, site: Site, what: string, value: Value): number {
  run.site = site;
  if (typeof value !== 'number') return run.fail(`${what} must be a number, not ${withArticle(value)}`);
  return value < 0 ? run.fail(`${what} can't be negative: it is ${textOf(run, value)}`) : value;
}
