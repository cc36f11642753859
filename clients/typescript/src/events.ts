/** What happens in a project, as it happens: an iterator that picks up where it was when the engine has been away. */
import * as z from 'zod';
import type { Connection } from './connection';
import { EngineConnectionError, ToolError } from './errors';
import { pause } from './pause';

const EVENT = z.looseObject({
  /** Rises by one with each event of a project. */
  seq: z.number(),
  /** Seconds since the Unix epoch. */
  time: z.number(),
  type: z.string(),
  kind: z.string().optional(),
  actor: z.string(),
  tool: z.string().optional(),
  call: z.string().optional(),
  parent: z.string().optional(),
  /** One line in words. */
  summary: z.string(),
  data: z.record(z.string(), z.unknown()).default({}),
});

export type EngineEvent = z.infer<typeof EVENT>;

const PAGE = z.looseObject({
  events: z.array(EVENT),
  next: z.number(),
  last_seq: z.number(),
  truncated: z.boolean(),
});

export interface EventOptions {
  /** `"type"` or `"type.kind"`. */
  readonly types?: readonly string[];
  /** Beginnings of actors. */
  readonly actors?: readonly string[];
  readonly excludeActors?: readonly string[];
  /** The cursor to begin after; 0 is the oldest that is kept. From now on, where it is left out. */
  readonly since?: number;
  readonly signal?: AbortSignal;
}

const WAIT_MS = 20_000;
/** A poll that gives nothing sooner than this is not followed by the next at once: an engine waits longer. */
const SOON_MS = 500;
const RETRY_MS = [100, 200, 500, 1_000, 2_000] as const;

export class EventStream implements AsyncIterable<EngineEvent> {
  readonly #ended = new AbortController();
  #cursor: number | undefined;
  #truncated = false;

  constructor(
    private readonly connection: Connection,
    private readonly options: EventOptions,
  ) {
    this.#cursor = options.since;
    const { signal } = options;
    if (signal?.aborted === true) this.close();
    else signal?.addEventListener('abort', () => this.close(), { once: true, signal: this.#ended.signal });
  }

  /** To resume after: the `since` of another stream. Undefined before the first answer. */
  get cursor(): number | undefined {
    return this.#cursor;
  }

  /** Whether events were lost in between: more than the engine keeps happened while nobody read. */
  get truncated(): boolean {
    return this.#truncated;
  }

  /** Ends the iteration. */
  close(): void {
    this.#ended.abort();
  }

  /** Resolves when the engine has said where "now" is: what happens from then on is not missed. */
  async ready(): Promise<this> {
    if (this.#cursor === undefined) {
      const { last_seq: last } = await this.#poll({ since: 0, limit: 1 });
      this.#cursor ??= last;
    }
    return this;
  }

  async *[Symbol.asyncIterator](): AsyncIterator<EngineEvent, void> {
    const { signal } = this.#ended;
    let failures = 0;
    try {
      while (!signal.aborted) {
        try {
          await this.ready();
          const since = this.#cursor ?? 0;
          const start = performance.now();
          const page = await this.#poll({ since, limit: 1_000, wait_ms: WAIT_MS, ...this.#filter });
          // Numbers rise, but for a log that began anew; what does not rise was given already.
          let last = page.truncated ? -1 : since;
          const events: EngineEvent[] = [];
          for (const event of page.events)
            if (event.seq > last) {
              events.push(event);
              last = event.seq;
            }
          const next = page.truncated ? page.next : Math.max(page.next, last);
          const idle = events.length === 0 && next === since && performance.now() - start < SOON_MS;
          if (idle) await this.#pause(failures);
          failures = idle ? failures + 1 : 0;
          if (page.truncated) this.#truncated = true;
          for (const event of events) {
            if (signal.aborted) return;
            // Before it is handed over: whoever stops at this event does not meet it again.
            this.#cursor = event.seq;
            yield event;
          }
          this.#cursor = next;
        } catch (error) {
          if (signal.aborted) return;
          if (!(error instanceof EngineConnectionError)) throw error;
          await this.#pause(failures);
          failures += 1;
        }
      }
    } finally {
      this.close();
    }
  }

  #pause(failures: number): Promise<void> {
    return pause(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 0, this.#ended.signal);
  }

  get #filter(): Record<string, readonly string[]> {
    const { types, actors, excludeActors } = this.options;
    return {
      ...(types === undefined ? {} : { types }),
      ...(actors === undefined ? {} : { actors }),
      ...(excludeActors === undefined ? {} : { exclude_actors: excludeActors }),
    };
  }

  async #poll(args: Record<string, unknown>): Promise<z.infer<typeof PAGE>> {
    const options = { signal: this.#ended.signal, check: true };
    const { data } = await this.connection.call('events_poll', args, options);
    const page = PAGE.safeParse(data);
    if (!page.success)
      throw new ToolError(`The engine answered no page of events: ${z.prettifyError(page.error)}`, {
        code: 'protocol_error',
        tool: 'events_poll',
      });
    return page.data;
  }
}
