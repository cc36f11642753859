/** What was found out about a file, for when its text has changed a little. */
import type { ConstDeclaration, File, FnDeclaration } from './ast';
import type { Chunk, TopDeclaration } from './chunk';
import type { Diagnostic } from './diagnostic';
import type { Parsed } from './parser';
import type { ResolvedFile, SeenNames } from './resolve-file';
import type { CheckMemory } from './types/checker';
import type { Unit } from './unit';

export interface FileMemory {
  readonly unit: Unit;
  readonly parsed: Parsed;
  readonly seen: SeenNames;
  readonly check: CheckMemory;
  /** The functions and constants at its top: the same object for as long as they are the same. */
  readonly declared: readonly TopDeclaration[];
  readonly diagnostics: readonly Diagnostic[];
  /** What its `use` lines led to: the files, and what was wrong with them. */
  readonly followed: string;
  readonly uses: readonly FileMemory[];
}

/** Declarations that something else may be known of by their names alone. */
type Changed = Set<FnDeclaration | ConstDeclaration>;

/**
 * A declaration that was read anew stays the object that it was, by its name, so that what was resolved to it still is. Gives the
 * file with those; functions that take something else than they did are noted.
 */
export function withOldIdentities(parsed: Parsed, before: FileMemory | undefined, changed: Changed): File {
  if (before === undefined) return parsed.file;
  const old = new Map<string, Chunk>();
  for (const chunk of before.parsed.chunks) {
    const name = nameOf(chunk.node);
    // Of two with one name, the first is meant.
    if (name !== undefined && chunk.node === before.seen.top.get(name)) old.set(name, chunk);
  }
  const kept = new Set(before.parsed.chunks);
  const present = new Set(parsed.chunks.map(({ node }) => node));
  const renewed = new Map<TopDeclaration, TopDeclaration>();
  for (const chunk of parsed.chunks) {
    const { node } = chunk;
    const name = nameOf(node);
    const known = name === undefined ? undefined : old.get(name);
    if (node === undefined || known?.node === undefined || kept.has(chunk)) continue;
    if (known.node.kind !== node.kind || present.has(known.node)) continue;
    become(known.node, node);
    renewed.set(node, known.node);
    present.add(known.node);
    chunk.node = known.node;
    if (known.node.kind === 'fn-declaration' && known.head !== chunk.head) changed.add(known.node);
  }
  if (renewed.size === 0) return parsed.file;
  const asKnown = <D extends TopDeclaration>(list: readonly D[]): readonly D[] =>
    list.map((node) => (renewed.get(node) as D | undefined) ?? node);
  const { file } = parsed;
  return {
    ...file,
    uses: asKnown(file.uses),
    constants: asKnown(file.constants),
    functions: asKnown(file.functions),
  };
}

function nameOf(node: TopDeclaration | undefined): string | undefined {
  switch (node?.kind) {
    case 'use':
    case 'const-declaration':
    case 'fn-declaration':
      return node.name.text === '' ? undefined : node.name.text;
    default:
      return undefined;
  }
}

function become(old: object, node: object): void {
  for (const key of Object.keys(old)) if (!(key in node)) Reflect.deleteProperty(old, key);
  Object.assign(old, node);
}

/** Notes the constants that may be another value than they were: those read or resolved anew, and those made of others. */
export function noteChangedConstants(
  chunks: readonly Chunk[],
  { anew }: ResolvedFile,
  changed: Changed,
): void {
  let count: number;
  do {
    count = changed.size;
    for (const { node, resolved } of chunks) {
      if (node?.kind !== 'const-declaration') continue;
      if (anew.has(node) || [...(resolved?.used ?? [])].some((used) => changed.has(used))) changed.add(node);
    }
  } while (changed.size > count);
}

/** What a file declares at its top, as the object that it was where that is the same. */
export function declaredIn(
  { functions, constants }: File,
  before: FileMemory | undefined,
): readonly TopDeclaration[] {
  const now = [...functions, ...constants];
  const old = before?.declared;
  return old?.length === now.length && old.every((node, index) => node === now[index]) ? old : now;
}
