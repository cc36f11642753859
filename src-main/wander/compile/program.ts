/** From resolved trees to a program that can run any number of times, also within itself. */
import type { ConstDeclaration, FnDeclaration } from '../ast';
import type { Run } from '../context';
import { allConstants, allFunctions } from '../declarations';
import type { Site, SiteUnit } from '../errors';
import type { Unit } from '../unit';
import { Shape, share, type Callable, type Value } from '../values';
import { expressionWeight } from '../weights';
import { FunctionCode, type Eval } from './code';
import { CopyCounter, ownCopies, SHARED, type Copies } from './copies';
import { compileExpression } from './expressions';
import { compileFunction, isPlain, leastArguments } from './functions';
import { Kernels, POLICY, type KernelCounts, type KernelPolicy } from '../kernel/kernels';
import { constantNumber, FunctionScope, type ProgramScope, type StatementObserver } from './scope';

/** A program without errors. It holds no state of its runs. */
export interface Program {
  /** Where the shapes of its maps grow from. */
  readonly root: Shape;
  /** `fn run`, where there is one, and where it stands. */
  readonly entry: (Callable & { readonly site: Site }) | undefined;
  readonly unit: SiteUnit;
}

export interface CompiledProgram extends Program {
  /**
   * To be told the units that each run used. Once they are many, the program is made of copies of its own (see copies.ts), and
   * is faster in the runs that follow the promise; nothing else changes. None where there is nothing to do.
   */
  ran(units: number): Promise<void> | undefined;
}

/** Some hundredths of a second: less is not worth its own copies. */
const WARM = 2_000_000;

interface ConstantCode {
  evaluate: Eval;
  readonly weight: number;
  readonly site: Site;
}

class Builder implements ProgramScope {
  readonly root = Shape.root();
  copies: Copies = SHARED;
  kernels: Kernels | undefined;

  constructor(
    readonly observer: StatementObserver | undefined,
    /** Whether behaviours are compiled: in a tool they are left out, and have not been resolved. */
    private readonly hasBehaviors: boolean,
  ) {}

  private readonly functions = new Map<FnDeclaration, FunctionCode>();
  private readonly constants = new Map<ConstDeclaration, (run: Run) => Value>();
  /** In the order of declaration, modules before those who use them: each is made of those before it. */
  private readonly order: ConstantCode[] = [];

  functionOf(declaration: FnDeclaration): FunctionCode | undefined {
    return this.functions.get(declaration);
  }

  constantOf(declaration: ConstDeclaration): ((run: Run) => Value) | undefined {
    return this.constants.get(declaration);
  }

  get constantCount(): number {
    return this.order.length;
  }

  /** Makes the functions and constants of a file known, so that all of them can name each other. */
  declare(unit: Unit, siteUnit: SiteUnit): void {
    for (const declaration of this.functionsOf(unit)) {
      const site = { start: declaration.name.start, unit: siteUnit };
      const { parameters, name } = declaration;
      this.functions.set(
        declaration,
        new FunctionCode(
          name.text,
          leastArguments(declaration),
          parameters.length,
          site,
          isPlain(declaration),
        ),
      );
    }
    for (const declaration of this.constantsOf(unit)) {
      const { value } = declaration;
      const index = this.order.length;
      this.order.push({
        evaluate: () => null,
        weight: expressionWeight(value),
        site: { start: value.start, unit: siteUnit },
      });
      const number = constantNumber(value);
      const isSimple = value.kind === 'string' || value.kind === 'bool';
      this.constants.set(
        declaration,
        number !== undefined
          ? () => number
          : isSimple
            ? (): Value => value.value
            : (run) => this.constant(run, index),
      );
    }
  }

  /** All functions that were made known. */
  get declarations(): readonly FnDeclaration[] {
    return [...this.functions.keys()];
  }

  private functionsOf({ file }: Unit): readonly FnDeclaration[] {
    return this.hasBehaviors ? allFunctions(file) : file.functions;
  }

  private constantsOf({ file }: Unit): readonly ConstDeclaration[] {
    return this.hasBehaviors ? allConstants(file) : file.constants;
  }

