/** Numbers. Angles are in radians. */
import { numberText } from '../text';
import type { Run } from '../context';
import { anyModulo, divisionByZero, finite } from '../operators';
import { withArticle } from '../type-names';
import type { List } from '../values';
import { Color, EntityRef, Vec, type Value } from '../values';
import { constant, fn, type StdlibEntry } from './define';
import { pointOf } from './points';

const unary = (name: string, doc: string, example: string, compute: (x: number) => number): StdlibEntry =>
  fn({
    name,
    group: 'math',
    parameters: [{ name: 'x', type: 'number' }],
    result: 'number',
    doc,
    example,
    pure: true,
    cost: 1,
    run: (run, x) => finite(run, compute(x)),
  });

/** Half away from zero. */
function roundTo(x: number, digits: number): number {
  const factor = 10 ** digits;
  const scaled = Math.abs(x) * factor;
  if (!Number.isFinite(scaled) || scaled > Number.MAX_SAFE_INTEGER) return x;
  return (Math.sign(x) * Math.round(scaled)) / factor;
}

/** The numbers of `min(a, b, …)` or `min(list)`. */
function numbersOf(run: Run, name: string, first: number | List, rest: readonly number[]): readonly number[] {
  if (typeof first === 'number') return [first, ...rest];
  if (rest.length > 0) return run.fail(`${name} takes numbers, or one list of numbers, not both`);
  run.charge(first.items.length);
  return numbersIn(run, name, first.items);
}

export function numbersIn(run: Run, name: string, items: readonly Value[]): readonly number[] {
  if (items.length === 0)
    run.fail(`${name}: the list is empty`, `items.${name}() gives none for an empty list.`);
  return items.map((item, index) =>
    typeof item === 'number'
      ? item
      : run.fail(`${name}: item ${index} of the list must be a number, not ${withArticle(item)}`),
  );
}

export const least = (numbers: readonly number[]): number => numbers.reduce((a, b) => (b < a ? b : a));
export const greatest = (numbers: readonly number[]): number => numbers.reduce((a, b) => (b > a ? b : a));

function mix(run: Run, a: Value, b: Value, t: number): Value {
  const between = (from: number, to: number): number => finite(run, from + (to - from) * t);
  if (typeof a === 'number' && typeof b === 'number') return between(a, b);
  if (a instanceof Color && b instanceof Color) {
    return new Color(between(a.r, b.r), between(a.g, b.g), between(a.b, b.b), between(a.a, b.a));
  }
  if ((a instanceof Vec || a instanceof EntityRef) && (b instanceof Vec || b instanceof EntityRef)) {
    const from = pointOf(run, a);
    const to = pointOf(run, b);
    return new Vec(between(from.x, to.x), between(from.y, to.y), between(from.z, to.z));
  }
  return run.fail('lerp: a and b must be two numbers, two places or two colors');
}

const clampTo = (x: number, lo: number, hi: number): number =>
  Math.min(Math.max(x, Math.min(lo, hi)), Math.max(lo, hi));

