/** Who is connected: what the window shows, and one event in the log for each arrival and leaving. */
import { randomBytes } from 'node:crypto';
import { BegunCalls } from './calls/running-call';
import type { EnginePort } from './engine-port';
import { Reach } from './external/reach';
import { callerOf, type Proof } from './identity';
import type { Caller } from '../engine/tools/definition';

export type TransportName = 'http' | 'socket' | 'stdio';

export interface ConnectionInfo {
  readonly actor: string;
  readonly transport: TransportName;
  /** Seconds since the Unix epoch. */
  readonly since: number;
}

/** A client that keeps no connection is shown for so long after its last request. */
const STATELESS_SECONDS = 300;

/** More of them are not remembered: the one that was not seen for longest goes. */
const MAX_STATELESS = 256;

/** One connection: its identity, as far as it is known by now. */
export class Connection {
  readonly session: string;
  /** Calls that the SDK has yet to take over. */
  readonly begun = new BegunCalls();
  /** Whether it can be sent what it did not ask for: over HTTP, where it keeps a stream open. */
  readonly reach: Reach;
  /** Whether it serves tools: then others wait for what it says. */
  hosting = false;
  #proof: Proof = 'none';
  #clientName: unknown;
  #caller: Caller | undefined;
  #announced: string | undefined;
  readonly #closed: (() => void)[] = [];

  constructor(
    private readonly table: Connections,
    readonly transport: TransportName,
    readonly since: number,
  ) {
    this.reach = new Reach(transport !== 'http');
    this.session = `${transport}-${randomBytes(6).toString('hex')}`;
  }

  get caller(): Caller {
    this.#caller ??= callerOf({
      proof: this.#proof,
      clientName: this.#clientName,
      session: this.session,
      mayWait: this.transport === 'socket',
    });
    return this.#caller;
  }

  /** Notes the name that the client gives itself; the first one counts, for as long as the connection lasts. */
  name(clientName: unknown): void {
    if (this.#clientName !== undefined || typeof clientName !== 'string') return;
    this.#clientName = clientName;
    this.#caller = undefined;
  }

  /** Tells the log that somebody is here, once. A command of the person's own is not worth a line for each call. */
  announce(): void {
    if (this.#announced !== undefined || this.#proof !== 'none') return;
    this.#announced = this.caller.actor;
    this.table.record('opened', this.#announced, this);
  }

  prove(proof: Proof): void {
    this.#proof = proof;
    this.#caller = undefined;
  }

  /** Called once, when it is over. */
  onClosed(listener: () => void): void {
    this.#closed.push(listener);
  }

  close(): void {
    for (const tell of this.#closed.splice(0)) tell();
    if (this.table.forget(this) && this.#announced !== undefined)
      this.table.record('closed', this.#announced, this);
  }
}

/** All connections to one engine, by any transport. */
export class Connections {
  readonly #open = new Set<Connection>();
  readonly #waiting: (() => void)[] = [];
  /** Actor → seconds: when it was first and last seen without a connection. */
  readonly #stateless = new Map<string, { first: number; last: number }>();

  /** `now` gives seconds since the Unix epoch. */
  constructor(
    private readonly engine: EnginePort,
    private readonly now: () => number,
  ) {}

  open(transport: TransportName): Connection {
    const connection = new Connection(this, transport, this.now());
    this.#open.add(connection);
    return connection;
  }

  /** The caller of a request that belongs to no connection. */
  stateless(clientName: unknown): Caller {
    const caller = callerOf({ proof: 'none', clientName, mayWait: false });
    this.#sweep();
    const seen = this.#stateless.get(caller.actor);
    if (!seen) this.#append('opened', caller.actor, 'http');
    // The one that was seen last stands last: whoever invents names hides nobody.
    this.#stateless.delete(caller.actor);
    this.#stateless.set(caller.actor, { first: seen?.first ?? this.now(), last: this.now() });
    const [oldest] = this.#stateless.keys();
    if (this.#stateless.size > MAX_STATELESS && oldest !== undefined) this.#stateless.delete(oldest);
    return caller;
  }

  list(): readonly ConnectionInfo[] {
    this.#sweep();
    return [
      ...[...this.#open].map((c) => ({ actor: c.caller.actor, transport: c.transport, since: c.since })),
      ...[...this.#stateless].map(([actor, seen]) => ({
        actor,
        transport: 'http' as const,
        since: seen.first,
      })),
    ];
  }

  /** Whether it was open. */
  forget(connection: Connection): boolean {
    const was = this.#open.delete(connection);
    if (this.#open.size === 0) for (const tell of this.#waiting.splice(0)) tell();
    return was;
  }

  /** Resolves as soon as none is open. */
  idle(): Promise<void> {
    if (this.#open.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  record(kind: 'opened' | 'closed', actor: string, connection: Connection): void {
    this.#append(kind, actor, connection.transport, connection.session);
  }

  #append(kind: 'opened' | 'closed', actor: string, transport: TransportName, session?: string): void {
    this.engine.events.append({
      type: 'connection',
      kind,
      actor,
      summary: kind === 'opened' ? `Connected (${transport})` : 'Left',
      data: { transport, ...(session === undefined ? {} : { session }) },
    });
  }

  #sweep(): void {
    for (const [actor, seen] of this.#stateless) {
      if (this.now() - seen.last > STATELESS_SECONDS) this.#stateless.delete(actor);
    }
  }
}
