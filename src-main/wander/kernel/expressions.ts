/** Expressions of a kernel, and the variables that they are about. */
import type { CallExpression, Expression, FnDeclaration, Variable } from '../ast';
import { constantNumber } from '../compile/scope';
import { libraryFunction } from '../stdlib/registry';
import { METERED, spend } from './accounting';
import {
  F64,
  f64Const,
  getLocal,
  I32,
  I32_TRUNC_SAT_F64_S,
  i32Const,
  ifThen,
  ifValue,
  OP,
  setLocal,
  teeLocal,
  type Code,
} from './bytes';
import { LIBRARY, type Scratch } from './library';
import {
  arithmetic,
  asDouble,
  asNumber,
  asTest,
  bool,
  comparison,
  constantPiece,
  double,
  MOST_FINITE,
  mostOf,
  negated,
  UNKNOWN,
  unfit,
  whole,
  type Kind,
  type Operator,
  type Piece,
  type Range,
} from './pieces';

export interface Slot {
  readonly local: number;
  readonly kind: Kind;
  /** Of a variable that holds whole numbers, in 32 bits. */
  readonly range?: Range;
}

export interface Lowered {
  /** Types of the variables behind the parameters. */
  readonly locals: readonly number[];
  readonly code: Code;
}

/** What the functions give that kernels can call. */
export type Results = ReadonlyMap<FnDeclaration, Kind>;

export class ExpressionLowering {
  protected readonly variables = new Map<Variable, Slot>();
  private readonly locals: number[] = [];
  protected readonly kept: readonly [number, number];
  private readonly keptWhole: readonly [number, number];

  constructor(
    private readonly results: Results,
    private readonly parameterCount: number,
    /** The variables that say how much of the depth is left, and of the fuel. */
    protected readonly room: number,
    protected readonly fuel: number,
  ) {
    this.kept = [this.local(F64), this.local(F64)];
    this.keptWhole = [this.local(I32), this.local(I32)];
  }

  /** A new variable. */
  protected local(type: number): number {
    return this.parameterCount + this.locals.push(type) - 1;
  }

  protected finish(code: Code): Lowered {
    return { locals: this.locals, code };
  }

  /** A value that is finite: what is not comes to no good, as in the closures. */
  private settled(piece: Piece): Piece {
    if (piece.most !== Infinity || piece.kind !== 'number') return piece;
    const [kept] = this.kept;
    const difference = [teeLocal(kept), getLocal(kept), getLocal(kept), OP.f64_sub];
    return double([piece.code, difference, f64Const(0), OP.f64_ne, ifThen([OP.unreachable])], MOST_FINITE);
  }

  /** The same, as the right side of an assignment: it is left in the variable only. */
  protected store(slot: Slot, piece: Piece): Code {
    if (slot.kind !== 'number') return [piece.code, setLocal(slot.local)];
    if (slot.range !== undefined) return [piece.code, setLocal(slot.local)];
    if (piece.most !== Infinity) return [asDouble(piece), setLocal(slot.local)];
    const difference = [teeLocal(slot.local), getLocal(slot.local), OP.f64_sub];
    return [piece.code, difference, f64Const(0), OP.f64_ne, ifThen([OP.unreachable])];
  }

  protected value(node: Expression): Piece {
    return this.settled(this.expression(node));
  }

  protected number(node: Expression): Piece {
    const piece = this.value(node);
    return piece.kind === 'bool' ? unfit('a bool where a number is needed') : piece;
  }

  protected test(node: Expression): Code {
    return asTest(this.value(node));
  }

  protected expression(node: Expression): Piece {
    switch (node.kind) {
      case 'number':
        return constantPiece(node.value);
      case 'bool':
        return bool(i32Const(node.value ? 1 : 0));
      case 'name':
        return this.name(node);
      case 'unary':
        if (node.operator === 'not') return bool([this.test(node.operand), OP.i32_eqz]);
        return negated(asNumber(this.expression(node.operand)));
      case 'binary':
        return this.binary(node);
      case 'conditional':
        return this.conditional(node);
      case 'call': {
        const { callee } = node;
        if (callee.kind !== 'name') return unfit('a call of a value');
        return this.call(callee.binding, node.arguments);
      }
      case 'method':
        return this.call(node.member, node.arguments);
      default:
        return unfit(node.kind);
    }
  }

  private name({ binding }: Extract<Expression, { kind: 'name' }>): Piece {
    if (binding?.kind === 'local') return this.read(binding.variable);
    if (binding?.kind === 'constant') {
      const { value } = binding.declaration;
      if (value.kind === 'bool') return this.expression(value);
      const number = constantNumber(value);
      if (number !== undefined) return constantPiece(number);
    }
    if (binding?.kind === 'builtin' && binding.name === 'pi') return constantPiece(Math.PI);
    return unfit('a name of something else');
  }

  protected read(variable: Variable): Piece {
    const slot = this.variables.get(variable);
    if (slot === undefined) return unfit('a variable of others');
    const code = getLocal(slot.local);
    if (slot.kind === 'unknown') return UNKNOWN;
    if (slot.kind === 'bool') return bool(code);
    return slot.range === undefined ? double(code, MOST_FINITE) : whole(code, slot.range);
  }

