/** The tools with which a client serves tools by asking for calls: `tool_host_*`. */
import { fail, succeed, type Outcome } from '../errors';
import type { Json, JsonObject } from '../json';
import { isOn, optionalList, optionalNumber, optionalText, requiredText } from '../tools/builtin/args';
import {
  anyObject,
  defineTool,
  flag,
  integer,
  list,
  number,
  text,
  type ToolSpec,
} from '../tools/builtin/define';
import { count } from '../tools/builtin/entities';
import type { Caller, Steps, ToolContext, ToolDefinition, ToolResult } from '../tools/definition';
import { failureResult, jsonResult } from '../tools/result';
import { wait } from '../tools/steps';
import type { EventLog } from '../events/event-log';
import { asJson } from '../custom/json-copy';
import { shortHash } from '../custom/hash';
import type { HostClock } from './clock';
import type { Host } from './host';
import type { Hosts } from './hosts';
import { MAX_TOOLS_OF_HOST } from './room';
import { PollQueue } from './poll-queue';
import { REPLY_HINT, resultOfReply, unusableResult } from './reply';
import type { HostedCall, HostRegistration, Registration } from './types';

export interface PollParts {
  readonly hosts: Hosts;
  readonly clock: HostClock;
  readonly events: Pick<EventLog, 'read'>;
}

const NAMESPACE = 'py';

/** None of them can be called from a tool, and none makes an event. */
function hostTool(spec: Omit<ToolSpec, 'category' | 'quiet' | 'usesScene'>): ToolDefinition {
  return { ...defineTool({ ...spec, category: 'agent', quiet: true, usesScene: false }), governance: true };
}

/** Secret: whoever has it serves the host's tools. */
const ID = { minLength: 1, maxLength: 200, writeOnly: true } as const;

const HOST = text('Your host id, from tool_host_register.', ID);

export function pollTools(parts: PollParts): ToolDefinition[] {
  return [registerTool(parts), pollTool(parts), replyTool(parts), unregisterTool(parts), listTool(parts)];
}

function registerTool(parts: PollParts): ToolDefinition {
  return hostTool({
    name: 'tool_host_register',
    title: 'Serve tools from your process',
    description:
      'Offers tools that your own process implements to every agent: each becomes a tool py_<name>. Calls are queued; fetch them with tool_host_poll on a connection of its own and answer each with tool_host_reply. Keep polling: a host that has not polled for ttl_seconds is dropped with its tools. Give "host" to change the tools of your host: those that are not given any more leave. The policy and approval of custom tools count: what changes the project or reaches the network waits for a person. Example: {"label": "Team memory", "tools": [{"name": "memory_recall", "description": "Searches the team\'s shared memory. Example: {\\"query\\": \\"doors\\"}", "input_schema": {"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]}}]}',
    input: {
      tools: list(
        {
          type: 'object',
          properties: {
            name: text('Lowercase letters, digits and underscores; py_ is put in front.'),
            title: text('A few words for people.'),
            description: text(
              'For language models, 20 characters at least: what it does, when to use it, an example.',
            ),
            input_schema: anyObject('JSON Schema of the arguments; closed unless it says otherwise.'),
            mutates: flag('It changes the project: the same as the capability "mutate".'),
            capabilities: anyObject(
              'What it may do in the project while it serves a call: {calls: [names or globs], mutate, read_scene, files, network}. Callbacks pass _meta["skywalker/call_id"].',
            ),
            limits: anyObject('{timeout_ms (30000), max_output_bytes (65536), max_calls (100)}'),
          },
          required: ['name'],
          additionalProperties: true,
        },
        'The tools to serve. output_schema, category and tests are understood too. A bad one is told in "errors"; the others are served.',
        { maxItems: MAX_TOOLS_OF_HOST },
      ),
      host: text('Your host id, to change its tools.', ID),
      label: text('Who serves them, for people.', { maxLength: 100 }),
      ttl_seconds: number('Drop this host after so long without a poll.', {
        minimum: 30,
        maximum: 3600,
        default: 60,
      }),
      replace: flag(
        'Take names over that another host serves: a host of yours, or a person is asked.',
        false,
      ),
    },
    required: ['tools'],
    output: {
      host: text('Your host id. Keep it to yourself: whoever has it serves your tools.'),
      tools: list(anyObject('{name, status, hash, reason?, warnings?}'), 'What is served now.'),
      errors: list(anyObject('{code, message, hint?, data: {index, name?}}'), 'What is not, and why.'),
      policy: text('The policy for custom tools: off, ask, auto or trust.'),
    },
    effect: 'project',
    idempotent: true,
    asks: (args, caller) => takesOver(parts, args, caller),
    run: (args, context) => register(parts, args, context),
  });
}

