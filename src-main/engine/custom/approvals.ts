/**
 * Who approved or rejected what. A decision holds for one tool and one hash, is signed by the person's key over name,
 * hash, status, project and time, and stands in `tools/approvals.json`, to be committed and reviewed. One that is not
 * signed, does not verify, or is signed by a key that this user does not trust counts as none, and says why.
 */
import { z } from 'zod';
import { fail, succeed, ToolFailure, type Outcome } from '../errors';
import { isJsonObject, type Json } from '../json';
import { parseJsonText } from '../text/json-text';
import { canonicalJson } from './json-form';
import { shortHash } from './hash';
import type { UserKeys } from './keys';
import type { Decision, Ledger } from './ledger';
import type { Verdict } from './policy';
import { readTextFile, writeFileAtomicSync } from '../project/files';
import type { Project } from '../project/project';
import type { Approval } from './types';

const record = z.object({
  name: z.string(),
  hash: z.string(),
  status: z.enum(['approved', 'rejected']),
  by: z.string(),
  at: z.string(),
  reason: z.string().optional(),
  signature: z.string().optional(),
  key: z.string().optional(),
});

export type ApprovalRecord = z.infer<typeof record>;

/** A record as it was found, and whether it counts. */
export interface CheckedApproval {
  readonly record: ApprovalRecord;
  /** Why it does not count; undefined where it does. */
  readonly problem?: string;
}

export interface DecisionRequest {
  readonly name: string;
  readonly hash: string;
  readonly status: 'approved' | 'rejected';
  readonly by: string;
  readonly at: Date;
  readonly reason?: string;
}

const FORMAT = 'skywalker.approvals/1';

/** Project-relative. */
export const APPROVALS_FILE = 'tools/approvals.json';

function signedText(projectId: string, approval: Approval): string {
  const { name, hash, status, by, at, reason } = approval;
  return canonicalJson({
    format: FORMAT,
    project: projectId,
    name,
    hash,
    status,
    by,
    at,
    reason: reason ?? null,
  });
}

function day(at: string): string {
  return at.slice(0, 10);
}

export class Approvals {
  private entries: readonly Json[] = [];
  private records = new Map<string, CheckedApproval[]>();
  private broken: string | undefined;

  constructor(
    private readonly project: Pick<Project, 'locate'>,
    private readonly projectId: string,
    private readonly keys: UserKeys,
    private readonly ledger: Ledger,
  ) {
    this.reload();
  }

  /** Reads the file again. */
  reload(): void {
    this.entries = [];
    this.records = new Map();
    this.broken = undefined;
    const place = this.project.locate(APPROVALS_FILE);
    const text = place.ok ? readTextFile(place.value.absolute) : place;
    if (!text.ok) {
      if (text.error.code !== 'not_found') this.broken = `tools/approvals.json: ${text.error.message}.`;
      return;
    }
    const parsed = parseJsonText(text.value);
    if (!parsed.ok) {
      this.broken = `tools/approvals.json does not parse: line ${parsed.line}: ${parsed.message}.`;
      return;
    }
    const value = parsed.value as Json;
    const entries = Array.isArray(value)
      ? (value as readonly Json[])
      : isJsonObject(value)
        ? value.approvals
        : undefined;
    if (!Array.isArray(entries)) {
      this.broken = 'tools/approvals.json does not hold a list of approvals.';
      return;
    }
    this.entries = entries as readonly Json[];
    for (const entry of this.entries) {
      const found = record.safeParse(entry);
      if (!found.success) continue;
      const checked = this.check(found.data);
      this.records.set(found.data.name, [...(this.records.get(found.data.name) ?? []), checked]);
    }
  }

  /** What holds for a tool with this hash. */
  verdict(name: string, hash: string): Verdict {
    const decided = this.ledger.decision(name);
    // A rejection that somebody took out of the file is still this user's decision.
    if (decided?.status === 'rejected' && decided.hash === hash && !this.hasNewer(name, decided)) {
      return rejection(decided);
    }
    const unreadable = this.broken ?? this.ledger.problem;
    if (unreadable !== undefined) return { kind: 'none', why: `Approvals can't be read: ${unreadable}` };
    const latest = this.latest(name);
    if (latest === undefined) return { kind: 'none' };
    if (latest.problem !== undefined) return { kind: 'none', why: latest.problem };
    const { record: found } = latest;
    if (found.hash !== hash) {
      return {
        kind: 'none',
        why: `It has changed since ${found.by} ${found.status} it on ${day(found.at)} (then ${shortHash(found.hash)}, now ${shortHash(hash)}).`,
      };
    }
    if (found.status === 'rejected') return rejection(found);
    return { kind: 'approved', by: found.by, at: found.at };
  }

  /** The record that counts for a name, or the newest that does not. */
  latest(name: string): CheckedApproval | undefined {
    const found = [...(this.records.get(name) ?? [])].sort((a, b) => b.record.at.localeCompare(a.record.at));
    return found.find((entry) => entry.problem === undefined) ?? found[0];
  }

  /** Every record of the file. */
  all(): readonly CheckedApproval[] {
    return [...this.records.values()].flat();
  }

