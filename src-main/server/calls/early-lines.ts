/**
 * Stands between a line of messages and the SDK, and answers plain calls itself, as far as they are done in the turn that they
 * came in. A call that has more to tell or takes longer goes on to the SDK as it is, under way.
 */
import type {
  JSONRPCMessage,
  JSONRPCRequest,
  RequestId,
  Server,
  Transport,
  TransportSendOptions,
} from '@modelcontextprotocol/server';
import type { ToolResult } from '../../engine/tools/definition';
import { declaredInput } from '../client-input';
import type { Connection } from '../connections';
import type { Surface } from '../mcp-server';
import { messageOf } from './answer';
import { Introduction } from './introduction';
import { clientNameIn, plainCallOf, type Era, type PlainCall } from './plain-call';
import { RunningCall } from './running-call';

interface Early {
  readonly request: JSONRPCRequest;
  readonly plain: PlainCall;
  call?: RunningCall;
  /** It has its answer, or the SDK has it. */
  done: boolean;
}

export class EarlyLines implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  #serving: { readonly server: Server; readonly era: Era } | undefined;
  readonly #early = new Map<RequestId, Early>();
  #scheduled = false;
  readonly #introduction = new Introduction();

  constructor(
    private readonly line: Transport,
    private readonly surface: Pick<Surface, 'engine'>,
    private readonly connection: Connection,
  ) {}

  /** Tells which server the SDK has chosen for the connection. */
  serve(server: Server, era: Era): void {
    this.#serving = { server, era };
  }

  start(): Promise<void> {
    const { line } = this;
    line.onmessage = (message) => this.#take(message);
    line.onerror = (error) => this.onerror?.(error);
    line.onclose = () => {
      for (const early of this.#early.values()) {
        early.done = true;
        early.call?.cancel();
      }
      this.#early.clear();
      this.onclose?.();
    };
    return line.start();
  }

  send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const sent = this.line.send(message, options);
    for (const waiting of this.#introduction.answered(message)) this.#take(waiting);
    return sent;
  }

  close(): Promise<void> {
    return this.line.close();
  }

  #take(message: JSONRPCMessage): void {
    const { answer, take } = this.#introduction.judge(message);
    if (answer !== undefined) void this.line.send(answer);
    if (!take) return;
    const plain = this.#era === undefined ? undefined : plainCallOf(message);
    if (plain !== undefined && (plain.envelope === undefined) === (this.#era === 'legacy'))
      return this.#begin(message as JSONRPCRequest, plain);
    // It may be about one of them.
    this.#handOver();
    this.onmessage?.(message);
  }

  /** The revisions that calls are taken in: the older ones only once the client has introduced itself. */
  get #era(): Era | undefined {
    const { server, era } = this.#serving ?? {};
    return era === 'legacy' && server?.getClientVersion() === undefined ? undefined : era;
  }

  #begin(request: JSONRPCRequest, plain: PlainCall): void {
    const { connection, surface } = this;
    const { server } = this.#serving ?? {};
    connection.name(plain.envelope === undefined ? server?.getClientVersion()?.name : clientNameIn(plain));
    connection.announce();
    const { id, tool, args, envelope } = plain;
    const input = declaredInput(envelope, () => server?.getClientCapabilities());
    const early: Early = { request, plain, done: false };
    early.call = new RunningCall(
      surface.engine,
      { tool, args, caller: connection.caller, input },
      { onResult: (result, call) => this.#answer(early, result, call) },
    );
    if (early.done) return;
    this.#early.set(id, early);
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#handOver();
    });
  }

  /** Sends the result as the answer, where that is all there is to say. */
  #answer(early: Early, result: ToolResult, call: RunningCall): void {
    const era = this.#era;
    if (early.done || era === undefined || call.hasTold) return;
    const answer = messageOf(this.surface.engine, early.plain, result, era);
    if (answer === undefined) return;
    early.done = true;
    this.#early.delete(early.plain.id);
    void this.line.send(answer);
  }

  /** What has not been answered by now is the SDK's. */
  #handOver(): void {
    for (const early of [...this.#early.values()]) {
      const { request, plain, call } = early;
      early.done = true;
      this.#early.delete(plain.id);
      if (call) this.connection.begun.set(plain.id, call);
      this.onmessage?.(request);
    }
  }
}
