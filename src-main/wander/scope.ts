/** Where names are declared while the resolver walks a function: blocks, functions, slots. */
import type { Span, Variable } from './ast';

/** A function or lambda being resolved. */
export class FunctionScope {
  readonly blocks: Map<string, Variable>[] = [];
  /** Every variable declared so far, gone blocks too: for explaining why a name is not known. */
  readonly declared: Variable[] = [];
  slots = 0;
  private used = 0;
  loopDepth = 0;
  expressionDepth = 0;

  constructor(readonly parent: FunctionScope | undefined) {}

  /** Runs `inside` with a new block open; its slots are free again afterwards. */
  block(inside: () => void): void {
    const used = this.used;
    this.blocks.push(new Map());
    inside();
    this.blocks.pop();
    this.used = used;
  }

  declare(name: string, kind: Variable['kind'], declaredAt: Span): Variable {
    const variable: Variable = {
      name,
      declaredAt,
      slot: this.used,
      kind,
      captured: false,
      assigned: false,
      readCount: 0,
    };
    this.used += 1;
    this.slots = Math.max(this.slots, this.used);
    this.blocks.at(-1)?.set(name, variable);
    this.declared.push(variable);
    return variable;
  }

  /** A variable of the innermost block. */
  here(name: string): Variable | undefined {
    return this.blocks.at(-1)?.get(name);
  }

  /** The variable a name means in this function, innermost block first. */
  find(name: string): Variable | undefined {
    for (let at = this.blocks.length - 1; at >= 0; at -= 1) {
      const found = this.blocks[at]?.get(name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** A variable of that name declared in this function or one around it, whether or not it can be seen. */
  declaredAnywhere(name: string): Variable | undefined {
    return this.declared.find((variable) => variable.name === name) ?? this.parent?.declaredAnywhere(name);
  }

  /** All variables that can be seen, nearest first. */
  *visible(): Iterable<Variable> {
    for (const block of [...this.blocks].reverse()) yield* block.values();
    if (this.parent !== undefined) yield* this.parent.visible();
  }
}
