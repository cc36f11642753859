/**
 * `node bench/run.mjs mcp [--json] [--rounds N] [--only socket,http,http2,events,hosted]`: what a call costs that comes in as MCP, beside the reference server and a bare server of
 * the SDK, in the same run and with the same client; how soon events arrive; and what a hosted tool's round trip takes. Slow is
 * no failure: the figures are for whoever reads them. See docs/mcp-speed.md.
 */
import { rounded } from '../wander/clock';
import { serveBare } from './bare';
import { overHttp1, overHttp2, overSocket, type CallingClient, type Echo } from './clients';
import { eventTimes } from './events';
import { serveFloor } from './floor';
import { hostedTimes } from './hosted';
import { inTurns } from './rounds';
import { startServers } from './servers';

const [part, ...rest] = process.argv.slice(2);
const option = (name: string): string | undefined => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
};

const ECHO = {
  name: 'echo',
  description: 'Gives back the message that it is given. Example: {"message": "hello"}',
  input_schema: {
    type: 'object',
    properties: { message: { type: 'string', description: 'Message to echo' } },
    required: ['message'],
    additionalProperties: false,
  },
  capabilities: { mutate: false },
  wander: 'fn run(args)\n  return "Echo: {args.message}"\nend\n',
};

/** Parts of the bench, in the order in which they run. */
const PARTS = ['socket', 'http', 'http2', 'events', 'hosted'] as const;

async function measure(rounds: number, parts: readonly string[]): Promise<Record<string, number>> {
  const servers = await startServers();
  const open: CallingClient[] = [];
  const at = async (client: Promise<CallingClient>, tool: string): Promise<Echo> => {
    open.push(await client);
    return { client: await client, tool };
  };
  const { ours, everything, bare, floor } = servers;
  const [tool, theirs] = ['user_echo', 'echo'];
  const measurements: Record<(typeof PARTS)[number], () => Promise<Record<string, number>>> = {
    socket: async () => {
      const times = await inTurns(
        {
          ours: await at(overSocket(ours.socket), tool),
          bare: await at(overSocket(bare), theirs),
          oursModern: await at(overSocket(ours.socket, true), tool),
          bareModern: await at(overSocket(bare, true), theirs),
        },
        { rounds: rounds * 2, sequential: 300, together: 500 },
      );
      return {
        socket_p50_vs_bare_sdk: times.ours.p50 / times.bare.p50,
        socket_throughput_vs_bare_sdk: times.ours.perSecond / times.bare.perSecond,
        socket_p50_ms: times.ours.p50,
        socket_bare_p50_ms: times.bare.p50,
        socket_modern_p50_vs_bare_sdk: times.oursModern.p50 / times.bareModern.p50,
      };
    },
    http: async () => {
      const times = await inTurns(
        {
          ours: await at(overHttp1(ours.http), tool),
          reference: await at(overHttp1(everything), theirs),
          floor: await at(overHttp1(floor), theirs),
        },
        { rounds, sequential: 150, together: 400 },
      );
      return {
        http_p50_vs_reference: times.ours.p50 / times.reference.p50,
        http_throughput_vs_reference: times.ours.perSecond / times.reference.perSecond,
        http_throughput_vs_floor: times.ours.perSecond / times.floor.perSecond,
        http_floor_throughput_vs_reference: times.floor.perSecond / times.reference.perSecond,
        http_p50_ms: times.ours.p50,
        http_reference_p50_ms: times.reference.p50,
        http_per_second: times.ours.perSecond,
        http_reference_per_second: times.reference.perSecond,
      };
    },
    http2: async () => {
      const times = await inTurns(
        {
          ours: await at(overHttp2(ours.http, false), tool),
          reference: await at(overHttp2(everything, false), theirs),
          oursModern: await at(overHttp2(ours.http, true), tool),
        },
        { rounds, sequential: 150, together: 300 },
      );
      return {
        http_client2_p50_vs_reference: times.ours.p50 / times.reference.p50,
        http_client2_throughput_vs_reference: times.ours.perSecond / times.reference.perSecond,
        http_modern_p50_vs_reference: times.oursModern.p50 / times.reference.p50,
        http_modern_throughput_vs_reference: times.oursModern.perSecond / times.reference.perSecond,
      };
    },
    events: async () => {
      const times = await eventTimes(ours.socket, tool, 6);
      return {
        event_p95_ms: times.p95,
        event_p50_ms: times.p50,
        event_from_call_p95_ms: times.fromCallP95,
        events_per_second: times.perSecond,
      };
    },
    hosted: async (): Promise<Record<string, number>> => {
      const times = await hostedTimes(ours.socket, rounds);
      return times ? { hosted_p50_ms: times.p50, hosted_per_second: times.perSecond } : {};
    },
  };
  try {
    const { client } = await at(overSocket(ours.socket), 'tool_define');
    await client.call('tool_define', ECHO);
    const figures: Record<string, number> = {};
    for (const part of PARTS) if (parts.includes(part)) Object.assign(figures, await measurements[part]());
    return figures;
  } finally {
    for (const client of open) await client.close().catch(() => undefined);
    await servers.stop();
  }
}

if (part === 'skywalker') {
  // The command as it ships, with what follows as its words.
  process.argv.splice(2, 1);
  await import('../../src-main/cli/main');
} else if (part === 'bare') serveBare(rest[0] ?? '');
else if (part === 'floor') serveFloor();
else {
  // The client's fetch listens to one signal with each request, and says so; it is no news here.
  process.removeAllListeners('warning');
  const figures = await measure(Number(option('rounds') ?? 7), option('only')?.split(',') ?? PARTS);
  const all = Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, rounded(value)]));
  console.log(JSON.stringify(all, null, process.argv.includes('--json') ? 0 : 2));
  process.exit();
}
