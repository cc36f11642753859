/**
 * Custom tools of one open project: loads `tools/`, registers the lifecycle tools and the custom ones, follows the disk,
 * counts and audits calls.
 */
import type { EventLog } from '../events/event-log';
import type { JsonObject } from '../json';
import type { Project } from '../project/project';
import { removeTorn } from '../project/torn-files';
import type { ProjectWatcher } from '../project/watcher';
import type { Scene } from '../scene/scene';
import type { CallPipeline } from '../tools/pipeline';
import type { ToolRegistry } from '../tools/registry';
import { ApprovedDefinitions } from './approved-definitions';
import { Approvals } from './approvals';
import { Audit, type AuditEvent } from './audit';
import { Catalog } from './catalog';
import { ToolChanges } from './changes';
import { KeyVault, type KeyStore } from './key-vault';
import { UserKeys } from './keys';
import { HostedTools } from './hosted';
import { Ledger } from './ledger';
import { UserLibrary } from './library';
import { decisionTools } from './lifecycle/decide';
import { defineTools } from './lifecycle/define';
import { fromEventsTools } from './lifecycle/from-events';
import { fuzzTools } from './lifecycle/fuzz';
import { manageTools } from './lifecycle/manage';
import { promoteTools } from './lifecycle/promote';
import { listingOf, readTools } from './lifecycle/read';
import type { Workshop } from './lifecycle/workshop';
import { Turns } from './locks';
import { eachCustomCall } from './observed';
import { RemovedTools } from './removed';
import { ServedTools } from './served';
import { ToolStats } from './stats';
import type { Policy, TestRecord, ToolListing } from './types';

export interface CustomToolsParts {
  readonly project: Project;
  readonly registry: ToolRegistry;
  readonly pipeline: CallPipeline;
  readonly events: EventLog;
  readonly scene: Scene;
  /** Without one, changes on the disk are seen when a tool is called, listed with `reload`, or inspected. */
  readonly watcher?: Pick<ProjectWatcher, 'on'>;
  readonly now: () => Date;
  /** The user's own folder, outside every project: keys, decisions, library. */
  readonly userFolder: string;
  /** The operating system's, where it can be reached; else the private key is in a file of the user's folder. */
  readonly keyStore?: KeyStore;
}

export class CustomTools {
  /** Tools that clients serve. */
  readonly hosted: HostedTools;

  private constructor(
    private readonly workshop: Workshop,
    private readonly stop: readonly (() => void)[],
  ) {
    this.hosted = new HostedTools(workshop);
  }

  /** Loads the project's tools. Broken files are in the list with their reason; nothing fails because of them. */
  static async open(parts: CustomToolsParts): Promise<CustomTools> {
    const { project, registry, pipeline, events, scene, now } = parts;
    // Other projects of this user may be writing there now.
    removeTorn(parts.userFolder, { depth: 2, olderThanMs: 3_600_000 });
    const ledger = new Ledger(parts.userFolder, project.settings.id);
    const keys = new UserKeys(parts.userFolder, new KeyVault(parts.userFolder, parts.keyStore));
    const approvals = new Approvals(project, project.settings.id, keys, ledger);
    const audit = new Audit(project.state, ledger, project.folder, now);
    const approved = new ApprovedDefinitions(project.state);
    const changes = new ToolChanges({ project, userFolder: parts.userFolder, approvals, ledger, audit, now });
    changes.recover();
    // It may have put game.json back.
    await project.reloadSettings();
    const served = new ServedTools();
    const catalog = new Catalog({
      project,
      registry,
      events,
      scene,
      approvals,
      approved,
      ledger,
      audit,
      served,
    });
    const stats = new ToolStats(project.state);
    const tested = new Map<string, { hash: string; records: readonly TestRecord[] }>();
    const workshop: Workshop = {
      project,
      pipeline,
      events,
      catalog,
      approvals,
      changes,
      approved,
      keys,
      ledger,
      library: new UserLibrary(parts.userFolder),
      audit,
      removed: new RemovedTools(),
      served,
      stats,
      turns: new Turns(),
      now,
      monotonic: () => performance.now(),
      componentTypes: () => scene.components.types(),
      lastTests: (name, hash) => {
        const last = tested.get(name);
        return last?.hash === hash ? last.records : undefined;
      },
      keepTests: (name, hash, records) => {
        tested.set(name, { hash, records });
        const failed = records.filter((record) => !record.ok).length;
        stats.setTests(name, hash, records.length - failed, failed);
      },
    };
    for (const tool of [
      ...defineTools(workshop),
      ...readTools(workshop),
      ...fuzzTools(workshop),
      ...fromEventsTools(workshop),
      ...manageTools(workshop),
      ...promoteTools(workshop),
      ...decisionTools(workshop),
    ]) {
      registry.register(tool);
    }
    catalog.load();
    const stop = [
      pipeline.onFinishedTree((tree) => {
        audit.calls(tree);
        eachCustomCall(tree, (call, below) => {
          stats.count(call);
          const custom = call.tool?.custom;
          // Only where the text does not tell is it worth looking.
          if (custom === undefined || (catalog.effects(call.name)?.unbounded.length ?? 0) === 0) return;
          stats.observe(call.name, custom.hash, call, below);
        });
      }),
      project.onSettings(() => {
        catalog.sync();
      }),
      ...(parts.watcher === undefined ? [] : [follow(parts.watcher, workshop)]),
    ];
    return new CustomTools(workshop, stop);
  }

  /** The policy in force. */
  get policy(): Policy {
    return this.workshop.catalog.policyState.policy;
  }

  /** Writes a decision of another part into the audit. Returns when the disk has it. */
  note(event: AuditEvent, actor: string, facts: JsonObject): void {
    this.workshop.audit.note(event, actor, facts);
  }

  list(): ToolListing {
    return listingOf(this.workshop);
  }

  /** What the audit says of a call, oldest first. */
  auditOf(call: string): Promise<readonly JsonObject[]> {
    return this.workshop.audit.linesOf(call);
  }

  /** Stops following the disk and writes what is buffered. */
  close(): Promise<void> {
    for (const end of this.stop) end();
    this.workshop.approved.flush();
    this.workshop.audit.close();
    this.workshop.stats.close();
    return Promise.resolve();
  }
}

function follow(watcher: Pick<ProjectWatcher, 'on'>, workshop: Workshop): () => void {
  const { catalog, project, events } = workshop;
  return watcher.on(({ path }) => {
    if (path !== 'game.json') {
      catalog.changedOnDisk(path);
      return;
    }
    const before = catalog.policyState;
    void project.reloadSettings().then(() => {
      const now = catalog.policyState;
      if (now.policy === before.policy && now.inFile === before.inFile) return;
      workshop.audit.note('policy', 'system', {
        policy: now.policy,
        before: before.policy,
        in_file: now.inFile,
        on_disk: true,
      });
      events.append({
        type: 'policy',
        kind: 'changed_on_disk',
        actor: 'system',
        summary: `The policy for custom tools was changed in game.json to ${now.inFile}${now.note === undefined ? '' : `; in force is ${now.policy}`}`,
        data: {
          policy: now.policy,
          before: before.policy,
          in_file: now.inFile,
          ...(now.note === undefined ? {} : { note: now.note }),
        },
      });
    });
  });
}
