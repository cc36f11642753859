/** Statements of a kernel. */
import type {
  AssignStatement,
  Block,
  ForRangeStatement,
  IfStatement,
  LetStatement,
  MatchStatement,
  RepeatStatement,
  ReturnStatement,
  Statement,
  Variable,
  WhileStatement,
} from '../ast';
import { blockWeight, iterationWeight } from '../weights';
import { METERED, nextSlice, spend } from './accounting';
import {
  block,
  branch,
  branchIf,
  F64,
  f64Const,
  getLocal,
  I32,
  I32_TRUNC_SAT_F64_S,
  i32Const,
  ifThen,
  ifValue,
  loop,
  OP,
  setLocal,
  type Code,
} from './bytes';
import { ExpressionLowering, ifValueOf, type Slot } from './expressions';
import {
  asDouble,
  asNumber,
  comparison,
  constantPiece,
  mostOf,
  typeOf,
  unfit,
  type Kind,
  type Operator,
  type Piece,
  type Range,
} from './pieces';

/** Counting in 32 bits goes no further than this, so that two of them can be added. */
const MOST_COUNTED = 2 ** 30 - 1;
const MOST_STEP = 2 ** 20;

/** Numbers of open blocks around a place. */
interface LoopLabels {
  readonly ends: number;
  readonly goesOn: number;
}

export abstract class StatementLowering extends ExpressionLowering {
  private readonly loops: LoopLabels[] = [];
  /** How many blocks are open. */
  private open = 0;

  /** What is made with one more block open. */
  private within<T>(make: () => T): T {
    this.open += 1;
    const made = make();
    this.open -= 1;
    return made;
  }

  protected block({ statements }: Block): Code {
    return statements.map((statement) => this.statement(statement));
  }

  /** An arm of `if` or `match`, with its charge. */
  private arm(body: Block | undefined): Code {
    if (body === undefined) return [];
    return this.within(() => [spend(this.fuel, blockWeight(body)), this.block(body)]);
  }

  protected statement(node: Statement): Code {
    switch (node.kind) {
      case 'let':
        return this.let(node);
      case 'assign':
        return this.assign(node);
      case 'if':
        return this.if(node);
      case 'match':
        return this.match(node);
      case 'while':
        return this.while(node);
      case 'repeat':
        return this.repeat(node);
      case 'for-range':
        return this.forRange(node);
      case 'break':
      case 'continue': {
        const labels = this.loops.at(-1);
        if (labels === undefined) return unfit('no loop around it');
        return branch(this.open - (node.kind === 'break' ? labels.ends : labels.goesOn));
      }
      case 'return':
        return this.return(node);
      case 'expression':
        return [this.value(node.expression).code, OP.drop];
      default:
        return unfit(node.kind);
    }
  }

  protected abstract return(node: ReturnStatement): Code;

  protected declare(variable: Variable | undefined, kind: Kind, range?: Range): Slot {
    if (variable?.captured === true || variable?.kind === 'var')
      return unfit('a variable of several functions');
    const local = this.local(range === undefined ? typeOf(kind) : I32);
    const slot = { local, kind, ...(range === undefined ? {} : { range }) };
    if (variable !== undefined) this.variables.set(variable, slot);
    return slot;
  }

  /** A parameter of the kernel. */
  protected take(variable: Variable | undefined, kind: Kind, local: number): void {
    if (variable === undefined || variable.captured || variable.kind === 'var')
      return unfit('a variable of several functions');
    this.variables.set(variable, { local, kind });
  }

  private let(node: LetStatement): Code {
    const piece = this.value(node.value);
    const { variable } = node;
    if (node.redeclares === true && variable !== undefined) return this.put(variable, piece);
    // One that keeps its value can be held as what it is.
    const range = variable?.assigned === false ? piece.range : undefined;
    return this.store(this.declare(variable, piece.kind, range), piece);
  }

  private put(variable: Variable, piece: Piece): Code {
    const slot = this.variables.get(variable);
    if (slot === undefined) return unfit('a variable of others');
    const isOpen = slot.kind === 'unknown' || piece.kind === 'unknown';
    if (!isOpen && slot.kind !== piece.kind) return unfit('a variable of several kinds');
    return this.store(slot, piece);
  }

