/** How tools have behaved: calls, errors, time, who called, the latest calls and errors, and the latest test results. */
import { z } from 'zod';
import { toolError, type ToolError } from '../errors';
import type { Json } from '../json';
import { writeFileAtomicSync } from '../project/files';
import { below, type FilePath } from '../project/held-folder';
import { isoTime } from '../text/iso-time';
import { briefRunFacts } from '../text/run-facts';
import { briefLine, briefObject } from '../tools/brief';
import { briefArgs, type FinishedCall } from '../tools/call-record';
import { NOTHING_OBSERVED, observe, type Observed } from './observed';
import { readTextIfThere } from './private-files';
import type { CallRecord, ToolStatistics } from './types';

const RECENT = 20;
const MAX_CALLERS = 100;
const OTHERS = '(others)';

const callRecord = z.object({
  at: z.string(),
  actor: z.string(),
  ok: z.boolean(),
  ms: z.number(),
  args: z.json().optional(),
  error: z
    .object({
      code: z.string(),
      message: z.string(),
      hint: z.string().optional(),
      data: z.json().optional(),
    })
    .optional(),
});

const testSummary = z.object({ hash: z.string(), passed: z.number(), failed: z.number() });

const observedEntry = z.object({
  hash: z.string(),
  calls: z.number(),
  tools: z.array(z.string()),
  read: z.array(z.string()),
  written: z.array(z.string()),
  mutated: z.boolean(),
  scene: z.boolean(),
  cut: z.boolean(),
});

const toolEntry = z.object({
  calls: z.number(),
  errors: z.number(),
  total_ms: z.number(),
  last_called: z.string().optional(),
  callers: z.record(z.string(), z.number()),
  recent: z.array(callRecord),
  recent_errors: z.array(callRecord),
  tests: testSummary.optional(),
  observed: observedEntry.optional(),
});

const statsFile = z.object({
  format: z.literal('skywalker.stats/1'),
  tools: z.record(z.string(), toolEntry),
});

interface BriefError {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  /** Call stack and last logs of code. */
  readonly data?: Json;
}

interface StoredRecord {
  readonly at: string;
  readonly actor: string;
  readonly ok: boolean;
  readonly ms: number;
  readonly args?: Json;
  readonly error?: BriefError;
}

interface Entry {
  calls: number;
  errors: number;
  totalMs: number;
  lastCalled: string | undefined;
  readonly callers: Map<string, number>;
  readonly recent: StoredRecord[];
  readonly recentErrors: StoredRecord[];
  tests: z.infer<typeof testSummary> | undefined;
  observed: z.infer<typeof observedEntry> | undefined;
}

function emptyEntry(): Entry {
  return {
    calls: 0,
    errors: 0,
    totalMs: 0,
    lastCalled: undefined,
    callers: new Map(),
    recent: [],
    recentErrors: [],
    tests: undefined,
    observed: undefined,
  };
}

export class ToolStats {
  private readonly file: FilePath;
  private readonly entries = new Map<string, Entry>();
  private timer: NodeJS.Timeout | undefined;
  private failure: string | undefined;

  /** Reads what was kept; a file that can't be read starts anew. */
  constructor(
    state: FilePath,
    private readonly saveAfterMs = 1000,
  ) {
    this.file = below(state, 'tool-stats.json');
    this.load();
  }

  /** Why statistics can't be saved, or undefined. */
  get problem(): string | undefined {
    return this.failure;
  }

  count(call: FinishedCall): void {
    const entry = this.entry(call.name);
    const at = isoTime(Math.round(call.at * 1000));
    entry.calls += 1;
    entry.totalMs += call.ms;
    entry.lastCalled = at;
    const { actor } = call.caller;
    const caller = entry.callers.has(actor) || entry.callers.size < MAX_CALLERS ? actor : OTHERS;
    entry.callers.set(caller, (entry.callers.get(caller) ?? 0) + 1);
    const facts = {
      at,
      actor,
      ok: call.result.ok,
      ms: Math.round(call.ms * 1000) / 1000,
      args: briefArgs(call),
    };
    const record = call.result.ok ? facts : { ...facts, error: briefError(call.result.error) };
    keep(entry.recent, record);
    if (!call.result.ok) {
      entry.errors += 1;
      keep(entry.recentErrors, record);
    }
    this.save();
  }

  statistics(name: string): ToolStatistics {
    const entry = this.entries.get(name) ?? emptyEntry();
    return {
      calls: entry.calls,
      errors: entry.errors,
      total_ms: Math.round(entry.totalMs * 1000) / 1000,
      ...(entry.lastCalled === undefined ? {} : { last_called: entry.lastCalled }),
      callers: Object.fromEntries(entry.callers),
    };
  }

