/**
 * Who approved or rejected what. A decision holds for one tool and one hash, is signed by the person's key over name,
 * hash, status, project and time, and stands in `tools/approvals.json`, to be committed and reviewed. One that is not
 * signed, does not verify, or is signed by a key that this user does not trust counts as none, and says why.
 */
import { fail, succeed, ToolFailure, type Outcome } from '../errors';
import { isJsonObject, type Json } from '../json';
import { parseJsonText } from '../text/json-text';
import { checkSignature, wordOf, type CheckedApproval } from './approval-check';
import { APPROVALS_FORMAT, readRecord, signedText, type ApprovalRecord } from './approval-record';
import { shortHash } from './hash';
import type { Signing, UserKeys } from './keys';
import type { Decision, Ledger, SeenDecision } from './ledger';
import type { Verdict } from './policy';
import { fileStamp, readTextFile, writeFileAtomicSync } from '../project/files';
import type { ResolvedPath } from '../project/paths';
import type { Project } from '../project/project';
import type { Approval, Signer } from './types';

export type { ApprovalRecord } from './approval-record';

export interface DecisionRequest {
  readonly name: string;
  readonly hash: string;
  readonly status: 'approved' | 'rejected';
  readonly by: string;
  readonly at: Date;
  readonly reason?: string;
  /** Of a tool that clients serve: whose it is. */
  readonly owner?: string;
}

/** Project-relative. */
export const APPROVALS_FILE = 'tools/approvals.json';

function day(at: string): string {
  return at.slice(0, 10);
}

export class Approvals {
  private entries: readonly Json[] = [];
  private records = new Map<string, CheckedApproval[]>();
  /** By tool: why an entry of its name is none. */
  private unread = new Map<string, string>();
  private broken: string | undefined;
  /** What was on the disk when it was read last. */
  private read = '';

  constructor(
    private readonly project: Pick<Project, 'locate'>,
    private readonly projectId: string,
    private readonly keys: UserKeys,
    private readonly ledger: Ledger,
  ) {
    this.reload();
  }

  /** Absolute path of the file that says which keys count besides this user's own. */
  get keysFile(): string {
    return this.keys.trustedFile;
  }

  /** Whether a decision on a tool is known, in the project's file or from before, whoever made it and whether it counts. */
  isDecided(name: string): boolean {
    return this.records.has(name) || this.ledger.seen(name) !== undefined;
  }

  /** Reads the file again. */
  reload(): void {
    this.entries = [];
    this.records = new Map();
    this.unread = new Map();
    this.broken = undefined;
    // What was decided from here, maybe in another process: an older decision that is put back must not count.
    this.ledger.reload();
    const place = this.own();
    this.read = this.fileNow();
    const text = place.ok ? readTextFile(place.value) : place;
    if (!text.ok) {
      if (text.error.code !== 'not_found') this.broken = `tools/approvals.json: ${text.error.message}.`;
      return;
    }
    const parsed = parseJsonText(text.value);
    if (!parsed.ok) {
      this.broken = /^<{7}|^>{7}/m.test(text.value)
        ? 'tools/approvals.json holds the marks of a merge that was not finished: keep both sides, without the marks.'
        : `tools/approvals.json does not parse: line ${parsed.line}: ${parsed.message}.`;
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
      const found = readRecord(entry);
      if (found === undefined) continue;
      if ('why' in found) {
        this.unread.set(found.name, `An entry of it in tools/approvals.json does not count: ${found.why}.`);
        continue;
      }
      const known = this.records.get(found.name);
      if (known) known.push(this.check(found));
      else this.records.set(found.name, [this.check(found)]);
    }
    this.see();
  }

  /** Keeps what counts in mind, so that an older decision that is put back does not, whoever made it. */
  private see(): void {
    const found = new Map<string, SeenDecision>();
    for (const name of this.records.keys()) {
      const latest = this.latest(name);
      if (latest === undefined || latest.problem !== undefined) continue;
      const { hash, status, by, at, key } = latest.record;
      if (key !== undefined) found.set(name, { hash, status, by, at, key, ...reasonOf(latest.record) });
    }
    try {
      this.ledger.see(found);
    } catch {
      // A user folder that can't be written remembers nothing; what is signed counts all the same.
    }
  }

  /** What holds for a tool with this hash; of one that clients serve, for the actor whose it is. */
  verdict(name: string, hash: string, owner?: string): Verdict {
    const decided = this.decision(name);
    // A rejection that somebody took out of the file still is one.
    if (decided?.status === 'rejected' && decided.hash === hash && !this.hasNewer(name, decided)) {
      return this.rejection(decided);
    }
    const unreadable = this.broken ?? this.ledger.problem;
    if (unreadable !== undefined) return { kind: 'none', why: `Approvals can't be read: ${unreadable}` };
    const latest = this.latest(name);
    if (latest === undefined) {
      const why = this.unread.get(name);
      return why === undefined ? { kind: 'none' } : { kind: 'none', why };
    }
    if (latest.problem !== undefined) return { kind: 'none', why: latest.problem };
    const { record: found } = latest;
    const by = this.signerOf(found);
    if (found.hash !== hash) {
      return {
        kind: 'none',
        why: `It has changed since ${by} ${found.status} it on ${day(found.at)} (then ${shortHash(found.hash)}, now ${shortHash(hash)}).`,
      };
    }
    if (found.status === 'rejected') return this.rejection(found);
    if (found.owner !== undefined && owner !== undefined && found.owner !== owner) {
      return {
        kind: 'none',
        why: `${by} approved it on ${day(found.at)} as a tool of ${found.owner}; now it is one of ${owner}.`,
      };
    }
    return { kind: 'approved', by, at: found.at };
  }

