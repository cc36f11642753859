/** A small engine for the server's tests: a few tools that answer, wait, fail or draw, behind the same port as the real one. */
import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fail, toolError } from '../../engine/errors';
import type { EngineEvent } from '../../engine/events/event';
import type { CallRequest, Caller, ToolDefinition, ToolResult } from '../../engine/tools/definition';
import type { EnginePort } from '../engine-port';

/** A PNG of one pixel. */
export const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

type Run = (
  args: Readonly<Record<string, unknown>>,
  request: CallRequest,
) => ToolResult | Promise<ToolResult>;

export class SmallEngine implements EnginePort {
  readonly version = '9.9.9';
  readonly project: { folder: string; settings: { name: string } };
  /** Callers of all calls, in order. */
  readonly callers: Caller[] = [];
  /** Names of calls that were aborted while they waited. */
  readonly aborted: string[] = [];
  readonly logged: Omit<EngineEvent, 'seq' | 'time'>[] = [];
  readonly #tools = new Map<string, { definition: ToolDefinition; run: Run }>();
  readonly #changed = new Set<() => void>();
  readonly #followers = new Set<(event: EngineEvent) => void>();
  #waiting = 0;
  readonly #releases = new Set<() => void>();

  constructor(name = 'Meadow', folder = newFolder()) {
    this.project = { folder, settings: { name } };
    this.add('echo', (args) => ({
      ok: true,
      text: String(args['message']),
      structured: { message: String(args['message']) },
    }));
    this.add('whoami', (_args, { caller }) => ({
      ok: true,
      text: caller.actor,
      structured: { actor: caller.actor, kind: caller.kind },
    }));
    this.add('wait', (_args, request) => this.#wait(request));
    this.add('steps', async (_args, { onProgress }) => {
      for (let i = 1; i <= 50; i += 1) onProgress?.({ done: i, message: `echo is done (${i} calls)` });
      // Clients forget who asked for progress as soon as the answer is there, also when both come at once.
      await new Promise((resolve) => setTimeout(resolve, 20));
      return { ok: true, text: 'done' };
    });
    this.add('fail', () => fail('tool_failed', 'The well is dry.', 'Dig deeper.'));
    this.add('crash', () => Promise.reject(new Error('secret /home/somebody/file.ts:12')));
    this.add('draw', () => ({
      ok: true,
      text: 'drawn',
      images: [{ data: PIXEL, mimeType: 'image/png' }],
      warnings: ['small'],
    }));
    this.add('big', (args) => ({ ok: true, text: 'x'.repeat(Number(args['bytes'])) }));
    this.add('scene_overview', () => ({ ok: true, text: '3 entities' }));
  }

  readonly registry: EnginePort['registry'] = {
    get: (name) => this.#tools.get(name)?.definition,
    all: () =>
      [...this.#tools.values()].map((tool) => tool.definition).sort((a, b) => (a.name < b.name ? -1 : 1)),
    active: () => this.registry.all().filter((tool) => (tool.custom?.status ?? 'active') === 'active'),
    onChanged: (listener) => {
      this.#changed.add(listener);
      return () => this.#changed.delete(listener);
    },
  };

  readonly events: EnginePort['events'] = {
    append: (event) => {
      this.logged.push(event);
      const whole = { ...event, seq: this.logged.length, time: 0 };
      for (const listener of this.#followers) listener(whole);
    },
    subscribe: (listener) => {
      this.#followers.add(listener);
      return () => this.#followers.delete(listener);
    },
  };

  get waiting(): number {
    return this.#waiting;
  }

  /** Ends the calls that wait at present, as calls that are done. */
  release(): void {
    for (const end of this.#releases) end();
  }

  add(name: string, run: Run, more: Partial<ToolDefinition> = {}): void {
    const definition: ToolDefinition = {
      name,
      title: name,
      description: `The tool ${name}.`,
      category: 'test',
      kind: 'builtin',
      inputSchema: { type: 'object', properties: {}, additionalProperties: true },
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      mutates: false,
      run: () => fail('internal_error', 'called past the door'),
      ...more,
    };
    this.#tools.set(name, { definition, run });
    for (const listener of this.#changed) listener();
  }

  /** A custom tool that may not run yet. */
  addPending(name: string): void {
    const refusal = toolError(
      'approval_required',
      `${name} waits for approval.`,
      'A person approves it in Studio > Tools.',
    );
    this.add(name, () => ({ ok: false, error: refusal }), {
      kind: 'wander',
      custom: {
        version: 2,
        author: 'mcp:test',
        hash: 'abc',
        capabilities: {
          read_scene: true,
          mutate: true,
          calls: [],
          files: { read: [], write: [] },
          network: false,
        },
        limits: { instructions: 1, timeout_ms: 1, max_output_bytes: 1, max_calls: 1 },
        status: 'pending_approval',
        refusal,
      },
    });
  }

  async call(request: CallRequest): Promise<ToolResult> {
    const result = await this.#run(request);
    request.onResult?.(result);
    return result;
  }

  async #run(request: CallRequest): Promise<ToolResult> {
    this.callers.push(request.caller);
    const tool = this.#tools.get(request.tool);
    if (!tool) return fail('not_found', `There is no tool "${request.tool}".`, 'Did you mean "echo"?');
    try {
      return await tool.run((request.args ?? {}) as Readonly<Record<string, unknown>>, request);
    } catch {
      return fail('internal_error', 'Something went wrong inside (e1).');
    }
  }

  #wait(request: CallRequest): Promise<ToolResult> {
    const signal = request.signal ?? request.cancellation?.signal;
    this.#waiting += 1;
    return new Promise((resolve) => {
      const settle = (result: ToolResult): void => {
        this.#waiting -= 1;
        this.#releases.delete(done);
        signal?.removeEventListener('abort', end);
        resolve(result);
      };
      const done = (): void => settle({ ok: true, text: 'released' });
      const end = (): void => {
        this.aborted.push(request.tool);
        settle(fail('cancelled', 'The call was cancelled.'));
      };
      this.#releases.add(done);
      if (signal?.aborted === true) end();
      else signal?.addEventListener('abort', end, { once: true });
    });
  }
}

export function newFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'sky-')));
}

/** Resolves as soon as a condition holds; fails after ten seconds. */
export async function until(condition: () => boolean, what: string): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`waited in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
