/** Serves tools on a connection of their own: registers them, runs their calls, registers again when the engine was away. */
import { ProtocolError, SdkError, type Client } from '@modelcontextprotocol/client';
import * as z from 'zod';
import { Connection, messageOf, type CallOptions, type ConnectionOptions } from './connection';
import type { JsonObject } from './json';
import { pause } from './pause';
import { Slots, type Slot } from './slots';
import { toolsOf } from './tool-calls';
import type { HostedTool, Served, ToolContext } from './tool';
import { visible } from './visible';

const REGISTER = 'skywalker/tools/register';
const UNREGISTER = 'skywalker/tools/unregister';
const LIST = 'skywalker/tools/list';
const CALL = 'skywalker/tools/call';
const CHANGED = 'skywalker/tools/changed';

const STATUS = z.looseObject({ name: z.string(), status: z.string(), reason: z.string().optional() });
const PROBLEM = z.looseObject({ message: z.string() });
const REGISTERED = z.looseObject({ tools: z.array(STATUS), errors: z.array(PROBLEM) });
const LISTED = z.looseObject({ tools: z.array(STATUS) });

const CALL_PARAMS = z.looseObject({
  /** As it is registered, with its namespace. */
  name: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  call_id: z.string(),
  actor: z.string(),
  timeout_ms: z.number(),
  dry_run: z.boolean(),
  depth: z.number(),
});

const SERVED = z.looseObject({ content: z.array(z.looseObject({ type: z.string() })) });

const RETRY_MS = [100, 200, 500, 1_000, 2_000, 5_000] as const;
/** Calls that run here or wait for their turn; an engine does not give more to one host. */
const MAX_RUNNING = 4096;

const METHOD_TIMEOUT_MS = 30_000;

/** A person may have to allow it first. */
const REGISTER_TIMEOUT_MS = 0x7fffffff;

export interface HostOptions {
  /** Put before each tool's name, with an underscore; `ext` unless said otherwise. */
  readonly namespace?: string;
  /** Keeps the definitions in the project, `offline` while this program is away. */
  readonly persist?: boolean;
  /** Who serves them, for people: a few words. */
  readonly label?: string;
  /** Takes names over that another client serves. Where that is not this one under the same name, a person is asked. */
  readonly replace?: boolean;
  /** Calls that run at once; 8 unless said otherwise. More wait here. */
  readonly concurrency?: number;
  /** Told of tools of this host that somebody has decided on or taken over, by their whole names. */
  readonly onStatus?: (changed: Readonly<Record<string, HostedStatus>>) => void;
  /** Told of what went wrong while nobody waits for it: tools refused after a restart, a connection that broke. */
  readonly onProblem?: (message: string) => void;
}

type HostConnection = Pick<ConnectionOptions, 'name' | 'socket' | 'limits'>;

export interface HostedStatus {
  /**
   * Such as `active`, or `pending_approval`, which a person ends in Studio > Tools; `replaced` where another host serves it now,
   * `removed` where somebody took it away.
   */
  readonly status: string;
  readonly reason?: string;
}

export class ToolHost {
  readonly #connection: Connection;
  readonly #stopped = new AbortController();
  readonly #slots: Slots;
  #status: Readonly<Record<string, HostedStatus>> = {};
  #errors: readonly string[] = [];
  #registrations = 0;
  #served = 0;
  #failed = 0;
  #running = 0;
  #again: Promise<void> | undefined;