function takesOver({ hosts }: PollParts, args: JsonObject, caller: Caller): string | undefined {
  if (!isOn(args, 'replace')) return undefined;
  const { registration } = hosts.prepared.get(optionalText(args, 'host') ?? '', caller) ?? {};
  const { namespace = NAMESPACE, tools = optionalList(args, 'tools') ?? [] } = registration ?? {};
  return hosts.takesOver(caller, namespace, tools);
}

function* register(parts: PollParts, args: JsonObject, { caller, allowed }: ToolContext): Steps<ToolResult> {
  const { hosts, clock } = parts;
  const ttlMs = (optionalNumber(args, 'ttl_seconds') ?? 60) * 1000;
  const known = optionalText(args, 'host');
  const label = optionalText(args, 'label');
  const polled: HostRegistration = {
    namespace: NAMESPACE,
    ...(label === undefined ? {} : { label }),
    replace: isOn(args, 'replace'),
    tools: optionalList(args, 'tools') ?? [],
  };
  const given = known === undefined ? undefined : hosts.prepared.get(known, caller);
  // Before anything else is looked at: others have turns meanwhile.
  const checking = yield* hosts.checking(caller, given?.registration ?? polled);
  // A person allowed what they were told, and nothing that came of it since.
  const mayTake =
    caller.kind === 'human' || (allowed !== undefined && allowed.because === takesOver(parts, args, caller));
  const prepared = known === undefined ? undefined : hosts.prepared.take(known, caller);
  if (prepared !== undefined) {
    const { registration, channel, host } = prepared;
    const registered = hosts.register(caller, registration, channel, {
      transport: 'connection',
      allowed: mayTake,
      checking,
      ...(host === undefined ? {} : { host }),
    });
    return registered.ok ? registrationResult(registered.value) : failureResult(registered.error);
  }
  const mine = known === undefined ? undefined : pollHost(hosts, known, caller);
  if (mine?.ok === false) return failureResult(mine.error);
  const made: { host?: Host } = {};
  const queue =
    mine?.value.queue ??
    new PollQueue(clock, ttlMs, () => {
      if (made.host !== undefined) hosts.leave(made.host, 'expired');
    });
  const registered = hosts.register(caller, polled, queue, {
    transport: 'poll',
    ...(known === undefined ? {} : { host: known }),
    allowed: mayTake,
    checking,
  });
  if (!registered.ok) {
    if (mine === undefined) queue.close();
    return failureResult(registered.error);
  }
  const host = hosts.find(registered.value.host, caller);
  if (host.ok) made.host = host.value;
  if (mine !== undefined) queue.setTtl(ttlMs);
  return registrationResult(registered.value);
}

function registrationResult({ host, tools, errors, policy }: Registration): ToolResult {
  const lines = [
    `${host} serves ${count(tools.length, 'tool')}.`,
    ...tools.map(
      ({ name, status, hash, reason }) =>
        `${name} (${shortHash(hash)}): ${status.replaceAll('_', ' ')}${reason === undefined ? '' : `. ${reason}`}`,
    ),
    ...errors.map(({ code, message, hint }) => `Not taken: ${code}: ${message} ${hint ?? ''}`.trim()),
  ];
  const shown = tools.map(({ warnings, ...rest }) => ({
    ...rest,
    ...(warnings.length === 0 ? {} : { warnings }),
  }));
  return jsonResult(asJson({ host, tools: shown, errors, policy }), lines.join('\n'));
}

