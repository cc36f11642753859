/** What the lifecycle tools share: the parts, and the few things that more than one of them does. */
import { fail, succeed, toolError, type Outcome, type ToolError } from '../../errors';
import type { EventLog } from '../../events/event-log';
import type { Project } from '../../project/project';
import type { Caller, ToolContext, ToolDefinition } from '../../tools/definition';
import { defineTool, type ToolSpec } from '../../tools/builtin/define';
import type { CallPipeline } from '../../tools/pipeline';
import type { Approvals } from '../approvals';
import type { ApprovedDefinitions } from '../approved-definitions';
import type { Audit } from '../audit';
import type { Catalog } from '../catalog';
import type { Doer, Entry } from '../entry';
import type { InspectionParts } from '../inspection';
import type { ToolChanges } from '../changes';
import type { UserKeys } from '../keys';
import type { Ledger } from '../ledger';
import type { UserLibrary } from '../library';
import type { Turns } from '../locks';
import { approvalWords } from '../policy';
import type { RemovedTools } from '../removed';
import type { ServedTools } from '../served';
import type { ToolStats } from '../stats';
import type { TestRecord } from '../types';

export interface Workshop extends InspectionParts {
  readonly project: Project;
  readonly pipeline: Pick<CallPipeline, 'dryRun'>;
  readonly events: Pick<EventLog, 'append' | 'read' | 'older'>;
  readonly catalog: Catalog;
  readonly approvals: Approvals;
  readonly changes: ToolChanges;
  readonly approved: ApprovedDefinitions;
  readonly keys: UserKeys;
  readonly ledger: Ledger;
  readonly library: UserLibrary;
  readonly audit: Audit;
  readonly removed: RemovedTools;
  readonly served: ServedTools;
  readonly stats: ToolStats;
  /** Types of components that entities may have. */
  componentTypes(): readonly string[];
  /** Definitions of one name follow one another. */
  readonly turns: Turns;
  readonly now: () => Date;
  /** Milliseconds. */
  readonly monotonic: () => number;
  keepTests(name: string, hash: string, records: readonly TestRecord[]): void;
}

/** A lifecycle tool: never callable from a tool, leaves nothing behind in a dry run. */
export function lifecycleTool(spec: Omit<ToolSpec, 'category' | 'dryRunSafe' | 'usesScene'>): ToolDefinition {
  return {
    ...defineTool({ ...spec, category: 'custom', dryRunSafe: true, usesScene: false }),
    governance: true,
  };
}

/** Only people decide: the window's user, and whoever sits at a terminal. The one place that says who they are. */
export function isPerson(caller: Caller): boolean {
  return caller.kind === 'human' && (caller.actor === 'user' || caller.actor === 'cli');
}

/** The refusal of a decision that is a person's, with the words to say to one. */
export function needsPerson(name: string): ToolError {
  return toolError(
    'approval_requires_human',
    `Only a person can approve or reject a tool (here ${name}).`,
    approvalWords(name),
    { name, window: 'Studio > Tools', terminal: `skywalker approve ${name}` },
  );
}

/** A tool whose definition can be read, as its files are now. */
export function findSound(
  workshop: Workshop,
  name: string,
): Outcome<Entry & { readonly definition: NonNullable<Entry['stored']['definition']> }> {
  const found = workshop.catalog.find(name);
  if (!found.ok) return found;
  const { definition } = found.value.stored;
  if (definition === undefined) {
    const { refusal } = found.value.resolved;
    return fail('tool_invalid', refusal?.message ?? `${name} is broken.`, refusal?.hint);
  }
  return succeed({ ...found.value, definition });
}

/** Who made a call, for provenance, approvals and events. */
export function actorOf(context: ToolContext): string {
  return context.caller.actor;
}

/** The same with the call, for what is told of it. */
export function doerOf(context: ToolContext): Doer {
  return { actor: context.caller.actor, call: context.callId };
}
