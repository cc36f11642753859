/** Says what the names of a whole file mean: those at its top first, then what its functions and behaviours are made of. */
import type { File } from './ast';
import { checkConstant } from './constants';
import type { Reference, ResolveOptions } from './names';
import type { Problems } from './problem';
import { BehaviorResolver } from './resolve-behaviors';
import { FunctionScope } from './scope';

export function resolve(file: File, problems: Problems, options: ResolveOptions): readonly Reference[] {
  const resolver = new FileResolver(file, problems, options);
  resolver.run();
  return resolver.references;
}

class FileResolver extends BehaviorResolver {
  constructor(
    private readonly file: File,
    problems: Problems,
    options: ResolveOptions,
  ) {
    super(problems, options);
  }

  run(): void {
    const { file } = this;
    for (const use of file.uses)
      this.declareTop(use.name, this.modules, use, 'module', { kind: 'module', use });
    for (const declaration of file.constants) {
      this.declareTop(declaration.name, this.constants, declaration, 'constant', {
        kind: 'constant',
        declaration,
      });
    }
    for (const declaration of file.functions) {
      this.declareTop(declaration.name, this.functions, declaration, 'function', {
        kind: 'function',
        declaration,
      });
      this.warnOfHidden(declaration.name);
    }
    const known = new Set<string>();
    for (const declaration of file.constants) {
      this.scope = new FunctionScope(undefined);
      this.scope.block(() => this.expression(declaration.value));
      this.explainLost();
      checkConstant(declaration.value, this.problems, (name) => known.has(name));
      known.add(declaration.name.text);
    }
    // The functions of a file with bare members belong to the behaviour that those make up, and see its vars.
    const main = file.behaviors.find(({ implicit }) => implicit);
    this.within(main, () =>
      file.functions.forEach((declaration) => this.functionParts(declaration, undefined)),
    );
    this.explainLost();
    this.behaviors(file, main);
  }
}
