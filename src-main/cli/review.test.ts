import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { Io } from './io';
import { INSPECTION, reviewText } from './review';

const io = new Io({
  stdin: new PassThrough(),
  stdout: new PassThrough(),
  stderr: new PassThrough(),
  env: {},
  cwd: '/',
});

const CODE = 'use "scripts/lib" as lib\nfn run(args)\n  return lib.go()\nend\n';
const full = (result: number): string =>
  `${CODE}\n-- ---- scripts/lib.wander, which is used above ----\nfn go()\n  return ${result}\nend\n`;

const TOOL = {
  name: 'user_uses',
  description: 'Gives back what a module says.',
  kind: 'wander',
  status: 'pending_approval',
  author: 'mcp:test',
  version: 1,
  hash: 'b'.repeat(64),
  capabilities: { read_scene: true, mutate: true, calls: [], files: { read: [], write: [] }, network: false },
  definition: { name: 'user_uses' },
  code: CODE,
};

test('S-13: a tool that uses other files is reviewed with their code', () => {
  const text = reviewText(io, INSPECTION.parse({ ...TOOL, full_code: full(2) }));
  expect(text).toContain('return lib.go()');
  expect(text).toContain('scripts/lib.wander, which is used above');
  expect(text).toContain('return 2');
});

test('S-15: where only a used file has changed since the approval, the review shows that change', () => {
  const approved = { hash: 'a'.repeat(64), definition: TOOL.definition, code: CODE, full_code: full(1) };
  const text = reviewText(io, INSPECTION.parse({ ...TOOL, full_code: full(2), approved }));
  expect(text).toMatch(/-\s+return 1/);
  expect(text).toMatch(/\+\s+return 2/);
});
