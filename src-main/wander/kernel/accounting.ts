/**
 * What a kernel does for its bounds: it takes its units from the fuel, gets the next slice of it when it is used up, and counts
 * the depth of calls down. The fuel and the depth lie in two variables of each function.
 */
import { getLocal, I32, i32Const, ifThen, OP, setLocal, teeLocal, type Code } from './bytes';
import type { KernelFunction } from './module';

/** The bench takes the accounting out here to see what it costs. */
export const METERED: boolean = true;

/** The import that gives the next slice for fuel that is below nothing, or what is below nothing where there is none. */
export const SLICE = 'slice';
/** The function of the module that takes it, or comes to no good. */
const NEXT_SLICE = 'next slice';

export const NEXT_SLICE_FUNCTION: KernelFunction = {
  key: NEXT_SLICE,
  signature: { parameters: [I32], results: [I32] },
  locals: [],
  code: [
    getLocal(0),
    { callee: SLICE },
    teeLocal(0),
    i32Const(0),
    OP.i32_lt_s,
    ifThen([OP.unreachable]),
    getLocal(0),
  ],
};

/** Takes units from the fuel, and looks at it later: what runs until then is no longer than the text. */
export function spend(fuel: number, units: number): Code {
  return METERED && units > 0 ? [getLocal(fuel), i32Const(units), OP.i32_sub, setLocal(fuel)] : [];
}

export const nextSlice = (fuel: number): Code => [getLocal(fuel), { callee: NEXT_SLICE }, setLocal(fuel)];

/** A function's entry: takes its units, and of the depth what a call of it takes. */
export function enter(room: number, depth: number, fuel: number, units: number): Code {
  if (!METERED) return [];
  const isBelow = [i32Const(0), OP.i32_lt_s];
  const rest = [getLocal(room), i32Const(depth), OP.i32_sub, teeLocal(room)];
  const left = [getLocal(fuel), i32Const(units), OP.i32_sub, teeLocal(fuel)];
  return [rest, isBelow, ifThen([OP.unreachable]), left, isBelow, ifThen(nextSlice(fuel))];
}
