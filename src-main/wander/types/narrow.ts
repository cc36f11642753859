/**
 * What a condition tells of a variable where it holds: that it is not none, or which kinds it is of. Only for a variable that
 * stays as it is for as long as the condition is known to hold.
 */
import type { Block, Expression, Statement, Variable } from '../ast';
import { KINDS } from '../kinds';
import { forEachChild, type Node } from '../walk';
import { isAny, type Type } from './type';

/** The value at a place is of none but these kinds. */
export interface Fact {
  readonly variable: Variable;
  /** Keys from the variable on, for a part of a map: `.at` for `args.at`. */
  readonly path: string;
  readonly kinds: number;
  /** It only says what the value is not, which says nothing of a value that may be anything. */
  readonly excludes: boolean;
}

/** What `type_of` answers, by its name. */
const KINDS_BY_NAME: ReadonlyMap<string, number> = new Map([
  ...Object.entries(KINDS).filter(([name]) => name !== 'vec'),
  ['vector', KINDS.vec],
]);

const ALL = -1;

/** What is known where a condition holds, or where it does not. */
export function factsOf(condition: Expression, holds: boolean): readonly Fact[] {
  if (condition.kind === 'unary' && condition.operator === 'not') return factsOf(condition.operand, !holds);
  if (condition.kind !== 'binary') return holds ? excluding(condition, KINDS.none) : [];
  const { operator, left, right } = condition;
  switch (operator) {
    case 'and':
    case 'or':
      return (operator === 'and') === holds ? [...factsOf(left, holds), ...factsOf(right, holds)] : [];
    case '==':
    case '!=':
      return comparison(left, right, (operator === '==') === holds);
    default:
      return [];
  }
}

function comparison(left: Expression, right: Expression, equal: boolean): readonly Fact[] {
  if (right.kind === 'none') return being(left, KINDS.none, equal);
  if (left.kind === 'none') return being(right, KINDS.none, equal);
  const [asked, name] = left.kind === 'string' ? [right, left] : [left, right];
  const subject = askedType(asked);
  return subject === undefined ? [] : kindNames(subject, [name], equal);
}

/** `type_of(x)`: the value that is asked of. */
export function askedType(node: Expression): Expression | undefined {
  if (node.kind !== 'call' || node.callee.kind !== 'name' || node.arguments.length !== 1) return undefined;
  const { binding } = node.callee;
  return binding?.kind === 'builtin' && binding.name === 'type_of' ? node.arguments[0] : undefined;
}

/** What is known of a value where the name of its type is one of these strings, or none of them. */
export function kindNames(
  subject: Expression,
  names: readonly Expression[],
  among: boolean,
): readonly Fact[] {
  let kinds = 0;
  for (const name of names) {
    const kind = name.kind === 'string' ? KINDS_BY_NAME.get(name.value) : undefined;
    if (kind === undefined) return [];
    kinds |= kind;
  }
  return being(subject, kinds, among);
}

function being(node: Expression, kinds: number, is: boolean): readonly Fact[] {
  if (!is) return excluding(node, kinds);
  const place = placeOf(node);
  return place === undefined ? [] : [{ ...place, kinds, excludes: false }];
}

function excluding(node: Expression, kinds: number): readonly Fact[] {
  const place = placeOf(node);
  return place === undefined ? [] : [{ ...place, kinds: ALL & ~kinds, excludes: true }];
}

/** The variable that an expression is, or the part of one. */
export function placeOf(node: Expression): Pick<Fact, 'variable' | 'path'> | undefined {
  let root = node;
  while (root.kind === 'member') root = root.subject;
  if (root.kind !== 'name' || root.binding?.kind !== 'local') return undefined;
  const { variable } = root.binding;
  // A var of a behavior may be changed by its other handlers.
  if (variable.kind === 'var') return undefined;
  let path = '';
  for (let part = node; part.kind === 'member'; part = part.subject) path = `.${part.name.text}${path}`;
  return { variable, path };
}

/** The facts that stay true within a part of the program, entered where they are true. */
export function lasting(facts: readonly Fact[], region: readonly Statement[]): readonly Fact[] {
  return facts.filter(({ variable, path }) => {
    if (!variable.assigned) return true;
    // What a function around may do to it meanwhile is not followed, nor changes of parts.
    return path === '' && !variable.captured && !region.some((statement) => assigns(statement, variable));
  });
}

function assigns(node: Node, variable: Variable): boolean {
  if (node.kind === 'let' && node.redeclares === true && node.variable === variable) return true;
  if (node.kind === 'assign' && node.target.kind === 'name') {
    const { binding } = node.target;
    if (binding?.kind === 'local' && binding.variable === variable) return true;
  }
  let found = false;
  forEachChild(node, (child) => {
    found ||= assigns(child, variable);
  });
  return found;
}

/** A type with what the facts say of a place. */
export function narrowed(type: Type, facts: readonly Fact[], place: Pick<Fact, 'variable' | 'path'>): Type {
  let { kinds } = type;
  for (const fact of facts) {
    if (fact.variable !== place.variable || fact.path !== place.path) continue;
    if (!(fact.excludes && isAny(type))) kinds &= fact.kinds;
  }
  return kinds === type.kinds ? type : { ...type, kinds };
}

export const statementsOf = (...blocks: readonly (Block | undefined)[]): readonly Statement[] =>
  blocks.flatMap((block) => block?.statements ?? []);