  private binary(node: Extract<Expression, { kind: 'binary' }>): Piece {
    const { operator, left, right } = node;
    switch (operator) {
      case '+':
      case '-':
      case '*':
      case '/':
      case '%':
        return this.arithmetic(operator, this.expression(left), this.expression(right));
      case 'and':
        return bool(ifValueOf(this.test(left), this.test(right), i32Const(0)));
      case 'or':
        return bool(ifValueOf(this.test(left), i32Const(1), this.test(right)));
      case '==':
      case '!=': {
        const [a, b] = [this.value(left), this.value(right)];
        return comparison(operator, asNumber(a), asNumber(b));
      }
      case '<':
      case '<=':
      case '>':
      case '>=':
        return comparison(operator, this.number(left), this.number(right));
      default:
        return unfit(operator);
    }
  }

  protected arithmetic(operator: Operator, left: Piece, right: Piece): Piece {
    const [a, b] = [asNumber(left), asNumber(right)];
    switch (operator) {
      case '%':
        return this.remainder(this.settled(a), this.settled(b));
      case '/':
        // What is not finite is lost below a fraction's line. By 0, the result is not finite.
        return arithmetic(operator, a, this.settled(b));
      default:
        return arithmetic(operator, a, b);
    }
  }

  /** `%` has the sign of the left side; whole numbers of 32 bits are divided as such, as `modulo` does it. */
  private remainder(left: Piece, right: Piece): Piece {
    const { range: a } = left;
    const { range: b } = right;
    if (a !== undefined && b !== undefined && a.low >= 0) {
      // By 0, it comes to no good.
      const high = Math.max(0, Math.min(a.high, mostOf(b) - 1));
      return whole([left.code, right.code, OP.i32_rem_s], { low: 0, high });
    }
    const [keptLeft, keptRight] = this.kept;
    const [wholeLeft, wholeRight] = this.keptWhole;
    const isWhole = (kept: number, at: number): Code => [
      getLocal(kept),
      I32_TRUNC_SAT_F64_S,
      teeLocal(at),
      OP.f64_convert_i32_s,
      getLocal(kept),
      OP.f64_eq,
    ];
    const isSmall: Code = [
      isWhole(keptLeft, wholeLeft),
      getLocal(wholeLeft),
      i32Const(0),
      OP.i32_ge_s,
      OP.i32_and,
      right.constant !== undefined && b !== undefined ? [] : [isWhole(keptRight, wholeRight), OP.i32_and],
    ];
    const divisor = right.constant !== undefined && b !== undefined ? right.code : getLocal(wholeRight);
    const ofWhole = [getLocal(wholeLeft), divisor, OP.i32_rem_s, OP.f64_convert_i32_s];
    const called = [getLocal(keptLeft), getLocal(keptRight), { callee: 'remainder' }];
    const ofOthers = this.settled(double(called, Infinity)).code;
    const code = [
      asDouble(left),
      asDouble(right),
      setLocal(keptRight),
      setLocal(keptLeft),
      isSmall,
      ifValue(F64, ofWhole, ofOthers),
    ];
    return double(code, left.most);
  }

  private conditional(node: Extract<Expression, { kind: 'conditional' }>): Piece {
    const test = this.test(node.condition);
    const yes = this.expression(node.yes);
    const no = this.expression(node.no);
    if (yes.kind === 'unknown' || no.kind === 'unknown') return yes.kind === 'unknown' ? no : yes;
    if (yes.kind !== no.kind) return unfit('a bool or a number');
    const most = Math.max(yes.most, no.most);
    if (yes.kind === 'bool') return bool([test, ifValue(I32, yes.code, no.code)]);
    if (yes.range !== undefined && no.range !== undefined) {
      const low = Math.min(yes.range.low, no.range.low);
      const high = Math.max(yes.range.high, no.range.high);
      return whole([test, ifValue(I32, yes.code, no.code)], { low, high });
    }
    return double([test, ifValue(F64, asDouble(yes), asDouble(no))], most);
  }

  private call(binding: CallExpression['fallback'], nodes: readonly Expression[]): Piece {
    if (binding?.kind === 'builtin') return this.libraryCall(binding.name, nodes);
    if (binding?.kind !== 'function') return unfit('a call of a value');
    const { declaration } = binding;
    const result = this.results.get(declaration);
    if (result === undefined || nodes.length !== declaration.parameters.length)
      return unfit('a call of what is no kernel');
    const args = nodes.map((node) => asDouble(this.number(node)));
    const budget = METERED ? [getLocal(this.room), getLocal(this.fuel)] : [];
    const code = [args, budget, { callee: declaration }, METERED ? setLocal(this.fuel) : []];
    if (result === 'unknown') return UNKNOWN;
    return result === 'bool' ? bool(code) : double(code, MOST_FINITE);
  }

  private libraryCall(name: string, nodes: readonly Expression[]): Piece {
    const entry = LIBRARY.get(name);
    const declared = libraryFunction(name);
    if (entry === undefined || declared === undefined) return unfit('a function of the library');
    const [least, most] = entry.arguments;
    if (nodes.length < least || nodes.length > most) return unfit('another number of arguments');
    const args = nodes.map((node) => this.number(node));
    const { cost } = declared;
    const others = new Array<number>(nodes.length - 1).fill(0);
    const units = typeof cost === 'number' ? cost : cost(0, others);
    const [a, b] = this.kept;
    const scratch: Scratch = { set: [setLocal(a), setLocal(b)], get: [getLocal(a), getLocal(b)] };
    const piece = entry.build(scratch, ...args);
    return { ...piece, code: [spend(this.fuel, units), piece.code], constant: undefined };
  }
}

/** Its parts may only be worked out where they are come to. */
export const ifValueOf = (test: Code, yes: Code, no: Code): Code => [test, ifValue(I32, yes, no)];
