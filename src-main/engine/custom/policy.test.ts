import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Capabilities } from '../tools/definition';
import { isLooser, POLICIES, resolveStatus, type StatusInput, type Verdict } from './policy';
import type { Policy } from './types';

const READS: Capabilities = {
  read_scene: true,
  mutate: false,
  calls: [],
  files: { read: ['data/'], write: [] },
  network: false,
};
const EDITS: Capabilities = { ...READS, mutate: true };
const WRITES: Capabilities = { ...READS, files: { read: [], write: ['data/'] } };
const REACHES: Capabilities = { ...READS, network: true };
const NONE: Verdict = { kind: 'none' };
const APPROVED: Verdict = { kind: 'approved', by: 'user', at: '2026-01-01T00:00:00.000Z' };

function status(
  policy: Policy,
  capabilities: Capabilities,
  verdict: Verdict,
  more: Partial<StatusInput> = {},
) {
  return resolveStatus({ name: 'user_x', policy, capabilities, enabled: true, verdict, ...more }).status;
}

test('the table of policies: who runs at once and who needs approval', () => {
  for (const capabilities of [READS, EDITS, WRITES, REACHES]) {
    expect(status('off', capabilities, APPROVED)).toBe('policy_off');
    expect(status('ask', capabilities, NONE)).toBe('pending_approval');
    expect(status('ask', capabilities, APPROVED)).toBe('active');
    expect(status('auto', capabilities, APPROVED)).toBe('active');
    expect(status('trust', capabilities, NONE)).toBe('active');
  }
  expect(status('auto', READS, NONE)).toBe('active');
  for (const capabilities of [EDITS, WRITES, REACHES])
    expect(status('auto', capabilities, NONE)).toBe('pending_approval');
});

test('a rejection holds under every policy, also where the tool only reads', () => {
  const rejected: Verdict = { kind: 'rejected', by: 'user', at: '', reason: 'too broad' };
  for (const policy of ['ask', 'auto', 'trust'] as const)
    expect(status(policy, READS, rejected)).toBe('rejected');
  const { refusal } = resolveStatus({
    name: 'user_x',
    policy: 'auto',
    capabilities: READS,
    enabled: true,
    verdict: rejected,
  });
  expect(refusal).toMatchObject({ code: 'tool_rejected', message: 'user_x was rejected by user: too broad' });
});

test('what is broken or turned off does not run, whatever was approved', () => {
  expect(status('trust', READS, APPROVED, { problem: 'line 3: end is missing' })).toBe('invalid');
  expect(status('trust', READS, APPROVED, { enabled: false })).toBe('disabled');
  expect(status('trust', READS, APPROVED, { offline: true })).toBe('offline');
});

test('S-56: the refusal of a pending tool says why, what to tell the person, and to call again', () => {
  const { refusal } = resolveStatus({
    name: 'user_x',
    policy: 'auto',
    capabilities: EDITS,
    enabled: true,
    verdict: NONE,
  });
  expect(refusal?.code).toBe('approval_required');
  expect(refusal?.message).toContain('it edits the scene');
  expect(refusal?.hint).toContain('Studio > Tools');
  expect(refusal?.hint).toContain('skywalker approve user_x');
  expect(refusal?.hint).toContain('call user_x again once it is approved');
});

test('everything that is not active has a reason and a refusal, and stricter policies never let more run', () => {
  const input = fc.record({
    capabilities: fc.constantFrom(READS, EDITS, WRITES, REACHES),
    enabled: fc.boolean(),
    verdict: fc.constantFrom<Verdict>(NONE, APPROVED, { kind: 'rejected', by: 'cli', at: '' }),
    problem: fc.option(fc.constant('broken'), { nil: undefined }),
  });
  fc.assert(
    fc.property(input, (rest) => {
      const active = POLICIES.map((policy) => {
        const resolved = resolveStatus({ name: 'user_x', policy, ...rest });
        expect(resolved.refusal === undefined).toBe(resolved.status === 'active');
        expect(resolved.reason === undefined).toBe(resolved.status === 'active');
        return resolved.status === 'active';
      });
      expect(active).toEqual([...active].sort());
    }),
  );
  expect(isLooser('trust', 'auto')).toBe(true);
  expect(isLooser('ask', 'auto')).toBe(false);
});
