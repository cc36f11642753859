/**
 * The tool files of a project: `tools/<name>.tool.json`, and the `.wander` file of its code. Reads them in one turn, so
 * that a call can make sure that what runs is what the disk holds. A file that is broken stays in the list, with the
 * reason, and never runs its old version.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fail, type Outcome, type ToolError } from '../errors';
import { isJsonObject, type JsonObject } from '../json';
import { fileMark, hasMark, lstatIfThere, readTextFile, statIfThere, type FileMark } from '../project/files';
import { entriesIn, namesIn } from '../project/folder-entries';
import type { Project } from '../project/project';
import { locateInJson, parseJsonText, parseReviewedJson } from '../text/json-text';
import { parseDefinition } from './definition';
import { formatDefinition } from './definition-file';
import { definitionHash } from './hash';
import { codeProblem } from './hidden-text';
import { normaliseCode } from './json-form';
import type { Compiled } from './kinds/compiled';
import { baseOf, normaliseHostedName, normaliseName, USER_PREFIX } from './names';
import type { CustomDefinition } from './types';

export const TOOLS_FOLDER = 'tools';
const SUFFIX = '.tool.json';
const MAX_FILE_BYTES = 2 * 1024 * 1024;

/** A tool as its files have it. */
export interface StoredTool {
  readonly name: string;
  /** `tools/enemies_near.tool.json`; empty where it has no file: a client serves it, for as long as it is connected. */
  readonly path: string;
  /** Project-relative, the definition first. */
  readonly files: readonly string[];
  readonly definition?: CustomDefinition;
  readonly compiled?: Compiled;
  /** Empty where the file is broken. */
  readonly hash: string;
  readonly warnings: readonly string[];
  /** What a broken definition file holds, where it is JSON. */
  readonly raw?: JsonObject;
  /** Why it can't run. */
  readonly problem?: string;
  /** ISO 8601, UTC: when one of its files last changed. */
  readonly changedAt?: string;
  /** What was looked at on the disk to make it, and what was found there. */
  readonly marks: ReadonlyMap<string, FileMark>;
}

export type CompileTool = (
  definition: CustomDefinition,
  module: (path: string) => string | undefined,
) => Outcome<Compiled>;

export type StoreProject = Pick<Project, 'folder' | 'locate'>;

export class ToolStore {
  constructor(
    private readonly project: StoreProject,
    private readonly compile: CompileTool,
  ) {}

  /** `tools/near.tool.json` → `near`; undefined for other paths. */
  static baseOfPath(path: string): string | undefined {
    const match = /^tools\/([^/]+)\.tool\.json$/.exec(path);
    return match?.[1];
  }

  static pathOf(name: string): string {
    return `${TOOLS_FOLDER}/${baseOf(name)}${SUFFIX}`;
  }

  static codePathOf(name: string): string {
    return `${TOOLS_FOLDER}/${baseOf(name)}.wander`;
  }

  /**
   * The tool files, sorted: the bases of those that can be read by their name, and the names that can't: with an ending in
   * another case, or in no known encoding. Fails with the reason where the folder can't be read.
   */
  files(): Outcome<{ readonly bases: readonly string[]; readonly odd: readonly string[] }> {
    const folder = this.project.locate(TOOLS_FOLDER);
    if (!folder.ok) return folder;
    if (lstatIfThere(folder.value) === undefined) return { ok: true, value: { bases: [], odd: [] } };
    const bases: string[] = [];
    const odd: string[] = [];
    try {
      for (const bytes of namesIn(folder.value)) {
        const name = bytes.toString('utf8');
        if (name.startsWith('.') || !isToolFileName(name)) continue;
        if (name.endsWith(SUFFIX) && Buffer.from(name).equals(bytes))
          bases.push(name.slice(0, -SUFFIX.length));
        else odd.push(name);
      }
    } catch (error) {
      return fail(
        'io_error',
        `tools/ can't be read: ${error instanceof Error ? error.message : 'unknown'}.`,
        'See that the folder tools/ of the project is a folder and that you may read it.',
      );
    }
    return { ok: true, value: { bases: bases.sort(), odd: odd.sort() } };
  }

  /** What stands in the list for a file whose name is the reason why it is none. */
  readOdd(fileName: string): StoredTool {
    const path = `${TOOLS_FOLDER}/${fileName}`;
    const why = fileName.includes('\ufffd')
      ? 'its name is not UTF-8'
      : `its name has to end in "${SUFFIX}", in lowercase letters`;
    return {
      name: visibleName(USER_PREFIX + fileName),
      path,
      files: [path],
      hash: '',
      warnings: [],
      problem: `${visibleName(path)} can't be a tool's file: ${why}. Rename it.`,
      marks: new Map(),
    };
  }

