/** Bytes of a WebAssembly module: numbers as the format writes them, and the instructions that kernels are made of. */

/** Code as it is put together: bytes, pieces of code, and calls of functions whose numbers are not known yet. */
export type Code = readonly (number | Code | Call)[];

/** A call of an imported function by its name, or of another function of the module by its key. */
export interface Call {
  readonly callee: unknown;
}

export const F64 = 0x7c;
export const I32 = 0x7f;
/** Of a block that gives nothing. */
const EMPTY = 0x40;

export const OP = {
  unreachable: 0x00,
  block: 0x02,
  loop: 0x03,
  if: 0x04,
  else: 0x05,
  end: 0x0b,
  br: 0x0c,
  br_if: 0x0d,
  return: 0x0f,
  call: 0x10,
  drop: 0x1a,
  select: 0x1b,
  local_get: 0x20,
  local_set: 0x21,
  local_tee: 0x22,
  global_get: 0x23,
  global_set: 0x24,
  i32_const: 0x41,
  f64_const: 0x44,
  i32_eqz: 0x45,
  i32_eq: 0x46,
  i32_ne: 0x47,
  i32_lt_s: 0x48,
  i32_gt_s: 0x4a,
  i32_le_s: 0x4c,
  i32_ge_s: 0x4e,
  f64_eq: 0x61,
  f64_ne: 0x62,
  f64_lt: 0x63,
  f64_gt: 0x64,
  f64_le: 0x65,
  f64_ge: 0x66,
  i32_add: 0x6a,
  i32_sub: 0x6b,
  i32_mul: 0x6c,
  i32_rem_s: 0x6f,
  i32_and: 0x71,
  f64_abs: 0x99,
  f64_neg: 0x9a,
  f64_ceil: 0x9b,
  f64_floor: 0x9c,
  f64_trunc: 0x9d,
  f64_sqrt: 0x9f,
  f64_add: 0xa0,
  f64_sub: 0xa1,
  f64_mul: 0xa2,
  f64_div: 0xa3,
  f64_min: 0xa4,
  f64_max: 0xa5,
  f64_convert_i32_s: 0xb7,
} as const;

/** To the nearest whole number toward 0 that 32 bits hold; NaN gives 0. */
export const I32_TRUNC_SAT_F64_S: Code = [0xfc, 0x02];

/** An unsigned number, as LEB128. */
export function unsigned(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 0x7f) {
    bytes.push((rest & 0x7f) | 0x80);
    rest >>>= 7;
  }
  bytes.push(rest);
  return bytes;
}

/** A whole number of 32 bits with its sign, as LEB128. */
function signed(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (;;) {
    const low = rest & 0x7f;
    rest >>= 7;
    if ((rest === 0 && (low & 0x40) === 0) || (rest === -1 && (low & 0x40) !== 0)) {
      bytes.push(low);
      return bytes;
    }
    bytes.push(low | 0x80);
  }
}

export const i32Const = (value: number): Code => [OP.i32_const, ...signed(value)];

export function f64Const(value: number): Code {
  const bytes = new DataView(new ArrayBuffer(8));
  bytes.setFloat64(0, value, true);
  return [OP.f64_const, ...Array.from({ length: 8 }, (_, index) => bytes.getUint8(index))];
}

export const getLocal = (index: number): Code => [OP.local_get, ...unsigned(index)];
export const setLocal = (index: number): Code => [OP.local_set, ...unsigned(index)];
export const teeLocal = (index: number): Code => [OP.local_tee, ...unsigned(index)];
export const getGlobal = (index: number): Code => [OP.global_get, ...unsigned(index)];
export const setGlobal = (index: number): Code => [OP.global_set, ...unsigned(index)];

/** `if` without a value. */
export const ifThen = (then: Code, otherwise?: Code): Code =>
  otherwise === undefined ? [OP.if, EMPTY, then, OP.end] : [OP.if, EMPTY, then, OP.else, otherwise, OP.end];

export const ifValue = (type: number, then: Code, otherwise: Code): Code => [
  OP.if,
  type,
  then,
  OP.else,
  otherwise,
  OP.end,
];

export const block = (code: Code): Code => [OP.block, EMPTY, code, OP.end];
export const loop = (code: Code): Code => [OP.loop, EMPTY, code, OP.end];
export const branch = (labels: number): Code => [OP.br, ...unsigned(labels)];
export const branchIf = (labels: number): Code => [OP.br_if, ...unsigned(labels)];

/** A list of the format: its length, then its items. */
export const listOf = (items: readonly (readonly number[])[]): number[] => [
  ...unsigned(items.length),
  ...items.flat(),
];

/** A name of the format; all of ours are ASCII. */
export const nameBytes = (text: string): number[] => [
  ...unsigned(text.length),
  ...Array.from(text, (character) => character.charCodeAt(0)),
];

/** A part of a module, or of a list of code, with its length before it. */
export const sized = (bytes: readonly number[]): number[] => [...unsigned(bytes.length), ...bytes];
