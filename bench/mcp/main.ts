/**
 * `node bench/run.mjs mcp [--json] [--rounds N] [--only socket,http,http2,events,hosted]`: what a call costs that comes in as MCP, beside the reference server and a bare server of
 * the SDK, in the same run and with the same client; how soon events arrive; and what a hosted tool's round trip takes. Slow is
 * no failure: the figures are for whoever reads them. See docs/mcp-speed.md.
 */
import { rounded } from '../wander/clock';
import { serveBare } from './bare';
import { connect, overSocket, type CallingClient, type Destination, type Echo } from './clients';
import { Crowd, workAsClients, type Work } from './crowd';
import { eventTimes } from './events';
import { serveFloor } from './floor';
import { hostedTimes } from './hosted';
import { inTurns, ofEach, oneByOne, perSecond } from './rounds';
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
  const crowds: Crowd<string>[] = [];
  const opened = (echo: Echo): Echo => {
    open.push(echo.client);
    return echo;
  };
  const { ours, everything, bare, floor } = servers;
  const [tool, theirs] = ['user_echo', 'echo'];
  const onSocket = async (path: string, name: string, modern = false): Promise<Echo> =>
    opened({ client: await overSocket(path, modern), tool: name });
  const http = async <Name extends string>(
    destinations: Readonly<Record<Name, Destination>>,
    calls: number,
  ): Promise<
    Record<'p50' | 'alone' | 'perSecond', Record<Name, number>> & { readonly work: Record<Name, Work> }
  > => {
    const echoes = {} as Record<Name, Echo>;
    for (const name of Object.keys(destinations) as Name[])
      echoes[name] = opened(await connect(destinations[name]));
    const crowd = await Crowd.start(destinations);
    crowds.push(crowd);
    const p50 = await inTurns(
      rounds,
      ofEach(echoes, (echo) => oneByOne(echo, 150)),
    );
    const alone = await inTurns(
      rounds,
      ofEach(echoes, (echo) => perSecond(echo, calls)),
    );
    const together = await inTurns(
      rounds,
      ofEach(destinations, (_, name) => crowd.perSecond(name, calls * 2)),
    );
    const work = {} as Record<Name, Work>;
    for (const name of Object.keys(destinations) as Name[]) work[name] = crowd.workOf(name);
    return { p50, alone, perSecond: together, work };
  };
  /** Calls a second that the servers give one process with the leanest of the clients. */
  const serverAlone = async (): Promise<Record<'ours' | 'reference' | 'floor', number>> => {
    const destinations = {
      ours: { place: ours.http, tool, client: 'lean' },
      reference: { place: everything, tool: theirs, client: 'lean' },
      floor: { place: floor, tool: theirs, client: 'lean' },
    } as const;
    const crowd = await Crowd.start(destinations, 1);
    crowds.push(crowd);
    return inTurns(
      rounds,
      ofEach(destinations, (_, name) => crowd.perSecond(name, 1600)),
    );
  };
  const measurements: Record<(typeof PARTS)[number], () => Promise<Record<string, number>>> = {
    socket: async () => {
      const echoes = {
        ours: await onSocket(ours.socket, tool),
        bare: await onSocket(bare, theirs),
        oursModern: await onSocket(ours.socket, tool, true),
        bareModern: await onSocket(bare, theirs, true),
      };
      const p50 = await inTurns(
        rounds * 2,
        ofEach(echoes, (echo) => oneByOne(echo, 300)),
      );
      const alone = await inTurns(
        rounds * 2,
        ofEach({ ours: echoes.ours, bare: echoes.bare }, (echo) => perSecond(echo, 500)),
      );
      return {
        socket_p50_vs_bare_sdk: p50.ours / p50.bare,
        socket_one_process_throughput_vs_bare_sdk: alone.ours / alone.bare,
        socket_p50_ms: p50.ours,
        socket_bare_p50_ms: p50.bare,
        socket_modern_p50_vs_bare_sdk: p50.oursModern / p50.bareModern,
      };
    },
    http: async () => {
      const { p50, alone, perSecond, work } = await http(
        {
          ours: { place: ours.http, tool, client: 1 },
          reference: { place: everything, tool: theirs, client: 1 },
          floor: { place: floor, tool: theirs, client: 1 },
        },
        400,
      );
      const server = await serverAlone();
      return {
        http_p50_vs_reference: p50.ours / p50.reference,
        http_throughput_vs_reference: perSecond.ours / perSecond.reference,
        http_throughput_vs_floor: perSecond.ours / perSecond.floor,
        http_floor_throughput_vs_reference: perSecond.floor / perSecond.reference,
        http_one_process_throughput_vs_reference: alone.ours / alone.reference,
        http_one_process_throughput_vs_floor: alone.ours / alone.floor,
        http_one_process_floor_throughput_vs_reference: alone.floor / alone.reference,
        http_p50_ms: p50.ours,
        http_reference_p50_ms: p50.reference,
        http_per_second: perSecond.ours,
        http_reference_per_second: perSecond.reference,
        http_one_process_per_second: alone.ours,
        http_one_process_reference_per_second: alone.reference,
        http_core_ms: work.ours.ofServer,
        http_reference_core_ms: work.reference.ofServer,
        http_floor_core_ms: work.floor.ofServer,
        http_client_core_ms: work.ours.ofClient,
        http_client_of_reference_core_ms: work.reference.ofClient,
        http_client_of_floor_core_ms: work.floor.ofClient,
        http_server_throughput_vs_reference: server.ours / server.reference,
        http_server_throughput_vs_floor: server.ours / server.floor,
        http_server_floor_throughput_vs_reference: server.floor / server.reference,
        http_server_per_second: server.ours,
        http_server_reference_per_second: server.reference,
      };
    },
    http2: async () => {
      const { p50, alone, perSecond } = await http(
        {
          ours: { place: ours.http, tool, client: 2 },
          reference: { place: everything, tool: theirs, client: 2 },
          oursModern: { place: ours.http, tool, client: 'modern' },
        },
        300,
      );
      return {
        http_client2_p50_vs_reference: p50.ours / p50.reference,
        http_client2_throughput_vs_reference: perSecond.ours / perSecond.reference,
        http_client2_one_process_throughput_vs_reference: alone.ours / alone.reference,
        http_modern_p50_vs_reference: p50.oursModern / p50.reference,
        http_modern_throughput_vs_reference: perSecond.oursModern / perSecond.reference,
        http_modern_one_process_throughput_vs_reference: alone.oursModern / alone.reference,
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
    const { client } = await onSocket(ours.socket, 'tool_define');
    await client.call('tool_define', ECHO);
    const figures: Record<string, number> = {};
    for (const part of PARTS) if (parts.includes(part)) Object.assign(figures, await measurements[part]());
    return figures;
  } finally {
    for (const crowd of crowds) await crowd.stop();
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
else if (part === 'clients') await workAsClients(rest[0] ?? '');
else {
  // The client's fetch listens to one signal with each request, and says so; it is no news here.
  process.removeAllListeners('warning');
  const figures = await measure(Number(option('rounds') ?? 7), option('only')?.split(',') ?? PARTS);
  const all = Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, rounded(value)]));
  console.log(JSON.stringify(all, null, process.argv.includes('--json') ? 0 : 2));
  process.exit();
}
