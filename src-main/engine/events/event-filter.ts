/** Which events a reader wants. */
import type { EngineEvent } from './event';

export interface EventFilter {
  /** `type` or `type.kind`; all where it is missing or empty. */
  readonly types?: readonly string[];
  /** Beginnings of actors: `mcp:` is every MCP client. */
  readonly actors?: readonly string[];
  /** Beginnings of actors to leave out; wins over `actors`. */
  readonly exclude_actors?: readonly string[];
}

export function matchesFilter(event: EngineEvent, { types, actors, exclude_actors }: EventFilter): boolean {
  if (types !== undefined && types.length > 0) {
    const whole = event.kind === undefined ? event.type : `${event.type}.${event.kind}`;
    if (!types.some((type) => type === event.type || type === whole)) return false;
  }
  const startsAs = (start: string): boolean => event.actor.startsWith(start);
  if (actors !== undefined && actors.length > 0 && !actors.some(startsAs)) return false;
  return !(exclude_actors ?? []).some(startsAs);
}
