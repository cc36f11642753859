/**
 * Goes over a file again and again until inference has come to rest, and reports what was found last. Only the functions
 * that may find more than before are walked again.
 *
 * The checker is gradual: every type is the set of kinds that a value may have anywhere in its life, and an error is told
 * only where no kind would do. What is not known may be anything, and is never an error.
 */
import type { FnDeclaration } from '../ast';
import { allConstants, codeOf, type CodeOwner } from '../declarations';
import { Problems } from '../problem';
import { argumentsTypeOf, type CheckTarget } from './context';
import { BehaviorChecker } from './behaviors';
import type { Environment, FunctionRun } from './environment';
import { warnOfMisspelt, type Suspect } from './misspelt';
import { KINDS } from '../kinds';
import { ANY, certainly } from './type';
import { typeOfNode } from './written';

/** After this many rounds whatever still moves is taken to be anything. */
const MAX_ROUNDS = 8;

/** Checks one file; what it calls in other files must have been checked before, with the same environment. */
export function check(target: CheckTarget, env: Environment, problems: Problems): void {
  const checker = new FileChecker(target, env, argumentsTypeOf(target.facts.inputSchema));
  checker.constants();
  for (let round = 1; checker.round(); round += 1) {
    if (round === MAX_ROUNDS) checker.giveUp();
    if (round > MAX_ROUNDS + 2) return;
  }
  checker.judgeSuspects();
  for (const found of checker.found()) report(found, problems);
}

function report(found: Problems, problems: Problems): void {
  for (const { severity, code, message, span, hint, fix } of found.list) {
    if (severity === 'error') problems.error(code, message, span, { hint, fix });
    else problems.warning(code, message, span, { hint, fix });
  }
}

/** What one walk over a function, handler or test has found. */
interface Walk extends FunctionRun {
  readonly problems: Problems;
  readonly suspects: Suspect[];
}

class FileChecker extends BehaviorChecker {
  private readonly ofConstants = this.problems;
  private readonly runs = new Map<CodeOwner, Walk>();

  constants(): void {
    for (const declaration of allConstants(this.target.file)) {
      const type = this.typeOf(declaration.value);
      const annotation = declaration.type && typeOfNode(declaration.type, this.problems);
      if (annotation !== undefined)
        this.declaredAs(declaration.name.text, annotation, type, declaration.value);
      this.env.setConstant(declaration, annotation ?? type);
    }
  }

  /**
   * Walks the functions, handlers and tests that were not walked yet, or that would find more now than they did. Whether there may be more to
   * learn in another round.
   */
  round(): boolean {
    const owners = this.owners();
    for (const declaration of owners) {
      if (this.runs.get(declaration)?.stale === false) continue;
      const run: Walk = { stale: false, problems: new Problems(), suspects: [] };
      this.runs.set(declaration, run);
      this.env.run = run;
      this.startWalk(run.problems, run.suspects);
      this.walk(declaration);
    }
    this.env.run = undefined;
    return owners.some((declaration) => this.runs.get(declaration)?.stale === true);
  }

  giveUp(): void {
    this.env.giveUp();
    for (const run of this.runs.values()) run.stale = true;
  }

  /** Warns of vars that are probably misspelt properties: whether they are shows only in the whole file. */
  judgeSuspects(): void {
    const { file, facts } = this.target;
    const walks = [...this.runs.values()];
    if (walks.every(({ suspects }) => suspects.length === 0)) return;
    const written = [...this.runs.keys()].flatMap((owner) => [
      ...(this.env.effects.get(owner)?.writes ?? []),
    ]);
    warnOfMisspelt(
      walks.flatMap(({ suspects, problems }) => suspects.map((suspect) => ({ ...suspect, problems }))),
      new Set(written),
      [...(facts.varNames ?? []), ...file.behaviors.flatMap(({ vars }) => vars.map(({ name }) => name.text))],
      facts.varNames !== undefined,
    );
  }

  /** What is wrong with the constants, then with each function and behaviour. */
  *found(): Iterable<Problems> {
    yield this.ofConstants;
    for (const declaration of this.owners()) {
      const run = this.runs.get(declaration);
      if (run !== undefined) yield run.problems;
    }
  }

  /** Vars first, which everything else uses. Behaviours that are left out have not been resolved. */
  private owners(): readonly CodeOwner[] {
    const { file, library, isModule } = this.target;
    return library.mode === 'script' && !isModule ? codeOf(file) : file.functions;
  }

  private walk(owner: CodeOwner): void {
    this.begin(owner);
    switch (owner.kind) {
      case 'fn-declaration':
        return this.declaration(owner);
      case 'behavior':
        return this.vars(owner);
      case 'handler':
        return this.handler(owner);
      case 'test':
        this.functionBody(owner.body, undefined);
    }
  }

  private declaration(declaration: FnDeclaration): void {
    const isRun = declaration.name.text === 'run' && !this.target.isModule;
    for (const parameter of declaration.parameters) {
      const { variable, type } = parameter;
      const annotation = type === undefined ? undefined : typeOfNode(type, this.problems);
      const preset = parameter.default === undefined ? undefined : this.typeOf(parameter.default);
      if (variable === undefined) continue;
      // `args: map` says no more than what is known already.
      const isArguments = isRun && (annotation === undefined || certainly(annotation, KINDS.map));
      if (isArguments && parameter === declaration.parameters[0])
        this.env.widen(variable, this.argumentsType);
      else if (annotation !== undefined) this.env.annotate(variable, annotation);
      else if (!this.hasKnownCalls(declaration)) this.env.widen(variable, ANY);
      if (preset === undefined || parameter.default === undefined) continue;
      if (annotation !== undefined && !isArguments)
        this.declaredAs(parameter.name.text, annotation, preset, parameter.default);
      this.env.widen(variable, preset);
    }
    const returns =
      declaration.returns === undefined ? undefined : typeOfNode(declaration.returns, this.problems);
    this.env.widenResult(declaration, this.functionBody(declaration.body, returns));
  }
}