  /**
   * Signs a decision and writes it in place of the earlier ones on the same tool. The one place where a decision is made.
   * Errors: `io_error` where the file can't be read or written.
   */
  decide(request: DecisionRequest): Outcome<ApprovalRecord> {
    if (this.broken !== undefined) {
      return fail(
        'io_error',
        this.broken,
        'Mend the file, or put back its last committed version, and decide again.',
      );
    }
    const at = this.timeFor(request.name, request.at);
    const approval: Approval = {
      name: request.name,
      hash: request.hash,
      status: request.status,
      by: request.by,
      at,
      ...(request.reason === undefined ? {} : { reason: request.reason }),
    };
    try {
      const made = { ...approval, ...this.keys.sign(signedText(this.projectId, approval)) };
      // First where no tool can write: should the file not follow, the decision before is void, and this one not made.
      this.ledger.decide(request.name, {
        hash: made.hash,
        status: made.status,
        by: made.by,
        at,
        ...reasonOf(made),
      });
      this.write([...this.others(request.name), made]);
      this.reload();
      return succeed(made);
    } catch (error) {
      return fail(
        'io_error',
        `The decision could not be written: ${error instanceof Error ? error.message : 'unknown'}.`,
      );
    }
  }

  /**
   * Takes back the approval of a tool; gives the decision that counted till now, for `restore`: never one that was only
   * written there. A rejection stays: nobody gets round one by taking the tool away and making it again.
   */
  withdraw(name: string, by: string, at: Date): ApprovalRecord | undefined {
    const latest = this.latest(name);
    const counted = latest?.problem === undefined ? latest?.record : undefined;
    if (counted?.status === 'rejected') {
      const { hash, status } = counted;
      this.ledger.decide(name, { hash, status, by: counted.by, at: counted.at, ...reasonOf(counted) });
    } else if (counted !== undefined || (latest !== undefined && !this.isRejected(name))) {
      const hash = counted?.hash ?? latest?.record.hash ?? '';
      this.ledger.decide(name, { hash, status: 'withdrawn', by, at: this.timeFor(name, at) });
    }
    const others = this.others(name);
    if (others.length < this.entries.length) this.write(others);
    this.reload();
    return counted;
  }

  /** Puts back a decision that counted before it was withdrawn, as this person's decision of now. */
  restore(taken: ApprovalRecord, by: string, at: Date): Outcome<ApprovalRecord> {
    const { name, hash, status, reason } = taken;
    return this.decide({ name, hash, status, by, at, ...(reason === undefined ? {} : { reason }) });
  }

  private isRejected(name: string): boolean {
    return this.ledger.decision(name)?.status === 'rejected';
  }

  /** Decisions are ordered by time, also where a clock has been set back. */
  private timeFor(name: string, at: Date): string {
    const before = [this.latest(name)?.record.at, this.ledger.decision(name)?.at];
    const last = Math.max(0, ...before.map((each) => (each === undefined ? 0 : Date.parse(each) || 0)));
    return new Date(Math.max(at.getTime(), last + 1)).toISOString();
  }

  private others(name: string): Json[] {
    return this.entries.filter((entry) => !isJsonObject(entry) || entry.name !== name);
  }

  private write(entries: readonly Json[]): void {
    const nameOf = (entry: Json): string =>
      isJsonObject(entry) && typeof entry.name === 'string' ? entry.name : '';
    const sorted = [...entries].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : 0));
    const place = this.project.locate(APPROVALS_FILE);
    if (!place.ok) throw new ToolFailure(place.error);
    writeFileAtomicSync(
      place.value.absolute,
      `${JSON.stringify({ format: FORMAT, approvals: sorted }, null, 2)}\n`,
    );
  }

  private check(found: ApprovalRecord): CheckedApproval {
    const problem = this.problemOf(found);
    return problem === undefined ? { record: found } : { record: found, problem };
  }

  private problemOf(found: ApprovalRecord): string | undefined {
    const what = found.status === 'approved' ? 'approval' : 'rejection';
    if (found.signature === undefined || found.key === undefined) {
      return `The ${what} in tools/approvals.json is not signed, so it does not count.`;
    }
    if (!this.keys.verify(signedText(this.projectId, found), found.key, found.signature)) {
      return `The signature of the ${what} in tools/approvals.json does not fit: it was changed, or copied from another project.`;
    }
    if (!this.keys.trusts(found.key)) {
      return `The ${what} by ${found.by} is signed with a key that is not trusted here (${found.key}). A person can trust it with: skywalker trust ${found.key}`;
    }
    const decided = this.ledger.decision(found.name);
    if (decided !== undefined && decided.at > found.at) {
      return `An older ${what} (${day(found.at)}) stands in tools/approvals.json; the last decision here, of ${day(decided.at)}, was: ${decided.status}.`;
    }
    return undefined;
  }

  private hasNewer(name: string, decided: Decision): boolean {
    const latest = this.latest(name);
    return latest !== undefined && latest.problem === undefined && latest.record.at > decided.at;
  }
}

function reasonOf(approval: Approval | ApprovalRecord): { reason?: string } {
  return approval.reason === undefined ? {} : { reason: approval.reason };
}

function rejection(decided: { by: string; at: string; reason?: string | undefined }): Verdict {
  return {
    kind: 'rejected',
    by: decided.by,
    at: decided.at,
    ...(decided.reason === undefined ? {} : { reason: decided.reason }),
  };
}
