/** What the audit keeps: every decision over tools, and every call of a custom tool with the calls below it. */
import { isJsonObject, type Json, type JsonObject } from '../json';
import { absoluteOf, below, type FilePath } from '../project/held-folder';
import { linesBackward } from '../project/read-lines';
import { briefLine } from '../tools/brief';
import { redact } from '../tools/redact';
import { briefArgs, type FinishedCall } from '../tools/call-record';
import { AuditFile } from './audit-file';
import { holdsLine } from './audit-verify';
import type { Ledger } from './ledger';

const MAX_NESTED = 1000;
/** Lines that are looked at for one call, and lines about it that are given. */
const MAX_LOOKED = 50_000;
const MAX_LINES = 20;

export type AuditEvent =
  | 'defined'
  | 'approved'
  | 'rejected'
  | 'enabled'
  | 'disabled'
  | 'removed'
  | 'restored'
  | 'promoted'
  | 'library_removed'
  | 'tests_added'
  /** Of tools that clients serve: one that has a file, and clients that come and go with all of theirs. */
  | 'registered'
  | 'host_registered'
  | 'host_left'
  | 'policy'
  | 'changed_on_disk'
  | 'line_missing'
  | 'key_trusted'
  | 'key_distrusted'
  | 'key_sealed'
  | 'recovered'
  | 'agent_added'
  | 'agent_changed'
  | 'agent_removed'
  | 'agent_changed_on_disk'
  /** Of calls that wait for a person; approvals of tools are `approved` and `rejected`. */
  | 'asked'
  | 'allowed'
  | 'declined'
  | 'timed_out'
  | 'withdrawn';

export class Audit {
  /** The line that the log ended with when it was opened. */
  readonly lastOfEarlierRun: JsonObject | undefined;
  private readonly file: AuditFile;

  constructor(
    state: FilePath,
    private readonly ledger: Ledger,
    private readonly folder: string,
    private readonly now: () => Date,
  ) {
    this.file = new AuditFile({ path: below(state, 'logs/custom_tools.jsonl'), now });
    this.file.repair();
    this.lastOfEarlierRun = this.file.lastFound;
    this.lookForAnchor();
  }

  /** Why lines can't be written at present, or undefined. */
  get problem(): string | undefined {
    return this.file.problem;
  }

  /** A decision over a tool or over all of them. Waits until the disk has it. */
  note(event: AuditEvent, actor: string, facts: JsonObject): void {
    this.file.append({ event, actor, ...masked(facts) });
    this.file.flush(true);
    this.anchor();
  }

  /** What was found, and decided by nobody here: it is on the disk soon, and costs a checkout of a thousand files no wait for each. */
  found(event: AuditEvent, actor: string, facts: JsonObject): void {
    this.file.append({ event, actor, ...masked(facts) });
  }

  /** An outermost call that has ended, and those below it. */
  calls(tree: readonly FinishedCall[]): void {
    if (!tree.some(isCustomCall)) return;
    const below = new Map<string, FinishedCall[]>();
    for (const call of tree) {
      if (call.parent === undefined) continue;
      const siblings = below.get(call.parent);
      if (siblings) siblings.push(call);
      else below.set(call.parent, [call]);
    }
    for (const call of tree) {
      if (!isCustomCall(call)) continue;
      const facts = callFacts(call);
      if (below.size > 0) Object.assign(facts, nestedFacts(call, below));
      this.file.append(facts);
    }
  }

  /** The lines about a call, oldest first: that it was asked for, answered, made, and what it decided. Of the newest lines only. */
  async linesOf(call: string): Promise<readonly JsonObject[]> {
    this.file.flush();
    const found: JsonObject[] = [];
    const mark = `"call":${JSON.stringify(call)}`;
    let looked = 0;
    for await (const line of linesBackward(this.file.path)) {
      looked += 1;
      if (looked > MAX_LOOKED || found.length === MAX_LINES) break;
      if (!line.includes(mark)) continue;
      const value = JSON.parse(line) as Json;
      // A line may name the call among those below another.
      if (isJsonObject(value) && value.call === call) found.push(value);
    }
    return found.reverse();
  }

