/** The examples leave nothing out: every rule is shown by one, and every entry of the library is called in one. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { analyse, type Analysis } from '../analyse';
import { allFunctions, handlersOf } from '../declarations';
import { KINDS } from '../kinds';
import { signatureText } from '../stdlib/signature';
import { STDLIB } from '../stdlib/registry';
import type { Example } from '../testkit/example';
import { forEachChild } from '../walk';

const folder = import.meta.dirname;

/** `sqrt`, `list.push` and the like, as far as the types tell which kind a method belongs to. */
function calledBy({ unit, environment }: Analysis, called: Set<string>): void {
  const visit = (node: Parameters<typeof forEachChild>[0]): void => {
    if (node.kind === 'name' && node.binding?.kind === 'builtin') called.add(node.binding.name);
    // A local that hides a function of the library does not keep it from being called.
    if (node.kind === 'call' && node.fallback?.kind === 'builtin') called.add(node.fallback.name);
    if (node.kind === 'method') {
      const kinds = environment.expression(node.subject)?.kinds ?? 0;
      for (const kind of ['list', 'map', 'string'] as const)
        if ((kinds & ~KINDS.none) === KINDS[kind]) called.add(`${kind}.${node.name.text}`);
    }
    forEachChild(node, visit);
  };
  const handlers = unit.file.behaviors.flatMap((behavior) => handlersOf(behavior));
  for (const { body } of [...allFunctions(unit.file), ...handlers.map(({ handler }) => handler)])
    for (const statement of body.statements) visit(statement);
  for (const { value } of unit.file.constants) visit(value);
}

test('every function, method and constant of the library is used in an example', () => {
  const called = new Set<string>();
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.wander'))) {
    const example = JSON.parse(
      readFileSync(join(folder, file.replace(/\.wander$/, '.json')), 'utf8'),
    ) as Example;
    const modules = new Map(Object.entries(example.modules ?? {}));
    calledBy(
      analyse(readFileSync(join(folder, file), 'utf8'), {
        mode: example.script === true ? 'script' : 'tool',
        module: (path) => modules.get(path),
      }),
      called,
    );
  }
  const names = STDLIB.map((entry) => ({
    entry,
    name: entry.receiver === undefined ? entry.name : `${entry.receiver}.${entry.name}`,
  }));
  expect(names.filter(({ name }) => !called.has(name)).map(({ entry }) => signatureText(entry))).toEqual([]);
});

test('every rule is shown by an example or held by a test, and no example names a rule that is not there', () => {
  const root = resolve(folder, '../../..');
  const script = join(root, 'scripts/wander-rules.mjs');
  const { stdout, status } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
  expect(stdout).toMatch(/^\d+ rules, each of them shown\n$/);
  expect(status).toBe(0);
});