  /** The last 20 calls and the last 20 errors together, newest first. */
  recent(name: string): CallRecord[] {
    const entry = this.entries.get(name);
    if (entry === undefined) return [];
    const older = entry.recentErrors.filter((record) => !entry.recent.some((other) => same(record, other)));
    return [...older, ...entry.recent].reverse().map(({ error, ...rest }) => ({
      ...rest,
      ...(error === undefined ? {} : { error: error as ToolError }),
    }));
  }

  setTests(name: string, hash: string, passed: number, failed: number): void {
    this.entry(name).tests = { hash, passed, failed };
    this.save();
  }

  /** The latest test results for exactly this definition. */
  tests(name: string, hash: string): { readonly passed: number; readonly failed: number } | undefined {
    const tests = this.entries.get(name)?.tests;
    return tests?.hash === hash ? { passed: tests.passed, failed: tests.failed } : undefined;
  }

  /** One more call of exactly this definition, with the calls below it. */
  observe(name: string, hash: string, call: FinishedCall, below: readonly FinishedCall[]): void {
    const entry = this.entry(name);
    const before = entry.observed?.hash === hash ? entry.observed : NOTHING_OBSERVED;
    const { tools, read, written, ...rest } = observe(before, call, below);
    entry.observed = { hash, ...rest, tools: [...tools], read: [...read], written: [...written] };
    this.save();
  }

  /** What recorded calls of exactly this definition used. */
  observed(name: string, hash: string): Observed | undefined {
    const observed = this.entries.get(name)?.observed;
    return observed?.hash === hash ? observed : undefined;
  }

  close(): void {
    if (this.timer !== undefined) this.saveNow();
  }

  private entry(name: string): Entry {
    const known = this.entries.get(name);
    if (known) return known;
    const made = emptyEntry();
    this.entries.set(name, made);
    return made;
  }

  private save(): void {
    this.timer ??= setTimeout(() => {
      this.saveNow();
    }, this.saveAfterMs);
    this.timer.unref();
  }

  private saveNow(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const tools = [...this.entries]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, entry]): [string, object] => [
        name,
        {
          calls: entry.calls,
          errors: entry.errors,
          total_ms: entry.totalMs,
          last_called: entry.lastCalled,
          callers: Object.fromEntries(entry.callers),
          recent: entry.recent,
          recent_errors: entry.recentErrors,
          tests: entry.tests,
          observed: entry.observed,
        },
      ]);
    try {
      const file = { format: 'skywalker.stats/1', tools: Object.fromEntries(tools) };
      writeFileAtomicSync(this.file, `${JSON.stringify(file, null, 1)}\n`, { mode: 0o600 });
      this.failure = undefined;
    } catch (error) {
      // Counting must never fail a call; the next change tries again.
      this.failure = error instanceof Error ? error.message : String(error);
    }
  }

  private load(): void {
    let parsed;
    try {
      const text = readTextIfThere(this.file);
      if (text === undefined) return;
      parsed = statsFile.safeParse(JSON.parse(text));
    } catch {
      return;
    }
    if (!parsed.success) return;
    for (const [name, entry] of Object.entries(parsed.data.tools)) {
      this.entries.set(name, {
        calls: entry.calls,
        errors: entry.errors,
        totalMs: entry.total_ms,
        lastCalled: entry.last_called,
        callers: new Map(Object.entries(entry.callers)),
        recent: entry.recent.slice(-RECENT),
        recentErrors: entry.recent_errors.slice(-RECENT),
        tests: entry.tests,
        observed: entry.observed,
      });
    }
  }
}

function briefError(error: ToolError): BriefError {
  const facts = briefObject(briefRunFacts(error.data));
  const short = toolError(
    error.code,
    briefLine(error.message, 400),
    error.hint === undefined ? undefined : briefLine(error.hint, 400),
  );
  return {
    code: short.code,
    message: short.message,
    ...(short.hint === undefined ? {} : { hint: short.hint }),
    ...(Object.keys(facts).length === 0 ? {} : { data: facts }),
  };
}

function keep(records: StoredRecord[], record: StoredRecord): void {
  if (records.length >= RECENT) records.shift();
  records.push(record);
}

function same(a: StoredRecord, b: StoredRecord): boolean {
  return a.at === b.at && a.actor === b.actor && a.ms === b.ms;
}
