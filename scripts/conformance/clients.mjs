/** Clients that people use, each as a process of its own: the MCP Inspector's command line, and mcp-remote. */
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../setup.mjs';
import { output } from './runner.mjs';
import { skywalker } from './servers.mjs';

const packages = join(root, 'conformance', 'node_modules');
const inspector = join(
  packages,
  '@modelcontextprotocol',
  'inspector',
  'clients',
  'launcher',
  'build',
  'index.js',
);

/** What is asked over each way, and what has to be in the answer. */
const QUESTIONS = [
  {
    name: 'calls a tool',
    args: ['--method', 'tools/call', '--tool-name', 'scene_overview'],
    fits: ({ structuredContent, isError }) => isError !== true && structuredContent?.count === 4,
  },
  {
    name: 'lists the tools, finds nothing wrong with their schemas and no fixture among them',
    args: ['--method', 'tools/list', '--strict'],
    fits: ({ tools }) =>
      tools.some((tool) => tool.name === 'entity_create' && tool.title !== undefined) &&
      !tools.some((tool) => tool.name.startsWith('test_')),
  },
  {
    name: 'reads a resource',
    args: ['--method', 'resources/read', '--uri', 'skywalker://tools/scene_overview'],
    fits: ({ contents }) => JSON.parse(contents[0].text).name === 'scene_overview',
  },
  {
    name: 'gets a prompt',
    args: ['--method', 'prompts/get', '--prompt-name', 'define_tool', '--prompt-args', 'task=count trees'],
    fits: ({ messages }) => messages[0].content.text.includes('count trees'),
  },
];

/** Checks of the Inspector: both lifecycles, over HTTP and standard streams. Each is `{name, run}`; `run` throws. */
export function inspectorChecks(node, place, server) {
  const idle = place.project('inspected');
  const home = join(place.folder, 'inspector');
  mkdirSync(home);
  const ways = {
    HTTP: [server.url, '--transport', 'http', '--header', `Authorization: Bearer ${server.token}`],
    stdio: [
      process.execPath,
      skywalker,
      'mcp',
      '--project',
      idle,
      '-e',
      `SKYWALKER_HOME=${place.env.SKYWALKER_HOME}`,
    ],
  };
  return Object.entries(ways).flatMap(([way, target]) =>
    ['legacy', 'modern'].flatMap((era) =>
      // One call shows that a way works; the rest is asked where it is quickest.
      (way === 'HTTP' ? QUESTIONS : QUESTIONS.slice(0, 1)).map(({ name, args, fits }) => ({
        name: `Inspector over ${way}, ${era}: ${name}`,
        run: async () => {
          const command = [
            inspector,
            '--cli',
            ...target,
            '--protocol-era',
            era,
            '--format',
            'json',
            '-q',
            ...args,
          ];
          const { code, out, err } = await output(node, command, { env: { ...place.env, HOME: home } });
          if (code !== 0) throw new Error(`exit code ${code}: ${err.slice(-1000)}`);
          const answer = JSON.parse(out);
          if (!fits(answer.result ?? answer)) throw new Error(`it answered ${out.slice(0, 1000)}`);
        },
      })),
    ),
  );
}

/** mcp-remote makes our port a server on standard streams for clients that know nothing else. */
export function remoteChecks(node, place, server) {
  return [
    {
      name: 'mcp-remote: a client on its standard streams calls a tool',
      run: async () => {
        const header = `Authorization:Bearer ${server.token}`;
        const client = new Client({ name: 'behind-mcp-remote', version: '1' }, { capabilities: {} });
        await client.connect(
          new StdioClientTransport({
            command: node,
            args: [
              join(packages, 'mcp-remote', 'dist', 'proxy.js'),
              server.url,
              '--allow-http',
              '--transport',
              'http-only',
              '--header',
              header,
            ],
            env: { ...place.env, MCP_REMOTE_CONFIG_DIR: join(place.folder, 'mcp-remote') },
            stderr: 'ignore',
          }),
        );
        try {
          const { structuredContent } = await client.callTool({ name: 'scene_overview', arguments: {} });
          if (structuredContent?.count !== 4)
            throw new Error(`it answered ${JSON.stringify(structuredContent)}`);
        } finally {
          await client.close();
        }
      },
    },
  ];
}