  private assign({ target, operator, value }: AssignStatement): Code {
    if (target.kind !== 'name' || target.binding?.kind !== 'local') return unfit('an assignment to a place');
    const { variable } = target.binding;
    if (operator === '=') return this.put(variable, this.value(value));
    const [sign] = operator;
    return this.put(variable, this.arithmetic(sign as Operator, this.read(variable), this.expression(value)));
  }

  private if({ arms, otherwise }: IfStatement): Code {
    const [first, ...rest] = arms;
    if (first === undefined) return this.otherwise(otherwise);
    const test = this.test(first.condition);
    const body = this.arm(first.body);
    if (rest.length === 0 && otherwise === undefined) return [test, ifThen(body)];
    const others =
      rest.length === 0
        ? this.arm(otherwise)
        : this.within(() => this.if({ ...EMPTY_IF, arms: rest, otherwise }));
    return [test, ifThen(body, others)];
  }

  /** A block in place of an `if` whose conditions are all done. */
  private otherwise(body: Block | undefined): Code {
    return body === undefined ? [] : [spend(this.fuel, blockWeight(body)), this.block(body)];
  }

  private match({ subject, arms, otherwise }: MatchStatement): Code {
    const wanted = this.value(subject);
    const slot = this.declare(undefined, wanted.kind, wanted.range);
    const kept: Piece = { ...wanted, code: getLocal(slot.local), constant: undefined };
    const from = (index: number): Code => {
      const arm = arms[index];
      if (arm === undefined) return this.otherwise(otherwise);
      const tests = arm.values.map(
        (value) => comparison('==', asNumber(kept), asNumber(this.value(value))).code,
      );
      const test = tests.reduceRight<Code>((rest, one) => ifValueOf(one, i32Const(1), rest), i32Const(0));
      return [
        test,
        ifThen(
          this.arm(arm.body),
          this.within(() => from(index + 1)),
        ),
      ];
    };
    return [this.store(slot, wanted), from(0)];
  }

  /* ---- loops --------------------------------------------------------------------------------------------------------- */

  /**
   * A loop that goes on while `test` gives 1: each time it takes its units, and does `start`, the body and `next`. Where the
   * fuel is used up it is left for a loop around it that gets the next slice: in the loop itself, the call would keep V8 from
   * holding variables in registers.
   */
  private loop(test: () => Code, units: number, start: Code, body: Block, next: Code): Code {
    const ends = this.open + 1;
    const around = METERED ? 4 : 2;
    this.open += around;
    const isOver = [test(), OP.i32_eqz, branchIf(around - 1)];
    this.loops.push({ ends, goesOn: this.open + 1 });
    const inner = this.within(() => this.block(body));
    this.loops.pop();
    this.open -= around;
    const round = [isOver, spend(this.fuel, units), start, block(inner), next, branch(0)];
    if (!METERED) return block(loop(round));
    const isDry = [getLocal(this.fuel), i32Const(0), OP.i32_lt_s, branchIf(1)];
    return block(loop([block(loop([isDry, round])), nextSlice(this.fuel), branch(0)]));
  }

  private while({ condition, body }: WhileStatement): Code {
    return this.loop(() => this.test(condition), iterationWeight(body, condition), [], body, []);
  }

  private repeat({ times, body }: RepeatStatement): Code {
    const count = this.local(F64);
    const done = this.local(F64);
    const start = [asDouble(this.number(times)), setLocal(count), f64Const(0), setLocal(done)];
    const test = [getLocal(done), getLocal(count), OP.f64_lt];
    const next = [getLocal(done), f64Const(1), OP.f64_add, setLocal(done)];
    return [start, this.loop(() => test, iterationWeight(body), [], body, next)];
  }

  private forRange(node: ForRangeStatement): Code {
    const from = this.number(node.from);
    const to = this.number(node.to);
    const step = node.step === undefined ? constantPiece(1) : this.number(node.step);
    const { constant } = step;
    if (
      from.range !== undefined &&
      mostOf(from.range) <= MOST_COUNTED &&
      constant !== undefined &&
      constant !== 0 &&
      step.range !== undefined &&
      Math.abs(constant) <= MOST_STEP
    ) {
      return this.countedLoop(node, from, from.range, to, constant);
    }
    return this.generalLoop(node, from, to, step);
  }

