import { expect, test } from 'vitest';
import { readInspection } from './read-inspection';
import { toRead } from './reading';

const MODULE = '-- ---- scripts/lib.wander, which is used above ----\nfn go()\n  return 1\nend\n';
const CODE = 'use "scripts/lib" as lib\nfn run(args)\n  return lib.go()\nend\n';
const inspection = {
  name: 'user_uses',
  hash: 'b',
  definition: {},
  code: CODE,
  full_code: `${CODE}\n${MODULE}`,
};

test('S-13: of a tool that uses other files, their code is what has to be read too', () => {
  const read = readInspection(inspection);
  if (read === undefined) throw new Error('it reads');
  expect(read.code).toBe(`${CODE}\n${MODULE}`);
  expect([...toRead(read)]).toEqual([['code', [{ from: 1, to: 9 }]]]);
});

test('S-15: where only a used file has changed since the approval, that change has to be read', () => {
  const full = `${CODE}\n${MODULE.replace('return 1', 'return 2')}`;
  const approved = { hash: 'a', definition: {}, code: CODE, full_code: full };
  const read = readInspection({ ...inspection, approved });
  if (read === undefined) throw new Error('it reads');
  expect(toRead(read).get('code')).toEqual([{ from: 8, to: 8 }]);
});

test('a tool that uses no other file is read as it is', () => {
  expect(readInspection({ name: 'user_x', hash: 'a', code: CODE })?.code).toBe(CODE);
  expect(readInspection({ name: 'user_x', hash: 'a' })?.code).toBeUndefined();
});
