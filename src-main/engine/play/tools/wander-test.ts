/** wander_test: runs the `test` blocks of behaviours, each in a scene of its own. */
import type { Json, JsonObject } from '../../json';
import { ToolFailure } from '../../errors';
import { Scene } from '../../scene/scene';
import type { Entity } from '../../scene/entity';
import type { ToolContext, ToolDefinition, ToolResult } from '../../tools/definition';
import { optionalReference, optionalText } from '../../tools/builtin/args';
import { anyObject, defineTool, entityRef, flag, integer, list, text } from '../../tools/builtin/define';
import { count, findEntity, nameOf } from '../../tools/builtin/entities';
import { failed, textResult } from '../../tools/result';
import { EngineSceneHost } from '../../wander/scene-host';
import type { TestReport, TestResult, TestScene } from '../../../wander/behavior/contract';
import { runTests } from '../../../wander/behavior/tests';
import { attachmentsOf } from '../attachments';
import { copyScene } from '../play-scene';
import type { BehaviorToolParts } from './behavior-tools';

/** Milliseconds for all tests of one call. */
const MOST_MS = 10_000;

interface Suite {
  /** File, or `Door/script` for code in the scene. */
  readonly path: string;
  readonly source: string;
  readonly params?: JsonObject;
  readonly scene: () => TestScene;
}

export function wanderTestTool(parts: BehaviorToolParts): ToolDefinition {
  return defineTool({
    name: 'wander_test',
    title: 'Test behaviours',
    description:
      'Runs `test` blocks of behaviours: of all .wander files, of one `path`, of `source`, or of what stands on an `entity`. ' +
      'Each test runs in a scene of its own with one entity, which is `self`; with `entity`, in a copy of the open scene on that entity. Nothing is kept. ' +
      'Each expectation is told with its line, and what its sides were where it failed. ' +
      'Example: {"path": "scripts/gate.wander", "name": "opens"} or {}.',
    category: 'wander',
    input: {
      path: text('Project path of a .wander file.', { maxLength: 1_000 }),
      source: text('Code to test that is in no file.', { maxLength: 524_288 }),
      entity: entityRef('Tests what stands on this entity, in a copy of the open scene.'),
      name: text('Only tests whose name holds this.', { maxLength: 200 }),
    },
    output: {
      compiled: flag('False where a text has errors, and its tests did not run.'),
      passed: integer('Tests that passed.'),
      failed: integer('Tests that failed.'),
      total: integer('Tests that ran.'),
      tests: list(
        anyObject(
          '`path`, `behavior`, `name`, `line`, `passed`, `steps`, `seconds`, `expectations` (`line`, `passed`, `condition`, `message`, `detail`), `errors`, `logs`.',
        ),
        'By file, in the order of the text.',
      ),
      diagnostics: list(
        anyObject('`path`, `severity`, `line`, `message`, `hint`.'),
        'What is wrong with the texts.',
      ),
    },
    run: (args, context) => {
      const suites = suitesOf(args, context, parts);
      if ('ok' in suites) return suites;
      const filter = optionalText(args, 'name');
      const end = Math.min(performance.now() + MOST_MS, context.deadline);
      const stopped = (): boolean => context.signal.aborted || performance.now() > end;
      const reports = suites.map((suite) => [suite, run(suite, filter, stopped, context, parts)] as const);
      return told(reports);
    },
  });
}

function suitesOf(
  args: JsonObject,
  context: ToolContext,
  parts: BehaviorToolParts,
): readonly Suite[] | ToolResult {
  const { files } = parts;
  const path = optionalText(args, 'path');
  const source = optionalText(args, 'source');
  const reference = optionalReference(args, 'entity');
  if ([path, source, reference].filter((one) => one !== undefined).length > 1)
    return failed('invalid_arguments', 'Give one of "path", "source" and "entity", or none of them.');
  const alone = (): TestScene => lonely(context.scene);
  if (source !== undefined) return [{ path: 'source', source, scene: alone }];
  if (reference !== undefined) return suitesOn(findEntity(context.scene, reference), context, parts);
  const found: Suite[] = [];
  for (const each of path === undefined ? files.paths() : [path]) {
    try {
      parts.checkReadable(each, context);
    } catch (error) {
      if (path === undefined && error instanceof ToolFailure) continue;
      throw error;
    }
    const listing = files.listing(each);
    const read = files.text(each);
    if (!listing.ok || !read.ok) {
      if (path === undefined) continue;
      if (!read.ok) throw new ToolFailure(read.error);
      continue;
    }
    const { behaviors, tests } = listing.value;
    const some = tests.length > 0 || behaviors.some((one) => one.tests.length > 0);
    if (some || path !== undefined) found.push({ path: each, source: read.value, scene: alone });
  }
  return found;
}