function pollTool(parts: PollParts): ToolDefinition {
  return hostTool({
    name: 'tool_host_poll',
    title: 'Fetch calls for your tools',
    description:
      'Fetches the calls that others made of your tools (see tool_host_register), and keeps your host alive. wait_ms waits until a call comes, on agent-socket connections only: use a connection for nothing else. Answer every call with tool_host_reply within its timeout_ms. With dry_run nothing may be changed outside. "cancelled" names calls fetched earlier that nobody waits for any more. Example: {"host": "H-1.…", "wait_ms": 20000}',
    input: {
      host: HOST,
      wait_ms: integer('Milliseconds to wait for a call.', { minimum: 0, maximum: 25_000, default: 20_000 }),
      max: integer('Calls to fetch at most.', { minimum: 1, maximum: 64, default: 8 }),
    },
    required: ['host'],
    output: {
      calls: list(
        anyObject('{call, call_id, tool, args, actor, timeout_ms, dry_run}'),
        'In the order in which they were made.',
      ),
      cancelled: list({ type: 'integer' }, 'Calls fetched before that need no answer any more.'),
      changed: list(
        anyObject('{name, status, hash?, reason?}; status "replaced": another host serves it; "removed".'),
        'What became of your tools since you were told last: approved, turned off, taken over.',
      ),
    },
    optional: ['changed'],
    run: (args, context) => poll(parts, args, context),
  });
}

function* poll({ hosts }: PollParts, args: JsonObject, context: ToolContext): Steps<ToolResult> {
  const secret = requiredText(args, 'host');
  const mine = pollHost(hosts, secret, context.caller);
  if (!mine.ok) return failureResult(mine.error);
  const { queue } = mine.value;
  const max = optionalNumber(args, 'max') ?? 8;
  const waitMs = optionalNumber(args, 'wait_ms') ?? 0;
  const { session } = context.caller;
  const waits = !queue.hasNews && waitMs > 0;
  let fetched = queue.fetch(max, session);
  if (waits && fetched.calls.length === 0) {
    if (context.caller.mayWait === true) {
      const comes = yield* wait(queue.wait(waitMs, context.signal));
      const still = pollHost(hosts, secret, context.caller);
      if (!still.ok) return failureResult(still.error);
      if (comes) fetched = queue.fetch(max, session);
    } else {
      context.warn('wait_ms works on agent-socket connections only; this answered at once. Poll again soon.');
    }
  }
  const calls = fetched.calls.map(callJson);
  return jsonResult(
    {
      calls,
      cancelled: fetched.cancelled,
      ...(fetched.changed.length === 0 ? {} : { changed: asJson(fetched.changed) }),
    },
    calls.length === 0 ? 'No calls.' : JSON.stringify(calls),
  );
}

function callJson({ call, callId, tool, args, actor, timeoutMs, dryRun }: HostedCall): Json {
  return { call, call_id: callId, tool, args, actor, timeout_ms: timeoutMs, dry_run: dryRun };
}

function replyTool(parts: PollParts): ToolDefinition {
  return hostTool({
    name: 'tool_host_reply',
    title: 'Answer a call',
    description:
      'Answers one call fetched with tool_host_poll: text for models and people, structured for programs, PNG images as base64, or is_error with the reason in text. Each call is answered once. Example: {"host": "H-1.…", "call": 12, "text": "3 notes", "structured": {"notes": []}}',
    input: {
      host: HOST,
      call: integer('`call` of tool_host_poll.', { minimum: 1 }),
      text: text('The result as text; made from "structured" where it is left out.'),
      structured: anyObject('The result as data.'),
      images: list({ type: 'string' }, 'PNG images, base64.', { maxItems: 64 }),
      is_error: flag('The call failed; "text" says why, and what to do.', false),
    },
    required: ['host', 'call'],
    output: {},
    refused: ({ host, call }, caller, problem) => {
      const mine = typeof host === 'string' ? pollHost(parts.hosts, host, caller) : undefined;
      if (mine?.ok !== true || typeof call !== 'number') return;
      const tool = mine.value.host.toolOf(call);
      if (tool !== undefined)
        mine.value.host.answer(call, unusableResult(tool, problem.replace(/\.$/, ''), REPLY_HINT));
    },
    run: (args, { caller }) => {
      const mine = pollHost(parts.hosts, requiredText(args, 'host'), caller);
      if (!mine.ok) return failureResult(mine.error);
      const { host } = mine.value;
      const call = optionalNumber(args, 'call') ?? 0;
      const { text: said, structured, images, is_error } = args;
      const result = resultOfReply(host.toolOf(call) ?? '', { text: said, structured, images, is_error });
      const answered = parts.hosts.answer(host, call, result);
      if (!answered.ok) return failureResult(answered.error);
      return jsonResult({}, `Answered call ${call}.`);
    },
  });
}

