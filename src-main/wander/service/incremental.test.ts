/** A text that is typed in step by step is answered about as if it had just been opened. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { EXAMPLES } from '../examples.fixture';
import { diagnostics } from './diagnostics';
import { documentOf, type ServiceFacts } from './document';
import { answers, Editor, randomNumbers } from './incremental.fixture';
import { ACROSS } from './incremental-pieces.fixture';

const textsIn = (...folder: readonly string[]): readonly string[] =>
  readdirSync(join(import.meta.dirname, '..', ...folder))
    .filter((name) => name.endsWith('.wander'))
    .sort()
    .map((name) => readFileSync(join(import.meta.dirname, '..', ...folder, name), 'utf8'));

/** Texts of tools and scripts, each of which is a file by itself. */
const TEXTS = [...EXAMPLES.map(({ source }) => source), ...textsIn('corpus'), ...ACROSS];
const BEHAVIORS = textsIn('behavior', 'corpus');

const SHARED = `const LIMIT = 64
const NAME = "shared"
fn twice(x) return x * 2 end
fn tinted(e: entity, mood: string) -> color
  return e.color ?? #fff
end
`;
const OTHER =
  'use "scripts/shared" as shared\nfn name() return shared.NAME end\nfn count(n) return shared.twice(n) end\n';

class Project {
  readonly modules = new Map([
    ['scripts/shared.wander', SHARED],
    ['scripts/other.wander', OTHER],
  ]);

  constructor(private readonly mode: ServiceFacts['mode']) {}

  /** As the project is now. Another object of this kind goes on from what was found out with the last. */
  facts(toolNames: readonly string[]): ServiceFacts {
    return {
      mode: this.mode,
      file: 'tools/t.wander',
      module: (path) => this.modules.get(path),
      componentTypes: COMPONENTS,
      toolNames,
      tags: ['crate'],
      varNames: ['hp'],
      inputSchema: SCHEMA,
      mutate: false,
    };
  }
}

const COMPONENTS = ['light', 'mesh'];
const TOOLS = ['scene_query', 'crate_row'];
const SCHEMA = {
  type: 'object',
  properties: { count: { type: 'integer' }, kind: { type: 'string' } },
} as const;

/** Every edit of a session, compared with what is said of the text when nothing is known of it. */
function compare(mode: ServiceFacts['mode'], texts: readonly string[], seed: number, edits: number): void {
  const random = randomNumbers(seed);
  const editor = new Editor(random, texts);
  const project = new Project(mode);
  let facts = project.facts(TOOLS);
  let text = editor.beginning();
  let before = text;
  for (let count = 0; count < edits; count += 1) {
    const places = Array.from({ length: 3 }, () => editor.within(text.length + 1));
    const found = answers(text, facts, places);
    // No other list of tools is this one, so that nothing is taken over.
    const fresh = answers(text, project.facts([...TOOLS]), places);
    expect(found, `seed ${seed}, edit ${count}`).toEqual(fresh);
    const next = editor.edited(text, before);
    before = text;
    text = next.length > 20_000 ? editor.beginning() : next;
    if (random() < 0.15) {
      const path = editor.pick([...project.modules.keys()]);
      const module = project.modules.get(path) ?? '';
      project.modules.set(
        path,
        random() < 0.3 ? (path.includes('shared') ? SHARED : OTHER) : editor.edited(module, module),
      );
      facts = project.facts(TOOLS);
    }
  }
}

const SEEDS = Number(process.env['SKYWALKER_SEEDS'] ?? 6);
const seeds = Array.from(
  { length: SEEDS },
  (_, index) => index + Number(process.env['SKYWALKER_FIRST_SEED'] ?? 1),
);

describe('after any edits, the answers are those about the text as it is', () => {
  test.each(seeds)('in tools, %i', (seed) => compare('tool', TEXTS, seed, 40), 60_000);
  test.each(seeds)(
    'in scripts, %i',
    (seed) => compare('script', [...TEXTS, ...BEHAVIORS], seed + 1000, 40),
    60_000,
  );
});

describe('only what an edit concerns is looked at again', () => {
  /** What is said of a text after it was another, and the functions that were walked over for that. */
  function afterEdit(before: string, text: string, modules?: readonly [Module, Module]) {
    const project = new Project('tool');
    const set = (module: Module | undefined): void => void (module && project.modules.set(...module));
    set(modules?.[0]);
    const shards = (facts: ServiceFacts, now: string) => {
      const { unit, environment } = documentOf(now, facts).analysis;
      return new Map(unit.file.functions.map((fn) => [fn.name.text, environment.shardOf(fn)]));
    };
    const old = shards(project.facts(TOOLS), before);
    set(modules?.[1]);
    const facts = project.facts(TOOLS);
    const walked = [...shards(facts, text)].filter(([name, shard]) => old.get(name) !== shard);
    return {
      walked: walked.map(([name]) => name),
      told: diagnostics(text, facts).map(({ line, code }) => `${line} ${code}`),
    };
  }
  type Module = readonly [string, string];

  const TEXT = `use "scripts/shared" as shared
fn run(args)
  return [half(8), shared.twice(2), alone()]
end
fn half(n: number)
  return n / 2
end
fn alone() return "alone" end
`;

  test('the function itself, where what it takes and gives stays', () => {
    const found = afterEdit(TEXT, TEXT.replace('n / 2', 'n / 4'));
    expect(found).toEqual({ walked: ['half'], told: [] });
  });

  test('who reads what it gives, where that is something else', () => {
    const found = afterEdit(TEXT, TEXT.replace('n / 2', '"{n}"'));
    expect(found).toEqual({ walked: ['run', 'half'], told: [] });
  });

  test('who calls it, where it takes something else', () => {
    const found = afterEdit(TEXT, TEXT.replace('half(n: number)', 'half(n: number, factor: number)'));
    expect(found).toEqual({ walked: ['run', 'half'], told: ['3 wrong_arity'] });
  });

  test('who uses what has changed in a module', () => {
    const path = 'scripts/shared.wander';
    const less = SHARED.replace('twice(x)', 'twice(x, y, z)');
    expect(
      afterEdit(TEXT, TEXT, [
        [path, SHARED],
        [path, less],
      ]),
    ).toEqual({ walked: ['run'], told: ['3 wrong_arity'] });
    const limit = SHARED.replace('64', '65');
    expect(
      afterEdit(TEXT, TEXT, [
        [path, SHARED],
        [path, limit],
      ]),
    ).toEqual({ walked: [], told: [] });
  });
});
