/** Follows the `use` lines of a file: finds, parses and resolves what they name. */
import type { ConstDeclaration, File, FnDeclaration, UseDeclaration } from './ast';
import type { Library } from './builtin-names';
import type { Diagnostic } from './diagnostic';
import { declaredIn, noteChangedConstants, withOldIdentities, type FileMemory } from './file-memory';
import { checkHiddenCharacters } from './hidden-characters';
import { isModulePath, moduleFileOf } from './module-path';
import type { ResolveOptions } from './names';
import { parse, parseChanged } from './parser';
import { LineTable } from './positions';
import { Problems, placeProblems } from './problem';
import { resolve } from './resolve-file';
import type { CheckMemory, Checked } from './types/checker';
import type { Unit } from './unit';

/** Gives a module's text by its project-relative path (`scripts/combat.wander`), or `undefined`. */
export type ModuleSource = (path: string) => string | undefined;

const MAX_MODULES = 64;

/** The checks that come after resolving; they write into `problems`. */
export type UnitCheck = (unit: Unit, isModule: boolean, problems: Problems, known: Checked) => CheckMemory;

/** What was found out about the same files before. What of it is taken over is used up. */
export interface Remembered {
  /** By path; of the text itself by an empty one. */
  readonly files: ReadonlyMap<string, FileMemory>;
  /** A file that is as it was, with all that it uses, is taken over whole. */
  readonly adopt: (file: File) => void;
}

export class ModuleLoader {
  /** By path; a module stands behind those it uses. */
  readonly modules = new Map<string, Unit>();
  readonly diagnostics: Diagnostic[] = [];
  readonly memory = new Map<string, FileMemory>();
  private readonly loading: string[] = [];
  private readonly changed = new Set<FnDeclaration | ConstDeclaration>();
  private readonly asked = new Set<string>();

  constructor(
    private readonly source: ModuleSource | undefined,
    private readonly library: Library,
    private readonly check: UnitCheck,
    private readonly before: Remembered | undefined,
  ) {}

  /** Parses, resolves and checks one text and all it uses. */
  load(source: string, path: string | undefined, isModule: boolean): Unit {
    const key = isModule ? (path ?? '') : '';
    const before = this.before?.files.get(key);
    const same = isModule && before?.unit.source === source ? this.loadSame(before, path) : undefined;
    const memory = same ?? this.loadChanged(source, path, isModule, before);
    this.memory.set(key, memory);
    this.diagnostics.push(...memory.diagnostics);
    return memory.unit;
  }

  /** A file whose text is as it was: `undefined` where something that it uses is not. */
  private loadSame(before: FileMemory, path: string | undefined): FileMemory | undefined {
    const { file } = before.unit;
    if (this.followAll(file.uses, path, new Problems()) !== before.followed) return undefined;
    const uses = this.memoriesOf(file.uses);
    if (!uses.every((memory, index) => memory === before.uses[index])) return undefined;
    this.before?.adopt(file);
    return before;
  }

  private loadChanged(
    source: string,
    path: string | undefined,
    isModule: boolean,
    before: FileMemory | undefined,
  ): FileMemory {
    const parsed = before === undefined ? parse(source) : parseChanged(source, before.parsed);
    const { lexed, problems: found, chunks } = parsed;
    const file = withOldIdentities(parsed, before, this.changed);
    const isBroken = found.errorCount > 0;
    const followed = this.followAll(file.uses, path, found);
    const options: ResolveOptions = {
      builtins: this.library,
      moduleFile: (use) => this.fileOf(use),
      moduleNames: (use) => this.memory.get(use.module ?? '')?.declared,
      behaviors: isModule ? 'refused' : this.library.mode === 'tool' ? 'left-out' : 'resolved',
    };
    const resolved = resolve(file, found, options, chunks, before?.seen);
    noteChangedConstants(chunks, resolved, this.changed);
    const lines = new LineTable(source);
    const { references, seen } = resolved;
    const unit: Unit = { source, file, lexed, lines, references, ...(path !== undefined && { path }) };
    const known = { chunks, before: before?.check, changed: this.changed };
    const check = this.check(unit, isModule, found, known);
    // What could not be read is missing from the tree, so that warnings would be about holes.
    const told = isBroken ? Problems.errorsOf(found) : found;
    checkHiddenCharacters(source, told);
    const diagnostics = placeProblems(told.list, lines, path);
    const declared = declaredIn(file, before);
    return { unit, parsed, seen, check, declared, diagnostics, followed, uses: this.memoriesOf(file.uses) };
  }

  /** Loads what a file uses; gives in words what came of it. */
  private followAll(uses: readonly UseDeclaration[], path: string | undefined, problems: Problems): string {
    const told = problems.list.length;
    if (path !== undefined) this.loading.push(path);
    for (const use of uses) {
      if (use.module !== undefined) delete use.module;
      this.follow(use, problems);
    }
    if (path !== undefined) this.loading.pop();
    const wrong = problems.list.slice(told).map(({ message }) => message);
    return [...uses.map(({ module }) => module ?? ''), ...wrong].join('\n');
  }

  private memoriesOf(uses: readonly UseDeclaration[]): readonly FileMemory[] {
    return uses.flatMap(({ module }) => (module === undefined ? [] : (this.memory.get(module) ?? [])));
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
    this.asked.add(path);
    if (this.asked.size > MAX_MODULES) {
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
