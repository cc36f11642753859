/** Says what the names of a whole file mean: those at its top first, then what its functions and behaviours are made of. */
import type { File } from './ast';
import type { Chunk, TopDeclaration } from './chunk';
import { checkConstant } from './constants';
import { Outside, type Reference, type ResolveOptions } from './names';
import { ownProblem, Problems } from './problem';
import { BehaviorResolver } from './resolve-behaviors';
import { FunctionScope } from './scope';

/** The names that the declarations of a file could see when they were resolved. */
export interface SeenNames {
  readonly top: ReadonlyMap<string, TopDeclaration>;
  /** Of each module by its name here: what stands for all that it declares. */
  readonly modules: ReadonlyMap<string, unknown>;
  /** In order: one can be made of those above it only. */
  readonly constants: readonly string[];
  /** Bare members are seen by all functions. */
  readonly hasBareMembers: boolean;
}

export interface ResolvedFile {
  readonly references: readonly Reference[];
  readonly seen: SeenNames;
  /** Declarations that were resolved now, and not taken as they were. */
  readonly anew: ReadonlySet<TopDeclaration>;
}

/** What was found out about declarations before is taken over where they see the same as they did. */
export function resolve(
  file: File,
  problems: Problems,
  options: ResolveOptions,
  chunks: readonly Chunk[] = [],
  before?: SeenNames,
): ResolvedFile {
  return new FileResolver(file, problems, options, chunks, before).run();
}

class FileResolver extends BehaviorResolver {
  private readonly chunkOf = new Map<TopDeclaration, Chunk>();
  private readonly anew = new Set<TopDeclaration>();
  /** Names that mean something else than before; undefined where everything may. */
  private changed: ReadonlySet<string> | undefined;
  private keepsConstants = false;

  constructor(
    private readonly file: File,
    problems: Problems,
    options: ResolveOptions,
    chunks: readonly Chunk[],
    private readonly before: SeenNames | undefined,
  ) {
    super(problems, options);
    for (const chunk of chunks) if (chunk.node !== undefined) this.chunkOf.set(chunk.node, chunk);
  }

  run(): ResolvedFile {
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
    const main = file.behaviors.find(({ implicit }) => implicit);
    const seen = this.seen(main !== undefined);
    this.compare(seen);
    const known = new Set<string>();
    for (const declaration of file.constants) {
      this.part(declaration, this.keepsConstants, () => {
        this.scope = new FunctionScope(undefined);
        this.scope.block(() => this.expression(declaration.value));
        this.explainLost();
        checkConstant(declaration.value, this.problems, (name) => known.has(name));
      });
      known.add(declaration.name.text);
    }
    // The functions of a file with bare members belong to the behaviour that those make up, and see its vars.
    this.within(main, () => {
      for (const declaration of file.functions)
        this.part(declaration, true, () => this.functionParts(declaration, undefined));
    });
    this.explainLost();
    this.behaviors(file, main);
    return { references: this.references, seen, anew: this.anew };
  }

  private seen(hasBareMembers: boolean): SeenNames {
    const { modules, constants, functions, options, file } = this;
    return {
      top: new Map<string, TopDeclaration>([...modules, ...constants, ...functions]),
      modules: new Map([...modules].map(([name, use]) => [name, options.moduleNames?.(use)])),
      constants: file.constants.map(({ name }) => name.text),
      hasBareMembers: hasBareMembers && options.behaviors === 'resolved',
    };
  }

  /** What is seen now beside what was seen before. */
  private compare(now: SeenNames): void {
    const { before } = this;
    if (before === undefined || before.hasBareMembers || now.hasBareMembers) return;
    const changed = new Set<string>();
    for (const name of [...before.top.keys(), ...now.top.keys()])
      if (before.top.get(name) !== now.top.get(name)) changed.add(name);
    for (const name of now.modules.keys())
      if (before.modules.get(name) !== now.modules.get(name)) changed.add(name);
    this.changed = changed;
    this.keepsConstants =
      before.constants.length === now.constants.length &&
      before.constants.every((name, index) => name === now.constants[index]);
  }

  protected override part(node: TopDeclaration, mayKeep: boolean, resolve: () => void): void {
    const chunk = this.chunkOf.get(node);
    if (chunk === undefined) {
      this.anew.add(node);
      return resolve();
    }
    if (!mayKeep || !this.sees(chunk)) this.resolvePart(chunk, node, resolve);
    for (const reference of chunk.resolved?.references ?? []) this.references.push(reference);
    for (const problem of chunk.resolved?.problems ?? []) this.problems.add(problem);
  }

  /** Whether a declaration sees what it saw. */
  private sees({ resolved }: Chunk): boolean {
    const { changed } = this;
    if (changed === undefined || resolved === undefined || resolved.isLost) return false;
    for (const name of resolved.names) if (changed.has(name)) return false;
    return true;
  }

  private resolvePart(chunk: Chunk, node: TopDeclaration, resolve: () => void): void {
    this.anew.add(node);
    chunk.walks.clear();
    chunk.places = undefined;
    const { references, problems } = this;
    const outside = new Outside();
    this.references = [];
    this.problems = new Problems();
    this.outside = outside;
    resolve();
    chunk.resolved = {
      references: this.references,
      problems: this.problems.list.map((problem) => ownProblem(problem)),
      ...outside,
    };
    this.references = references;
    this.problems = problems;
    this.outside = new Outside();
  }
}
