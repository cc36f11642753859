/**
 * Functions of the library that kernels call: those from numbers to a number, done as `stdlib/math.ts` does them, bit by bit.
 * Where one of them fails, the result here is not finite, and the closures do it again.
 */
import { modulo } from '../operators';
import { F64, f64Const, OP, type Code } from './bytes';
import type { ImportedFunction } from './module';
import { asDouble, double, type Piece } from './pieces';

/**
 * What a module may import, beside the next slice of fuel. All of it is from numbers to a number, and keeps nothing. V8 knows
 * those of `Math` when it compiles a module, and calls them without a detour.
 */
export const NUMERIC: Readonly<Record<string, (a: number, b: number) => number>> = {
  // Of what is not both whole and small.
  remainder: modulo,
  pow: Math.pow,
  exp: Math.exp,
  log: Math.log,
  log2: Math.log2,
  log10: Math.log10,
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  atan: Math.atan,
  atan2: Math.atan2,
  round: (x) => (Math.abs(x) > Number.MAX_SAFE_INTEGER ? x : Math.sign(x) * Math.round(Math.abs(x))),
};

const UNARY = { parameters: [F64], results: [F64] };
const BINARY = { parameters: [F64, F64], results: [F64] };

export const NUMERIC_IMPORTS: readonly ImportedFunction[] = Object.entries(NUMERIC).map(
  ([name, compute]) => ({ name, signature: compute.length === 1 ? UNARY : BINARY }),
);

/** What the code of a function may use: two variables for doubles. */
export interface Scratch {
  readonly set: readonly [Code, Code];
  readonly get: readonly [Code, Code];
}

type Build = (scratch: Scratch, ...args: Piece[]) => Piece;

const imported =
  (name: string): Build =>
  (_scratch, ...args) =>
    double([...args.map(asDouble), { callee: name }], Infinity);

const rounding =
  (op: number): Build =>
  (_scratch, x) =>
    // A whole number already.
    x.range === undefined ? double([asDouble(x), op], x.most) : x;

/** `b < a ? b : a` for the least, and so on from the left. */
const choosing =
  (op: number): Build =>
  ({ set, get }, first, ...others) => {
    const choice = [set[1], set[0], get[1], get[0], get[1], get[0], op, OP.select];
    const code = others.reduce<Code>((chosen, next) => [chosen, asDouble(next), choice], asDouble(first));
    return double(code, Math.max(first.most, ...others.map(({ most }) => most)));
  };

/** `x <= 0 ? 0 : sqrt(x)` */
const root: Build = ({ set, get }, x) => {
  const isBelow = [get[0], f64Const(0), OP.f64_le];
  const code = [asDouble(x), set[0], f64Const(0), get[0], OP.f64_sqrt, isBelow, OP.select];
  return double(code, Math.max(1, x.most));
};

/** `min(max(x, min(low, high)), max(low, high))` */
const clamped: Build = ({ set, get }, x, low, high) => {
  const least = [get[0], get[1], OP.f64_min];
  const most = [get[0], get[1], OP.f64_max];
  const code = [
    asDouble(x),
    asDouble(low),
    asDouble(high),
    set[1],
    set[0],
    least,
    OP.f64_max,
    most,
    OP.f64_min,
  ];
  return double(code, Math.max(low.most, high.most));
};

/** `a - b * floor(a / b)` */
const evenRemainder: Build = ({ set, get }, a, b) => {
  const quotient = [get[0], get[1], OP.f64_div, OP.f64_floor];
  const code = [asDouble(a), asDouble(b), set[1], set[0], get[0], get[1], quotient, OP.f64_mul, OP.f64_sub];
  return double(code, Infinity);
};

interface Entry {
  readonly arguments: readonly [least: number, most: number];
  readonly build: Build;
}

const of = (count: number, build: Build): Entry => ({ arguments: [count, count], build });

/** What becomes of a call whose arguments are finite numbers. */
export const LIBRARY: ReadonlyMap<string, Entry> = new Map(
  Object.entries<Entry>({
    abs: of(1, (_scratch, x) => double([asDouble(x), OP.f64_abs], x.most)),
    floor: of(1, rounding(OP.f64_floor)),
    ceil: of(1, rounding(OP.f64_ceil)),
    trunc: of(1, rounding(OP.f64_trunc)),
    round: of(1, imported('round')),
    sqrt: of(1, root),
    exp: of(1, imported('exp')),
    log: of(1, imported('log')),
    ln: of(1, imported('log')),
    log2: of(1, imported('log2')),
    log10: of(1, imported('log10')),
    sin: of(1, imported('sin')),
    cos: of(1, imported('cos')),
    tan: of(1, imported('tan')),
    atan: of(1, imported('atan')),
    atan2: of(2, imported('atan2')),
    pow: of(2, imported('pow')),
    mod: of(2, evenRemainder),
    clamp: of(3, clamped),
    min: { arguments: [1, Infinity], build: choosing(OP.f64_lt) },
    max: { arguments: [1, Infinity], build: choosing(OP.f64_gt) },
  }),
);
