import { expect, test } from 'vitest';
import { clientConfiguration } from './client-configuration';

const endpoint = { url: 'http://127.0.0.1:7777/mcp', token: 'abc123', socket: '/tmp/s.sock' };

test('each client gets what it reads, with address and token', () => {
  expect(clientConfiguration('claude', endpoint)).toBe(
    'claude mcp add --transport http skywalker http://127.0.0.1:7777/mcp --header "Authorization: Bearer abc123"',
  );
  expect(clientConfiguration('codex', endpoint)).toBe(
    '[mcp_servers.skywalker]\nurl = "http://127.0.0.1:7777/mcp"\nhttp_headers = { Authorization = "Bearer abc123" }',
  );
  expect(JSON.parse(clientConfiguration('gemini', endpoint))).toEqual({
    mcpServers: { skywalker: { httpUrl: endpoint.url, headers: { Authorization: 'Bearer abc123' } } },
  });
  expect(JSON.parse(clientConfiguration('cursor', endpoint))).toEqual({
    mcpServers: { skywalker: { url: endpoint.url, headers: { Authorization: 'Bearer abc123' } } },
  });
  expect(JSON.parse(clientConfiguration('generic', endpoint))).toEqual({
    url: endpoint.url,
    headers: { Authorization: 'Bearer abc123' },
    socket: endpoint.socket,
  });
});
