/** Calls as spans, by the official SDK, over OTLP/HTTP. Loaded only where telemetry is on. */
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Tracer,
} from '@opentelemetry/api';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type ReadableSpan,
  type Sampler,
  type Span,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import type { EngineEvent } from '../engine/events/event';
import { briefArgs } from '../engine/tools/call-record';
import type { FinishedCall } from '../engine/tools/pipeline';
import type { TelemetrySettings } from './settings';
import type { Item, Outlet, Sender } from './telemetry';

/** Decisions whose call has not ended yet; more than these go without it. */
const MAX_PENDING = 1_000;

/** Facts of a decision that say what was decided, and nothing that somebody wrote. */
const FACTS = [
  'name',
  'status',
  'status_before',
  'hash',
  'version',
  'kind',
  'policy',
  'before',
  'fingerprint',
] as const;

type Export = Parameters<SpanExporter['export']>;

/** Tells how each batch went. */
class CountingExporter implements SpanExporter {
  constructor(
    private readonly inner: SpanExporter,
    private readonly outlet: Outlet,
  ) {}

  export(spans: ReadableSpan[], done: Export[1]): void {
    this.inner.export(spans, (result) => {
      // 0 is success; its name is in a package of the SDK's own.
      if (Number(result.code) === 0) this.outlet.sent(spans.length);
      else this.outlet.failed(spans.length, result.error?.message ?? 'it was not taken');
      done(result);
    });
  }

  forceFlush(): Promise<void> {
    return this.inner.forceFlush?.() ?? Promise.resolve();
  }

  shutdown(): Promise<void> {
    return this.inner.shutdown();
  }
}

export class OtlpSender implements Sender {
  private readonly provider: TracerProvider;
  private readonly tracer: Tracer;
  /** Of the outermost call that is under way, by call. */
  private spans = new Map<string, Span>();
  private readonly pending = new Map<string, EngineEvent[]>();

  constructor(
    private readonly settings: TelemetrySettings,
    about: { readonly project: string; readonly version: string },
    private readonly outlet: Outlet,
  ) {
    const { url, headers, protocol, queue, sampler } = settings;
    const Exporter = protocol === 'http/json' ? JsonExporter : ProtobufExporter;
    const own = {
      'service.name': 'skywalker',
      'service.version': about.version,
      'skywalker.project.id': about.project,
    };
    this.provider = new TracerProvider({
      resource: defaultResource()
        .merge(resourceFromAttributes(own))
        // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES have the last word.
        .merge(detectResources({ detectors: [envDetector] })),
      sampler: samplerOf(sampler),
      spanProcessors: [
        new BatchSpanProcessor({
          exporter: new CountingExporter(new Exporter({ url, headers: { ...headers } }), outlet),
          // What waits is bounded before it comes here, so that whatever is dropped is counted.
          maxQueueSize: Math.max(queue.size * 2, queue.batch),
          maxExportBatchSize: queue.batch,
          scheduledDelayMillis: queue.delay,
          exportTimeoutMillis: queue.timeout,
        }),
      ],
    });
    this.tracer = this.provider.getTracer('skywalker', about.version);
  }

  send(items: readonly Item[]): void {
    for (const item of items) {
      if (item.kind === 'call') this.call(item.call);
      else this.event(item.event);
    }
  }

  async close(): Promise<void> {
    for (const events of this.pending.values()) for (const event of events) this.alone(event);
    this.pending.clear();
    await this.provider.shutdown().catch(() => undefined);
  }

  private call(call: FinishedCall): void {
    // Calls come from the outermost one down, each after the one that made it.
    if (call.depth === 0) this.spans.clear();
    const parent = call.parent === undefined ? undefined : this.spans.get(call.parent);
    const end = call.at * 1_000;
    const span = this.tracer.startSpan(
      `execute_tool ${call.name.slice(0, 64)}`,
      {
        kind: SpanKind.INTERNAL,
        startTime: end - call.ms,
        attributes: { ...attributesOf(call), ...this.argumentsOf(call) },
      },
      parent === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, parent),
    ) as Span;
    if (!call.result.ok) span.setStatus({ code: SpanStatusCode.ERROR, message: call.result.error.code });
    for (const event of this.pending.get(call.id) ?? [])
      span.addEvent(nameOf(event), factsOf(event), event.time * 1_000);
    this.pending.delete(call.id);
    this.spans.set(call.id, span);
    this.end(span, end);
  }

  /** A decision belongs to the call that made it, which ends after it. */
  private event(event: EngineEvent): void {
    if (event.call === undefined || this.pending.size >= MAX_PENDING) {
      this.alone(event);
      return;
    }
    const known = this.pending.get(event.call);
    if (known) known.push(event);
    else this.pending.set(event.call, [event]);
  }

  /** What no call did, such as a file that changed on the disk. */
  private alone(event: EngineEvent): void {
    const time = event.time * 1_000;
    const attributes = { 'skywalker.actor': event.actor, ...factsOf(event) };
    const span = this.tracer.startSpan(
      nameOf(event),
      { kind: SpanKind.INTERNAL, startTime: time, attributes },
      ROOT_CONTEXT,
    );
    this.end(span as Span, time);
  }

  private end(span: Span, at: number): void {
    // Those that sampling left out are never exported.
    if (span.isRecording()) this.outlet.took(1);
    span.end(at);
  }

  private argumentsOf(call: FinishedCall): Attributes {
    if (!this.settings.arguments) return {};
    const short = briefArgs(call);
    return { 'gen_ai.tool.call.arguments': JSON.stringify(short).slice(0, 8_000) };
  }
}

function samplerOf(sampler: TelemetrySettings['sampler']): Sampler {
  if (sampler === 'always_on') return new AlwaysOnSampler();
  if (sampler === 'always_off') return new AlwaysOffSampler();
  return new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampler.ratio) });
}

function attributesOf(call: FinishedCall): Attributes {
  const { tool, caller, result } = call;
  return {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': call.name.slice(0, 64),
    'gen_ai.tool.call.id': call.id,
    'skywalker.actor': caller.actor,
    'skywalker.ok': result.ok,
    'skywalker.ms': Math.round(call.ms * 1_000) / 1_000,
    ...(tool === undefined ? {} : { 'skywalker.tool.kind': tool.kind }),
    ...(tool?.custom === undefined
      ? {}
      : { 'skywalker.tool.version': tool.custom.version, 'skywalker.tool.hash': tool.custom.hash }),
    ...(caller.session === undefined ? {} : { 'skywalker.session': caller.session }),
    ...(result.ok ? {} : { 'error.type': result.error.code }),
  };
}

function nameOf(event: EngineEvent): string {
  return event.kind === undefined ? event.type : `${event.type} ${event.kind}`;
}

function factsOf(event: EngineEvent): Attributes {
  return Object.fromEntries(
    FACTS.flatMap((name) => {
      const value = event.data[name];
      const scalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
      return scalar ? [[`skywalker.${name}`, typeof value === 'string' ? value.slice(0, 200) : value]] : [];
    }),
  );
}
