/** Checks files of a project without opening it: Wander, and definitions of tools. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { parseDefinition } from '../engine/custom/definition';
import { isJsonObject, type Json } from '../engine/json';
import { resolveInside } from '../engine/project/paths';
import { locateAllInJson, parseJsonText } from '../engine/text/json-text';
import { toolFacts, type ToolFacts } from '../engine/wander/source-text';
import { walkFiles } from '../engine/tools/builtin/file-walk';
import { analyse } from '../wander/analyse';
import type { Diagnostic } from '../wander/diagnostic';
import { format } from '../wander/format';
import type { ShownDiagnostic } from './diagnostics';
import { projectAround } from './find-project';
import { isSystemError } from '../engine/project/system-error';

export interface FileDiagnostic extends ShownDiagnostic {
  /** Absolute path of the file that it is about: the one that was checked, or a module that it uses. */
  readonly file: string;
}

export type WanderMode = 'tool' | 'script';

export interface CheckOptions {
  /** How a Wander file is meant; else by whether it belongs to a tool. */
  readonly mode?: WanderMode;
  /** Whether a Wander file that is not in its canonical form has an error. */
  readonly format?: boolean;
}

/** Larger files are refused (bytes). */
const MAX_BYTES = 4 << 20;

/** Everything that is wrong with a file, in order of place. Throws an `Error` when it can't be read or is of no known kind. */
export function checkFile(path: string, options: CheckOptions = {}): readonly FileDiagnostic[] {
  if (path.endsWith('.tool.json')) return checkDefinition(path, options);
  if (path.endsWith('.wander')) return checkWander(path, readText(path), definitionBeside(path), options);
  throw new Error(`${path} is neither a .wander nor a .tool.json file.`);
}

