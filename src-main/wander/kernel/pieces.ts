/** Pieces of code that leave one value on WebAssembly's stack, and what is known of the value. */
import { F64, f64Const, I32, i32Const, OP, type Code } from './bytes';

/** What a kernel can't do: the closures do it. */
export class Unfit extends Error {}

export const unfit = (what: string): never => {
  throw new Unfit(what);
};

/** Of the result of a function that is not known yet: `unknown`. */
export type Kind = 'number' | 'bool' | 'unknown';

/** Whole numbers from `low` to `high`, both included; −0 is none of them. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

export interface Piece {
  readonly code: Code;
  readonly kind: Kind;
  /** Of a number that is left as 32 bits, and not as a double. A bool is always 0 or 1 in 32 bits. */
  readonly range?: Range;
  /**
   * No value is farther from 0; without end where the value may not be finite, and has yet to be looked at. Rounding keeps
   * order, so that what operators make of two bounds bounds what they make of two values.
   */
  readonly most: number;
  /** A number that stands in the text. */
  readonly constant?: number;
}

const LEAST_I32 = -(2 ** 31);
const MOST_I32 = 2 ** 31 - 1;
export const MOST_FINITE = Number.MAX_VALUE;

export const isI32 = (value: number): boolean => (value | 0) === value && !Object.is(value, -0);

export const fits = ({ low, high }: Range): boolean => low >= LEAST_I32 && high <= MOST_I32;

export const mostOf = ({ low, high }: Range): number => Math.max(Math.abs(low), Math.abs(high));

export const whole = (code: Code, range: Range): Piece => ({
  code,
  kind: 'number',
  range,
  most: mostOf(range),
});

export const double = (code: Code, most: number): Piece => ({ code, kind: 'number', most });

export const bool = (code: Code): Piece => ({ code, kind: 'bool', most: 1 });

export const UNKNOWN: Piece = { code: [], kind: 'unknown', most: Infinity };

export function constantPiece(value: number): Piece {
  if (!Number.isFinite(value)) return unfit('a number that is not finite');
  return isI32(value)
    ? { ...whole(i32Const(value), { low: value, high: value }), constant: value }
    : { ...double(f64Const(value), Math.abs(value)), constant: value };
}

/** Its value as a double. */
export function asDouble(piece: Piece): Code {
  if (piece.constant !== undefined) return f64Const(piece.constant);
  return piece.range === undefined && piece.kind !== 'bool' ? piece.code : [piece.code, OP.f64_convert_i32_s];
}

/** A bool counts as 0 or 1. */
export const asNumber = (piece: Piece): Piece =>
  piece.kind === 'bool' ? whole(piece.code, { low: 0, high: 1 }) : piece;

/** Whether the value counts as true, as 0 or 1. */
export function asTest(piece: Piece): Code {
  if (piece.kind === 'bool') return piece.code;
  return piece.range === undefined
    ? [piece.code, f64Const(0), OP.f64_ne]
    : [piece.code, i32Const(0), OP.i32_ne];
}

export const typeOf = (kind: Kind): number => (kind === 'bool' ? I32 : F64);

export type Operator = '+' | '-' | '*' | '/' | '%';

const DOUBLE_OPERATORS = { '+': OP.f64_add, '-': OP.f64_sub, '*': OP.f64_mul, '/': OP.f64_div } as const;

/** `+`, `-`, `*` or `/` of two numbers. What is not finite on either side makes a result that is not, but as a divisor. */
export function arithmetic(operator: '+' | '-' | '*' | '/', left: Piece, right: Piece): Piece {
  const exact = left.range !== undefined && right.range !== undefined;
  const whole = exact ? wholeArithmetic(operator, left, left.range, right, right.range) : undefined;
  if (whole !== undefined) return whole;
  const code = [asDouble(left), asDouble(right), DOUBLE_OPERATORS[operator]];
  return double(code, mostOfResult(operator, left, right));
}

function mostOfResult(operator: '+' | '-' | '*' | '/', left: Piece, right: Piece): number {
  switch (operator) {
    case '+':
    case '-':
      return left.most + right.most;
    case '*':
      // Without end times 0 is no number.
      return left.most === Infinity || right.most === Infinity ? Infinity : left.most * right.most;
    case '/': {
      const { constant } = right;
      return constant === undefined || constant === 0 ? Infinity : left.most / Math.abs(constant);
    }
  }
}

/** The same in 32 bits where the result fits in them and can't be −0. */
function wholeArithmetic(
  operator: '+' | '-' | '*' | '/',
  left: Piece,
  a: Range,
  right: Piece,
  b: Range,
): Piece | undefined {
  const made = (range: Range, op: number): Piece | undefined =>
    fits(range) ? whole([left.code, right.code, op], range) : undefined;
  switch (operator) {
    case '+':
      return made({ low: a.low + b.low, high: a.high + b.high }, OP.i32_add);
    case '-':
      return made({ low: a.low - b.high, high: a.high - b.low }, OP.i32_sub);
    case '*': {
      if ((holdsZero(a) && b.low < 0) || (holdsZero(b) && a.low < 0)) return undefined;
      const corners = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
      return made({ low: Math.min(...corners), high: Math.max(...corners) }, OP.i32_mul);
    }
    case '/':
      return undefined;
  }
}

export const holdsZero = ({ low, high }: Range): boolean => low <= 0 && high >= 0;

export function negated(piece: Piece): Piece {
  const { range, constant } = piece;
  if (constant !== undefined) return constantPiece(-constant);
  const turned = range === undefined ? undefined : { low: -range.high, high: -range.low };
  return range !== undefined && turned !== undefined && !holdsZero(range) && fits(turned)
    ? whole([i32Const(0), piece.code, OP.i32_sub], turned)
    : double([asDouble(piece), OP.f64_neg], piece.most);
}

export type Comparison = '<' | '<=' | '>' | '>=' | '==' | '!=';

const COMPARISONS = {
  '<': [OP.i32_lt_s, OP.f64_lt],
  '<=': [OP.i32_le_s, OP.f64_le],
  '>': [OP.i32_gt_s, OP.f64_gt],
  '>=': [OP.i32_ge_s, OP.f64_ge],
  '==': [OP.i32_eq, OP.f64_eq],
  '!=': [OP.i32_ne, OP.f64_ne],
} as const;

/** Of two numbers, each of which has been looked at. */
export function comparison(operator: Comparison, left: Piece, right: Piece): Piece {
  const [ofWhole, ofDoubles] = COMPARISONS[operator];
  return left.range !== undefined && right.range !== undefined
    ? bool([left.code, right.code, ofWhole])
    : bool([asDouble(left), asDouble(right), ofDoubles]);
}
