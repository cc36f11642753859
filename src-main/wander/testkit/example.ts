/** One file of the corpus: what is written beside a program, and what comes of the program. No file is read here. */
import { analyse, type LoadOptions } from '../analyse';
import type { TestReport } from '../behavior/contract';
import { runTests } from '../behavior/tests';
import { compileWithKernels } from '../compile/program';
import type { Diagnostic } from '../diagnostic';
import type { Effects } from '../effects';
import type { JsonValue } from '../host';
import { ALWAYS } from '../kernel/kernels';
import { loadProgram, type Loaded } from '../load';
import { runProgram, type RunOutcome } from '../run';
import { MemoryScene, type EntityDraft } from './memory-scene';
import { limitsOf } from './run-text';
import { MemoryToolHost } from './tool-host';

/** What a run is given, and what comes of it. */
export interface ExampleCase {
  /** What a reader should know. */
  readonly note?: string;
  readonly args?: JsonValue;
  /** Instead of `args`, where the text matters. */
  readonly argsText?: string;
  readonly result?: JsonValue;
  /** Instead of `result`, where the order of keys matters. */
  readonly resultText?: string;
  readonly error?: { readonly [key: string]: JsonValue } & { readonly stack?: readonly string[] };
  readonly logs?: readonly string[];
  readonly warnings?: readonly string[];
  /** Some properties of some entities afterwards, by id; null for one that is gone. */
  readonly scene?: { readonly [id: string]: { readonly [property: string]: JsonValue } | null };
}

export interface Example extends ExampleCase {
  /** Ids of rules.json that the file shows. */
  readonly rules: readonly string[];
  /** All that is said about the text and its modules, warnings too; each entry holds what it names. */
  readonly diagnostics?: readonly {
    readonly [key in Exclude<keyof Diagnostic, 'span'>]?: JsonValue;
  }[];
  readonly effects?: Partial<Record<keyof Effects, JsonValue>>;
  /** Several runs of one program instead of one. */
  readonly cases?: readonly ExampleCase[];

  readonly argsSchema?: JsonValue;
  readonly mutate?: boolean;
  /** Checked as the code of a game, not of a tool. */
  readonly script?: boolean;
  /** Of the code of a game: its `test` blocks, played on the first entity of the scene. Each entry holds what it names. */
  readonly tests?: readonly { readonly [key: string]: JsonValue }[];
  /** What the check knows of the world around. */
  readonly facts?: {
    readonly toolNames?: readonly string[];
    readonly componentTypes?: readonly string[];
    readonly mutate?: boolean;
  };
  readonly instructions?: number;
  /** Milliseconds that pass between two looks at the clock; the run may take 5,000. */
  readonly clock?: number;
  /** Somebody stops the run. */
  readonly stopped?: boolean;
  readonly modules?: Readonly<Record<string, string>>;
  /** Modules can't be read at all. */
  readonly noModules?: boolean;
  readonly files?: Readonly<Record<string, string>>;
  /** Names of tools that give back their arguments. */
  readonly tools?: readonly string[];
  /** The program runs where there are no tools. */
  readonly noTools?: boolean;
  /** Spaces behind the text. */
  readonly padding?: number;
}

/** The scene that every example runs in. */
export const EXAMPLE_SCENE: readonly EntityDraft[] = [
  { name: 'Crate A', position: [1, 0, 0], tags: ['crate'], vars: { load: 3 } },
  { name: 'Big Crate', position: [0, 0, 8], tags: ['crate'] },
  { name: 'Crate C', position: [-2, 0, 0], tags: ['crate'], vars: { load: 7 }, enabled: false },
  { name: 'Lamp', position: [0, 5, 0], tags: ['light'], components: { light: { intensity: 2 } } },
  { name: 'Crate E', position: [0, 0, 2], tags: ['crate'] },
];

export interface ExampleRun {
  readonly expected: ExampleCase;
  readonly outcome: RunOutcome;
  readonly scene: MemoryScene;
  /** The same once more: a run leaves nothing behind in the program. */
  readonly again: RunOutcome;
}

/** Plays the tests of a behavior. */
export function testExample(source: string, example: Example): TestReport {
  const modules = new Map(Object.entries(example.modules ?? {}));
  return runTests(source, {
    scene: () => ({ scene: new MemoryScene(EXAMPLE_SCENE), entity: 1 }),
    module: (path) => modules.get(path),
  });
}

export function loadExample(source: string, example: Example): Loaded {
  return loadProgram(textOf(source, example), optionsOf(example));
}

/** The same program with kernels for all that can be one. */
export function loadExampleWithKernels(source: string, example: Example): NonNullable<Loaded['program']> {
  const { unit, modules } = analyse(textOf(source, example), optionsOf(example));
  return { ...compileWithKernels(unit, modules, ALWAYS).program, ran: () => undefined };
}

const textOf = (source: string, example: Example): string => source + ' '.repeat(example.padding ?? 0);

function optionsOf(example: Example): LoadOptions {
  const modules = new Map(Object.entries(example.modules ?? {}));
  const { argsSchema, facts } = example;
  return {
    mode: example.script === true ? 'script' : 'tool',
    ...(example.noModules === true ? {} : { module: (path: string) => modules.get(path) }),
    facts: { ...facts, ...(argsSchema === undefined ? {} : { inputSchema: argsSchema }) },
  };
}

/** Runs each case of a program twice. */
export function runExample(program: NonNullable<Loaded['program']>, example: Example): readonly ExampleRun[] {
  return (example.cases ?? [example]).map((expected) => {
    const { outcome, scene } = runOnce(program, example, expected);
    return { expected, outcome, scene, again: runOnce(program, example, expected).outcome };
  });
}

function runOnce(
  program: NonNullable<Loaded['program']>,
  example: Example,
  { args, argsText }: ExampleCase,
): { readonly outcome: RunOutcome; readonly scene: MemoryScene } {
  const mutate = example.mutate ?? true;
  const scene = new MemoryScene(EXAMPLE_SCENE, mutate);
  const tools = Object.fromEntries((example.tools ?? []).map((tool) => [tool, (given: JsonValue) => given]));
  const tool = example.noTools === true ? undefined : new MemoryToolHost({ files: example.files, tools });
  let time = 0;
  const outcome = runProgram(program, {
    host: { scene, mutate, ...(tool === undefined ? {} : { tool }) },
    args: argsText === undefined ? (args ?? {}) : (JSON.parse(argsText) as JsonValue),
    argsSchema: example.argsSchema,
    limits: {
      ...limitsOf({ instructions: example.instructions }),
      now: () => (time += example.clock ?? 0),
      stopped: () => example.stopped === true,
    },
    seed: 1,
  });
  return { outcome, scene };
}