  private constructor(
    private readonly tools: readonly HostedTool[],
    private readonly options: HostOptions,
    connection: HostConnection,
  ) {
    this.#slots = new Slots(options.concurrency ?? 8);
    this.#connection = new Connection({
      ...connection,
      prepare: (client) => this.#prepare(client),
    });
    this.#connection.onLost(() => void this.#comeBack());
  }

  /** Connects and registers. Throws where the engine can't be reached, or takes none of the tools. */
  static async start(
    tools: readonly HostedTool[],
    options: HostOptions,
    connection: HostConnection,
  ): Promise<ToolHost> {
    const host = new ToolHost(tools, options, connection);
    try {
      await host.#register();
    } catch (error) {
      await host.stop();
      throw error;
    }
    return host;
  }

  /** By the whole name, such as `ext_memory_recall`. It follows what people decide by itself. */
  get status(): Readonly<Record<string, HostedStatus>> {
    return this.#status;
  }

  /** What the engine said of definitions that it did not take. */
  get errors(): readonly string[] {
    return this.#errors;
  }

  /** How often the tools were registered: once, and once more after each time that the engine was away. */
  get registrations(): number {
    return this.#registrations;
  }

  /** Calls answered, and how many of them were failures. */
  get served(): number {
    return this.#served;
  }

  get failed(): number {
    return this.#failed;
  }

  /** Asks for the tools' status; those that are not this host's any more are left out then. */
  async refresh(): Promise<Readonly<Record<string, HostedStatus>>> {
    const { tools } = await this.#connection.request({ method: LIST, params: {} }, LISTED, {
      timeout: METHOD_TIMEOUT_MS,
    });
    this.#status = statusOf(tools);
    return this.#status;
  }

  /** Takes the tools away, persisted ones too with `forget`, and disconnects. Calls that run are aborted. */
  async stop(options: { readonly forget?: boolean } = {}): Promise<void> {
    if (this.#stopped.signal.aborted) return;
    this.#stopped.abort();
    if (this.#registrations > 0) {
      const params = { all: true, ...(options.forget === true ? { forget: true } : {}) };
      // One that has gone has no tools of ours any more.
      await this.#connection
        .request({ method: UNREGISTER, params }, z.looseObject({}), { timeout: METHOD_TIMEOUT_MS })
        .catch(() => undefined);
    }
    await this.#connection.close();
    await this.#again;
  }

  async #register(): Promise<void> {
    const { namespace, persist, label, replace } = this.options;
    const params = {
      ...(namespace === undefined ? {} : { namespace }),
      ...(persist === undefined ? {} : { persist }),
      ...(label === undefined ? {} : { label }),
      ...(replace === undefined ? {} : { replace }),
      tools: this.tools.map(({ definition }) => definition),
    };
    const { tools, errors } = await this.#connection.request({ method: REGISTER, params }, REGISTERED, {
      timeout: REGISTER_TIMEOUT_MS,
    });
    this.#registrations += 1;
    this.#status = statusOf(tools);
    this.#errors = errors.map(({ message }) => message);
    if (tools.length === 0 && this.#errors.length > 0) throw new Error(visible(this.#errors.join('\n')));
  }

  #comeBack(): Promise<void> {
    if (this.#stopped.signal.aborted || this.#registrations === 0) return Promise.resolve();
    this.#again ??= this.#registerAgain().finally(() => (this.#again = undefined));
    return this.#again;
  }

  async #registerAgain(): Promise<void> {
    const { signal } = this.#stopped;
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      await pause(RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)] ?? 0, signal);
      if (signal.aborted) return;
      try {
        await this.#register();
        for (const problem of this.#errors) this.options.onProblem?.(visible(problem));
        return;
      } catch (error) {
        this.options.onProblem?.(messageOf(error));
        // The engine is there and refuses, or answers what is none: asking again changes nothing.
        if (error instanceof ProtocolError || error instanceof SdkError) return;
      }
    }
  }

  #prepare(client: Client): void {
    client.setRequestHandler(CALL, { params: CALL_PARAMS, result: SERVED }, (params, { mcpReq }) =>
      this.#serve(client, params, mcpReq.signal),
    );
    client.setNotificationHandler(CHANGED, { params: LISTED }, ({ tools }) => {
      const changed = statusOf(tools);
      this.#status = { ...this.#status, ...changed };
      for (const [name, { status, reason = '' }] of Object.entries(changed)) {
        if (status === 'replaced' || status === 'removed')
          this.options.onProblem?.(`${name} is ${status}: ${reason}`);
      }
      this.options.onStatus?.(changed);
    });
  }

  async #serve(client: Client, params: z.infer<typeof CALL_PARAMS>, signal: AbortSignal): Promise<Served> {
    if (this.#running >= MAX_RUNNING) return failed(`This host has ${MAX_RUNNING} calls under way already.`);
    this.#running += 1;
    const served = await this.#slots.run(signal, (slot) => {
      const tool = this.tools.find(({ name }) => this.#wholeName(name) === params.name);
      return tool === undefined
        ? failed(`This host has no tool ${params.name}.`)
        : tool.serve(params.arguments, this.#contextOf(params, signal, slot));
    });
    this.#running -= 1;
    const answer = served ?? failed('The call was cancelled before it began.');
    this.#served += 1;
    if (answer.isError === true) this.#failed += 1;
    return answer;
  }

  #wholeName(name: string): string {
    const prefix = `${this.options.namespace ?? 'ext'}_`;
    return name.startsWith(prefix) ? name : `${prefix}${name}`;
  }

  #contextOf(params: z.infer<typeof CALL_PARAMS>, signal: AbortSignal, slot: Slot): ToolContext {
    const call = (tool: string, args: JsonObject = {}, options: CallOptions = {}) =>
      slot.aside(() =>
        this.#connection.call(tool, args, {
          ...options,
          signal: options.signal === undefined ? signal : AbortSignal.any([signal, options.signal]),
          meta: { ...options.meta, 'skywalker/call_id': params.call_id },
        }),
      );
    return {
      actor: params.actor,
      callId: params.call_id,
      depth: params.depth,
      dryRun: params.dry_run,
      timeoutMs: params.timeout_ms,
      signal,
      session: { call, tools: toolsOf(call) },
    };
  }
}

function statusOf(tools: readonly z.infer<typeof STATUS>[]): Record<string, HostedStatus> {
  return Object.fromEntries(
    tools.map(({ name, status, reason }) => [name, { status, ...(reason === undefined ? {} : { reason }) }]),
  );
}

function failed(text: string): Served {
  return { content: [{ type: 'text', text }], isError: true };
}