  /** Files beside which those of a new tool could not stand everywhere: of the same name, but for the case. */
  rivalOf(name: string): string | undefined {
    const folder = this.project.locate(TOOLS_FOLDER);
    if (!folder.ok) return undefined;
    const own = [ToolStore.pathOf(name), ToolStore.codePathOf(name)];
    const rival = entriesIn(folder.value)
      .map((file) => `${TOOLS_FOLDER}/${file.name}`)
      .find((path) => !own.includes(path) && own.includes(path.normalize('NFC').toLowerCase()));
    return rival;
  }

  /** Whether anything that the tool is made of has changed on the disk since it was read. */
  isStale(tool: StoredTool): boolean {
    for (const [path, mark] of tool.marks) if (!hasMark(path, mark)) return true;
    return false;
  }

  /** Reads a tool; undefined where there is no such file. */
  read(base: string, others: readonly string[] = []): StoredTool | undefined {
    const path = `${TOOLS_FOLDER}/${base}${SUFFIX}`;
    const marks = new Map<string, FileMark>();
    const reading = new Reading(this.project, marks);
    const text = reading.text(path);
    if (!text.ok && text.error.code === 'not_found') return undefined;
    const external = text.ok && saysExternal(text.value);
    const whole = external ? base : USER_PREFIX + base;
    const named = external ? normaliseHostedName(whole) : normaliseName(whole);
    const name = named.ok ? named.value : whole;
    const broken = (problem: string, files: readonly string[] = [path]): StoredTool => ({
      name: visibleName(name),
      raw: text.ok ? rawOf(text.value) : undefined,
      path,
      files,
      hash: '',
      warnings: [],
      problem,
      changedAt: changedAt(this.project.folder, files),
      marks,
    });
    if (!named.ok) return broken(visibleName(fileNameProblem(path, base, others)));
    if (!text.ok) return broken(text.error.message);
    const parsed = this.parse(name, path, text.value, reading);
    if (typeof parsed === 'string') return broken(parsed, reading.seen);
    const modules = new Map<string, string>();
    const compiled = this.compile(parsed.definition, (modulePath) => {
      const module = reading.text(modulePath);
      if (!module.ok) return undefined;
      modules.set(modulePath, module.value);
      return normaliseCode(module.value);
    });
    if (!compiled.ok) return broken(problemText(compiled.error, parsed.definition), reading.seen);
    return {
      name,
      path,
      files: reading.seen,
      definition: parsed.definition,
      compiled: compiled.value,
      hash: definitionHash(parsed.definition, compiled.value.modules),
      warnings: [...parsed.warnings, ...compiled.value.warnings],
      changedAt: parsed.definition.provenance?.updated_at ?? changedAt(this.project.folder, reading.seen),
      marks,
    };
  }

  /** The code of a `.wander` file named by `source`. */
  readCode(path: string): Outcome<string> {
    return new Reading(this.project, new Map()).text(path);
  }

  /** The texts of a definition's files, code first, as far as they are others than those on the disk. */
  textsFor(definition: CustomDefinition): Map<string, string> {
    const { code, source, name } = definition;
    const path = source ?? ToolStore.codePathOf(name);
    // A file that differs in line ends only is its author's, and stays as it is.
    const texts = new Map(code === undefined || this.holds(path, code) ? [] : [[path, code]]);
    return texts.set(ToolStore.pathOf(name), formatDefinition(definition));
  }

  /** The texts of a tool's own files, as far as they are there and can be read. Code that stands elsewhere in the project is not its own. */
  textsOf(tool: StoredTool): Map<string, string> {
    const texts = new Map<string, string>();
    for (const path of [tool.path, ToolStore.codePathOf(tool.name)]) {
      const place = this.project.locate(path);
      const text = place.ok ? readTextFile(place.value, { maxBytes: MAX_FILE_BYTES }) : place;
      if (text.ok) texts.set(path, text.value);
    }
    return texts;
  }

  private holds(path: string, code: string): boolean {
    const text = this.readCode(path);
    return text.ok && normaliseCode(text.value) === normaliseCode(code);
  }

