/** A text that is typed in step by step is answered about as if it had just been opened. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { EXAMPLES } from '../examples.fixture';
import { diagnostics } from './diagnostics';
import { documentOf, type ServiceFacts } from './document';
import { answers } from './incremental.fixture';
import { ACROSS } from './incremental-pieces.fixture';
import { Editor, randomNumbers, Typing } from './random-edits.fixture';

const textsIn = (...folder: readonly string[]): readonly string[] =>
  readdirSync(join(import.meta.dirname, '..', ...folder))
    .filter((name) => name.endsWith('.wander'))
    .sort()
    .map((name) => readFileSync(join(import.meta.dirname, '..', ...folder, name), 'utf8'));

/** Texts of tools and scripts, each of which is a file by itself. */
const TEXTS = [...EXAMPLES.map(({ source }) => source), ...textsIn('corpus'), ...ACROSS];
const SCRIPTS = [...TEXTS, ...textsIn('behavior', 'corpus')];

const SHARED = `const LIMIT = 64
const NAME = "shared"
fn twice(x) return x * 2 end
fn tinted(e: entity, mood: string) -> color
  return e.color ?? #fff
end
`;
const OTHER =
  'use "scripts/shared" as shared\nfn name() return shared.NAME end\nfn count(n) return shared.twice(n) end\n';

const MODULES: readonly (readonly [string, string])[] = [
  ['scripts/shared.wander', SHARED],
  ['scripts/other.wander', OTHER],
];

class Project {
  readonly modules = new Map(MODULES);

  constructor(private readonly mode: ServiceFacts['mode']) {}

  /** As the project is now. Another object of this kind goes on from what was found out with the last. */
  facts(toolNames: readonly string[], file = 'tools/t.wander'): ServiceFacts {
    return {
      mode: this.mode,
      file,
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

/** A file of the project that is open. Each is a module for the others. */
interface Open {
  readonly file: string;
  readonly typing: Typing;
  facts: ServiceFacts;
}

const FILES = ['tools/t.wander', 'scripts/shared.wander', 'scripts/made.wander'];

/** Every edit of a session, compared with what is said of the text when nothing is known of it. */
class Session {
  private readonly editor: Editor;
  private readonly project: Project;
  private readonly open: readonly Open[];

  constructor(
    private readonly name: string,
    mode: ServiceFacts['mode'],
    texts: readonly string[],
    seed: number,
    files: readonly string[],
  ) {
    this.editor = new Editor(randomNumbers(seed), texts);
    this.project = new Project(mode);
    this.open = files.map((file) => {
      const typing = new Typing(this.editor, this.project.modules.get(file));
      return { file, typing, facts: this.project.facts(TOOLS, file) };
    });
  }

  run(edits: number): void {
    const { editor, project } = this;
    for (let count = 0; count < edits; count += 1) {
      const open = editor.pick(this.open);
      const { file, typing } = open;
      const places = Array.from({ length: 3 }, () => editor.within(typing.text.length + 1));
      const found = answers(typing.text, open.facts, places);
      // No other list of tools is this one, so that nothing is taken over.
      const fresh = answers(typing.text, project.facts([...TOOLS], file), places);
      expect(found, `${this.name}, edit ${count}`).toEqual(fresh);
      typing.step();
      if (this.open.length > 1) project.modules.set(file, typing.text);
      else if (editor.random() > 0.15) continue;
      else this.changeModule();
      for (const each of this.open)
        if (each !== open || this.open.length === 1) each.facts = project.facts(TOOLS, each.file);
    }
  }

  /** A module that is edited, put back, new or gone. */
  private changeModule(): void {
    const { editor } = this;
    const { modules } = this.project;
    const [path, text] = editor.pick(MODULES);
    const kind = editor.random();
    if (kind < 0.1) modules.delete(path);
    else if (kind < 0.2) modules.set('scripts/made.wander', modules.get(path) ?? text);
    else if (kind < 0.4) modules.set(path, text);
    else modules.set(path, editor.edited(modules.get(path) ?? text));
  }
}

function compare(
  mode: ServiceFacts['mode'],
  texts: readonly string[],
  seed: number,
  files = FILES.slice(0, 1),
) {
  new Session(`seed ${seed}`, mode, texts, seed, files).run(40);
}

const SEEDS = Number(process.env['SKYWALKER_SEEDS'] ?? 6);
const seeds = Array.from(
  { length: SEEDS },
  (_, index) => index + Number(process.env['SKYWALKER_FIRST_SEED'] ?? 1),
);

describe('after any edits, the answers are those about the text as it is', () => {
  test.each(seeds)('in tools, %i', (seed) => compare('tool', TEXTS, seed), 60_000);
  test.each(seeds)('in scripts, %i', (seed) => compare('script', SCRIPTS, seed + 100_000), 60_000);
  test.each(seeds)(
    'in files that use each other, %i',
    (seed) => compare('script', SCRIPTS, seed + 200_000, FILES),
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
