/** Calls for a client that can't be reached just now. */
import { ProtocolError } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';
import type { HostedCall } from '../../engine/hosts/types';
import { Reach } from './reach';
import { RequestChannel } from './request-channel';

const call = (number: number): HostedCall => ({
  call: number,
  callId: `c${number}:secret`,
  tool: 'ext_recall',
  args: {},
  actor: 'mcp:caller',
  timeoutMs: 30_000,
  deadline: 30_000,
  dryRun: false,
  depth: 0,
});

test('a call waits until the client has a stream, and one that is over by then is not sent', async () => {
  const sent: unknown[] = [];
  const answered: unknown[] = [];
  const server = {
    request: (request: { readonly params?: object }) => {
      sent.push(request.params);
      return Promise.resolve({ content: [{ type: 'text', text: 'here' }] });
    },
    notification: () => Promise.resolve(),
  };
  const reach = new Reach(false);
  const channel = new RequestChannel(server, reach, ({ call: number }, result) =>
    answered.push([number, result]),
  );
  channel.deliver(call(1));
  channel.deliver(call(2));
  channel.withdraw(1, 'timeout');
  expect(sent).toEqual([]);
  reach.set(true);
  expect(sent).toMatchObject([
    { name: 'ext_recall', call_id: 'c2:secret', timeout_ms: 30_000, dry_run: false },
  ]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(answered).toEqual([[2, { ok: true, text: 'here' }]]);
});

test('what the connection itself fails with is no answer of the host: who is gone is told so by its leaving', async () => {
  const answered: unknown[] = [];
  const failures = [new Error('Not connected'), new ProtocolError(-32000, 'The well is dry.')];
  const server = {
    request: () => Promise.reject(failures.shift() ?? new Error()),
    notification: () => Promise.resolve(),
  };
  const channel = new RequestChannel(server, new Reach(true), ({ call: number }, result) =>
    answered.push([number, result]),
  );
  channel.deliver(call(1));
  channel.deliver(call(2));
  await new Promise((resolve) => setImmediate(resolve));
  expect(answered).toMatchObject([[2, { ok: false, error: { code: 'tool_failed' } }]]);
});
