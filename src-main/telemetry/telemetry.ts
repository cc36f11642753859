/**
 * Sends finished calls, and decisions over tools, to what a team already runs, as OpenTelemetry spans. Off by default. It
 * only notes what has ended and never stands in the way of a call: what waits is bounded, what is beyond that is dropped
 * and counted, and a receiver that is away costs one event of the log.
 */
import type { Engine } from '../engine/engine';
import type { EngineEvent } from '../engine/events/event';
import { redactText } from '../engine/tools/redact';
import type { FinishedCall } from '../engine/tools/pipeline';
import { telemetrySettings, type TelemetrySettings } from './settings';

/** What is noted to be sent. */
export type Item =
  | { readonly kind: 'call'; readonly call: FinishedCall }
  | { readonly kind: 'event'; readonly event: EngineEvent };

/** Makes spans of items and sends them: the part that needs the SDK. */
export interface Sender {
  send(items: readonly Item[]): void;
  /** Sends what waits; gives up after a while. */
  close(): Promise<void>;
}

/** How sending goes. */
export interface Outlet {
  /** So many spans were made, and wait. */
  took(spans: number): void;
  sent(spans: number): void;
  failed(spans: number, why: string): void;
}

export interface TelemetryCounts {
  readonly sent: number;
  /** Sent to somebody who did not take them. */
  readonly failed: number;
  /** Given up because too many waited. */
  readonly dropped: number;
  readonly waiting: number;
}

/** Milliseconds that closing a project may wait for the receiver. */
const CLOSE_MS = 2_000;

export interface TelemetryOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly userFolder: string;
}

/** Follows an engine, where the user wants that; else it does nothing, and loads nothing. */
export function observeEngine(engine: Engine, options: TelemetryOptions): Telemetry | undefined {
  const settings = telemetrySettings(options.env ?? process.env, options.userFolder);
  if (!settings.ok) {
    const { message, hint = '' } = settings.error;
    tell(engine, 'warning', `Telemetry is off: ${message} ${hint}`);
    return undefined;
  }
  return settings.value === undefined ? undefined : new Telemetry(engine, settings.value);
}

export class Telemetry implements Outlet {
  private queue: Item[] = [];
  private scheduled = false;
  private sender: Sender | undefined;
  private readonly loading: Promise<void>;
  private readonly stop: readonly (() => void)[];
  private handled = { sent: 0, failed: 0, dropped: 0 };
  private given = 0;
  private failing = false;
  private dropping = false;

  constructor(
    private readonly engine: Pick<Engine, 'pipeline' | 'events' | 'project' | 'version'>,
    private readonly settings: TelemetrySettings,
  ) {
    this.stop = [
      engine.pipeline.onFinished((call) => {
        if (call.tool?.quiet !== true) this.note({ kind: 'call', call });
      }),
      engine.events.subscribe((event) => {
        if (event.type === 'custom_tool' || event.type === 'policy') this.note({ kind: 'event', event });
      }),
    ];
    this.loading = this.load();
  }

  get counts(): TelemetryCounts {
    const { sent, failed, dropped } = this.handled;
    return { sent, failed, dropped, waiting: this.queue.length + this.given - sent - failed };
  }

  sent(spans: number): void {
    this.handled.sent += spans;
    this.dropping = false;
    if (!this.failing) return;
    this.failing = false;
    const { failed, dropped } = this.handled;
    tell(
      this.engine,
      'info',
      `Telemetry reaches ${this.place} again; ${failed + dropped} spans were lost in all`,
    );
  }

  failed(spans: number, why: string): void {
    this.handled.failed += spans;
    if (this.failing) return;
    this.failing = true;
    tell(
      this.engine,
      'warning',
      `Telemetry can't be sent to ${this.place}: ${redactText(why).slice(0, 300)}. Calls go on; what is not taken is lost`,
    );
  }

  /** Sends what waits, for two seconds at most. */
  async close(): Promise<void> {
    for (const end of this.stop) end();
    let timer: NodeJS.Timeout | undefined;
    const enough = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, CLOSE_MS);
    });
    await Promise.race([this.finish(), enough]);
    clearTimeout(timer);
  }

  private async finish(): Promise<void> {
    await this.loading;
    this.drain();
    await this.sender?.close();
  }

  private async load(): Promise<void> {
    try {
      // Only who wants telemetry pays for loading the SDK.
      const { OtlpSender } = await import('./otlp');
      const { project, version } = this.engine;
      this.sender = new OtlpSender(this.settings, { project: project.settings.id, version }, this);
      this.drain();
    } catch (error) {
      for (const end of this.stop) end();
      this.queue = [];
      tell(
        this.engine,
        'warning',
        `Telemetry is off: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }

  /** On the way of a call: notes it, and no more. */
  private note(item: Item): void {
    if (this.counts.waiting >= this.settings.queue.size) {
      this.handled.dropped += 1;
      if (this.dropping) return;
      this.dropping = true;
      tell(this.engine, 'warning', `Telemetry drops spans: ${this.settings.queue.size} wait already`);
      return;
    }
    this.queue.push(item);
    if (this.scheduled || this.sender === undefined) return;
    this.scheduled = true;
    setImmediate(() => this.drain());
  }

  private drain(): void {
    this.scheduled = false;
    if (this.sender === undefined || this.queue.length === 0) return;
    const items = this.queue;
    this.queue = [];
    this.sender.send(items);
  }

  took(spans: number): void {
    this.given += spans;
  }

  /** Without a user, a password or a query in it. */
  private get place(): string {
    const url = new URL(this.settings.url);
    return `${url.origin}${url.pathname}`;
  }
}

function tell(engine: Pick<Engine, 'events'>, kind: 'info' | 'warning', summary: string): void {
  engine.events.append({ type: 'log', kind, actor: 'system', summary, data: {} });
}
