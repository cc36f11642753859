/** The `test` blocks of a text: each plays a game of its own, and says what it finds in it. */
import type { RootCode, TestCode } from '../compile/behaviors';
import { Failure, type Site } from '../errors';
import type { ExpectOutcome } from '../game';
import { errorOf } from '../run';
import { withArticle } from '../type-names';
import { EntityRef, type Value } from '../values';
import {
  STEPS_PER_SECOND,
  type ExpectationResult,
  type PlayError,
  type PlayInput,
  type PlayLog,
  type RunTests,
  type StepReport,
  type TestOptions,
  type TestResult,
} from './contract';
import { BehaviorInstance, ScriptInstance, type Activation } from './instances';
import { loadBehaviors } from './load';
import type { TestBook } from './machine';
import type { PlayRun } from './play-run';
import { ReportBuilder } from './report';
import { Session } from './session';

const DEFAULT_SECONDS = 600;
/** Expectations, logs and errors that one test may tell. */
const MAX_TOLD = 1000;
/** The name of the script that a test attaches. */
const SCRIPT = 'test';

export const runTests: RunTests = (source, options) => {
  const { analysis, program } = loadBehaviors(source, options);
  const { diagnostics } = analysis;
  if (program === undefined) return { compiled: false, passed: 0, failed: 0, tests: [], diagnostics };
  const filter = options.filter?.toLowerCase() ?? '';
  const tests = program.tests
    .filter(({ name }) => name.toLowerCase().includes(filter))
    .map((test) => new TestPlay(source, test, options).play());
  const passed = tests.filter((test) => test.passed).length;
  return { compiled: true, passed, failed: tests.length - passed, tests, diagnostics };
};

class TestPlay implements TestBook {
  private readonly session: Session;
  private readonly entity: number;
  private readonly expectations: ExpectationResult[] = [];
  private readonly logs: PlayLog[] = [];
  private readonly errors: PlayError[] = [];
  private next: MutableInput = emptyInput();
  /** Actions that were pressed for one step. */
  private readonly tapped = new Set<string>();

  constructor(
    source: string,
    private readonly test: TestCode,
    private readonly options: TestOptions,
  ) {
    const { scene, entity } = options.scene();
    const { file, module, params, seed = 1, instructions, stopped } = options;
    this.entity = entity;
    const attached = {
      entity,
      name: SCRIPT,
      source,
      // One that no behaviour has: the test stands alone.
      behavior: test.behavior ?? '',
      ...(params && { params }),
      ...(file !== undefined && { file }),
    };
    const scripts = test.behavior === undefined ? [] : [attached];
    this.session = new Session({
      host: { scene, scripts: () => scripts, ...(module && { module }) },
      seed,
      ...(instructions !== undefined && { instructions }),
      ...(stopped && { stopped }),
    });
    this.session.machine.book = this;
    this.lone = attached;
  }

  private readonly lone: ScriptInstance['attached'];

  play(): TestResult {
    const { machine } = this.session;
    this.step();
    const activation = this.begin();
    this.collect();
    const most = (this.options.maxSeconds ?? DEFAULT_SECONDS) * STEPS_PER_SECOND;
    while (activation.steps !== undefined && !machine.isStopped && !activation.behavior.script.disabled) {
      if (machine.steps >= most) {
        this.tooLong(activation);
        break;
      }
      this.step();
      machine.resumeTest(activation);
      this.collect();
    }
    return this.result();
  }

  private result(): TestResult {
    const { test, errors, expectations, logs } = this;
    const { machine } = this.session;
    const isWhole = !machine.isStopped && errors.length === 0;
    // The first step only starts the game.
    const steps = machine.steps - 1;
    return {
      name: test.name,
      ...(test.behavior !== undefined && { behavior: test.behavior }),
      line: machine.lineOf(test.site),
      passed: isWhole && expectations.every(({ passed }) => passed),
      steps,
      seconds: steps / STEPS_PER_SECOND,
      expectations,
      errors,
      logs,
    };
  }

