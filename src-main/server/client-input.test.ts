/** Tools that ask the client, over every transport and in both lifecycles. */
import type { Client as ClientV2 } from '@modelcontextprotocol/client';
import type { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { answersTo, needInput, NO_INPUT, type InputRequest } from '../engine/tools/client-input';
import { startServer, type ServerHandle } from './host';
import { clientV1, clientV2, WAYS, type Way } from './testkit/clients';
import { send, statelessRequest } from './testkit/raw-http';
import { newFolder, SmallEngine } from './testkit/small-engine';

const NAME: InputRequest = {
  kind: 'form',
  message: 'What is your name?',
  schema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
};
const ALL = {
  name: NAME,
  capital: { kind: 'completion', prompt: 'The capital of France?', maxTokens: 10 },
  folders: { kind: 'roots' },
} as const;

let server: ServerHandle;
let engine: SmallEngine;
const clients: { close(): Promise<void> }[] = [];

beforeEach(async () => {
  engine = new SmallEngine();
  engine.add('ask', (_args, { input = NO_INPUT }) => {
    const answers = answersTo(input, ALL);
    return answers === undefined ? needInput(ALL) : { ok: true, text: JSON.stringify(answers) };
  });
  engine.add('twice', (args, { input = NO_INPUT }) => {
    const first = answersTo(input, { first: NAME });
    if (first !== undefined)
      return needInput({ second: NAME }, { said: JSON.stringify(first.first), ...args });
    const second = answersTo(input, { second: NAME });
    if (second === undefined || input.state === undefined) return needInput({ first: NAME });
    return { ok: true, text: JSON.stringify([input.state, second.second]) };
  });
  server = await startServer({ engine, http: { port: 0 }, userFolder: newFolder() });
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  await server.close();
});

const CAPABILITIES = { elicitation: {}, sampling: {}, roots: {} };
const filledIn = { action: 'accept', content: { name: 'Ada' } } as const;
const said = {
  role: 'assistant',
  content: { type: 'text', text: 'Paris' },
  model: 'm',
} as const;
const folders = { roots: [{ uri: 'file:///work', name: 'Work' }] };

function prepareV1(client: ClientV1): void {
  client.setRequestHandler(ElicitRequestSchema, () => filledIn);
  client.setRequestHandler(CreateMessageRequestSchema, () => said);
  client.setRequestHandler(ListRootsRequestSchema, () => folders);
}

function prepareV2(client: ClientV2): void {
  client.setRequestHandler('elicitation/create', () => filledIn);
  client.setRequestHandler('sampling/createMessage', () => said);
  client.setRequestHandler('roots/list', () => folders);
}

type Connect = (way: Way, able: boolean) => Promise<ClientV1 | ClientV2>;
const kinds: [string, Connect][] = [
  [
    'v1 client',
    (way, able) => (able ? clientV1(server, way, 'v1', CAPABILITIES, prepareV1) : clientV1(server, way)),
  ],
  [
    'v2 client with a handshake',
    (way, able) =>
      able ? clientV2(server, way, false, 'v2', CAPABILITIES, prepareV2) : clientV2(server, way, false),
  ],
  [
    'stateless v2 client',
    (way, able) =>
      able ? clientV2(server, way, true, 'v2', CAPABILITIES, prepareV2) : clientV2(server, way, true),
  ],
];

describe.each(kinds)('%s', (kind, connect) => {
  const textOf = async (way: Way, tool: string, able = true): Promise<string> => {
    const client = await connect(way, able);
    clients.push(client);
    const { content } = (await client.callTool({ name: tool, arguments: {} })) as {
      content: { text: string }[];
    };
    return content[0]?.text ?? '';
  };

  test.each(WAYS)('is asked for a form, a text and folders, over %s', async (way) => {
    expect(JSON.parse(await textOf(way, 'ask'))).toEqual({
      name: { kind: 'form', action: 'accept', content: { name: 'Ada' } },
      capital: { kind: 'completion', text: 'Paris' },
      folders: { kind: 'roots', roots: [{ uri: 'file:///work', name: 'Work' }] },
    });
  });

  test.each(WAYS)('is asked twice, and the first answer is remembered, over %s', async (way) => {
    const answer = { kind: 'form', action: 'accept', content: { name: 'Ada' } };
    expect(JSON.parse(await textOf(way, 'twice'))).toEqual([{ said: JSON.stringify(answer) }, answer]);
  });

  test.each(WAYS)('that can not be asked is told so, over %s', async (way) => {
    const answer = textOf(way, 'ask', false);
    if (kind.startsWith('stateless')) await expect(answer).rejects.toMatchObject({ code: -32021 });
    else expect(await answer).toMatch(/did not declare/);
  });
});

/** What a raw stateless client that can be asked gets for a call. */
async function ask(tool: string, more: object, args: object = {}, name = 'raw'): Promise<Answer> {
  const params = { name: tool, arguments: args, ...more };
  const { headers, body } = statelessRequest(server.token, 1, 'tools/call', params, name);
  const able = JSON.parse(body) as { params: { _meta: Record<string, unknown> } };
  able.params._meta['io.modelcontextprotocol/clientCapabilities'] = CAPABILITIES;
  const answer = await send(Number(new URL(server.url).port), { headers, body: JSON.stringify(able) });
  return JSON.parse(answer.body) as Answer;
}

interface Answer {
  readonly result?: { readonly resultType: string; readonly requestState?: string };
  readonly error?: { readonly code: number; readonly message: string };
}

test('what is kept between two rounds can not be changed, and belongs to one request of one client', async () => {
  const { result } = await ask('twice', { inputResponses: { first: filledIn } }, { a: 1 });
  expect(result?.resultType).toBe('input_required');
  const { requestState = '' } = result ?? {};
  const second = { inputResponses: { second: filledIn }, requestState };
  expect((await ask('twice', second, { a: 1 })).result).toMatchObject({ resultType: 'complete' });
  const refused = [
    ask('twice', { ...second, requestState: `${requestState}x` }, { a: 1 }),
    ask('twice', { ...second, requestState: 'v1.bm9uc2Vuc2U.bm9uc2Vuc2U' }, { a: 1 }),
    ask('twice', second, { a: 2 }),
    ask('ask', second, { a: 1 }),
    ask('twice', second, { a: 1 }, 'another'),
  ];
  for (const answer of await Promise.all(refused)) expect(answer.error?.code).toBe(-32602);
});

test.each([
  ['a number', 12345],
  ['a request in place of an answer', { method: 'elicitation/create', result: filledIn }],
  ['a form of another shape', { action: 'accept', content: { name: 5 } }],
  ['an action that there is not', { action: 'maybe', content: { name: 'Ada' } }],
])('%s is no answer: the tool asks again', async (_what, response) => {
  expect((await ask('twice', { inputResponses: { first: response } })).result).toMatchObject({
    resultType: 'input_required',
    inputRequests: { first: { method: 'elicitation/create' } },
  });
});