function suitesOn(
  entity: Entity,
  context: ToolContext,
  parts: BehaviorToolParts,
): readonly Suite[] | ToolResult {
  const found: Suite[] = [];
  for (const { name, file, source, params } of attachmentsOf(entity)) {
    const path = source === undefined && file !== undefined ? file : `${entity.name}/${name}`;
    if (source === undefined && file !== undefined) parts.checkReadable(file, context);
    const text =
      source === undefined && file !== undefined
        ? parts.files.text(file)
        : { ok: true as const, value: source ?? '' };
    if (!text.ok) throw new ToolFailure(text.error);
    found.push({
      path,
      source: text.value,
      params,
      scene: () => sandbox(copyScene(context.scene), entity.id),
    });
  }
  if (found.length > 0) return found;
  return failed('not_found', `${nameOf(entity)} has no behaviours.`, 'behavior_set puts one there.');
}

/** An entity with a cube, and nothing else. */
function lonely(open: Scene): TestScene {
  const scene = new Scene({ components: open.components, seed: 1 });
  const tx = scene.begin();
  const { id } = tx.create({ name: 'Self', components: { mesh: {} } });
  tx.commit();
  return sandbox(scene, id);
}

/** Its one transaction stays open until the scene is dropped. */
function sandbox(scene: Scene, entity: number): TestScene {
  const tx = scene.begin();
  return { scene: new EngineSceneHost(scene, tx), entity };
}

function run(
  suite: Suite,
  filter: string | undefined,
  stopped: () => boolean,
  context: ToolContext,
  { files }: BehaviorToolParts,
): TestReport {
  return runTests(suite.source, {
    file: suite.path,
    module: files.module,
    componentTypes: context.scene.components.types(),
    scene: suite.scene,
    seed: 1,
    stopped,
    ...(suite.params === undefined ? {} : { params: suite.params }),
    ...(filter === undefined ? {} : { filter }),
  });
}

function told(reports: readonly (readonly [Suite, TestReport])[]): ToolResult {
  const sum = (key: 'passed' | 'failed'): number => reports.reduce((all, [, report]) => all + report[key], 0);
  const passed = sum('passed');
  const broken = sum('failed');
  const compiled = reports.every(([, report]) => report.compiled);
  const lines = reports.flatMap(([{ path }, { tests, diagnostics }]) => [
    ...diagnostics
      .filter((one) => one.severity === 'error')
      .map((one) => `${path}, line ${one.line}: ${one.message}`),
    ...tests.flatMap((test) => testLines(path, test)),
  ]);
  const total = passed + broken;
  const head =
    total === 0
      ? compiled
        ? 'There are no tests that fit.'
        : 'No test ran: the code has errors.'
      : `${count(passed, 'test')} passed, ${broken} failed`;
  return textResult([head, ...lines].join('\n'), {
    compiled,
    passed,
    failed: broken,
    total,
    tests: reports.flatMap(([{ path }, { tests }]) => tests.map((test) => testJson(path, test))),
    diagnostics: reports.flatMap(([{ path }, { diagnostics }]) =>
      diagnostics.slice(0, 50).map(({ severity, line, column, code, message, hint, file }): JsonObject => ({
        path: file ?? path,
        severity,
        line,
        column,
        code,
        message,
        ...(hint === undefined ? {} : { hint }),
      })),
    ),
  });
}

function testLines(path: string, test: TestResult): string[] {
  const failures = test.expectations.filter((one) => !one.passed);
  return [
    `${test.passed ? 'passed' : 'FAILED'}  ${path}: ${test.name} (${count(test.expectations.length, 'expectation')}, ${test.seconds.toFixed(2)} s of play)`,
    ...failures.map(
      ({ line, condition, detail, message }) =>
        `  line ${line}: ${message === undefined ? '' : `${message}: `}expected ${condition}${detail === undefined ? '' : `; ${detail}`}`,
    ),
    ...timesEach(
      test.errors.map(
        ({ handler, error }) => `  ${handler}, line ${error.line ?? test.line}: ${error.message}`,
      ),
    ),
  ];
}

/** Each line once, with how often it came: what runs every step fails every step. */
function timesEach(lines: readonly string[]): string[] {
  const times = new Map<string, number>();
  for (const line of lines) times.set(line, (times.get(line) ?? 0) + 1);
  return [...times].map(([line, often]) => (often === 1 ? line : `${line} (${often} times)`));
}

function testJson(path: string, test: TestResult): JsonObject {
  const { name, behavior, line, passed, steps, seconds, expectations, errors, logs } = test;
  return {
    path,
    ...(behavior === undefined ? {} : { behavior }),
    name,
    line,
    passed,
    steps,
    seconds: Math.round(seconds * 1e6) / 1e6,
    expectations: expectations.map((one) => withoutAbsent({ ...one })),
    errors: errors.map(({ handler, error, entity }) =>
      withoutAbsent({
        handler,
        entity,
        message: error.message,
        line: error.line,
        hint: error.hint,
        file: error.file,
      }),
    ),
    logs: logs.map((one) => one.text),
  };
}

function withoutAbsent(record: Readonly<Record<string, Json | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(record).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}
