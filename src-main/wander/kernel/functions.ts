/** Functions as kernels: from numbers to a number or a bool. */
import type { FnDeclaration, ReturnStatement } from '../ast';
import { depthWeight, functionWeight } from '../weights';
import { enter, METERED } from './accounting';
import { F64, getLocal, I32, i32Const, OP, setGlobal, type Code } from './bytes';
import type { Lowered, Results } from './expressions';
import { FUEL, type Signature } from './module';
import { asDouble, typeOf, unfit, type Kind } from './pieces';
import { StatementLowering } from './statements';

/** What a function of these parameters and this result takes and gives: the depth and the fuel behind the rest. */
export const signatureOf = ({ parameters }: FnDeclaration, result: Kind): Signature => ({
  parameters: [...parameters.map(() => F64), ...(METERED ? [I32, I32] : [])],
  results: [typeOf(result), ...(METERED ? [I32] : [])],
});

/** A function from numbers to a number or a bool. */
export class FunctionLowering extends StatementLowering {
  /** What it gives. */
  result: Kind = 'unknown';

  constructor(
    private readonly declaration: FnDeclaration,
    results: Results,
  ) {
    const { length } = declaration.parameters;
    super(results, length + (METERED ? 2 : 0), length, length + 1);
  }

  lower(): Lowered {
    const { declaration } = this;
    declaration.parameters.forEach((parameter, index) => {
      if (parameter.default !== undefined) unfit('a default');
      this.take(parameter.variable, 'number', index);
    });
    const entry = enter(this.room, depthWeight(declaration), this.fuel, functionWeight(declaration));
    // A function that comes to its end gives none.
    return this.finish([entry, this.block(declaration.body), OP.unreachable]);
  }

  protected override return({ value }: ReturnStatement): Code {
    if (value === undefined || value.kind === 'none') return [OP.unreachable];
    const piece = this.value(value);
    if (piece.kind !== 'unknown' && this.result !== 'unknown' && piece.kind !== this.result)
      unfit('a bool or a number');
    if (piece.kind !== 'unknown') this.result = piece.kind;
    return [
      piece.kind === 'bool' ? piece.code : asDouble(piece),
      METERED ? getLocal(this.fuel) : [],
      OP.return,
    ];
  }
}

/**
 * How the host comes into a function: its parameters, how much of the depth is left, the fuel. Whoever calls has charged for the
 * call already, and so gives it back. The fuel that is left comes to where the host finds it.
 */
export function entryOf(declaration: FnDeclaration): Code {
  const { length } = declaration.parameters;
  const args = declaration.parameters.map((_, index) => getLocal(index));
  const call = { callee: declaration };
  if (!METERED) return [args, call];
  const room = [getLocal(length), i32Const(depthWeight(declaration)), OP.i32_add];
  const fuel = [getLocal(length + 1), i32Const(functionWeight(declaration)), OP.i32_add];
  return [args, room, fuel, call, setGlobal(FUEL)];
}
