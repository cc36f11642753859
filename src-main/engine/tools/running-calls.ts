/**
 * Outermost calls that have begun and not ended: who looks can see them, and a person can end them. One that takes long is
 * told of in the log, once; most have ended before anybody could see them begin.
 */
import type { EventLog } from '../events/event-log';
import type { EngineEvent } from '../events/event';

/** Milliseconds after which a call is told of. */
const LONG_MS = 2_000;

export interface RunningCall {
  readonly id: string;
  readonly tool: string;
  readonly title: string;
  readonly actor: string;
  /** Seconds since the Unix epoch. */
  readonly since: number;
  /** It waits for a person's answer. */
  readonly asks: () => boolean;
  /** Ends it, for that person. */
  readonly stop: (by: string) => void;
}

export interface RunningCallsParts {
  readonly events: Pick<EventLog, 'append' | 'read'>;
  /** Seconds since the Unix epoch. */
  readonly now: () => number;
}

export class RunningCalls {
  private readonly open = new Map<string, RunningCall>();
  private readonly told = new Set<string>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly parts: RunningCallsParts) {
    this.endOfEarlierRun();
  }

  begin(call: RunningCall): void {
    this.open.set(call.id, call);
    this.timer ??= setTimeout(() => this.tellLong(), LONG_MS).unref();
  }

  end(id: string): void {
    this.open.delete(id);
    this.told.delete(id);
  }

  /** In the order in which they began. */
  list(): readonly RunningCall[] {
    return [...this.open.values()];
  }

  get(id: string): RunningCall | undefined {
    return this.open.get(id);
  }

  /** One timer for all: a call costs none of its own. */
  private tellLong(): void {
    this.timer = undefined;
    const due = this.parts.now() - LONG_MS / 1000;
    for (const call of this.open.values()) {
      if (this.told.has(call.id) || call.asks() || call.since > due) continue;
      this.told.add(call.id);
      this.parts.events.append({
        type: 'log',
        kind: 'running',
        actor: call.actor,
        tool: call.tool,
        call: call.id,
        summary: `${call.title} is running`,
        data: { since: new Date(call.since * 1000).toISOString() },
      });
    }
    if (this.open.size > 0) this.timer = setTimeout(() => this.tellLong(), LONG_MS).unref();
  }

  /** What ran when an earlier run of the engine was killed does so no more; the log shall not say that it does. */
  private endOfEarlierRun(): void {
    const { events } = this.parts;
    const left = new Map<string, EngineEvent>();
    for (let since = 0; ;) {
      const page = events.read({ since, limit: 1000, types: ['log.running', 'log.ended_early', 'tool'] });
      for (const event of page.events) {
        if (event.call === undefined) continue;
        if (event.kind === 'running') left.set(event.call, event);
        else left.delete(event.call);
      }
      if (page.next >= page.last || page.next === since) break;
      since = page.next;
    }
    for (const [call, { tool }] of left)
      events.append({
        type: 'log',
        kind: 'ended_early',
        actor: 'system',
        ...(tool === undefined ? {} : { tool }),
        call,
        summary: 'It does not run any more: the editor ended meanwhile',
        data: {},
      });
  }
}
