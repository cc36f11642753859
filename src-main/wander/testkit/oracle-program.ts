/** A program for the oracle: it runs where a compiled one does. */
import type { ConstDeclaration, FnDeclaration } from '../ast';
import type { Program } from '../compile/program';
import type { Run } from '../context';
import type { SiteUnit } from '../errors';
import type { Unit } from '../unit';
import { Shape, share, type Value } from '../values';
import { expressionWeight } from '../weights';
import { Env, evaluate, OracleFunction } from './oracle';

export class OracleProgram {
  private readonly functions = new Map<FnDeclaration, OracleFunction>();
  private readonly constants: { readonly declaration: ConstDeclaration; readonly env: Env }[] = [];

  constructor(
    main: Unit,
    modules: ReadonlyMap<string, Unit>,
    /** Copies lists and maps whenever they are put anywhere, instead of marking them as shared. */
    readonly copies: boolean,
  ) {
    for (const unit of [...modules.values(), main]) {
      const siteUnit: SiteUnit = {
        source: unit.source,
        ...(unit.path === undefined ? {} : { file: unit.path }),
      };
      const env = new Env(this, siteUnit);
      for (const declaration of unit.file.functions) {
        const site = { start: declaration.name.start, unit: siteUnit };
        this.functions.set(declaration, new OracleFunction(declaration.name.text, declaration, site, env));
      }
      for (const declaration of unit.file.constants) this.constants.push({ declaration, env });
    }
  }

  functionOf(declaration: FnDeclaration): OracleFunction {
    const fn = this.functions.get(declaration);
    if (fn === undefined) throw new Error(`the function ${declaration.name.text} is not known`);
    return fn;
  }

  /** Constants are worked out in their order when one of them is first needed; those that are plain cost nothing. */
  constant(run: Run, wanted: ConstDeclaration): Value {
    const { value } = wanted;
    if (value.kind === 'number' || value.kind === 'string' || value.kind === 'bool') return value.value;
    if (value.kind === 'unary' && value.operator === '-' && value.operand.kind === 'number')
      return -value.operand.value;
    const index = this.constants.findIndex(({ declaration }) => declaration === wanted);
    while (run.constants.length <= index) {
      const next = this.constants[run.constants.length];
      if (next === undefined) break;
      run.site = next.env.site(next.declaration.value);
      run.charge(expressionWeight(next.declaration.value));
      run.constants.push(share(evaluate(run, next.env, next.declaration.value)));
    }
    return run.constants[index] ?? null;
  }
}

export function oracleProgram(main: Unit, modules: ReadonlyMap<string, Unit>, copies: boolean): Program {
  const program = new OracleProgram(main, modules, copies);
  const run = main.file.functions.find((declaration) => declaration.name.text === 'run');
  return {
    root: Shape.root(),
    entry: run === undefined ? undefined : program.functionOf(run),
    unit: { source: main.source },
  };
}
