/** What the parts of the compiler know while they compile one function. */
import type { ConstDeclaration, Expression, FnDeclaration, Span, Variable } from '../ast';
import type { Run } from '../context';
import type { Site, SiteUnit } from '../errors';
import type { Game } from '../game';
import type { Kernels } from '../kernel/kernels';
import type { Cell, Shape, Value } from '../values';
import {
  capturedCells,
  readCell,
  readSlot,
  type Eval,
  type Exec,
  type Frame,
  type FunctionCode,
} from './code';
import type { Copies } from './copies';

/** The whole program, whose declarations may be used before they are compiled. */
export interface ProgramScope {
  readonly root: Shape;
  functionOf(declaration: FnDeclaration): FunctionCode | undefined;
  /** Gives the constant's value, working it out when it is first needed. */
  constantOf(declaration: ConstDeclaration): ((run: Run) => Value) | undefined;
  /** Whose closures the nodes are made of. */
  readonly copies: Copies;
  /** What of it runs as WebAssembly, once it is warm. */
  readonly kernels: Kernels | undefined;
  /** Looks on at every statement, where somebody asked for that. */
  readonly observer: StatementObserver | undefined;
}

/** Looks on at statements as they run, and changes nothing of what they do. */
export interface StatementObserver {
  /**
   * What runs in place of a statement. `weight` is what its block is charged for it (`weights.ts`); the block as a whole is
   * charged before, on behalf of the statement around it.
   */
  around(site: Site, weight: number, exec: Exec): Exec;
}

/** Code of behaviours runs in a game only. */
export function gameOf(run: Run): Game {
  if (run.game === undefined) throw new Error('a behaviour runs without a game');
  return run.game;
}

export class FunctionScope {
  private readonly declared = new Set<Variable>();
  /** Variables of functions around this one, in the order of the captured cells. */
  private readonly captures: Variable[] = [];
  /** What a timer does in a handler: in `on tick` it counts when it is come to, elsewhere it then runs by itself. */
  timers: 'counted' | 'armed' = 'armed';
  /** Slots of its variables, where it may wait. */
  slots = 0;
  private hiddenSlots = 0;

  constructor(
    readonly program: ProgramScope,
    readonly unit: SiteUnit,
    readonly parent: FunctionScope | undefined,
  ) {}

  site(span: Span): Site {
    return { start: span.start, unit: this.unit };
  }

  /** Takes a variable into this function, and gives its slot in the frame. */
  declare(variable: Variable): number {
    this.declared.add(variable);
    return variable.slot + 1;
  }

  /** A slot behind those of the variables, for what must outlive a wait: what lies in a frame is known to be held. */
  hide(): number {
    this.hiddenSlots += 1;
    return this.slots + this.hiddenSlots;
  }

  get hidden(): number {
    return this.hiddenSlots;
  }

  /** The slot of a variable that lies in the frame as it is: of this function, and not shared with closures. */
  plainSlot(node: Expression): number | undefined {
    if (node.kind !== 'name' || node.binding?.kind !== 'local') return undefined;
    const { variable } = node.binding;
    return this.declared.has(variable) && !variable.captured ? variable.slot + 1 : undefined;
  }

  /** Reads a variable of this function or of one around it. */
  reader(variable: Variable): Eval {
    if (variable.kind === 'var') {
      const { slot } = variable;
      return (_frame, run) => gameOf(run).readVar(slot);
    }
    if (this.declared.has(variable)) {
      const slot = variable.slot + 1;
      if (!variable.captured) return (frame) => readSlot(frame, slot);
      return (frame) => readCell(frame, slot).value;
    }
    const index = this.captureOf(variable);
    return (frame) => capturedCell(frame, index).value;
  }

  /** Stores into a variable that has been declared before. */
  writer(variable: Variable): (frame: Frame, value: Value, run: Run) => void {
    if (variable.kind === 'var') {
      const { slot } = variable;
      return (_frame, value, run) => gameOf(run).writeVar(slot, value, run.site);
    }
    if (this.declared.has(variable) && !variable.captured) {
      const slot = variable.slot + 1;
      return (frame, value) => {
        frame[slot] = value;
      };
    }
    const cell = this.cell(variable);
    return (frame, value) => {
      cell(frame).value = value;
    };
  }

  /** Finds the cell of a shared variable. */
  cell(variable: Variable): (frame: Frame) => Cell {
    if (this.declared.has(variable)) {
      const slot = variable.slot + 1;
      return (frame) => readCell(frame, slot);
    }
    const index = this.captureOf(variable);
    return (frame) => capturedCell(frame, index);
  }

  private captureOf(variable: Variable): number {
    const index = this.captures.indexOf(variable);
    return index < 0 ? this.captures.push(variable) - 1 : index;
  }

  /** How the function around this one finds the cells for a new closure; to be called when the body has been compiled. */
  captureFrom(parent: FunctionScope): readonly ((frame: Frame) => Cell)[] {
    return this.captures.map((variable) => parent.cell(variable));
  }
}

function capturedCell(frame: Frame, index: number): Cell {
  const cell = capturedCells(frame)[index];
  // Can't be: the closure was made with all cells that its code names.
  if (cell === undefined) throw new Error('a captured variable is missing');
  return cell;
}

/** A number that stands in the text. */
export function constantNumber(node: Expression): number | undefined {
  if (node.kind === 'number') return node.value;
  if (node.kind === 'unary' && node.operator === '-' && node.operand.kind === 'number')
    return -node.operand.value;
  return undefined;
}