  private begin(): Activation {
    const { machine, roster } = this.session;
    const own = roster.instances[0]?.behaviors[0];
    return machine.startTest(own ?? this.alone(), this.codeOf(own));
  }

  /** The session compiled the text for itself, and its code is what runs on its vars. */
  private codeOf(own: BehaviorInstance | undefined): RootCode {
    const tests = own?.script.program?.tests ?? [];
    return tests.find(({ site }) => site.start === this.test.site.start) ?? this.test;
  }

  /** Where a test stands outside of behaviours, so that nothing runs but itself. */
  private alone(): BehaviorInstance {
    const { program } = loadBehaviors(this.lone.source, this.options);
    const run = program && this.session.machine.createRun(program.root);
    const code = { name: '', vars: [], handlers: new Map(), states: [], eventNames: [] };
    return new BehaviorInstance(new ScriptInstance(this.lone, program, run), code);
  }

  private step(): void {
    const input = this.next;
    this.next = emptyInput();
    for (const name of this.tapped) this.next.actions[name] = 0;
    this.tapped.clear();
    for (const name of Object.keys(input.actions)) if (input.taps.has(name)) this.tapped.add(name);
    this.take(this.session.step(input));
    this.session.machine.report = new ReportBuilder(this.session.steps);
  }

  /** What the test itself did, between two steps. */
  private collect(): void {
    const { machine } = this.session;
    this.take(machine.report.finish([]));
    machine.report = new ReportBuilder(machine.steps);
  }

  private take({ logs, errors }: StepReport): void {
    for (const log of logs) if (this.logs.length < MAX_TOLD) this.logs.push(log);
    for (const error of errors) if (this.errors.length < MAX_TOLD) this.errors.push(error);
  }

  private tooLong({ code }: Activation): void {
    const message = `the test takes more than ${this.options.maxSeconds ?? DEFAULT_SECONDS} seconds of play`;
    const failure = new Failure('timeout', message, code.site, 'Wait for less, or until something happens.');
    this.errors.push({
      entity: this.entity,
      script: SCRIPT,
      behavior: this.test.behavior ?? '',
      handler: this.test.text,
      error: errorOf(failure),
      disabled: false,
    });
  }

  /* ---- what the test does --------------------------------------------------------------------------------------- */

  expected({ passed, site, condition, message, detail }: ExpectOutcome): void {
    if (this.expectations.length >= MAX_TOLD) return;
    this.expectations.push({
      line: this.lineOf(site),
      passed,
      condition,
      ...(message !== undefined && { message }),
      ...(detail !== undefined && { detail }),
    });
  }

  private lineOf(site: Site): number {
    return this.session.machine.lineOf(site);
  }

  input(kind: 'press' | 'hold' | 'release' | 'click', value: Value, run: PlayRun): void {
    if (kind === 'click') {
      if (!(value instanceof EntityRef)) return run.fail(`click needs an entity, not ${withArticle(value)}`);
      this.next.clicks.push({ entity: value.id });
      return;
    }
    if (typeof value !== 'string')
      return run.fail(`${kind} needs the name of a key or an action, not ${withArticle(value)}`);
    // Whether it names a key or an action, only the game's handlers know.
    if (kind !== 'release') this.next.press.push(value);
    if (kind !== 'hold') this.next.release.push(value);
    this.next.actions[value] = kind === 'release' ? 0 : 1;
    if (kind === 'press') this.next.taps.add(value);
  }
}

interface MutableInput extends PlayInput {
  readonly press: string[];
  readonly release: string[];
  readonly clicks: { entity: number }[];
  readonly actions: { [name: string]: number };
  /** Actions that end with the step after. */
  readonly taps: Set<string>;
}

function emptyInput(): MutableInput {
  return { press: [], release: [], clicks: [], actions: {}, taps: new Set() };
}
