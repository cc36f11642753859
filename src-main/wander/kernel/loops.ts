/** Loops of other functions as kernels. */
import type { ForRangeStatement, RepeatStatement, ReturnStatement, Variable, WhileStatement } from '../ast';
import { METERED } from './accounting';
import { getLocal, i32Const, OP, setGlobal, type Code } from './bytes';
import type { Lowered, Results } from './expressions';
import { FUEL, outputGlobal } from './module';
import { asDouble, type Kind } from './pieces';
import { StatementLowering } from './statements';

/** How a loop ended, as its kernel gives it. */
export const ENDED = 0;
export const RETURNED_NUMBER = 1;
export const RETURNED_BOOL = 2;
export const RETURNED_NONE = 3;

export type LoopStatement = WhileStatement | RepeatStatement | ForRangeStatement;

/** A variable that lives around a loop. */
export interface Outer {
  readonly variable: Variable;
  readonly kind: Kind;
  readonly isAssigned: boolean;
}

/** A loop: how much of the depth is left, the variables around it that it uses, then the fuel. It gives how it ended. */
export class LoopLowering extends StatementLowering {
  constructor(
    private readonly node: LoopStatement,
    private readonly outer: readonly Outer[],
    results: Results,
  ) {
    super(results, outer.length + 2, 0, outer.length + 1);
  }

  lower(): Lowered {
    this.outer.forEach(({ variable, kind }, index) => this.take(variable, kind, index + 1));
    const code = this.statement(this.node);
    let count = 0;
    const outputs = this.outer.flatMap(({ variable, isAssigned }) => {
      const slot = this.variables.get(variable);
      if (!isAssigned || slot === undefined) return [];
      const value = [getLocal(slot.local), slot.kind === 'bool' ? OP.f64_convert_i32_s : []];
      return [value, setGlobal(outputGlobal(count++))];
    });
    return this.finish([code, outputs, this.leaveFuel(), i32Const(ENDED)]);
  }

  /** Brings the fuel to where the host finds it. */
  private leaveFuel(): Code {
    return METERED ? [getLocal(this.fuel), setGlobal(FUEL)] : [];
  }

  protected override return({ value }: ReturnStatement): Code {
    const end = (how: number): Code => [this.leaveFuel(), i32Const(how), OP.return];
    if (value === undefined || value.kind === 'none') return end(RETURNED_NONE);
    const piece = this.value(value);
    const how = piece.kind === 'bool' ? RETURNED_BOOL : RETURNED_NUMBER;
    return [asDouble(piece), setGlobal(outputGlobal(0)), end(how)];
  }
}