export const MATH: readonly StdlibEntry[] = [
  constant({
    name: 'pi',
    group: 'math',
    result: 'number',
    doc: 'The ratio of a circle to its diameter.',
    example: 'round(pi, 2)',
    value: Math.PI,
  }),
  unary('abs', 'The number without its sign.', 'abs(-3)', Math.abs),
  unary('sign', '-1, 0 or 1.', 'sign(-3)', (x) => Math.sign(x)),
  unary('floor', 'The next whole number below.', 'floor(2.7)', Math.floor),
  unary('ceil', 'The next whole number above.', 'ceil(2.1)', Math.ceil),
  unary('trunc', 'Without its fraction.', 'trunc(-2.7)', Math.trunc),
  fn({
    name: 'round',
    group: 'math',
    parameters: [
      { name: 'x', type: 'number' },
      { name: 'digits', type: 'number', optional: true },
    ],
    result: 'number',
    doc: 'Rounded to whole numbers, or to 0 to 12 digits; half goes away from zero.',
    example: 'round(2.345, 1)',
    pure: true,
    cost: 1,
    run: (run, x, digits = 0) => {
      if (digits < 0 || digits > 12) run.fail('round: digits must be between 0 and 12');
      return roundTo(x, Math.trunc(digits));
    },
  }),
  unary('sqrt', 'The square root; 0 for a negative number.', 'sqrt(9)', (x) => (x <= 0 ? 0 : Math.sqrt(x))),
  fn({
    name: 'pow',
    group: 'math',
    parameters: [
      { name: 'base', type: 'number' },
      { name: 'exponent', type: 'number' },
    ],
    result: 'number',
    doc: 'A number raised to a power.',
    example: 'pow(2, 10)',
    pure: true,
    cost: 2,
    run: (run, base, exponent) => {
      if (base === 0 && exponent < 0) divisionByZero(run);
      const power = base ** exponent;
      return Number.isNaN(power)
        ? run.fail('pow: a negative number has no fractional power')
        : finite(run, power);
    },
  }),
  unary('exp', 'The number e raised to a power.', 'exp(0)', Math.exp),
  ...(['log', 'ln', 'log2', 'log10'] as const).map((name) =>
    fn({
      name,
      group: 'math',
      parameters: [{ name: 'x', type: 'number' }],
      result: 'number',
      doc:
        name === 'log' || name === 'ln'
          ? 'The natural logarithm.'
          : `The logarithm to the base ${name.slice(3)}.`,
      example: name === 'log2' ? 'log2(8)' : `${name}(1)`,
      pure: true,
      cost: 1,
      run: (run, x) => {
        if (x <= 0) run.fail(`${name}: x must be above 0, not ${numberText(x)}`);
        return name === 'log2' ? Math.log2(x) : name === 'log10' ? Math.log10(x) : Math.log(x);
      },
    }),
  ),
  unary('sin', 'The sine of an angle in radians.', 'sin(rad(90))', Math.sin),
  unary('cos', 'The cosine of an angle in radians.', 'cos(0)', Math.cos),
  unary('tan', 'The tangent of an angle in radians.', 'tan(0)', Math.tan),
  unary('asin', 'The angle in radians with this sine (brought into -1..1).', 'deg(asin(1))', (x) =>
    Math.asin(clampTo(x, -1, 1)),
  ),
  unary('acos', 'The angle in radians with this cosine (brought into -1..1).', 'acos(1)', (x) =>
    Math.acos(clampTo(x, -1, 1)),
  ),
  unary('atan', 'The angle in radians with this tangent.', 'atan(0)', Math.atan),
  fn({
    name: 'atan2',
    group: 'math',
    parameters: [
      { name: 'y', type: 'number' },
      { name: 'x', type: 'number' },
    ],
    result: 'number',
    doc: 'The angle in radians of the direction (x, y).',
    example: 'deg(atan2(1, 1))',
    pure: true,
    cost: 1,
    run: (_run, y, x) => Math.atan2(y, x),
  }),
  unary('deg', 'Degrees of an angle in radians.', 'deg(pi)', (x) => (x * 180) / Math.PI),
  unary('rad', 'Radians of an angle in degrees.', 'rad(180)', (x) => (x * Math.PI) / 180),
  ...(['min', 'max'] as const).map((name) =>
    fn({
      name,
      group: 'math',
      parameters: [
        { name: 'first', type: 'number|list' },
        { name: 'more', type: 'number', rest: true },
      ],
      result: 'number',
      doc: `The ${name === 'min' ? 'least' : 'greatest'} of some numbers, or of a list of them.`,
      example: `${name}(3, 1, 2)`,
      pure: true,
      cost: (_first, more) => 1 + more.length,
      run: (run, first, more) => {
        const numbers = numbersOf(run, name, first, more);
        return name === 'min' ? least(numbers) : greatest(numbers);
      },
    }),
  ),
  fn({
    name: 'clamp',
    group: 'math',
    parameters: [
      { name: 'x', type: 'number' },
      { name: 'lo', type: 'number' },
      { name: 'hi', type: 'number' },
    ],
    result: 'number',
    doc: 'The number, brought into lo..hi.',
    example: 'clamp(12, 0, 10)',
    pure: true,
    cost: 1,
    run: (_run, x, lo, hi) => clampTo(x, lo, hi),
  }),
  fn({
    name: 'lerp',
    group: 'math',
    parameters: [
      { name: 'a', type: 'number|vec|color|entity' },
      { name: 'b', type: 'number|vec|color|entity' },
      { name: 't', type: 'number' },
    ],
    result: 'number|vec|color',
    doc: 'Between two numbers, points or colors: a at t = 0, b at t = 1.',
    example: 'lerp(10, 20, 0.5)',
    pure: true,
    cost: 3,
    run: mix,
  }),
  fn({
    name: 'inverse_lerp',
    group: 'math',
    parameters: [
      { name: 'a', type: 'number' },
      { name: 'b', type: 'number' },
      { name: 'x', type: 'number' },
    ],
    result: 'number',
    doc: 'Where x stands between a (0) and b (1); 0 when they are equal.',
    example: 'inverse_lerp(10, 20, 15)',
    pure: true,
    cost: 1,
    run: (run, a, b, x) => (a === b ? 0 : finite(run, (x - a) / (b - a))),
  }),
  fn({
    name: 'remap',
    group: 'math',
    parameters: [
      { name: 'x', type: 'number' },
      { name: 'from_lo', type: 'number' },
      { name: 'from_hi', type: 'number' },
      { name: 'to_lo', type: 'number' },
      { name: 'to_hi', type: 'number' },
    ],
    result: 'number',
    doc: 'The number moved from one range to another.',
    example: 'remap(5, 0, 10, 0, 100)',
    pure: true,
    cost: 1,
    run: (run, x, fromLo, fromHi, toLo, toHi) => {
      if (fromLo === fromHi) run.fail('remap: from_lo and from_hi must differ');
      return finite(run, toLo + ((x - fromLo) / (fromHi - fromLo)) * (toHi - toLo));
    },
  }),
  fn({
    name: 'smoothstep',
    group: 'math',
    parameters: [
      { name: 'lo', type: 'number' },
      { name: 'hi', type: 'number' },
      { name: 'x', type: 'number' },
    ],
    result: 'number',
    doc: '0 below lo, 1 above hi, and a smooth way between.',
    example: 'smoothstep(0, 10, 5)',
    pure: true,
    cost: 1,
    run: (_run, lo, hi, x) => {
      const t = lo === hi ? (x < lo ? 0 : 1) : Math.min(1, Math.max(0, (x - lo) / (hi - lo)));
      return t * t * (3 - 2 * t);
    },
  }),
  fn({
    name: 'approach',
    group: 'math',
    parameters: [
      { name: 'current', type: 'number' },
      { name: 'target', type: 'number' },
      { name: 'step', type: 'number' },
    ],
    result: 'number',
    doc: 'The number moved toward the target by at most one step.',
    example: 'approach(0, 10, 3)',
    pure: true,
    cost: 1,
    run: (run, current, target, step) => {
      const distance = Math.abs(step);
      return finite(
        run,
        current < target ? Math.min(current + distance, target) : Math.max(current - distance, target),
      );
    },
  }),
  fn({
    name: 'wrap',
    group: 'math',
    parameters: [
      { name: 'x', type: 'number' },
      { name: 'lo', type: 'number' },
      { name: 'hi', type: 'number' },
    ],
    result: 'number',
    doc: 'The number brought into lo..hi (hi excluded) by going round.',
    example: 'wrap(370, 0, 360)',
    pure: true,
    cost: 1,
    run: (run, x, lo, hi) => {
      const size = hi - lo;
      if (!(size > 0)) run.fail('wrap: hi must be above lo');
      return finite(run, lo + ((anyModulo(run, x - lo, size) + size) % size));
    },
  }),
  fn({
    name: 'mod',
    group: 'math',
    parameters: [
      { name: 'a', type: 'number' },
      { name: 'b', type: 'number' },
    ],
    result: 'number',
    doc: 'The remainder with the sign of b, so that it goes round evenly below 0.',
    example: 'mod(-1, 4)',
    pure: true,
    cost: 1,
    run: (run, a, b) => {
      if (b === 0) divisionByZero(run);
      return a - b * Math.floor(a / b);
    },
  }),
];