  private iterationOf(node: ForRangeStatement): number {
    return iterationWeight(node.body);
  }

  /** A range of whole numbers, counted in 32 bits; how far it goes must fit in them too. */
  private countedLoop(node: ForRangeStatement, from: Piece, first: Range, to: Piece, step: number): Code {
    const at = this.local(I32);
    const end = this.local(I32);
    const { inclusive, variable } = node;
    const up = step > 0;
    const known = to.range !== undefined && mostOf(to.range) <= MOST_COUNTED ? to.range : undefined;
    const bound: Code = known === undefined ? this.wholeBound(to, up, inclusive) : to.code;
    const last = known ?? { low: -MOST_COUNTED, high: MOST_COUNTED };
    const range = up
      ? { low: first.low, high: Math.max(first.low, last.high - (inclusive ? 0 : 1)) }
      : { low: Math.min(first.high, last.low + (inclusive ? 0 : 1)), high: first.high };
    // Both are worked out before either is stored.
    const start = [from.code, bound, setLocal(end), setLocal(at)];
    const compare = up ? (inclusive ? OP.i32_le_s : OP.i32_lt_s) : inclusive ? OP.i32_ge_s : OP.i32_gt_s;
    const set = this.loopVariable(variable, at, range);
    const next = [getLocal(at), i32Const(step), OP.i32_add, setLocal(at)];
    const test = [getLocal(at), getLocal(end), compare];
    return [start, this.loop(() => test, this.iterationOf(node), set, node.body, next)];
  }

  /** The whole number at which a loop ends that is to end at a double. */
  private wholeBound(to: Piece, up: boolean, inclusive: boolean): Code {
    const [kept] = this.kept;
    const isFar = [
      getLocal(kept),
      f64Const(up ? MOST_COUNTED : -MOST_COUNTED),
      up ? OP.f64_gt : OP.f64_lt,
      ifThen([OP.unreachable]),
    ];
    const rounding = up === inclusive ? OP.f64_floor : OP.f64_ceil;
    return [asDouble(to), setLocal(kept), isFar, getLocal(kept), rounding, I32_TRUNC_SAT_F64_S];
  }

  /** Gives the variable its value for an iteration. One that is not assigned is the counter itself. */
  private loopVariable(variable: Variable | undefined, at: number, range: Range): Code {
    if (variable === undefined) return [];
    if (variable.captured) return unfit('a variable of several functions');
    if (!variable.assigned) {
      this.variables.set(variable, { local: at, kind: 'number', range });
      return [];
    }
    const slot = this.declare(variable, 'number');
    return [getLocal(at), OP.f64_convert_i32_s, setLocal(slot.local)];
  }

  private generalLoop(node: ForRangeStatement, from: Piece, to: Piece, step: Piece): Code {
    const [at, end, change] = [this.local(F64), this.local(F64), this.local(F64)];
    const { constant } = step;
    const starts = [
      asDouble(from),
      asDouble(to),
      asDouble(step),
      setLocal(change),
      setLocal(end),
      setLocal(at),
    ];
    const isEndless = [getLocal(change), f64Const(0), OP.f64_eq, ifThen([OP.unreachable])];
    const compared = (op: number): Code => [getLocal(at), getLocal(end), op];
    const up = compared(node.inclusive ? OP.f64_le : OP.f64_lt);
    const down = compared(node.inclusive ? OP.f64_ge : OP.f64_gt);
    const isUp = [getLocal(change), f64Const(0), OP.f64_gt];
    const test = constant === undefined ? [isUp, ifValue(I32, up, down)] : constant > 0 ? up : down;
    const slot = this.declare(node.variable, 'number');
    const set = [getLocal(at), setLocal(slot.local)];
    const next = [getLocal(at), getLocal(change), OP.f64_add, setLocal(at)];
    return [
      starts,
      constant === undefined || constant === 0 ? isEndless : [],
      this.loop(() => test, this.iterationOf(node), set, node.body, next),
    ];
  }
}

const EMPTY_IF = { kind: 'if', start: 0, end: 0 } as const;