/** A file's text. Throws an `Error` that names the file. */
export function readText(path: string): string {
  try {
    const { size } = statSync(path);
    if (size > MAX_BYTES) throw new Error(`it has ${size} bytes; at most ${MAX_BYTES} are checked`);
    return readFileSync(path, 'utf8');
  } catch (error) {
    const missing = isSystemError(error, 'ENOENT');
    if (missing) throw new Error(`There is no file ${path}.`, { cause: error });
    throw new Error(`${path} can't be read: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

function checkWander(
  path: string,
  source: string,
  definition: ToolFacts | undefined,
  { mode, format: wantsFormat = false }: CheckOptions,
): readonly FileDiagnostic[] {
  const root = projectAround(dirname(path)) ?? dirname(path);
  const file = relative(root, path).split(sep).join('/');
  const asTool = mode === undefined ? definition !== undefined : mode === 'tool';
  const look = (as: WanderMode): readonly Diagnostic[] =>
    analyse(source, {
      file,
      mode: as,
      module: (name) => readModule(root, name),
      facts: asTool && definition ? definition : {},
    }).diagnostics;
  let diagnostics = look(asTool ? 'tool' : 'script');
  // What tools use may have what only tools have, but no "run" of its own.
  if (mode === undefined && !asTool && diagnostics.some(isError) && isUsedByTool(root, file))
    diagnostics = look('tool').filter(({ code }) => code !== 'missing_run');
  const found = diagnostics.map((diagnostic) => ({
    ...diagnostic,
    file: diagnostic.file === undefined || diagnostic.file === file ? path : join(root, diagnostic.file),
  }));
  const unformatted = wantsFormat && !diagnostics.some(isError) ? formatProblem(path, source) : undefined;
  return unformatted === undefined ? found : [...found, unformatted];
}

const isError = ({ severity }: Diagnostic): boolean => severity === 'error';

/** At the first line that the canonical form has otherwise. */
function formatProblem(path: string, source: string): FileDiagnostic | undefined {
  const formatted = format(source);
  if (formatted === source) return undefined;
  const wanted = formatted.split('\n');
  const lines = source.split('\n');
  const index = Math.max(
    0,
    lines.findIndex((text, line) => text !== wanted[line]),
  );
  return {
    file: path,
    severity: 'error',
    code: 'not_formatted',
    message: 'The file is not in its canonical form from here on.',
    hint: 'wander_format writes it: {"path": …, "write": true}.',
    line: index + 1,
    column: 1,
    length: Math.max(1, lines[index]?.trimEnd().length ?? 1),
  };
}

/** Whether the code of a tool of the project takes a file in, itself or by another one. */
function isUsedByTool(root: string, file: string): boolean {
  return [...walkFiles(root, 'tools', { recursive: true })].some(({ path }) => {
    const absolute = join(root, path);
    if (!path.endsWith('.wander') || definitionBeside(absolute) === undefined) return false;
    const options = { file: path, mode: 'tool' as const, module: (name: string) => readModule(root, name) };
    return analyse(readText(absolute), options).modules.has(file);
  });
}

/** The Wander file that a name leads to: itself, or the code of a definition. Throws an `Error` where there is none. */
export function codeFileOf(path: string): string {
  if (!path.endsWith('.tool.json')) {
    if (path.endsWith('.wander')) return path;
    throw new Error(`${path} is neither a .wander nor a .tool.json file.`);
  }
  const parsed = parseJsonText(readText(path));
  const code = parsed.ok ? codeOf(path, parsed.value) : undefined;
  if (code === undefined) throw new Error(`${path} has no code in a file.`);
  return code;
}

function readModule(root: string, name: string): string | undefined {
  const resolved = resolveInside(root, name);
  if (!resolved.ok || !existsSync(resolved.value.absolute)) return undefined;
  return readText(resolved.value.absolute);
}

/** Facts of the tool that a Wander file is the code of: its neighbour of the same name. */
function definitionBeside(path: string): ToolFacts | undefined {
  const neighbour = path.replace(/\.wander$/, '.tool.json');
  if (!existsSync(neighbour)) return undefined;
  const parsed = parseJsonText(readText(neighbour));
  return parsed.ok ? toolFacts(parsed.value) : {};
}

function checkDefinition(path: string, options: CheckOptions): readonly FileDiagnostic[] {
  const text = readText(path);
  const parsed = parseJsonText(text);
  if (!parsed.ok) {
    return [
      {
        file: path,
        severity: 'error',
        code: 'invalid_json',
        message: parsed.message,
        line: parsed.line,
        column: parsed.column,
        length: 1,
      },
    ];
  }
  const codePath = codeOf(path, parsed.value);
  const code = codePath !== undefined && existsSync(codePath) ? readText(codePath) : undefined;
  const codeFile = `tools/${basename(codePath ?? '')}`;
  // Without its code, the rest of the definition is looked at all the same.
  const outcome = parseDefinition(parsed.value, {
    from: 'file',
    ...(codePath === undefined ? {} : { code: code ?? 'fn run(args)\nend\n', codeFile }),
  });
  const found = outcome.ok
    ? outcome.value.warnings.map((message): Located => ({ severity: 'warning', path: [], message }))
    : problemsOf(outcome.error.data, outcome.error.message, outcome.error.hint);
  if (codePath !== undefined && code === undefined) {
    found.unshift({
      severity: 'error',
      path: ['source'],
      message: `${codeFile}, the code of the tool, is not there`,
      hint: 'Write it beside the definition, with fn run(args) … end; or give "wander" or "steps" in the definition.',
    });
  }
  const places = locateAllInJson(
    text,
    found.map((problem) => problem.path),
  );
  const own = found.map(({ severity, message, hint }, index): FileDiagnostic => ({
    file: path,
    severity,
    code: severity === 'error' ? 'invalid_definition' : 'definition',
    message,
    ...(hint === undefined ? {} : { hint }),
    line: places[index]?.line ?? 1,
    column: places[index]?.column ?? 1,
    length: 1,
  }));
  const inCode =
    codePath === undefined || code === undefined
      ? []
      : checkWander(codePath, code, toolFacts(parsed.value), { ...options, mode: 'tool' });
  return [...own, ...inCode];
}

/** The Wander file of a definition: what `source` names, else the neighbour of the same name. */
function codeOf(path: string, definition: unknown): string | undefined {
  if (
    isJsonObject(definition) &&
    (typeof definition['wander'] === 'string' ||
      definition['steps'] !== undefined ||
      // A client serves it: its code is elsewhere.
      definition['kind'] === 'external')
  )
    return undefined;
  const source = isJsonObject(definition) ? definition['source'] : undefined;
  if (typeof source !== 'string') return path.replace(/\.tool\.json$/, '.wander');
  const root = projectAround(dirname(path));
  const resolved = root === undefined ? undefined : resolveInside(root, source);
  return resolved?.ok === true ? resolved.value.absolute : undefined;
}

interface Located {
  readonly severity: 'error' | 'warning';
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly hint?: string;
}

/** `data.problems` of an `invalid_definition`, with their paths taken apart. */
function problemsOf(data: Json | undefined, message: string, hint: string | undefined): Located[] {
  const list = isJsonObject(data) ? data['problems'] : undefined;
  if (!Array.isArray(list))
    return [{ severity: 'error', path: [], message, ...(hint === undefined ? {} : { hint }) }];
  return (list as readonly Json[]).flatMap((problem): Located[] => {
    if (!isJsonObject(problem) || typeof problem['message'] !== 'string') return [];
    const place = typeof problem['path'] === 'string' ? problem['path'] : '';
    const own = problem['hint'];
    return [
      {
        severity: 'error',
        path: pathOf(place),
        message: place === '' ? problem['message'] : `${place} ${problem['message']}`,
        ...(typeof own === 'string' ? { hint: own } : {}),
      },
    ];
  });
}

/** `steps[1].args["a key"]` → `['steps', 1, 'args', 'a key']`. */
export function pathOf(text: string): (string | number)[] {
  const parts: (string | number)[] = [];
  for (const [, key, index, quoted] of text.matchAll(
    /(?:^|\.)([\w$-]+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/g,
  )) {
    if (key !== undefined) parts.push(key);
    else if (index !== undefined) parts.push(Number(index));
    else if (quoted !== undefined) parts.push(JSON.parse(quoted) as string);
  }
  return parts;
}
