/** Distances between places, without vectors of positions that are only looked at. */
import type { Expression } from '../ast';
import type { Run } from '../context';
import type { Site } from '../errors';
import type { Triple } from '../host';
import { readMember } from '../members';
import type { StdlibEntry } from '../stdlib/define';
import { magnitude, vecOf } from '../stdlib/points';
import { EntityRef, Vec, type Value } from '../values';
import { charging, checking } from './calls';
import type { Eval, Frame } from './code';
import { compileExpression } from './expressions';
import { compileOperand, isAtRisk } from './operands';
import type { FunctionScope } from './scope';

/** A position as the scene holds it, which is never changed in place; or what else an expression gives. */
type PointEval = (frame: Frame, run: Run) => Value | Triple;

const isTriple = (point: Value | Triple): point is Triple => Array.isArray(point);
const valueOf = (point: Value | Triple): Value => (isTriple(point) ? vecOf(point) : point);

/** `distance(e.position, b)` and `distance(a, e.position)`; none where neither is read from an entity. */
export function compileDistance(
  scope: FunctionScope,
  entry: StdlibEntry,
  [from, to]: readonly Expression[],
  site: Site,
): Eval | undefined {
  if (from === undefined || to === undefined) return undefined;
  const first = isAtRisk(from, [to]) ? undefined : compilePosition(scope, from);
  const second = compilePosition(scope, to);
  if (first === undefined && second === undefined) return undefined;
  const a = first ?? compileOperand(scope, from, to);
  const b = second ?? compileExpression(scope, to);
  const { implementation } = entry;
  const [charge, checkFirst, checkSecond] = [charging(entry), checking(entry, 0), checking(entry, 1)];
  return (frame, run) => {
    const p = a(frame, run);
    const q = b(frame, run);
    run.site = site;
    if (isTriple(p)) {
      if (q instanceof Vec) {
        const length = magnitude(p[0] - q.x, p[1] - q.y, p[2] - q.z);
        if (length - length === 0) {
          charge(run);
          return length;
        }
      }
    } else if (isTriple(q) && p instanceof Vec) {
      const length = magnitude(p.x - q[0], p.y - q[1], p.z - q[2]);
      if (length - length === 0) {
        charge(run);
        return length;
      }
    }
    const one = checkFirst(run, valueOf(p));
    const other = checkSecond(run, valueOf(q));
    charge(run, one, other);
    return implementation(run, one, other);
  };
}

/** `e.position`, read for a moment. */
function compilePosition(scope: FunctionScope, node: Expression): PointEval | undefined {
  if (node.kind !== 'member' || node.member !== undefined || node.name.text !== 'position') return undefined;
  const { subject: owner } = node;
  // Which of `a.b.position` is an entity shows only when it runs; see members.ts.
  if (owner.kind === 'member') return undefined;
  const subject = compileExpression(scope, owner);
  const site = scope.site(node.name);
  return (frame, run) => {
    const value = subject(frame, run);
    run.site = site;
    return value instanceof EntityRef ? run.view(value).position : readMember(run, value, 'position');
  };
}

/** Where this copy of the module was loaded from: see copies.ts. */
export const url: string = import.meta.url;
