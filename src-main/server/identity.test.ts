import { expect, test } from 'vitest';
import { actorOfClient } from './identity';

test('a client is called what it calls itself, in plain characters', () => {
  expect(actorOfClient('claude-code')).toBe('mcp:claude-code');
  expect(actorOfClient('My Client (1)')).toBe('mcp:My-Client-1');
  expect(actorOfClient('')).toBe('mcp:unnamed');
});

test('a client can not call itself a person', () => {
  expect(actorOfClient('user')).toBe('mcp:client-user');
  expect(actorOfClient('agent/nimbus')).toBe('mcp:client-agent/nimbus');
});

test('however long its name, the agent that it speaks for stays', () => {
  expect(actorOfClient(`${'a'.repeat(80)}/nimbus`)).toBe(`mcp:${'a'.repeat(64)}/nimbus`);
  expect(actorOfClient(`${'a'.repeat(5_000)}/nimbus`)).toBe(`mcp:${'a'.repeat(64)}/nimbus`);
  expect(actorOfClient('x'.repeat(80))).toBe(`mcp:${'x'.repeat(64)}`);
});
