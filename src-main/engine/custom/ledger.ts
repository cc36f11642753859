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
import { readTextIfThere, writePrivateFile } from './private-files';
import type { Policy } from './types';

const decision = z.object({
  hash: z.string(),
  status: z.enum(['approved', 'rejected', 'withdrawn']),
  by: z.string(),
  at: z.string(),
  reason: z.string().optional(),
});

const ledgerFile = z.object({
  format: z.literal('skywalker.ledger/1'),
  decisions: z.record(z.string(), decision).default({}),
  /** Tools that this user turned off, by name. */
  off: z.record(z.string(), z.object({ by: z.string(), at: z.string() })).default({}),
  /** By the project's folder: an id is copied with the files, and whoever made them must not loosen anything here. */
  policies: z
    .record(
      z.string(),
      z.object({ policy: z.enum(['off', 'ask', 'auto', 'trust']), by: z.string(), at: z.string() }),
    )
    .default({}),
  /** The audit's last line when it was last written from here. */
  audit: z.object({ hash: z.string(), seq: z.number() }).optional(),
});

export type Decision = z.infer<typeof decision>;
type LedgerData = z.infer<typeof ledgerFile>;

const EMPTY: LedgerData = { format: 'skywalker.ledger/1', decisions: {}, off: {}, policies: {} };

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

  get audit(): { readonly hash: string; readonly seq: number } | undefined {
    return this.data.audit;
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

  setAudit(hash: string, seq: number): void {
    if (this.data.audit?.hash === hash) return;
    this.change((data) => ({ ...data, audit: { hash, seq } }));
  }

  /** Another process of this user may have written meanwhile. */
  private change(edit: (data: LedgerData) => LedgerData): void {
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