  /** Writes everything. */
  close(): void {
    this.file.flush(true);
    this.anchor();
  }

  /**
   * Whether the line that was last written from this account is still there. A log that was made anew, or cut off, would be
   * taken up as if nothing had been: so that is kept in mind, and told in the log and by verifying.
   */
  private lookForAnchor(): void {
    const memory = this.ledger.audit(this.folder);
    if (
      memory === undefined ||
      memory.hash === this.file.last.hash ||
      holdsLine(absoluteOf(this.file.path), memory)
    )
      return;
    try {
      this.ledger.missAudit(this.folder, this.now().toISOString());
    } catch {
      // As below.
    }
    this.note('line_missing', 'system', { line: memory.seq, line_hash: memory.hash });
  }

  /** What the user's own folder remembers of the log's end. */
  private anchor(): void {
    const { seq, hash } = this.file.last;
    if (seq === 0 || this.file.problem !== undefined) return;
    try {
      this.ledger.setAudit(this.folder, hash, seq);
    } catch {
      // A user folder that can't be written costs the anchor, never the call.
    }
  }
}

/** Reasons are written by people and agents. */
function masked(facts: JsonObject): JsonObject {
  const value = redact(facts);
  return isJsonObject(value) ? value : {};
}

/** Also a call that was refused, and one by a name that is none, or none any more. */
function isCustomCall({ tool, name, result }: FinishedCall): boolean {
  if (tool !== undefined) return tool.custom !== undefined;
  return name.startsWith('user_') || (!result.ok && result.error.code === 'not_found');
}

function callFacts(call: FinishedCall): Record<string, Json> {
  const { tool, caller, result } = call;
  const facts: Record<string, Json> = { event: 'call', call: call.id };
  if (call.parent !== undefined) facts.parent = call.parent;
  facts.tool = call.name.slice(0, 64);
  if (tool?.custom !== undefined) {
    facts.kind = tool.kind;
    facts.version = tool.custom.version;
    facts.hash = tool.custom.hash;
  }
  facts.actor = caller.actor;
  if (caller.session !== undefined) facts.session = caller.session;
  facts.args = briefArgs(call);
  addOutcome(facts, call);
  if (result.ok && result.warnings !== undefined && result.warnings.length > 0)
    facts.warnings = result.warnings.slice(0, 20).map((warning) => briefLine(warning, 200));
  if (call.undoStep !== undefined) facts.undo_step = call.undoStep;
  if (call.entities.length > 0) facts.entities = call.entities.length;
  return facts;
}

function addOutcome(facts: Record<string, Json>, { result, ms }: FinishedCall): void {
  facts.ok = result.ok;
  facts.ms = Math.round(ms * 1000) / 1000;
  if (!result.ok) facts.error = { code: result.error.code, message: briefLine(result.error.message, 400) };
}

function nestedFacts(call: FinishedCall, below: ReadonlyMap<string, readonly FinishedCall[]>): JsonObject {
  const nested: Json[] = [];
  let omitted = 0;
  const visit = (id: string): void => {
    for (const child of below.get(id) ?? []) {
      if (nested.length < MAX_NESTED) {
        const facts: Record<string, Json> = {
          call: child.id,
          tool: child.name.slice(0, 64),
          args: briefArgs(child),
        };
        addOutcome(facts, child);
        nested.push(facts);
      } else omitted += 1;
      // A custom tool's own calls stand in its own line.
      if (!isCustomCall(child)) visit(child.id);
    }
  };
  visit(call.id);
  return {
    ...(nested.length === 0 ? {} : { nested }),
    ...(omitted === 0 ? {} : { nested_omitted: omitted }),
  };
}
