/**
 * Whether and where calls are sent to: what the standard `OTEL_*` variables say, else the user's own `telemetry.json`. Never
 * what a project says: a file that comes with a pull must not make the editor talk to anybody.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { fail, succeed, type Outcome } from '../engine/errors';
import { isSystemError } from '../engine/project/system-error';

type Environment = Readonly<Record<string, string | undefined>>;

export interface TelemetrySettings {
  /** Of the traces, with their path. */
  readonly url: string;
  readonly protocol: 'http/protobuf' | 'http/json';
  /** Those of the user's file. The ones of the environment are the exporter's own to read. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether argument values go along, redacted. */
  readonly arguments: boolean;
  readonly sampler: 'always_on' | 'always_off' | { readonly ratio: number };
  readonly queue: {
    /** Spans that wait at most; those beyond are dropped and counted. */
    readonly size: number;
    readonly batch: number;
    /** Milliseconds. */
    readonly delay: number;
    /** Milliseconds. */
    readonly timeout: number;
  };
}

const userFile = z.strictObject({
  format: z.literal('skywalker.telemetry/1'),
  enabled: z.boolean().default(true),
  endpoint: z.string(),
  headers: z.record(z.string(), z.string()).default({}),
  protocol: z.string().optional(),
  arguments: z.boolean().default(false),
});

/** Project-independent: in the user's own folder. */
export const TELEMETRY_FILE = 'telemetry.json';

/** Undefined where telemetry is off, which it is by default; a failure where it is wanted and can't be. */
export function telemetrySettings(
  env: Environment,
  userFolder: string,
): Outcome<TelemetrySettings | undefined> {
  if (textOf(env, 'OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return succeed(undefined);
  const wanted = textOf(env, 'OTEL_TRACES_EXPORTER');
  if (wanted === 'none') return succeed(undefined);
  if (wanted !== undefined && wanted !== 'otlp')
    return fail(
      'invalid_settings',
      `OTEL_TRACES_EXPORTER is ${JSON.stringify(wanted)}.`,
      'Set it to "otlp" or "none".',
    );
  const own = readUserFile(userFolder);
  if (!own.ok) return own;
  const file = own.value?.enabled === true ? own.value : undefined;
  const url = traceUrl(env, wanted, file?.endpoint);
  if (url === undefined) return succeed(undefined);
  if (!/^https?:$/.test(protocolOf(url)))
    return fail(
      'invalid_settings',
      `Telemetry has no address: ${JSON.stringify(url)}.`,
      'Give an http(s) URL.',
    );
  const protocol =
    textOf(env, 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL') ??
    textOf(env, 'OTEL_EXPORTER_OTLP_PROTOCOL') ??
    file?.protocol ??
    'http/protobuf';
  if (protocol !== 'http/protobuf' && protocol !== 'http/json')
    return fail(
      'invalid_settings',
      `Telemetry is not sent by ${JSON.stringify(protocol)}.`,
      'The protocol is "http/protobuf" or "http/json"; most collectors take both at port 4318.',
    );
  const queue = { size: numberOf(env, 'OTEL_BSP_MAX_QUEUE_SIZE', 2048) };
  return succeed({
    url,
    protocol,
    headers: fromFile(env) ? (file?.headers ?? {}) : {},
    arguments: file?.arguments === true || textOf(env, 'SKYWALKER_OTEL_ARGUMENTS') === 'true',
    sampler: samplerOf(env),
    queue: {
      ...queue,
      batch: Math.min(numberOf(env, 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE', 512), queue.size),
      delay: numberOf(env, 'OTEL_BSP_SCHEDULE_DELAY', 5_000),
      timeout: numberOf(env, 'OTEL_BSP_EXPORT_TIMEOUT', 30_000),
    },
  });
}

/** Headers of the file hold a token for its own endpoint: they never go to another one. */
function fromFile(env: Environment): boolean {
  return (
    textOf(env, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') === undefined &&
    textOf(env, 'OTEL_EXPORTER_OTLP_ENDPOINT') === undefined
  );
}

function traceUrl(
  env: Environment,
  exporter: string | undefined,
  own: string | undefined,
): string | undefined {
  const exact = textOf(env, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT');
  if (exact !== undefined) return exact;
  const base =
    textOf(env, 'OTEL_EXPORTER_OTLP_ENDPOINT') ??
    own ??
    (exporter === 'otlp' ? 'http://localhost:4318' : undefined);
  return base === undefined ? undefined : `${base.replace(/\/$/, '')}/v1/traces`;
}

function readUserFile(userFolder: string): Outcome<z.infer<typeof userFile> | undefined> {
  const path = join(userFolder, TELEMETRY_FILE);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR')) return succeed(undefined);
    return fail('invalid_settings', `${path} can't be read.`, 'Nothing is sent meanwhile.');
  }
  try {
    return succeed(userFile.parse(JSON.parse(text)));
  } catch (error) {
    const [issue] = error instanceof z.ZodError ? error.issues : [];
    const where = issue === undefined ? 'it does not parse' : `${issue.path.join('.')}: ${issue.message}`;
    return fail('invalid_settings', `${path}: ${where}.`, 'Mend or remove it. Nothing is sent meanwhile.');
  }
}

function samplerOf(env: Environment): TelemetrySettings['sampler'] {
  const name = textOf(env, 'OTEL_TRACES_SAMPLER')?.replace(/^parentbased_/, '');
  if (name === 'always_off') return 'always_off';
  if (name !== 'traceidratio') return 'always_on';
  const ratio = Number(textOf(env, 'OTEL_TRACES_SAMPLER_ARG') ?? '1');
  return { ratio: ratio >= 0 && ratio <= 1 ? ratio : 1 };
}

function protocolOf(url: string): string {
  return URL.canParse(url) ? new URL(url).protocol : '';
}

function textOf(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === undefined || value === '' ? undefined : value;
}

function numberOf(env: Environment, name: string, otherwise: number): number {
  const value = Number(textOf(env, name) ?? otherwise);
  return Number.isInteger(value) && value > 0 ? value : otherwise;
}