  /** The value of a constant; all those before it are worked out first, so that they need not call each other. */
  private constant(run: Run, index: number): Value {
    const known = run.constants[index];
    if (known !== undefined) return known;
    for (let next = run.constants.length; next <= index; next += 1) {
      const code = this.order[next];
      if (code === undefined) break;
      run.site = code.site;
      run.charge(code.weight);
      run.constants.push(share(code.evaluate([[]], run)));
    }
    return run.constants[index] ?? null;
  }

  compile(unit: Unit, siteUnit: SiteUnit, firstConstant: number): void {
    this.constantsOf(unit).forEach((declaration, index) => {
      const code = this.order[firstConstant + index];
      const scope = new FunctionScope(this, siteUnit, undefined);
      if (code !== undefined) code.evaluate = compileExpression(scope, declaration.value);
    });
    for (const declaration of this.functionsOf(unit)) {
      const code = this.functions.get(declaration);
      if (code !== undefined)
        compileFunction(new FunctionScope(this, siteUnit, undefined), declaration, code);
    }
  }
}

interface Parts {
  readonly scope: ProgramScope;
  readonly unit: SiteUnit;
  readonly declarations: readonly FnDeclaration[];
  /** Compiles all of it once more. */
  readonly compile: (copies: Copies, kernels?: Kernels) => void;
}

/** The functions and constants of a text and of the modules that it uses, each standing behind those it uses itself. */
export function compileParts(
  main: Unit,
  modules: ReadonlyMap<string, Unit>,
  options: { readonly observer?: StatementObserver; readonly behaviors?: boolean },
): Parts {
  const builder = new Builder(options.observer, options.behaviors ?? false);
  const units = [...modules.values(), main].map((unit) => ({
    unit,
    siteUnit: { source: unit.source, ...(unit.path === undefined ? {} : { file: unit.path }) },
    firstConstant: 0,
  }));
  for (const entry of units) {
    entry.firstConstant = builder.constantCount;
    builder.declare(entry.unit, entry.siteUnit);
  }
  const compile = (copies: Copies, kernels?: Kernels): void => {
    builder.copies = copies;
    builder.kernels = kernels;
    for (const { unit, siteUnit, firstConstant } of units) builder.compile(unit, siteUnit, firstConstant);
  };
  compile(SHARED);
  const { declarations } = builder;
  return { scope: builder, unit: units.at(-1)?.siteUnit ?? { source: main.source }, declarations, compile };
}

/**
 * Compiles a text that was loaded without errors, as a tool, and the modules that it uses. With an observer it runs slower,
 * to the same end and at the same cost in instructions; without one nothing is there of it.
 */
export function compileProgram(
  main: Unit,
  modules: ReadonlyMap<string, Unit>,
  observer?: StatementObserver,
): CompiledProgram {
  const { scope, unit, declarations, compile } = compileParts(
    main,
    modules,
    observer === undefined ? {} : { observer },
  );
  let used = 0;
  let copied = false;
  return {
    ...programOf(main, scope, unit),
    ran(units) {
      used += units;
      if (used < WARM || copied || observer !== undefined) return undefined;
      copied = true;
      const counter = new CopyCounter();
      compile(counter);
      return ownCopies(counter).then((copies) => compile(copies, kernelsOf(declarations)));
    },
  };
}

/** Where the engine below makes no kernels, for whatever reason, the program is as fast as its closures. */
function kernelsOf(declarations: readonly FnDeclaration[]): Kernels | undefined {
  try {
    return Kernels.of(declarations, POLICY);
  } catch {
    return undefined;
  }
}

/** A program that has its kernels from the start, and what becomes of their calls: for tests. */
export function compileWithKernels(
  main: Unit,
  modules: ReadonlyMap<string, Unit>,
  policy: KernelPolicy,
): { readonly program: Program; readonly counts: KernelCounts | undefined } {
  const { scope, unit, declarations, compile } = compileParts(main, modules, {});
  const kernels = Kernels.of(declarations, policy);
  compile(SHARED, kernels);
  return { program: programOf(main, scope, unit), counts: kernels?.counts };
}

function programOf(main: Unit, scope: ProgramScope, unit: SiteUnit): Program {
  const run = main.file.functions.find((declaration) => declaration.name.text === 'run');
  return { root: scope.root, entry: run === undefined ? undefined : scope.functionOf(run), unit };
}
