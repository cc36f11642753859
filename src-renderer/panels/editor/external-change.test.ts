import { expect, test } from 'vitest';
import { decideChange, resolveConflict, type DocumentFacts } from './external-change';

const clean: DocumentFacts = { baseRevision: 'r1', dirty: false, text: 'old', saving: false };
const disk = { exists: true, revision: 'r2', text: 'new' } as const;

test('a tab without unsaved text takes the new text over (S-40)', () => {
  expect(decideChange(clean, disk)).toEqual({ act: 'reload', revision: 'r2', text: 'new' });
});

test('a tab with unsaved text asks, and neither text is lost (S-40)', () => {
  expect(decideChange({ ...clean, dirty: true, text: 'mine' }, disk)).toEqual({
    act: 'ask',
    revision: 'r2',
    text: 'new',
  });
});

test('where both changed in places that do not touch, the text has both and is saved over the new file (S-40)', () => {
  const base = 'one\ntwo\nthree\n';
  const both = { ...clean, dirty: true, base, text: 'ONE\ntwo\nthree\n' };
  expect(decideChange(both, { ...disk, text: 'one\ntwo\nTHREE\n' })).toEqual({
    act: 'merge',
    revision: 'r2',
    text: 'ONE\ntwo\nTHREE\n',
  });
  expect(decideChange(both, { ...disk, text: '1\ntwo\nthree\n' })).toMatchObject({ act: 'ask' });
});

test('the same revision is no change', () => {
  expect(decideChange(clean, { exists: true, revision: 'r1', text: 'old' })).toEqual({ act: 'ignore' });
});

test('a change to what the editor already holds only moves the revision on', () => {
  expect(decideChange({ ...clean, dirty: true, text: 'new' }, disk)).toEqual({
    act: 'adopt',
    revision: 'r2',
  });
});

test('the write of a save that is under way is no change from outside', () => {
  expect(decideChange({ ...clean, dirty: true, text: 'mine', saving: true }, disk)).toEqual({
    act: 'ignore',
  });
});

test('a deleted file is marked and not brought back (S-41)', () => {
  expect(decideChange(clean, { exists: false })).toEqual({ act: 'mark-deleted' });
  expect(decideChange({ ...clean, dirty: true }, { exists: false })).toEqual({ act: 'mark-deleted' });
});

test('a new file that was never saved is not deleted', () => {
  expect(decideChange({ ...clean, baseRevision: null, dirty: true }, { exists: false })).toEqual({
    act: 'ignore',
  });
});

test('keeping one’s own text makes it a change of the version that was shown (S-40)', () => {
  expect(resolveConflict('keep-mine', disk)).toEqual({ baseRevision: 'r2', dirty: true });
  expect(resolveConflict('take-theirs', disk)).toEqual({ baseRevision: 'r2', text: 'new', dirty: false });
});