  /** The record that counts for a name, or the newest that does not. Of two of one moment a rejection comes first. */
  latest(name: string): CheckedApproval | undefined {
    const found = [...(this.records.get(name) ?? [])].sort((a, b) => order(a.record, b.record));
    return found.find((entry) => entry.problem === undefined) ?? found[0];
  }

  /** The latest decision that is known here, whatever the file says by now: of this user, or seen with a key that is trusted. */
  private decision(name: string): (Decision & { readonly key?: string }) | undefined {
    const own = this.ledger.decision(name);
    const seen = this.ledger.seen(name);
    if (seen === undefined || !this.keys.trusts(seen.key)) return own;
    return own === undefined || seen.at > own.at ? seen : own;
  }

  /** Who signed what counts: the label of a teammate's key, else the actor. */
  signerOf(found: { readonly by: string; readonly key?: string | undefined }): string {
    return (found.key === undefined ? undefined : this.keys.labelOf(found.key)) ?? found.by;
  }

  /** Keys that signed decisions of this project and are not trusted here, each with what it signed. */
  untrusted(): readonly { readonly signer: Signer; readonly records: readonly ApprovalRecord[] }[] {
    const found = new Map<string, { signer: Signer; records: ApprovalRecord[] }>();
    for (const { record, untrusted } of this.all()) {
      if (untrusted === undefined) continue;
      const known = found.get(untrusted.key);
      if (known) known.records.push(record);
      else found.set(untrusted.key, { signer: untrusted, records: [record] });
    }
    return [...found.values()];
  }

  /** Every record of the file. */
  all(): readonly CheckedApproval[] {
    return [...this.records.values()].flat();
  }

  /**
   * Signs a decision and writes it in place of the earlier ones on the same tool. The one place where a decision is made.
   * Errors: `io_error` where the file can't be read or written.
   */
  decide(request: DecisionRequest, sign: Signing): Outcome<ApprovalRecord> {
    this.refresh();
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
      ...(request.owner === undefined ? {} : { owner: request.owner }),
    };
    try {
      const made = { ...approval, ...sign(signedText(this.projectId, approval)) };
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
    this.refresh();
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
  restore(taken: ApprovalRecord, by: string, at: Date, sign: Signing): Outcome<ApprovalRecord> {
    const { name, hash, status, reason, owner } = taken;
    return this.decide(
      {
        ...{ name, hash, status, by, at },
        ...(reason === undefined ? {} : { reason }),
        ...(owner === undefined ? {} : { owner }),
      },
      sign,
    );
  }

  /** Takes up what another process has decided meanwhile: it must not be lost with what is written next. */
  private refresh(): void {
    if (this.read !== this.fileNow()) this.reload();
  }

  private fileNow(): string {
    const place = this.own();
    return place.ok ? fileStamp(place.value.absolute) : '';
  }

  /** Where decisions are, which must be there: what is written elsewhere would replace somebody else's file. */
  private own(): Outcome<ResolvedPath> {
    const place = this.project.locate(APPROVALS_FILE);
    if (!place.ok || place.value.relative === APPROVALS_FILE) return place;
    return fail(
      'permission_denied',
      `it is a link to ${place.value.relative}, and has to be a file of its own`,
      'Put the file itself there.',
    );
  }

  private isRejected(name: string): boolean {
    return this.decision(name)?.status === 'rejected';
  }

  /** Decisions are ordered by time, also where a clock has been set back. */
  private timeFor(name: string, at: Date): string {
    const before = [this.latest(name)?.record.at, this.decision(name)?.at];
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
    const place = this.own();
    if (!place.ok) throw new ToolFailure(place.error);
    writeFileAtomicSync(
      place.value,
      `${JSON.stringify({ format: APPROVALS_FORMAT, approvals: sorted }, null, 2)}\n`,
    );
  }

  private check(found: ApprovalRecord): CheckedApproval {
    const checked = checkSignature(found, this.projectId, this.keys);
    if (checked.problem !== undefined) return checked;
    const problem = this.olderThan(found);
    return problem === undefined ? checked : { record: found, problem };
  }

  private olderThan(found: ApprovalRecord): string | undefined {
    const decided = this.decision(found.name);
    if (decided === undefined || decided.at <= found.at) return undefined;
    return `An older ${wordOf(found)} (${day(found.at)}) stands in tools/approvals.json; the last decision known here, of ${day(decided.at)}, was: ${decided.status}.`;
  }

  private hasNewer(name: string, decided: Decision): boolean {
    const latest = this.latest(name);
    return latest !== undefined && latest.problem === undefined && latest.record.at > decided.at;
  }

  private rejection(decided: Decision & { readonly key?: string | undefined }): Verdict {
    const { at, reason } = decided;
    return {
      kind: 'rejected',
      by: this.signerOf(decided),
      at,
      ...(reason === undefined ? {} : { reason }),
    };
  }
}

/** Newest first. */
function order(a: ApprovalRecord, b: ApprovalRecord): number {
  if (a.at !== b.at) return a.at < b.at ? 1 : -1;
  if (a.status === b.status) return 0;
  return a.status === 'rejected' ? -1 : 1;
}

function reasonOf(approval: Approval | ApprovalRecord): { reason?: string } {
  return approval.reason === undefined ? {} : { reason: approval.reason };
}
