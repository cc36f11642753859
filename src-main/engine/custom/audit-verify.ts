/** Checks that the audit's chain is whole: no line edited, removed or put elsewhere. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { isJsonObject, type Json } from '../json';
import { sha256 } from './hash';
import { chainEndOf, FIRST_HASH, type ChainEnd } from './audit-file';
import { Ledger, type AuditMemory } from './ledger';
import { readTextIfThere } from './private-files';

export interface AuditProblem {
  /** Name of the file. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

export interface AuditReport {
  readonly ok: boolean;
  /** Names, oldest first. */
  readonly files: readonly string[];
  readonly lines: number;
  /** At most 100. */
  readonly problems: readonly AuditProblem[];
}

/** `.skywalker/logs/custom_tools.jsonl` of a project. */
export function auditPath(folder: string): string {
  return join(folder, '.skywalker', 'logs', 'custom_tools.jsonl');
}

/** The files of a log, oldest first. */
export function auditFiles(path: string): string[] {
  const folder = dirname(path);
  if (!existsSync(folder)) return [];
  const stem = basename(path, '.jsonl');
  const old = readdirSync(folder).flatMap((name) => {
    const match = /^(.*)\.(\d+)\.jsonl$/.exec(name);
    return match !== null && match[1] === stem
      ? [{ number: Number(match[2]), path: join(folder, name) }]
      : [];
  });
  const sorted = old.sort((a, b) => b.number - a.number).map((entry) => entry.path);
  return existsSync(path) ? [...sorted, path] : sorted;
}

const numbered = z.looseObject({ seq: z.number(), prev: z.string() });

interface Seen {
  readonly file: string;
  readonly line: number;
  readonly seq: number;
  readonly hash: string;
}

/**
 * Reads the whole log of the project in `folder`. With `userFolder`, also checks that the line which was last written
 * from this user's account is still there, so that a log cut off at its end, or made anew, is found too. `newestOnly`
 * reads the newest file alone, 16 MiB at most, and takes what was before it as it is.
 */
export function verifyAudit(
  folder: string,
  options: { readonly userFolder?: string; readonly newestOnly?: boolean } = {},
): AuditReport {
  const problems: AuditProblem[] = [];
  const path = auditPath(folder);
  const all = auditFiles(path);
  const files = options.newestOnly === true ? all.slice(-1) : all;
  const anchor = options.userFolder === undefined ? undefined : anchorOf(folder, options.userFolder);
  const pruned = new Set<string>();
  const hashes = new Map<number, string>();
  let first: { prev: string; seq: number; file: string } | undefined;
  let before: Seen | undefined;
  let lines = 0;
  const note = (file: string, line: number, message: string): void => {
    if (problems.length < 100) problems.push({ file, line, message });
  };
  for (const each of files) {
    const name = basename(each);
    const texts = readFileSync(each, 'utf8').split('\n');
    if (texts.pop() !== '')
      note(name, texts.length + 1, 'The last line is torn; it is repaired when the project is opened.');
    for (const [index, text] of texts.entries()) {
      lines += 1;
      const number = index + 1;
      const value = parseLine(text);
      if (value === undefined) {
        note(name, number, 'The line is no audit line: it was edited.');
        before =
          before === undefined
            ? undefined
            : { ...before, hash: sha256(text), seq: before.seq + 1, file: name, line: number };
        continue;
      }
      if (value.event === 'pruned' && typeof value.last_hash === 'string') pruned.add(value.last_hash);
      first ??= { prev: value.prev, seq: value.seq, file: name };
      if (before !== undefined && value.prev !== before.hash)
        note(name, number, breakMessage(before, value.seq));
      before = { file: name, line: number, seq: value.seq, hash: sha256(text) };
      hashes.set(value.seq, before.hash);
    }
  }
  const begins = first?.seq === 1 && first.prev === FIRST_HASH;
  if (first !== undefined && files[0] === all[0] && !begins && !pruned.has(first.prev)) {
    note(first.file, 1, `The log begins with line ${first.seq} of the chain: what was before it is gone.`);
  }
  if (
    anchor !== undefined &&
    hashes.get(anchor.seq) !== anchor.hash &&
    (first === undefined || anchor.seq >= first.seq)
  ) {
    note(
      basename(path),
      0,
      `Line ${anchor.seq} of the chain, which was written from this account, is gone or another.`,
    );
  }
  for (const { seq, at } of anchor?.missing ?? []) {
    note(
      basename(path),
      0,
      `When the project was opened at ${at}, line ${seq}, which was written from this account, was gone or another.`,
    );
  }
  return { ok: problems.length === 0, files: files.map((each) => basename(each)), lines, problems };
}

/** Whether a log, or what is left of it after the oldest files were deleted, has a line. Read from its end. */
export function holdsLine(path: string, end: ChainEnd): boolean {
  const start = `{"seq":${end.seq},`;
  for (const file of auditFiles(path).reverse()) {
    const lines = readFileSync(file, 'utf8').split('\n');
    const found = lines.find((line) => line.startsWith(start));
    if (found !== undefined) return sha256(found) === end.hash;
    const first = chainEndOf(lines[0] ?? '');
    if (first !== undefined && first.seq < end.seq) return false;
  }
  return false;
}

function parseLine(text: string): { seq: number; prev: string; event: Json; last_hash: Json } | undefined {
  try {
    const parsed = numbered.safeParse(JSON.parse(text));
    if (!parsed.success) return undefined;
    const value = parsed.data as unknown as Json;
    if (!isJsonObject(value)) return undefined;
    return {
      seq: parsed.data.seq,
      prev: parsed.data.prev,
      event: value.event ?? null,
      last_hash: value.last_hash ?? null,
    };
  } catch {
    return undefined;
  }
}

function breakMessage(before: Seen, seq: number): string {
  if (seq === before.seq + 1) return `The line before (${before.file}:${before.line}) was edited.`;
  if (seq > before.seq + 1) {
    const count = seq - before.seq - 1;
    return `${count} line${count === 1 ? ' was' : 's were'} removed before this one.`;
  }
  return 'The line is out of order: lines were put elsewhere, repeated, or written by two programs at once.';
}

function anchorOf(folder: string, userFolder: string): AuditMemory | undefined {
  try {
    const settings = z
      .looseObject({ id: z.string() })
      .safeParse(JSON.parse(readTextIfThere(join(folder, 'game.json')) ?? ''));
    return settings.success ? new Ledger(userFolder, settings.data.id).audit(folder) : undefined;
  } catch {
    // A broken game.json names no project; the chain can be checked all the same.
    return undefined;
  }
}
