/**
 * The project's tools as they stand: what the files hold, what a person decided, what the policy says of it, and what of
 * all that is in the registry. Every change, from a tool call, the disk, an approval or the policy, comes through `sync`.
 */
import { join } from 'node:path';
import { fail, succeed, type Outcome } from '../errors';
import type { EventLog } from '../events/event-log';
import type { Project } from '../project/project';
import type { Scene } from '../scene/scene';
import { didYouMean } from '../text/suggest';
import type { ToolDefinition } from '../tools/definition';
import type { ToolRegistry } from '../tools/registry';
import { ApprovalMarks } from './approval-marks';
import { APPROVALS_FILE, type Approvals } from './approvals';
import type { ApprovedDefinitions } from './approved-definitions';
import type { Audit } from './audit';
import { CatalogNews } from './catalog-news';
import type { Entry } from './entry';
import { compileDefinition } from './kinds/compile';
import type { Ledger } from './ledger';
import { normaliseName, USER_PREFIX } from './names';
import { policyInForce, resolveStatus, type PolicyState, type Verdict } from './policy';
import type { KnownTools } from './references';
import { RegisteredTools } from './registered-tools';
import type { ServedTools } from './served';
import { ToolStore, type StoredTool } from './store';
import type { CustomDefinition, FoundEffects } from './types';

export interface CatalogParts {
  readonly project: Project;
  readonly registry: ToolRegistry;
  readonly events: Pick<EventLog, 'append'>;
  readonly scene: Scene;
  readonly approvals: Approvals;
  readonly approved: Pick<ApprovedDefinitions, 'keepSoon'>;
  readonly ledger: Ledger;
  readonly audit: Audit;
  readonly served: ServedTools;
}

export class Catalog implements KnownTools {
  readonly store: ToolStore;
  readonly news: CatalogNews;
  private readonly entries = new Map<string, Entry>();
  private readonly registered: RegisteredTools;
  private readonly approvalMarks: ApprovalMarks;
  /** Why the tools folder can't be read. */
  private folderProblem: string | undefined;

  constructor(private readonly parts: CatalogParts) {
    this.registered = new RegisteredTools(parts.registry);
    this.news = new CatalogNews(parts);
    this.approvalMarks = new ApprovalMarks(parts.project.folder, parts.approvals);
    this.store = new ToolStore(parts.project, (definition, module) =>
      compileDefinition(
        definition,
        {
          project: parts.project,
          componentTypes: parts.scene.components.types(),
          tools: this,
          served: parts.served,
        },
        module,
      ),
    );
  }

  /** Reads the whole folder. With an actor, what differs from before is told and noted. */
  load(actor?: string): void {
    this.noteApprovals();
    const { bases, odd, paths } = this.filesNow();
    this.takeMissing(paths, actor);
    for (const base of bases) this.reload(base, actor, bases);
    this.takeOdd(odd, actor);
  }

  get problem(): string | undefined {
    return this.folderProblem;
  }

  // What checks of references ask.

  get(name: string): ToolDefinition | undefined {
    return this.parts.registry.get(name);
  }

  names(): readonly string[] {
    return this.parts.registry.all().map((tool) => tool.name);
  }

  tools(): readonly ToolDefinition[] {
    return this.parts.registry.all();
  }

  callees(name: string): readonly string[] {
    return this.entries.get(name)?.stored.compiled?.effects.calls ?? [];
  }

  effects(name: string): FoundEffects | undefined {
    return this.entries.get(name)?.stored.compiled?.effects;
  }

  isComposite(name: string): boolean {
    return this.entries.get(name)?.stored.definition?.kind === 'composite';
  }

  // Entries.

  all(): readonly Entry[] {
    return [...this.entries.values()].sort((a, b) => (a.stored.name < b.stored.name ? -1 : 1));
  }

  entry(name: string): Entry | undefined {
    return this.entries.get(name);
  }

  /** The tool that a name means, as its files are now: `user_x`, `user.x`, `x`. `not_found` with a did-you-mean. */
  find(text: string): Outcome<Entry> {
    const normal = normaliseName(text);
    for (const name of [text, ...(normal.ok ? [normal.value] : [])]) {
      if (!this.entries.has(name)) continue;
      this.refresh(name);
      const entry = this.entries.get(name);
      if (entry) return succeed(entry);
    }
    // A file that has been put there just now.
    if (normal.ok) {
      const base = ToolStore.baseOfPath(ToolStore.pathOf(normal.value));
      if (base !== undefined) this.reload(base, 'system');
      const entry = this.entries.get(normal.value) ?? this.entries.get(text);
      if (entry) return succeed(entry);
    }
    const names = [...this.entries.keys()];
    const shown = JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
    return fail(
      'not_found',
      `There is no custom tool ${shown}.`,
      didYouMean(text, names) ?? didYouMean(`user_${text}`, names) ?? 'tool_list_custom lists them.',
    );
  }

