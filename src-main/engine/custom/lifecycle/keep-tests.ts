/** Adds tests to a tool without touching what it does: its hash, version and approval stay. */
import { fail, succeed, type Outcome } from '../../errors';
import type { ToolContext } from '../../tools/definition';
import { formatDefinition } from '../definition-file';
import { canonicalJson } from '../json-form';
import { asJson } from '../json-copy';
import { ToolStore } from '../store';
import type { ToolTest } from '../types';
import { actorOf, doerOf, findSound, type Workshop } from './workshop';

/** As many as a definition may have. */
const MAX_TESTS = 200;

export interface KeptTests {
  /** Names. */
  readonly added: readonly string[];
  /** Tests that were there already, with the same arguments and set-up. */
  readonly known: number;
}

/** Errors: `conflict` where the tool is another definition by now, or has no room for more tests. */
export function keepTests(
  workshop: Workshop,
  name: string,
  hash: string,
  tests: readonly ToolTest[],
  context: ToolContext,
): Outcome<KeptTests> {
  const found = findSound(workshop, name);
  if (!found.ok) return found;
  const { definition, stored } = found.value;
  if (stored.hash !== hash) {
    return fail(
      'conflict',
      `${name} was changed while it ran, so no test was added.`,
      'Run it again on the new definition.',
    );
  }
  const names = new Set(definition.tests.map((test) => test.name));
  const inputs = new Set(definition.tests.map(inputOf));
  const added: ToolTest[] = [];
  for (const test of tests) {
    if (inputs.has(inputOf(test))) continue;
    inputs.add(inputOf(test));
    const free = freeName(test.name, names);
    names.add(free);
    added.push({ ...test, name: free });
  }
  if (definition.tests.length + added.length > MAX_TESTS) {
    return fail(
      'conflict',
      `${name} has ${definition.tests.length} tests; ${added.length} more would be above the ${MAX_TESTS} that a tool may have.`,
      'Remove tests that are no longer needed.',
    );
  }
  if (added.length > 0) {
    const added_tests = added.map((test) => test.name);
    const written = { ...definition, tests: [...definition.tests, ...added] };
    const entry = workshop.changes.make(
      {
        event: 'tests_added',
        tool: name,
        actor: actorOf(context),
        facts: { hash, added_tests, call: context.callId },
        files: new Map([[ToolStore.pathOf(name), formatDefinition(written)]]),
      },
      () => {
        const base = ToolStore.baseOfPath(ToolStore.pathOf(name));
        return base === undefined ? undefined : workshop.catalog.reload(base);
      },
    );
    if (entry !== undefined) {
      workshop.catalog.news.tell(
        'tests_added',
        doerOf(context),
        entry,
        { added_tests },
        `Added ${added.length === 1 ? 'a test' : `${added.length} tests`} to ${name}`,
      );
    }
  }
  return succeed({ added: added.map((test) => test.name), known: tests.length - added.length });
}

function inputOf({ args, setup }: ToolTest): string {
  return canonicalJson(asJson({ args: args ?? {}, setup: setup ?? [] }));
}

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number += 1) name = `${wanted} ${number}`;
  return name;
}
