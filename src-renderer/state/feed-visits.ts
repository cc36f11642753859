/** Which connections of an actor are shown as one: those of short visits that follow one another. */
import type { EngineEvent } from '../../src-preload/contract';
import { stringOf } from './read-json';

/** A connection that is over so soon was there for a single command; seconds. */
const SHORT = 5;
/** A visit after so long a time is another one; seconds. */
const APART = 600;

interface Visit<Row> {
  readonly row: Row;
  /** When the connection that is open or was open last began. */
  openedAt: number;
  /** Undefined while a connection of it is open. */
  closedAt: number | undefined;
}

export class Visits<Row> {
  private readonly bySession = new Map<string, Visit<Row>>();
  private readonly byActor = new Map<string, Visit<Row>>();

  /** The row that the event of a connection belongs to, as long as `isThere`; undefined for one of its own. */
  visitOf(event: EngineEvent, isThere: (row: Row) => boolean): Row | undefined {
    const session = stringOf(event.data['session']);
    const visit = this.known(event, session);
    if (visit === undefined || !isThere(visit.row)) return undefined;
    if (event.kind === 'closed') visit.closedAt = event.time;
    else {
      visit.openedAt = event.time;
      visit.closedAt = undefined;
      if (session !== undefined) this.bySession.set(session, visit);
    }
    return visit.row;
  }

  /** Notes that a row stands for the connection of an event. */
  begin(event: EngineEvent, row: Row): void {
    if (event.kind === 'closed') return;
    const visit: Visit<Row> = { row, openedAt: event.time, closedAt: undefined };
    const session = stringOf(event.data['session']);
    if (session !== undefined) this.bySession.set(session, visit);
    this.byActor.set(event.actor, visit);
  }

  clear(): void {
    this.bySession.clear();
    this.byActor.clear();
  }

  private known(event: EngineEvent, session: string | undefined): Visit<Row> | undefined {
    if (event.kind === 'closed') {
      const visit = session === undefined ? undefined : this.bySession.get(session);
      if (session !== undefined) this.bySession.delete(session);
      return visit;
    }
    const last = this.byActor.get(event.actor);
    if (last?.closedAt === undefined) return undefined;
    const isShort = last.closedAt - last.openedAt <= SHORT && event.time - last.closedAt <= APART;
    return isShort ? last : undefined;
  }
}