  /** Takes up what has changed on the disk; true where the registry holds another definition by now, or none. */
  refresh(name: string): boolean {
    const entry = this.entries.get(name);
    if (!entry) return true;
    const before = this.parts.registry.get(name);
    if (this.approvalMarks.changed(name)) this.reloadApprovals('system');
    if (this.store.isStale(entry.stored)) {
      const base = ToolStore.baseOfPath(entry.stored.path);
      if (base !== undefined) this.reload(base, 'system');
    }
    return this.parts.registry.get(name) !== before;
  }

  /** Takes up everything that has changed in the folder, also where nobody watches it. */
  refreshAll(): void {
    if (this.approvalMarks.changed()) this.reloadApprovals('system');
    const { bases, odd, paths } = this.filesNow();
    const known = new Map([...this.entries.values()].map((entry) => [entry.stored.path, entry]));
    for (const base of bases) {
      const entry = known.get(`tools/${base}.tool.json`);
      if (entry === undefined || this.store.isStale(entry.stored)) this.reload(base, 'system', bases);
    }
    this.takeOdd(odd, 'system');
    this.takeMissing(paths, 'system');
  }

  /** Reads a tool's files again. `actor` is told as who changed them; without one nothing is told. */
  reload(base: string, actor?: string, others: readonly string[] = []): Entry | undefined {
    const bases = others.length > 0 ? others : this.basesLike(base);
    const stored = this.store.read(base, bases);
    // The same file may have become another tool's: one that a client serves has no `user_`.
    for (const other of [USER_PREFIX + base, base])
      if (
        stored !== undefined &&
        stored.name !== other &&
        this.entries.get(other)?.stored.path === stored.path
      )
        this.take(other, undefined, actor);
    const name =
      stored?.name ??
      [...this.entries.values()].find((entry) => entry.stored.path === `tools/${base}.tool.json`)?.stored
        .name;
    if (name === undefined) return undefined;
    return this.take(name, stored, actor);
  }

  /** Takes up a tool without a file, or one whose definition stands until its file is read again. */
  hold(stored: StoredTool): Entry {
    return this.put(stored);
  }

  /** Works one tool's status out again: who serves it has come or gone. */
  resync(name: string): void {
    const entry = this.entries.get(name);
    if (entry !== undefined) this.put(entry.stored);
  }

  /** The tool that has a file where that of this one would be: `py_x` and `user_py_x` can't both have one. */
  atPathOf(name: string): Entry | undefined {
    const path = ToolStore.pathOf(name);
    return [...this.entries.values()].find(({ stored }) => stored.path === path && stored.name !== name);
  }

  /** Takes a tool out whose files were removed from here. */
  forget(name: string): void {
    this.entries.delete(name);
    this.registered.remove(name);
  }

  /** A change that the watcher saw, by project-relative path. */
  changedOnDisk(path: string): void {
    if (path === APPROVALS_FILE) {
      if (this.approvalMarks.changed()) this.reloadApprovals('system');
      return;
    }
    const base = ToolStore.baseOfPath(path);
    if (base !== undefined) {
      const entry = [...this.entries.values()].find((each) => each.stored.path === path);
      if (entry === undefined || this.store.isStale(entry.stored)) this.reload(base, 'system');
      return;
    }
    if (/^tools\/[^/]+\.tool\.json$/i.test(path)) this.refreshAll();
    if (!path.endsWith('.wander')) return;
    const file = join(this.parts.project.folder, ...path.split('/'));
    for (const entry of this.entries.values()) {
      // Looking at the files of a thousand tools for each of a thousand files would take seconds.
      if (!entry.stored.marks.has(file) || !this.store.isStale(entry.stored)) continue;
      const own = ToolStore.baseOfPath(entry.stored.path);
      if (own !== undefined) this.reload(own, 'system');
    }
  }

  /** Works every status out again: after a decision, a change of policy or of trusted keys. */
  sync(): void {
    for (const entry of [...this.entries.values()]) this.put(entry.stored);
  }

  reloadApprovals(actor?: string): void {
    this.noteApprovals();
    const before = new Map([...this.entries].map(([name, entry]) => [name, entry.resolved.status]));
    this.parts.approvals.reload();
    this.sync();
    if (actor === undefined) return;
    const changed = this.all().filter((entry) => before.get(entry.stored.name) !== entry.resolved.status);
    for (const entry of changed) {
      this.news.tell('approvals_changed', { actor }, entry, {
        status_before: before.get(entry.stored.name) ?? null,
      });
    }
  }

  /** After our own write, so that it is not taken for somebody else's. */
  noteApprovals(): void {
    this.approvalMarks.note();
  }

