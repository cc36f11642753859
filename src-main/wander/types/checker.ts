/**
 * Goes over a file again and again until inference has come to rest, and reports what the last round found.
 *
 * The checker is gradual: every type is the set of kinds that a value may have anywhere in its life, and an error is told
 * only where no kind would do. What is not known may be anything, and is never an error.
 */
import type { FnDeclaration } from '../ast';
import { FunctionEffects } from '../effects';
import type { Problems } from '../problem';
import { argumentsTypeOf, type CheckTarget } from './context';
import type { Environment } from './environment';
import { StatementChecker } from './statements';
import { KINDS } from '../kinds';
import { ANY, certainly } from './type';
import { typeOfNode } from './written';

/** After this many rounds whatever still moves is taken to be anything. */
const MAX_ROUNDS = 8;

/** Checks one file; what it calls in other files must have been checked before, with the same environment. */
export function check(target: CheckTarget, env: Environment, problems: Problems): void {
  const argumentsType = argumentsTypeOf(target.facts.inputSchema);
  for (let round = 1; ; round += 1) {
    env.changed = false;
    const checker = new FileChecker(target, env, argumentsType);
    checker.run();
    if (!env.changed) {
      report(checker.problems, problems);
      return;
    }
    if (round === MAX_ROUNDS) env.giveUp();
    if (round > MAX_ROUNDS + 2) return;
  }
}

function report(found: Problems, problems: Problems): void {
  for (const { severity, code, message, span, hint, fix } of found.list) {
    if (severity === 'error') problems.error(code, message, span, { hint, fix });
    else problems.warning(code, message, span, { hint, fix });
  }
}

class FileChecker extends StatementChecker {
  run(): void {
    const { file } = this.target;
    for (const declaration of file.constants) {
      const type = this.typeOf(declaration.value);
      const annotation = declaration.type && typeOfNode(declaration.type, this.problems);
      if (annotation !== undefined)
        this.declaredAs(declaration.name.text, annotation, type, declaration.value);
      this.env.setConstant(declaration, annotation ?? type);
    }
    for (const declaration of file.functions) this.declaration(declaration);
  }

  private declaration(declaration: FnDeclaration): void {
    this.effects = new FunctionEffects();
    this.env.effects.set(declaration, this.effects);
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
