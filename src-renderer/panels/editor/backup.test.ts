import { expect, test } from 'vitest';
import { parseBackups, withBackup } from './backup';

const one = { text: 'let a = 1', baseRevision: 'r1', at: 1000 };

test('unsaved text comes back as it was stored', () => {
  const stored: unknown = JSON.parse(
    JSON.stringify(Object.fromEntries(withBackup(new Map(), 'tools/a.wander', one))),
  );
  expect(parseBackups(stored)).toEqual(new Map([['tools/a.wander', one]]));
});

test('entries that are no backups are dropped, the others stay', () => {
  expect(parseBackups({ a: 3, b: { text: 'x' }, c: { text: 'y', at: 5 } })).toEqual(
    new Map([['c', { text: 'y', baseRevision: null, at: 5 }]]),
  );
  expect(parseBackups('x')).toBeUndefined();
});

test('saving a file removes its backup, and a text above a megabyte is not kept', () => {
  const kept = withBackup(new Map(), 'a', one);
  expect(withBackup(kept, 'a', undefined).size).toBe(0);
  expect(withBackup(kept, 'b', { ...one, text: 'x'.repeat(1024 * 1024 + 1) }).has('b')).toBe(false);
});