  /** Whether a tool is turned on, and who turned it off: its files say so, and what was turned off from this account stays so. */
  switchOf(
    name: string,
    definition: Pick<CustomDefinition, 'enabled' | 'disabled_by'> | undefined,
  ): { readonly enabled: boolean; readonly disabledBy: string | undefined } {
    const off = this.parts.ledger.turnedOff(name);
    return {
      enabled: off === undefined && (definition?.enabled ?? true),
      disabledBy: off?.by ?? definition?.disabled_by,
    };
  }

  get policyState(): PolicyState {
    const { project, ledger } = this.parts;
    return policyInForce(project.settings.customTools.policy, ledger.policy(project.folder));
  }

  /** Puts what was read in the place of what was there, and tells of it. */
  private take(name: string, stored: StoredTool | undefined, actor: string | undefined): Entry | undefined {
    const before = this.entries.get(name);
    if (stored === undefined) {
      if (!before) return undefined;
      this.entries.delete(name);
      this.registered.remove(name);
      if (actor !== undefined) this.news.removedOnDisk(actor, before);
      return undefined;
    }
    const entry = this.put(stored);
    if (actor !== undefined && differs(before?.stored, stored)) this.news.changedOnDisk(actor, before, entry);
    return entry;
  }

  /** Of a tool that clients serve: who does, else whose it was when its file was written. Undefined for any other. */
  ownerOf({ name, definition }: StoredTool): string | undefined {
    if (definition?.kind !== 'external') return undefined;
    return this.parts.served.get(name)?.facts.owner ?? definition.author;
  }

  /** Resolves the status and brings the registry up to date. */
  private put(stored: StoredTool): Entry {
    const { name, definition } = stored;
    const verdict: Verdict =
      stored.hash === ''
        ? { kind: 'none' }
        : this.parts.approvals.verdict(name, stored.hash, this.ownerOf(stored));
    const taken = this.parts.registry.get(name);
    const foreign = taken !== undefined && !this.registered.has(name);
    const resolved = resolveStatus({
      name,
      policy: this.policyState.policy,
      capabilities: definition?.capabilities ?? {
        read_scene: true,
        mutate: false,
        calls: [],
        files: { read: [], write: [] },
        network: false,
      },
      ...this.switchOf(name, definition),
      verdict,
      problem: foreign ? `There is another tool named ${name} already.` : stored.problem,
      offline:
        definition?.kind === 'script' ||
        (definition?.kind === 'external' && this.parts.served.get(name) === undefined),
    });
    // What a teammate approved comes with a pull; what it was is needed when it changes.
    if (verdict.kind === 'approved' && definition !== undefined)
      this.parts.approved.keepSoon(stored.hash, definition, stored.compiled?.modules ?? new Map());
    const entry: Entry = { stored, verdict, resolved };
    const before = this.entries.get(name);
    this.entries.set(name, entry);
    if (foreign) return entry;
    const unchanged =
      before?.stored === stored &&
      before.resolved.status === resolved.status &&
      before.resolved.reason === resolved.reason &&
      taken !== undefined;
    if (!unchanged) this.registered.put(stored, resolved, () => this.refresh(name), this);
    return entry;
  }

  private filesNow(): { bases: readonly string[]; odd: readonly string[]; paths: ReadonlySet<string> } {
    const files = this.store.files();
    this.folderProblem = files.ok ? undefined : files.error.message;
    const { bases, odd } = files.ok ? files.value : { bases: [], odd: [] };
    const paths = new Set([
      ...bases.map((base) => `tools/${base}.tool.json`),
      ...odd.map((fileName) => `tools/${fileName}`),
    ]);
    return { bases, odd, paths };
  }

  /** Tools whose file is gone. */
  private takeMissing(paths: ReadonlySet<string>, actor: string | undefined): void {
    for (const [name, { stored }] of this.entries)
      if (stored.path !== '' && !paths.has(stored.path)) this.take(name, undefined, actor);
  }

  /** Files that are in the list only to say what is wrong with their names. */
  private takeOdd(odd: readonly string[], actor: string | undefined): void {
    for (const fileName of odd) {
      const stored = this.store.readOdd(fileName);
      this.take(stored.name, stored, actor);
    }
  }

  private basesLike(base: string): readonly string[] {
    const files = this.store.files();
    return files.ok ? files.value.bases.filter((other) => other.toLowerCase() === base.toLowerCase()) : [];
  }
}

/** Whether anything but the state of the files on the disk is another. */
function differs(before: StoredTool | undefined, after: StoredTool): boolean {
  if (before === undefined) return true;
  return (
    before.hash !== after.hash ||
    before.problem !== after.problem ||
    JSON.stringify(before.definition) !== JSON.stringify(after.definition)
  );
}
