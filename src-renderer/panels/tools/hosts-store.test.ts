import { expect, test } from 'vitest';
import { heardWords, readHosts } from './hosts-store';

test('hosts are read as the engine lists them; what is none is left out', () => {
  const [host, ...others] = readHosts({
    hosts: [
      {
        id: 'H-1',
        label: 'Team memory',
        owner: 'socket:memory',
        transport: 'poll',
        tools: ['py_recall'],
        queued: 1,
        in_flight: 2,
        served: 3,
        seconds_since_poll: 4.4,
      },
      { label: 'no id' },
      7,
    ],
  });
  expect(others).toEqual([]);
  expect(host).toEqual({
    id: 'H-1',
    label: 'Team memory',
    owner: 'socket:memory',
    transport: 'poll',
    tools: ['py_recall'],
    queued: 1,
    inFlight: 2,
    served: 3,
    secondsSincePoll: 4.4,
  });
});

test('when a host was heard of last is told in words', () => {
  const [host] = readHosts({ hosts: [{ id: 'H-1', transport: 'poll', seconds_since_poll: 4.4 }] });
  if (host === undefined) throw new Error('no host');
  expect(heardWords(host)).toBe('4 s ago');
  expect(heardWords({ ...host, secondsSincePoll: 0.2 })).toBe('now');
  expect(heardWords({ ...host, secondsSincePoll: undefined })).toBe('not yet');
  expect(heardWords({ ...host, transport: 'connection' })).toBe('connected');
});
