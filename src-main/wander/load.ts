/** From a text to what is known of it. */
import { Library, type Mode } from './builtin-names';
import type { Diagnostic } from './diagnostic';
import type { JsonValue } from './host';
import { ModuleLoader, type ModuleSource } from './modules';
import type { Problems } from './problem';
import type { StdlibSignature } from './stdlib/entry';
import type { Unit } from './unit';

/** What the world around a program knows that makes its check sharper. */
export interface CheckFacts {
  readonly componentTypes?: readonly string[];
  /** JSON Schema of the tool's arguments. */
  readonly inputSchema?: JsonValue;
  readonly toolNames?: readonly string[];
  /** `false` for a tool that may not change the scene. */
  readonly mutate?: boolean;
}

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
}

/** Parses, resolves and checks a text and the modules it uses. Never throws. */
export function analyse(source: string, options: LoadOptions, entries: Iterable<StdlibSignature>): Analysis {
  const library = new Library(entries, options.mode);
  const check = (unit: Unit, problems: Problems): void => {
    if (options.mode === 'tool' && unit.path === options.file) checkRun(unit, problems);
  };
  const loader = new ModuleLoader(options.module, library, check);
  const unit = loader.load(source, options.file, false);
  const own = loader.diagnostics.filter((diagnostic) => diagnostic.file === options.file);
  const others = loader.diagnostics.filter((diagnostic) => diagnostic.file !== options.file);
  return { unit, modules: loader.modules, diagnostics: [...own, ...others] };
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
