/** One MCP server for one connection (or one stateless request): what it offers, on whatever transport. */
import {
  CLIENT_INFO_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import { isJsonObject } from '../engine/json';
import type { Caller, CallRequest } from '../engine/tools/definition';
import { callToolResult } from './call-result';
import type { Changes } from './changes';
import { complete } from './completion';
import type { Connection, Connections } from './connections';
import { toolsFor, type EnginePort } from './engine-port';
import { presentRequest } from './http/away';
import { getPrompt, PROMPTS } from './prompts';
import { RESOURCE_TEMPLATES, type Resources } from './resources';
import { toolPage } from './tool-listing';

/** What all connections to one engine share. */
export interface Surface {
  readonly engine: EnginePort;
  readonly connections: Connections;
  readonly changes: Changes;
  readonly resources: Resources;
}

// One for all: it is only asked about input that the server requests of clients, and each costs an Ajv.
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/** Builds a server for a connection; without one, each request says who asks. Cheap: it runs for every stateless request. */
export function buildServer(surface: Surface, connection: Connection | undefined): Server {
  const { engine, resources } = surface;
  const server = new Server(
    { name: 'skywalker', title: 'Skywalker', version: engine.version },
    {
      capabilities: {
        tools: { listChanged: true },
        resources: { subscribe: true },
        prompts: {},
        logging: {},
        completions: {},
      },
      instructions: instructions(engine),
      jsonSchemaValidator,
    },
  );
  const nameOf = (context: ServerContext): unknown => {
    const envelope: Readonly<Record<string, unknown>> = { ...context.mcpReq.envelope };
    const info = envelope[CLIENT_INFO_META_KEY] ?? server.getClientVersion();
    return isJsonObject(info) ? info['name'] : undefined;
  };
  const callerFor = (context: ServerContext): Caller => {
    if (!connection) return surface.connections.stateless(nameOf(context));
    connection.name(nameOf(context));
    connection.announce();
    return connection.caller;
  };

  server.oninitialized = () => connection?.name(server.getClientVersion()?.name);

  server.setRequestHandler('tools/list', (request, context) => {
    const caller = callerFor(context);
    const page = toolPage(toolsFor(engine, caller), request.params?.cursor);
    if (!page)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        'Invalid cursor: it is none that tools/list gave.',
      );
    return {
      tools: [...page.tools],
      ...(page.nextCursor === undefined ? {} : { nextCursor: page.nextCursor }),
    };
  });

  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const { name } = params;
    const progress = progressOf(context);
    const request = presentRequest();
    const result = await engine
      .call({
        tool: name,
        args: params.arguments ?? {},
        caller: callerFor(context),
        signal: context.mcpReq.signal,
        ...(request === undefined ? {} : { away: request.away }),
        onProgress: progress.onProgress,
        onWaiting: () => {
          request?.onWaiting();
          progress.onWaiting?.();
        },
      })
      .finally(progress.end);
    const tool = engine.registry.get(name);
    if (!result.ok && result.error.code === 'not_found' && !tool) {
      const { message, hint } = result.error;
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        hint === undefined ? message : `${message} ${hint}`,
        { tool: name },
      );
    }
    if (result.ok) {
      for (const warning of result.warnings ?? [])
        await context.mcpReq.log('warning', { tool: name, message: warning }, 'skywalker');
    }
    return callToolResult(result, tool?.outputSchema !== undefined);
  });

  server.setRequestHandler('resources/list', async () => ({ resources: [...(await resources.list())] }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: RESOURCE_TEMPLATES }));
  server.setRequestHandler('resources/read', (request, context) =>
    resources.read(request.params.uri, callerFor(context), context.mcpReq.signal),
  );
  server.setRequestHandler('resources/subscribe', (request) => {
    surface.changes.subscribe(server, request.params.uri);
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', (request) => {
    surface.changes.unsubscribe(server, request.params.uri);
    return {};
  });
  server.setRequestHandler('prompts/list', () => ({ prompts: PROMPTS }));
  server.setRequestHandler('prompts/get', (request, context) =>
    getPrompt(
      engine,
      request.params.name,
      request.params.arguments ?? {},
      callerFor(context),
      context.mcpReq.signal,
    ),
  );
  server.setRequestHandler('completion/complete', async (request) => ({
    completion: await complete(engine, resources, request.params.ref, request.params.argument),
  }));
  return server;
}

/** No more than ten notifications a second: what a batch of a thousand has done in between is of no use. */
const PROGRESS_PAUSE_MS = 100;

/** So often a client hears that its call still waits for a person: many give up on what is silent for a minute. */
const WAITING_PAUSE_MS = 5_000;

interface Progress extends Pick<CallRequest, 'onProgress' | 'onWaiting'> {
  readonly end: () => void;
}

/** Tells the client of the calls below its own, and that it waits for a person, if it asked for that. */
function progressOf(context: ServerContext): Progress {
  const progressToken = context.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return { end: () => undefined };
  const notify = (progress: number, message: string): void => {
    const params = { progressToken, progress, message };
    // A client that has left needs no more of it.
    context.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
  let last = -Infinity;
  let waits = 0;
  let timer: NodeJS.Timeout | undefined;
  const tellWaiting = (): void => {
    waits += 1;
    // Rises, as it has to, and stays below the first finished call.
    notify(waits / (waits + 1), 'Waits for a person to allow it');
  };
  return {
    onProgress: (done, tool) => {
      if (performance.now() - last < PROGRESS_PAUSE_MS) return;
      last = performance.now();
      clearInterval(timer);
      notify(done, `${tool} is done (${done} calls)`);
    },
    onWaiting: () => {
      tellWaiting();
      timer = setInterval(tellWaiting, WAITING_PAUSE_MS);
    },
    end: () => clearInterval(timer),
  };
}

function instructions(engine: EnginePort): string {
  return (
    `Skywalker, with the project "${engine.project.settings.name}" (${engine.project.folder}) open. ` +
    'Look before you change: scene_overview, then scene_query. Change with entity_* tools, or several at once with batch; ' +
    'each call is one undo step. When no tool does what you need, define one with tool_define: give it tests and the least ' +
    'capabilities, and when it says pending_approval, ask the person, who approves in Studio > Tools. ' +
    'A call may wait until a person has allowed it; give such calls time (ten minutes), and do not repeat one that was declined. ' +
    'Errors say what is wrong and what to do next. events_poll tells what others did.'
  );
}
