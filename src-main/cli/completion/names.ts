/**
 * Names that a shell completes: from the open editor where one answers at once, else from the project's files. Nothing is
 * opened, changed or logged, and nobody waits long.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { normaliseName } from '../../engine/custom/names';
import { isKey, UserKeys } from '../../engine/custom/keys';
import { ToolStore } from '../../engine/custom/store';
import { parseJsonText } from '../../engine/text/json-text';
import { walkFiles } from '../../engine/tools/builtin/file-walk';
import engineTools from '../../lsp/engine-tools.json';
import { AttachedSession } from '../attached';
import type { ProjectNames } from '../command';
import { editorOf } from '../open-session';

/** Larger files are not looked into (bytes). */
const MAX_BYTES = 1 << 20;

export interface NamesOptions {
  /** Absolute path of the project's folder; undefined where there is none. */
  readonly folder: string | undefined;
  readonly userFolder: string;
  /** Milliseconds that the editor has for its answer, and the search of the files. */
  readonly patience: number;
}

/** Sorted, each once. */
export async function projectNames(kind: ProjectNames, options: NamesOptions): Promise<readonly string[]> {
  const { folder, patience } = options;
  if (kind === 'keys') return sorted([...trustedKeys(options.userFolder), ...signers(folder)]);
  if (folder === undefined) return kind === 'tools' ? engineTools : [];
  const custom = customTools(folder);
  if (kind === 'custom') return sorted(custom.map(({ name }) => name));
  if (kind === 'tests') {
    const tested = custom.filter((tool) => tool.tested).map(({ name }) => name);
    return sorted([...tested, ...testedScripts(folder, performance.now() + patience)]);
  }
  const offered = await withPatience(editorsTools(folder, options.userFolder), patience);
  return sorted(offered ?? [...engineTools, ...custom.map(({ name }) => name)]);
}

/** What the open editor offers: tools that clients host are in no file. */
async function editorsTools(folder: string, userFolder: string): Promise<readonly string[] | undefined> {
  const editor = await editorOf(folder);
  if (editor === undefined) return undefined;
  // As the person's own command, of which the editor makes no event.
  const session = await AttachedSession.open(editor, {
    folder,
    interactive: false,
    userFolder,
    mode: 'attach',
    purpose: 'completion',
  });
  const tools = await session?.tools();
  await session?.close();
  return tools?.map(({ name }) => name);
}

/** What comes in time, or undefined, also where it fails. */
function withPatience<T>(work: Promise<T>, milliseconds: number): Promise<T | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), milliseconds);
    const done = (value?: T): void => {
      clearTimeout(timer);
      resolve(value);
    };
    work.then(done, () => done());
  });
}

const DEFINITION = z.looseObject({ tests: z.array(z.unknown()).optional() });

/** By the names of their files; one that is broken is there, for it can be looked at. */
function customTools(folder: string): readonly { readonly name: string; readonly tested: boolean }[] {
  return [...walkFiles(folder, 'tools', { recursive: false })].flatMap(({ path }) => {
    const base = ToolStore.baseOfPath(path);
    const name = base === undefined ? undefined : normaliseName(base);
    return name?.ok === true ? [{ name: name.value, tested: hasTests(join(folder, path)) }] : [];
  });
}

/** Those of others; one's own needs no trust. */
function trustedKeys(userFolder: string): readonly string[] {
  return new UserKeys(userFolder).trusted().map(({ key }) => key);
}

const APPROVALS = z.looseObject({
  approvals: z.array(z.looseObject({ key: z.string() }).catch({ key: '' })),
});

/** Whoever signed a decision in the project. */
function signers(folder: string | undefined): readonly string[] {
  if (folder === undefined) return [];
  const json = parseJsonText(textOf(join(folder, 'tools', 'approvals.json')));
  const parsed = APPROVALS.safeParse(json.ok ? json.value : undefined);
  return parsed.success ? parsed.data.approvals.map(({ key }) => key).filter(isKey) : [];
}

function hasTests(path: string): boolean {
  const json = parseJsonText(textOf(path));
  const parsed = DEFINITION.safeParse(json.ok ? json.value : undefined);
  return parsed.success && (parsed.data.tests ?? []).length > 0;
}

/** Wander files with tests of their own, as far as they are found until `deadline` (monotonic milliseconds). */
function testedScripts(folder: string, deadline: number): string[] {
  const found: string[] = [];
  for (const { path, kind, bytes } of walkFiles(folder, '', { recursive: true })) {
    if (performance.now() > deadline) break;
    if (kind !== 'file' || !path.endsWith('.wander') || path.startsWith('tools/') || bytes > MAX_BYTES)
      continue;
    if (/^[ \t]*test[ \t]+"/m.test(textOf(join(folder, path)))) found.push(path);
  }
  return found;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // Gone meanwhile, or another user's.
    return '';
  }
}

function sorted(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort();
}