function unregisterTool(parts: PollParts): ToolDefinition {
  return hostTool({
    name: 'tool_host_unregister',
    title: 'Stop serving tools',
    description:
      'Stops serving the tools of a host: they disappear, and calls that wait for it fail. A host that stops polling is dropped by itself after its ttl_seconds. Example: {"host": "H-1.…"}',
    input: { host: HOST },
    required: ['host'],
    output: {},
    effect: 'project',
    destructive: true,
    run: (args, { caller }) => {
      const given = requiredText(args, 'host');
      const mine = parts.hosts.find(given, caller);
      // A person may send away any host, by the name that lists have for it.
      const shown =
        caller.kind === 'human' ? parts.hosts.list().find((host) => host.facts.id === given) : undefined;
      const host = mine.ok ? mine.value : shown;
      if (host === undefined) return mine.ok ? jsonResult({}) : failureResult(mine.error);
      const tools = [...host.tools];
      parts.hosts.leave(host, 'unregistered');
      return jsonResult(
        {},
        `${host.facts.id} is gone, and so ${tools.length === 1 ? 'is' : 'are'} ${tools.join(', ')}.`,
      );
    },
  });
}

function listTool({ hosts, events }: PollParts): ToolDefinition {
  return hostTool({
    name: 'tool_host_list',
    title: 'List tool hosts',
    description:
      'Which processes serve tools of this project: each host with its label, owner, tools, calls queued, in flight and served, and the seconds since its last poll; and the cursor range of events_poll.',
    output: {
      hosts: list(
        anyObject(
          '{id, label?, owner, transport, tools, queued, in_flight, served, seconds_since_poll?, host?}; `host` only of your own.',
        ),
        'In the order in which they came.',
      ),
      events: anyObject('{oldest, last_seq, next}: events_poll starts at `next` for what comes from now on.'),
    },
    run: (_args, { caller }) => {
      const found = hosts.list().map((host) => hostJson(host, caller));
      const { oldest, last } = events.read({ since: 0, limit: 1 });
      const lines = hosts
        .list()
        .map(
          (host) =>
            `${host.facts.id} ${host.name}: ${[...host.tools].join(', ')}; ${count(host.served, 'call')} served`,
        );
      return jsonResult(
        { hosts: found, events: { oldest, last_seq: last, next: last } },
        lines.length === 0 ? 'No process serves tools now.' : lines.join('\n'),
      );
    },
  });
}

function hostJson(host: Host, caller: Caller): JsonObject {
  const { facts, channel, owner } = host;
  const queue = channel instanceof PollQueue ? channel : undefined;
  const own = owner.session !== undefined && owner.session === caller.session;
  return {
    id: facts.id,
    ...(facts.label === undefined ? {} : { label: facts.label }),
    owner: facts.owner,
    transport: facts.transport,
    tools: [...host.tools].sort(),
    queued: queue?.queued ?? 0,
    in_flight: queue?.inFlight ?? host.waiting,
    served: host.served,
    ...(queue === undefined ? {} : { seconds_since_poll: Math.round(queue.secondsSincePoll * 10) / 10 }),
    ...(own ? { host: host.secret } : {}),
  };
}

/** A host that polls. Errors: `not_found`. */
function pollHost(
  hosts: Hosts,
  secret: string,
  caller: Caller,
): Outcome<{ readonly host: Host; readonly queue: PollQueue }> {
  const found = hosts.find(secret, caller);
  if (!found.ok) return found;
  const { channel } = found.value;
  if (channel instanceof PollQueue) return succeed({ host: found.value, queue: channel });
  return fail(
    'not_found',
    'This host does not poll: its calls come on its connection.',
    'tool_host_register makes a host that polls.',
  );
}
