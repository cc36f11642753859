/** The roster of one open project: follows its files, hands the door what agents may do, and lets people answer what waits. */
import type { CustomTools } from '../custom/custom-tools';
import type { EngineEvent } from '../events/event';
import type { EventLog } from '../events/event-log';
import type { Project } from '../project/project';
import type { ProjectWatcher } from '../project/watcher';
import type { Caller, ToolDefinition } from '../tools/definition';
import { schemasOf } from '../tools/masked-calls';
import type { CallPipeline } from '../tools/pipeline';
import type { ToolRegistry } from '../tools/registry';
import type { AgentParts } from './parts';
import { Questions, waitingFacts, type Told } from './questions';
import { rightsJson, rightsWords } from './profile';
import { Roster, type RosterChange } from './roster';
import { RosterPermissions } from './roster-permissions';
import { rosterTools } from './tools/roster-tools';
import { runningTools } from './tools/running-tools';
import { waitingTools } from './tools/waiting-tools';

export interface AgentsParts {
  readonly project: Project;
  readonly registry: ToolRegistry;
  readonly pipeline: CallPipeline;
  readonly events: EventLog;
  readonly custom: Pick<CustomTools, 'note'>;
  readonly watcher?: Pick<ProjectWatcher, 'on'>;
  readonly now: () => Date;
}

/** Categories that custom tools and tools to come have: naming one of them is no mistake. */
const LATER_CATEGORIES = ['custom', 'agent', 'studio', 'world', 'asset', 'simulation', 'files', 'network'];

export class Agents {
  private readonly stop: readonly (() => void)[];
  private readonly permissions: RosterPermissions;
  private readonly questions: Questions;
  /** Who is in the team. */
  readonly roster: Pick<Roster, 'all' | 'find' | 'onChanged'>;

  constructor(parts: AgentsParts) {
    const { project, registry, pipeline, events, custom } = parts;
    const categories = categoriesOf(registry);
    const nameable = (): ReadonlySet<string> => new Set([...LATER_CATEGORIES, ...categories()]);
    const roster = new Roster(project, nameable);
    this.roster = roster;
    this.questions = new Questions({
      now: parts.now,
      timeoutSeconds: () => project.settings.agents.ask_seconds,
      schemaOf: schemasOf(registry),
      tell: (told) => tellOfQuestion(told, shared),
    });
    const shared: AgentParts = {
      project,
      registry,
      events,
      roster,
      questions: this.questions,
      audit: (event, actor, facts) => custom.note(event, actor, facts),
      categories,
      nameable,
    };
    const tools = [...rosterTools(shared), ...waitingTools(shared), ...runningTools(pipeline.running)];
    for (const tool of tools) registry.register(tool);
    this.permissions = new RosterPermissions(roster, this.questions, registry);
    pipeline.restrict(this.permissions);
    endOfEarlierRun(shared, events);
    this.stop = [
      roster.onChanged((change) => this.tellChange(change, shared)),
      ...(parts.watcher === undefined ? [] : [parts.watcher.on(({ path }) => roster.changedOnDisk(path))]),
    ];
  }

  /** The tools that a caller is shown, of those given; undefined where it is shown all of them. */
  offered(caller: Caller, tools: readonly ToolDefinition[]): readonly ToolDefinition[] | undefined {
    return this.permissions.offered(caller, tools);
  }

  /** Calls that wait are given up. */
  close(): void {
    for (const end of this.stop) end();
    this.questions.close();
  }

  /** A change that a tool made is told by that tool, with who made it; this one tells of the others. */
  private tellChange({ id, byTool, after }: RosterChange, { audit, events }: AgentParts): void {
    if (byTool) return;
    const { profile, problem } = after ?? {};
    const facts = {
      agent: id,
      ...rightsJson(profile),
      ...(problem === undefined ? {} : { problem }),
    };
    audit('agent_changed_on_disk', 'system', facts);
    const what =
      after === undefined
        ? `The agent ${id} is gone from the roster: it may do nothing any more`
        : problem !== undefined
          ? `The entry of ${id} is broken, so it may do nothing: ${problem}`
          : `The entry of ${id} was changed on disk: ${profile === undefined ? '' : rightsWords(profile)}`;
    events.append({
      type: 'policy',
      kind: 'agent_changed_on_disk',
      actor: 'system',
      summary: what,
      data: facts,
    });
  }
}

/** What waited, or ran, when an earlier run of the engine was killed does so no more; the log shall not say that it does. */
function endOfEarlierRun({ audit }: AgentParts, events: EventLog): void {
  const open = new Map<string, EngineEvent>();
  for (let since = 0; ;) {
    const page = events.read({ since, limit: 1000, types: ['policy', 'tool'] });
    for (const event of page.events) {
      if (event.call === undefined) continue;
      if (event.type === 'policy' && event.kind === 'asked') open.set(event.call, event);
      else if (event.type === 'tool' || event.kind === 'withdrawn') open.delete(event.call);
    }
    if (page.next >= page.last || page.next === since) break;
    since = page.next;
  }
  for (const { call = '', tool, data } of open.values()) {
    audit('withdrawn', 'system', {
      call,
      tool: tool ?? '',
      agent: data.agent ?? '',
      reason: 'the engine ended',
    });
    events.append({
      type: 'policy',
      kind: 'withdrawn',
      actor: 'system',
      call,
      ...(tool === undefined ? {} : { tool }),
      summary: 'It neither waits nor runs any more: the editor ended meanwhile',
      data: { agent: data.agent ?? '', reason: 'the engine ended' },
    });
  }
}

function tellOfQuestion(told: Told, { events, audit }: AgentParts): void {
  const { event, waiting, actor, reason, seconds, by_call } = told;
  const facts = {
    ...waitingFacts(waiting),
    asked_by: waiting.actor,
    ...(reason === undefined ? {} : { reason }),
    ...(event === 'asked' ? {} : { waited_seconds: seconds }),
  };
  audit(event, actor, { ...facts, ...(by_call === undefined ? {} : { by_call }) });
  events.append({
    type: 'policy',
    kind: event,
    actor,
    tool: waiting.tool,
    call: waiting.call,
    summary: words(told),
    data: facts,
  });
}

function words({ event, waiting, reason, seconds }: Told): string {
  const { title, actor } = waiting;
  switch (event) {
    case 'asked':
      return `Waits for a person: ${title}`;
    case 'allowed':
      return `Allowed “${title}” for ${actor}`;
    case 'declined':
      return `Declined “${title}” for ${actor}${reason === undefined ? '' : `: ${reason}`}`;
    case 'timed_out':
      return `Nobody answered “${title}” of ${actor} within ${Math.round(seconds)} s`;
    case 'withdrawn':
      return `“${title}” does not wait any more: it was cancelled, or its client left`;
  }
}

function categoriesOf(registry: ToolRegistry): () => ReadonlySet<string> {
  let table: readonly ToolDefinition[] | undefined;
  let known: ReadonlySet<string> = new Set();
  return () => {
    if (registry.all() !== table) {
      table = registry.all();
      known = new Set(table.map((tool) => tool.category));
    }
    return known;
  };
}
