/** What the tools of the roster share. */
import type { AuditEvent } from '../custom/audit';
import type { EventLog } from '../events/event-log';
import type { JsonObject } from '../json';
import type { Project } from '../project/project';
import type { ToolRegistry } from '../tools/registry';
import type { Questions } from './questions';
import type { Roster } from './roster';

export interface AgentParts {
  readonly project: Project;
  readonly registry: ToolRegistry;
  readonly events: Pick<EventLog, 'append'>;
  readonly roster: Roster;
  readonly questions: Questions;
  /** Writes a line of the audit, and returns when the disk has it. */
  readonly audit: (event: AuditEvent, actor: string, facts: JsonObject) => void;
  /** Categories that tools have at present. */
  readonly categories: () => ReadonlySet<string>;
  /** Those that an entry may name without it being taken for a mistake. */
  readonly nameable: () => ReadonlySet<string>;
}
