/** From a text to what is known of it. */
import { Library, type Mode } from './builtin-names';
import { allConstants, codeOf, type CodeOwner } from './declarations';
import type { Diagnostic } from './diagnostic';
import { reachableEffects, type Effects, type Mutation } from './effects';
import type { FileMemory } from './file-memory';
import { ModuleLoader, type ModuleSource, type Remembered, type UnitCheck } from './modules';
import { Problems, placeProblems } from './problem';
import { STDLIB } from './stdlib/registry';
import { check } from './types/checker';
import type { CheckFacts } from './types/context';
import { Environment } from './types/environment';
import type { Unit } from './unit';

export interface LoadOptions {
  /** Project-relative path, for diagnostics. */
  readonly file?: string;
  readonly mode: Mode;
  readonly module?: ModuleSource;
  readonly facts?: CheckFacts;
}

export interface Analysis {
  readonly unit: Unit;
  /** By project-relative path; a module stands behind those it uses. */
  readonly modules: ReadonlyMap<string, Unit>;
  /** Those of the text itself first, each file's in order of place. */
  readonly diagnostics: readonly Diagnostic[];
  readonly effects: Effects;
  /** Types of variables, functions and expressions. */
  readonly environment: Environment;
  readonly library: Library;
  /** What an analysis of a text that came from this one by an edit can go on from. */
  readonly memory: ReadonlyMap<string, FileMemory>;
}

const LIBRARIES: Readonly<Record<Mode, Library>> = {
  tool: new Library(STDLIB, 'tool'),
  script: new Library(STDLIB, 'script'),
};

/**
 * Parses, resolves and checks a text and the modules it uses. Never throws. Given what was found out about the text before,
 * with the same options but for the texts of modules, only what has changed is looked at; that analysis is used up by it.
 */
export function analyse(source: string, options: LoadOptions, before?: Analysis): Analysis {
  const { file, mode, facts = {} } = options;
  const library = LIBRARIES[mode];
  const environment = new Environment();
  const checkUnit: UnitCheck = (unit, isModule, problems, known) => {
    if (mode === 'tool' && !isModule) checkRun(unit, problems);
    const target = { file: unit.file, references: unit.references, isModule, library, facts };
    return check(target, environment, problems, known);
  };
  const loader = new ModuleLoader(
    options.module,
    library,
    checkUnit,
    before && remembered(before, environment),
  );
  const unit = loader.load(source, file, false);
  const { effects, mutations } = effectsOf(unit, loader.modules, environment, mode);
  const refused = mode === 'tool' && facts.mutate === false ? refuseMutations(mutations, unit) : [];
  const own = [...loader.diagnostics.filter((diagnostic) => diagnostic.file === file), ...refused].sort(
    (a, b) => a.span.start - b.span.start,
  );
  const others = loader.diagnostics.filter((diagnostic) => diagnostic.file !== file);
  const diagnostics = [...own, ...others];
  const { modules, memory } = loader;
  return { unit, modules, diagnostics, effects, environment, library, memory };
}

function remembered({ memory, environment }: Analysis, now: Environment): Remembered {
  return {
    files: memory,
    adopt: (file) => now.adopt(environment, codeOf(file), allConstants(file)),
  };
}

/** What is done by the functions a run gets to: all that `run` leads to, or all there are where nothing is called `run`. */
function effectsOf(
  unit: Unit,
  modules: ReadonlyMap<string, Unit>,
  environment: Environment,
  mode: Mode,
): ReturnType<typeof reachableEffects> {
  const { functions } = unit.file;
  const run = mode === 'tool' ? functions.find((declaration) => declaration.name.text === 'run') : undefined;
  const homes = new Map<CodeOwner, Unit>();
  for (const home of [unit, ...modules.values()])
    for (const owner of codeOf(home.file)) homes.set(owner, home);
  const roots = run !== undefined ? [run] : mode === 'tool' ? functions : codeOf(unit.file);
  return reachableEffects(
    roots,
    (owner) => environment.effectsOf(owner),
    (declaration) => {
      const home = homes.get(declaration);
      return home && { lines: home.lines, file: home.path };
    },
  );
}

/** A tool without the capability to change the scene fails where it does; so it is told before. */
function refuseMutations(mutations: readonly Mutation[], unit: Unit): readonly Diagnostic[] {
  const problems = new Problems();
  const hint = 'Declare the capability "mutate": true, or leave the scene as it is.';
  for (const { span, what, file, line } of mutations) {
    const message = `This tool may not change the scene, and ${what} does`;
    if (file === unit.path) problems.error('capability_denied', `${message}.`, span, { hint });
    else {
      problems.error(
        'capability_denied',
        `${message} (line ${line} of ${file ?? 'a module'}).`,
        { start: 0, end: 0 },
        { hint },
      );
    }
  }
  return placeProblems(problems.list, unit.lines, unit.path);
}

/** A tool starts at `fn run()` or `fn run(args)`. */
function checkRun(unit: Unit, problems: Problems): void {
  const run = unit.file.functions.find((declaration) => declaration.name.text === 'run');
  if (run === undefined) {
    // Where the text could not be read, that is what to say.
    if (problems.errorCount > 0) return;
    problems.error(
      'missing_run',
      'A tool needs a function "run" to start at.',
      { start: 0, end: 0 },
      { hint: 'Write "fn run(args) … end".' },
    );
    return;
  }
  const required = run.parameters.filter((parameter) => parameter.default === undefined);
  if (required.length > 1) {
    problems.error(
      'invalid_run',
      `"run" takes one parameter, the arguments as a map; it has ${run.parameters.length}.`,
      run.name,
      {
        hint: `Write "fn run(args)" and read args.${run.parameters[0]?.name.text ?? 'name'}.`,
      },
    );
  }
}
