/** Clients that serve tools: they register one, fetch calls and answer them, and are cut off in the middle of that. */
import type { Answer, Way } from './ways';

/** How one connection of a host ended: it did all it should, or was cut off in a call of this tool. */
export type Served = { readonly ended: 'done' } | { readonly ended: 'killed'; readonly during: string };

export interface Hosting {
  readonly slot: number;
  /** The host of an earlier connection, which goes on. */
  host?: string;
  /** Calls that are still to be answered to this client. */
  left: number;
  /** Called after each answer. */
  answered(host?: string): void;
  wrong(what: string): void;
  /** Makes a call; undefined where the connection was cut off in it, on purpose. */
  call(way: Way, tool: string, args: object): Promise<Answer | undefined>;
  /** The same with another method. */
  ask(way: Way, method: string, params: object): Promise<Answer | undefined>;
}

/** What the tool of a host answers. */
export function hostedAnswer(slot: number, word: string): string {
  return `Host ${slot} has ${word}`;
}

export function hostedTool(slot: number): string {
  return `py_churn_${slot}`;
}

function toolOf(slot: number): object {
  return {
    name: `churn_${slot}`,
    description: 'Says a word again. Example: {"word": "door"}',
    input_schema: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] },
    limits: { timeout_ms: 5_000 },
  };
}

/** Fetches calls and answers them. */
export async function serveByPolls(way: Way, hosting: Hosting, calls: number): Promise<Served> {
  const { slot } = hosting;
  const registration = {
    ...(hosting.host === undefined ? {} : { host: hosting.host }),
    label: `Churn ${slot}`,
    ttl_seconds: 30,
    replace: true,
    tools: [toolOf(slot)],
  };
  const during = (tool: string): Served => ({ ended: 'killed', during: tool });
  const registered = await hosting.call(way, 'tool_host_register', registration);
  if (!registered) return during('tool_host_register');
  const host = structuredOf(registered)?.['host'];
  if (typeof host !== 'string') {
    // It was dropped after its ttl: the next connection registers anew.
    delete hosting.host;
    if (!JSON.stringify(registered).includes('not_found'))
      hosting.wrong(`registered without a host: ${JSON.stringify(registered).slice(0, 300)}`);
    return { ended: 'done' };
  }
  hosting.host = host;
  for (let done = 0; done < calls && hosting.left > 0; done += 1) {
    const polled = await hosting.call(way, 'tool_host_poll', { host, wait_ms: 300, max: 4 });
    if (!polled) return during('tool_host_poll');
    for (const { call, args } of callsIn(polled)) {
      const reply = { host, call, text: hostedAnswer(slot, String(args['word'])) };
      if (!(await hosting.call(way, 'tool_host_reply', reply))) return during('tool_host_reply');
      hosting.answered(host);
    }
    hosting.answered(host);
  }
  if (hosting.left > 0) return { ended: 'done' };
  if (!(await hosting.call(way, 'tool_host_unregister', { host }))) return during('tool_host_unregister');
  delete hosting.host;
  return { ended: 'done' };
}

/** Answers what it is asked on its own connection, and makes calls meanwhile. */
export async function serveOnConnection(way: Way, hosting: Hosting, calls: number): Promise<Served> {
  const { slot } = hosting;
  way.serve?.((params) => {
    const { arguments: args } = params as { readonly arguments?: { readonly word?: unknown } };
    return { content: [{ type: 'text', text: hostedAnswer(slot, String(args?.word)) }] };
  });
  const registration = { namespace: 'py', replace: true, tools: [toolOf(slot)] };
  const registered = await hosting.ask(way, 'skywalker/tools/register', registration);
  if (!registered) return { ended: 'killed', during: 'skywalker/tools/register' };
  const { result } = registered as {
    readonly result?: { readonly tools?: readonly { readonly name: string }[] };
  };
  if (result?.tools?.[0]?.name !== hostedTool(slot))
    hosting.wrong(`not registered: ${JSON.stringify(registered).slice(0, 300)}`);
  for (let done = 0; done < calls && hosting.left > 0; done += 1) {
    const tool = 'events_poll';
    const polled = await hosting.call(way, tool, { since: 0, types: ['log.never'], wait_ms: 30 });
    if (!polled) return { ended: 'killed', during: tool };
    hosting.answered();
  }
  return { ended: 'done' };
}

interface Fetched {
  readonly call: number;
  readonly args: Readonly<Record<string, unknown>>;
}

function callsIn(answer: Answer): readonly Fetched[] {
  const calls = structuredOf(answer)?.['calls'];
  return Array.isArray(calls) ? (calls as readonly Fetched[]) : [];
}

function structuredOf({ result }: Answer): Readonly<Record<string, unknown>> | undefined {
  return (result as { readonly structuredContent?: Readonly<Record<string, unknown>> } | undefined)
    ?.structuredContent;
}