  private parse(
    name: string,
    path: string,
    text: string,
    reading: Reading,
  ): { definition: CustomDefinition; warnings: readonly string[] } | string {
    const json = parseReviewedJson(text);
    if (!json.ok) return `${path}, line ${json.line}: ${json.message}.`;
    const raw = json.value as JsonObject;
    if (!isJsonObject(raw)) return `${path}, line 1: a definition must be a JSON object.`;
    const codePath = typeof raw.source === 'string' ? raw.source : ToolStore.codePathOf(name);
    let code: string | undefined;
    const composite = Array.isArray(raw.steps) || raw.kind === 'composite';
    if (!composite && raw.kind !== 'external' && raw.kind !== 'script') {
      const found = reading.text(codePath);
      if (typeof raw.wander === 'string') {
        if (found.ok) return `${path} holds code itself, and ${codePath} is there too: keep one of the two.`;
      } else if (found.ok) code = found.value;
      else if (found.error.code !== 'not_found') return `${codePath}: ${found.error.message}`;
      else return `${codePath}, the code of the tool, is not there.`;
    }
    const hidden = code === undefined ? undefined : codeProblem(code);
    if (hidden !== undefined) return `${codePath}, line ${hidden.line}: ${hidden.message}.`;
    const parsed = parseDefinition(
      { name, ...raw },
      { from: 'file', code, codeFile: code === undefined ? undefined : codePath },
    );
    if (!parsed.ok) return `${path}, line ${lineOfProblem(text, parsed.error)}: ${parsed.error.message}`;
    const { definition } = parsed.value;
    if (definition.name === name) return parsed.value;
    const own = ToolStore.pathOf(definition.name);
    return existsSync(join(this.project.folder, own))
      ? `${path} says that it is ${definition.name}, which ${own} defines already.`
      : `${path} says that it is ${definition.name}; the file of that tool would be ${own}. Rename one of the two.`;
  }
}

/** Reads files and keeps in mind which, and in what state they were. */
class Reading {
  readonly seen: string[] = [];

  constructor(
    private readonly project: StoreProject,
    private readonly marks: Map<string, FileMark>,
  ) {}

  text(path: string): Outcome<string> {
    const place = this.project.locate(path);
    if (!place.ok) {
      // A link is looked at again when it changes.
      this.note(join(this.project.folder, ...path.split('/')));
      return place;
    }
    this.note(place.value.absolute);
    const direct = join(this.project.folder, ...path.split('/'));
    if (direct !== place.value.absolute) this.note(direct);
    const text = readTextFile(place.value, { maxBytes: MAX_FILE_BYTES });
    if (text.ok && !this.seen.includes(path)) this.seen.push(path);
    return text;
  }

  private note(absolute: string): void {
    // Before reading: a change in between is then seen as one.
    if (!this.marks.has(absolute)) this.marks.set(absolute, fileMark(absolute));
  }
}

/** Whether it is, or was meant to be, the file of a tool that a client serves: its name has no `user_`. */
function saysExternal(text: string): boolean {
  return /"kind"\s*:\s*"external"/.test(text);
}

function rawOf(text: string): JsonObject | undefined {
  const json = parseJsonText(text);
  return json.ok && isJsonObject(json.value) ? json.value : undefined;
}

function changedAt(folder: string, files: readonly string[]): string | undefined {
  const times = files.map((file) => statIfThere(join(folder, file))?.mtimeMs ?? 0);
  const latest = Math.max(0, ...times);
  return latest === 0 ? undefined : new Date(latest).toISOString();
}

function fileNameProblem(path: string, base: string, others: readonly string[]): string {
  const same = others.find((other) => other !== base && other.toLowerCase() === base.toLowerCase());
  if (same !== undefined) {
    return `${path} and ${TOOLS_FOLDER}/${same}${SUFFIX} are one file on Windows and macOS: keep the lowercase one.`;
  }
  const named = normaliseName(base);
  return named.ok
    ? `${path} can't be a tool's file: that of ${named.value} is ${ToolStore.pathOf(named.value)}. Rename it.`
    : `${path} can't be a tool's file: ${named.error.message} ${named.error.hint ?? ''}`.trim();
}

/** In whatever case. */
function isToolFileName(name: string): boolean {
  return name.toLowerCase().endsWith(SUFFIX);
}

/** A name that a file system gave, in one line and with nothing hidden. */
function visibleName(name: string): string {
  return name.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/** A compiler's failure names its own file and line. */
function problemText(error: ToolError, definition: CustomDefinition): string {
  return definition.kind === 'wander'
    ? error.message
    : `${ToolStore.pathOf(definition.name)}: ${error.message}`;
}

function lineOfProblem(text: string, error: ToolError): number {
  const { data } = error;
  const problems = isJsonObject(data) && Array.isArray(data.problems) ? data.problems : [];
  const first: unknown = problems[0];
  const path = isJsonObject(first) && typeof first.path === 'string' ? first.path : '';
  const parts = [...path.matchAll(/([^.[\]"]+)|\["((?:[^"\\]|\\.)*)"\]/g)].map(
    (match) => match[2] ?? match[1] ?? '',
  );
  return locateInJson(
    text,
    parts.map((part) => (/^\d+$/.test(part) ? Number(part) : part)),
  ).line;
}
