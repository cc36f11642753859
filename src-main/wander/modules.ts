/** Follows the `use` lines of a file: finds, parses and resolves what they name. */
import type { File, UseDeclaration } from './ast';
import type { Library } from './builtin-names';
import type { Diagnostic } from './diagnostic';
import { checkHiddenCharacters } from './hidden-characters';
import { isModulePath, moduleFileOf } from './module-path';
import { parse } from './parser';
import { LineTable } from './positions';
import { Problems, placeProblems } from './problem';
import { resolve } from './resolve-file';
import type { Unit } from './unit';

/** Gives a module's text by its project-relative path (`scripts/combat.wander`), or `undefined`. */
export type ModuleSource = (path: string) => string | undefined;

const MAX_MODULES = 64;

/** The checks that come after resolving; they write into `problems`. */
export type UnitCheck = (unit: Unit, isModule: boolean, problems: Problems) => void;

export class ModuleLoader {
  /** By path; a module stands behind those it uses. */
  readonly modules = new Map<string, Unit>();
  readonly diagnostics: Diagnostic[] = [];
  private readonly loading: string[] = [];
  private count = 0;

  constructor(
    private readonly source: ModuleSource | undefined,
    private readonly library: Library,
    private readonly check: UnitCheck,
  ) {}

  /** Parses, resolves and checks one text and all it uses. */
  load(source: string, path: string | undefined, isModule: boolean): Unit {
    const { file, lexed, problems: found } = parse(source);
    const isBroken = found.errorCount > 0;
    if (path !== undefined) this.loading.push(path);
    for (const use of file.uses) this.follow(use, found);
    if (path !== undefined) this.loading.pop();
    const references = resolve(file, found, {
      builtins: this.library,
      moduleFile: (use) => this.fileOf(use),
      behaviors: isModule ? 'refused' : this.library.mode === 'tool' ? 'left-out' : 'resolved',
    });
    const lines = new LineTable(source);
    const unit: Unit = { source, file, lexed, lines, references, ...(path !== undefined && { path }) };
    this.check(unit, isModule, found);
    // What could not be read is missing from the tree, so that warnings would be about holes.
    const told = isBroken ? Problems.errorsOf(found) : found;
    checkHiddenCharacters(source, told);
    this.diagnostics.push(...placeProblems(told.list, lines, path));
    return unit;
  }

  private fileOf(use: UseDeclaration): File | undefined {
    return use.module === undefined ? undefined : this.modules.get(use.module)?.file;
  }

  private follow(use: UseDeclaration, problems: Problems): void {
    const path = moduleFileOf(use.path);
    const at = use.pathSpan;
    // The parser has spoken about a missing path.
    if (use.path === '') return;
    if (!isModulePath(use.path)) {
      problems.error('invalid_module_path', `"${use.path}" is not a path inside the project.`, at, {
        hint: 'Write it from the project folder, such as "scripts/combat".',
      });
      return;
    }
    if (this.source === undefined) {
      problems.error('modules_unavailable', "Modules can't be read where this code is checked.", at, {
        hint: 'Check it as a file of a project, or write what it needs into it.',
      });
      return;
    }
    const start = this.loading.indexOf(path);
    if (start >= 0) {
      const cycle = [...this.loading.slice(start), path].join(' → ');
      problems.error('module_cycle', `These modules use each other in a circle: ${cycle}.`, at, {
        hint: 'Move what both need to a third module.',
      });
      return;
    }
    if (!this.modules.has(path)) {
      const text = this.read(path, problems, use);
      if (text === undefined) return;
      this.modules.set(path, this.load(text, path, true));
    }
    use.module = path;
  }

  private read(path: string, problems: Problems, use: UseDeclaration): string | undefined {
    this.count += 1;
    if (this.count > MAX_MODULES) {
      problems.error('too_many_modules', `More than ${MAX_MODULES} modules are used.`, use.pathSpan, {
        hint: 'Put several of them into one file.',
      });
      return undefined;
    }
    const text = this.source?.(path);
    if (text === undefined) {
      problems.error('unknown_module', `There is no file "${path}" in the project.`, use.pathSpan, {
        hint: 'The path starts at the project folder; ".wander" may be left out.',
      });
    }
    return text;
  }
}
