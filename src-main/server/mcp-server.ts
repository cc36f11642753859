/** One MCP server for one connection (or one stateless request): what it offers, on whatever transport. */
import {
  CLIENT_INFO_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type jsonSchemaValidator,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import { isJsonObject } from '../engine/json';
import type { Caller, LogLevel } from '../engine/tools/definition';
import { callToolResult } from './call-result';
import { answerTo, serverInfo } from './calls/answer';
import type { Era } from './calls/plain-call';
import { RunningCall, type CallFollower } from './calls/running-call';
import type { Changes } from './changes';
import type { InputRounds } from './client-input';
import { complete } from './completion';
import type { Connection, Connections } from './connections';
import { toolsFor, type EnginePort } from './engine-port';
import type { ExternalTools } from './external/external-tools';
import { CALL_ID_META_KEY, EXTERNAL_TOOLS_CAPABILITY } from './external/protocol';
import { presentRequest } from './http/away';
import { progressOf } from './progress';
import type { Prompts } from './prompts';
import type { Resources } from './resources';
import { toolPage } from './tool-listing';

/** What all connections to one engine share. */
export interface Surface {
  readonly engine: EnginePort;
  readonly connections: Connections;
  readonly changes: Changes;
  readonly resources: Resources;
  readonly prompts: Prompts;
  readonly rounds: InputRounds;
  /** Undefined where the engine takes no tools of clients. */
  readonly external: ExternalTools | undefined;
}

// Asked about input that the server requests of clients alone. Each schema has an Ajv of its own, which goes with it: one for
// all would keep every schema for ever, and one for each server would be made for every stateless request.
const schemaValidator: jsonSchemaValidator = {
  getValidator: (schema) => new AjvJsonSchemaValidator().getValidator(schema),
};

/** Builds a server for a connection; without one, each request says who asks. Cheap: it runs for every stateless request. */
export function buildServer(surface: Surface, connection: Connection | undefined, era: Era): Server {
  const { engine, resources, prompts, rounds, external } = surface;
  const server = new Server(serverInfo(engine), {
    capabilities: {
      tools: { listChanged: true },
      resources: { subscribe: true },
      prompts: { listChanged: true },
      logging: {},
      completions: {},
      ...(external === undefined ? {} : { experimental: EXTERNAL_TOOLS_CAPABILITY }),
    },
    instructions: instructions(engine),
    jsonSchemaValidator: schemaValidator,
    requestState: { verify: rounds.verify },
  });
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
    const args = params.arguments ?? {};
    const caller = callerFor(context);
    const callId = params._meta?.[CALL_ID_META_KEY];
    if (external !== undefined && typeof callId === 'string') {
      const result = await external.callback(callId, caller, name, args);
      return callToolResult(result, engine.registry.get(name)?.outputSchema !== undefined);
    }
    const about = ['tools/call', caller.actor, name, args];
    const progress = progressOf(context);
    const request = presentRequest(context);
    const log = (level: LogLevel, message: string): Promise<void> =>
      context.mcpReq.log(level, { tool: name, message }, 'skywalker');
    const input = rounds.given(server, context, about);
    const follower: CallFollower = {
      onLog: (level, message) => void log(level, message).catch(() => undefined),
      onProgress: progress.onProgress,
      onWaiting: () => {
        request?.onWaiting();
        progress.onWaiting?.();
      },
    };
    const call =
      request?.takeCall() ??
      connection?.begun.take(context.mcpReq.id) ??
      new RunningCall(engine, { tool: name, args, caller, input, away: request?.away }, { follower });
    call.follow(follower, context.mcpReq.signal);
    const result = await call.result.finally(progress.end);
    if (!result.ok && result.needs !== undefined) return rounds.needed(result.needs, about);
    if (result.ok) {
      for (const warning of result.warnings ?? []) await log('warning', warning);
    }
    return answerTo(engine, name, result);
  });

  external?.offer({ server, era, connection, callerFor });

  server.setRequestHandler('resources/list', async () => ({ resources: [...(await resources.list())] }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [...resources.templates()],
  }));
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
  server.setRequestHandler('prompts/list', () => ({
    prompts: prompts.list().map(({ name, title, description, arguments: args }) => ({
      name,
      title,
      description,
      ...(args === undefined ? {} : { arguments: [...args] }),
    })),
  }));
  server.setRequestHandler('prompts/get', async ({ params }, context) => {
    const args = params.arguments ?? {};
    const caller = callerFor(context);
    const about = ['prompts/get', caller.actor, params.name, args];
    const input = rounds.given(server, context, about);
    const answer = await prompts.get(params.name, args, {
      engine,
      caller,
      signal: context.mcpReq.signal,
      input,
    });
    if ('needs' in answer) return rounds.needed(answer.needs, about);
    return { description: answer.description, messages: answer.messages };
  });
  server.setRequestHandler('completion/complete', async (request) => ({
    completion: await complete(engine, resources, request.params.ref, request.params.argument),
  }));
  return server;
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
