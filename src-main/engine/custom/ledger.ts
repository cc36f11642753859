/**
 * What this user has decided for one project, kept in the user's own folder. A project's files can be put back, copied or
 * edited by whoever can write there; what was decided here can not. So an older approval that is put back does not count,
 * a rejection that is deleted still does, what was turned off here stays off, and a policy that was loosened in a file
 * waits for this user's word.
 */
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ToolFailure, toolError } from '../errors';
import { withFileLock } from '../project/file-lock';
import { readTextIfThere, writePrivateFile } from './private-files';
import type { Policy } from './types';

const decision = z.object({
  hash: z.string(),
  status: z.enum(['approved', 'rejected', 'withdrawn']),
  by: z.string(),
  at: z.string(),
  reason: z.string().optional(),
});

/** A decision that stood in the project's file and counted. */
const seenDecision = decision.extend({ status: z.enum(['approved', 'rejected']), key: z.string() });

const chainEnd = z.object({ hash: z.string(), seq: z.number() });

const ledgerFile = z.object({
  format: z.literal('skywalker.ledger/1'),
  decisions: z.record(z.string(), decision).default({}),
  /** The latest decision on each tool that was seen in the project's file, whoever made it. */
  seen: z.record(z.string(), seenDecision).default({}),
  /** Tools that this user turned off, by name. */
  off: z.record(z.string(), z.object({ by: z.string(), at: z.string() })).default({}),
  /** By the project's folder: an id is copied with the files, and whoever made them must not loosen anything here. */
  policies: z
    .record(
      z.string(),
      z.object({ policy: z.enum(['off', 'ask', 'auto', 'trust']), by: z.string(), at: z.string() }),
    )
    .default({}),
  /** By the project's folder: the audit's last line when it was last written from here, and lines that were gone later. */
  audits: z
    .record(
      z.string(),
      chainEnd.extend({ missing: z.array(chainEnd.extend({ at: z.string() })).default([]) }),
    )
    .default({}),
});

export type Decision = z.infer<typeof decision>;
export type SeenDecision = z.infer<typeof seenDecision>;
export type AuditMemory = LedgerData['audits'][string];
type LedgerData = z.infer<typeof ledgerFile>;

const EMPTY: LedgerData = {
  format: 'skywalker.ledger/1',
  decisions: {},
  seen: {},
  off: {},
  policies: {},
  audits: {},
};

/** Lines of the audit that were gone, and are kept in mind. */
const MAX_MISSING = 20;

function realFolder(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
}

export class Ledger {
  private readonly file: string;
  private data: LedgerData;
  private failure: string | undefined;

  constructor(userFolder: string, projectId: string) {
    // An id is free text of a file; it must not lead anywhere as a path.
    const name = /^[A-Za-z0-9_-]{1,100}$/.test(projectId)
      ? projectId
      : Buffer.from(projectId).toString('hex').slice(0, 120);
    this.file = join(userFolder, 'projects', `${name}.json`);
    this.data = this.read() ?? EMPTY;
  }

  /** Why it can't be read, in which case no decision counts and none can be made; undefined where it can. */
  get problem(): string | undefined {
    return this.failure;
  }

  /** Takes up what another process of this user has written. */
  reload(): void {
    this.data = this.read() ?? this.data;
  }

  /** The latest decision on a tool, whatever its hash. */
  decision(name: string): Decision | undefined {
    return Object.hasOwn(this.data.decisions, name) ? this.data.decisions[name] : undefined;
  }

  /** Who of this account turned a tool off, whatever its files say by now; undefined where nobody did. */
  turnedOff(name: string): { readonly by: string; readonly at: string } | undefined {
    return Object.hasOwn(this.data.off, name) ? this.data.off[name] : undefined;
  }

  /** The policy that was last set from here for the project in a folder. */
  policy(folder: string): Policy | undefined {
    const key = realFolder(folder);
    return Object.hasOwn(this.data.policies, key) ? this.data.policies[key]?.policy : undefined;
  }

  /** What is remembered of the end of the audit of the project in a folder. */
  audit(folder: string): AuditMemory | undefined {
    const key = realFolder(folder);
    return Object.hasOwn(this.data.audits, key) ? this.data.audits[key] : undefined;
  }

  /** The latest decision on a tool that was seen in the project's file. */
  seen(name: string): SeenDecision | undefined {
    return Object.hasOwn(this.data.seen, name) ? this.data.seen[name] : undefined;
  }

  /** Keeps decisions in mind, by name, each where it is later than what was seen before. */
  see(found: ReadonlyMap<string, SeenDecision>): void {
    const later = [...found].filter(([name, { at }]) => at > (this.seen(name)?.at ?? ''));
    if (later.length === 0) return;
    this.change((data) => ({ ...data, seen: { ...data.seen, ...Object.fromEntries(later) } }));
  }

  decide(name: string, made: Decision): void {
    this.change((data) => ({
      ...data,
      decisions: Object.fromEntries([
        ...Object.entries(data.decisions).filter(([known]) => known !== name),
        [name, made],
      ]),
    }));
  }

  turnOff(name: string, by: string, at: string): void {
    this.change((data) => ({ ...data, off: { ...data.off, [name]: { by, at } } }));
  }

  turnOn(name: string): void {
    if (this.turnedOff(name) === undefined) return;
    this.change((data) => ({
      ...data,
      off: Object.fromEntries(Object.entries(data.off).filter(([known]) => known !== name)),
    }));
  }

  setPolicy(folder: string, policy: Policy, by: string, at: string): void {
    const key = realFolder(folder);
    this.change((data) => ({ ...data, policies: { ...data.policies, [key]: { policy, by, at } } }));
  }

  setAudit(folder: string, hash: string, seq: number): void {
    const before = this.audit(folder);
    if (before?.hash === hash) return;
    this.remember(folder, { hash, seq, missing: before?.missing ?? [] });
  }

  /** Keeps in mind that the line which was last written from here was gone, so that it is told for good. */
  missAudit(folder: string, at: string): void {
    const before = this.audit(folder);
    if (before === undefined) return;
    const { hash, seq, missing } = before;
    if (missing.some((line) => line.hash === hash)) return;
    this.remember(folder, { hash, seq, missing: [...missing, { hash, seq, at }].slice(-MAX_MISSING) });
  }

  private remember(folder: string, memory: AuditMemory): void {
    const key = realFolder(folder);
    this.change((data) => ({ ...data, audits: { ...data.audits, [key]: memory } }));
  }

  private change(edit: (data: LedgerData) => LedgerData): void {
    // Another process of this user may have written meanwhile, or be about to.
    withFileLock(this.file, () => {
      this.changeNow(edit);
    });
  }

  private changeNow(edit: (data: LedgerData) => LedgerData): void {
    const now = this.read();
    if (now === undefined) {
      throw new ToolFailure(
        toolError('io_error', this.failure ?? '', 'Mend the file, or put back an earlier one.'),
      );
    }
    this.data = edit(now);
    writePrivateFile(this.file, `${JSON.stringify(this.data, null, 2)}\n`);
  }

  /** Undefined where the file is there and can't be read. */
  private read(): LedgerData | undefined {
    this.failure = undefined;
    try {
      const text = readTextIfThere(this.file);
      return text === undefined ? EMPTY : ledgerFile.parse(JSON.parse(text));
    } catch (error) {
      const why = error instanceof Error ? error.message.split('\n')[0] : 'unknown';
      this.failure = `${this.file} can't be read: ${why ?? ''}`;
      return undefined;
    }
  }
}
