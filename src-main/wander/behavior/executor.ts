/**
 * Runs the code of behaviours: one handler after the other, each with a budget of its own. What a handler throws ends here.
 */
import type { RootCode } from '../compile/behaviors';
import { Failure, GoTo, Stop, type Site, type SiteUnit } from '../errors';
import type { RunLimits, SceneHost } from '../host';
import { LineTable } from '../positions';
import { Pcg32 } from '../random';
import { errorOf } from '../run';
import { STEPS_PER_SECOND, type PlayOptions, type ScriptPlace } from './contract';
import { heldBytes } from './held';
import {
  Activation,
  NOTHING_GIVEN,
  type BehaviorInstance,
  type Given,
  type Holder,
  type RunningTimer,
  type ScriptInstance,
} from './instances';
import type { PlayRun } from './play-run';
import { PlayScene } from './play-scene';
import { ReportBuilder } from './report';
import { VarStore } from './vars';

const DEFAULT_INSTRUCTIONS = 1_000_000;
const MAX_ERRORS = 5;
/** Waits and timers of one script. */
const MAX_PENDING = 64;
const MAX_STATE_CHANGES = 32;
/** What one handler may hold while it waits, and all of them together. */
const MAX_HELD = 16 * 1_048_576;
const MAX_HELD_IN_ALL = 256 * 1_048_576;
/** So much is made before it is counted how much of it is left. */
const UNCOUNTED = 4 * 1_048_576;
/** A script may use so many budgets of a handler in one step. */
const BUDGETS_IN_STEP = 4;

export abstract class Executor {
  readonly dt = 1 / STEPS_PER_SECOND;
  /** Steps begun so far. */
  steps = 0;
  readonly scene: PlayScene;
  readonly vars: VarStore;
  readonly limits: RunLimits;
  /** Entities to be removed at the end of the step, and the statements that said so. */
  readonly doomed = new Map<number, Site>();
  report = new ReportBuilder(0);
  /** Play was stopped. */
  isStopped = false;
  private held = 0;
  protected readonly random: Pcg32;
  private readonly lines = new Map<SiteUnit, LineTable>();
  private current: { readonly activation: Activation; readonly run: PlayRun } | undefined;

  constructor(inner: SceneHost, options: Omit<PlayOptions, 'host'>) {
    this.vars = new VarStore(inner, () => this.now.run);
    this.scene = new PlayScene(inner, this.vars);
    this.random = new Pcg32(options.seed);
    const { stopped } = options;
    this.limits = {
      instructions: options.instructions ?? DEFAULT_INSTRUCTIONS,
      deadline: Infinity,
      now: () => 0,
      ...(stopped && { stopped }),
    };
  }

  beginStep(): void {
    this.steps += 1;
    this.report = new ReportBuilder(this.steps);
    this.scene.beginStep();
    this.vars.pickUp();
  }

  get seconds(): number {
    return this.steps / STEPS_PER_SECOND;
  }

  /* ---- running -------------------------------------------------------------------------------------------------- */

  /** Begins a handler. */
  start(behavior: BehaviorInstance, code: RootCode, given: Given, stay: number | undefined): Activation {
    const activation = new Activation(behavior, code, given, stay);
    this.perform(activation, (run) => {
      const begun = code.begin(run, given.data);
      if (begun === undefined) return;
      activation.steps = begun.steps;
      activation.frame = begun.frame;
      this.advance(activation, run);
    });
    return activation;
  }

  /** Begins a test, which is no part of what its behaviour is in the middle of. */
  startTest(behavior: BehaviorInstance, code: RootCode): Activation {
    const activation = new Activation(behavior, code, NOTHING_GIVEN, undefined);
    activation.isTest = true;
    this.perform(activation, (run) => {
      const begun = code.begin(run, null);
      if (begun === undefined) return;
      activation.steps = begun.steps;
      activation.frame = begun.frame;
      this.advance(activation, run);
    });
    return activation;
  }

  /** Goes on with a test, if its time has come. */
  resumeTest(activation: Activation): void {
    if (activation.resumeAt <= this.steps) this.resume(activation);
  }

  /** Runs code on behalf of an activation, and deals with whatever ends it. */
  perform(activation: Activation, code: (run: PlayRun) => void): void {
    const { behavior } = activation;
    const { script } = behavior;
    const { run } = script;
    if (run === undefined || this.isSpent(behavior)) return;
    const outer = this.current;
    this.current = { activation, run };
    this.renew(run, activation);
    let goTo: GoTo | undefined;
    try {
      code(run);
      this.vars.flush();
    } catch (thrown) {
      this.drop(activation);
      if (thrown instanceof GoTo) goTo = thrown;
      else if (!(thrown instanceof Stop)) this.failed(activation, this.failureOf(run, thrown));
      this.flushAfter(activation, run);
    } finally {
      this.account(script, run);
      this.current = outer;
    }
    if (goTo !== undefined) this.changeState(activation, goTo);
  }

  private renew(run: PlayRun, { code }: Activation): void {
    run.renew();
    run.depth = code.depth;
    run.site = code.site;
    run.result = null;
  }

  private account(script: ScriptInstance, run: PlayRun): void {
    script.used += run.used;
    this.report.instructions += run.used;
  }

  /** What the handler changed before it ended so stays changed; there is a budget for writing it. */
  private flushAfter(activation: Activation, run: PlayRun): void {
    this.account(activation.behavior.script, run);
    this.renew(run, activation);
    try {
      this.vars.flush();
    } catch (thrown) {
      this.failed(activation, this.failureOf(run, thrown));
    }
  }

  private failureOf(run: PlayRun, thrown: unknown): Failure {
    const failure = run.failureOf(thrown);
    if (failure === undefined) throw thrown;
    if (failure.code !== 'budget_exceeded') return failure;
    const words = new Failure(
      failure.code,
      `execution budget exceeded: a handler may use ${this.limits.instructions} instructions`,
      failure.site,
      'Look for a loop that never ends, or spread the work over several steps with "wait frames 1".',
    );
    words.frames.push(...failure.frames);
    return words;
  }

  /** Goes on to the next wait, or to the end. */
  advance(activation: Activation, run: PlayRun): void {
    const result = activation.steps?.next();
    if (result === undefined || result.done === true) {
      this.drop(activation);
      return;
    }
    const wait = result.value;
    const { behavior } = activation;
    run.site = wait.site;
    if (!activation.isTest && !behavior.waiting.includes(activation)) {
      this.checkPending(behavior.script, run);
      behavior.waiting.push(activation);
    }
    activation.wait = wait;
    activation.resumeAt = this.steps + (wait.kind === 'steps' ? wait.steps : 1);
    this.keep(activation, run);
  }

  /** Goes on with a handler whose time has come. */
  resume(activation: Activation): void {
    this.perform(activation, (run) => {
      const { wait } = activation;
      if (wait?.kind === 'until') {
        run.site = wait.site;
        if (!wait.holds()) return;
      }
      this.advance(activation, run);
    });
  }

  protected checkPending(script: ScriptInstance, run: PlayRun): void {
    if (script.pending < MAX_PENDING) return;
    run.fail(
      `this script waits in more than ${MAX_PENDING} places at once`,
      'Let a handler wait only when it is not waiting already: note it in a var.',
    );
  }

  /** Notes what is held beyond this run; fails where it is too much. */
  protected keep(holder: Holder, run: PlayRun): void {
    holder.made += run.made;
    this.held += run.made;
    if (holder.made <= UNCOUNTED && this.held <= MAX_HELD_IN_ALL) return;
    const bytes = heldBytes(holder.frame ?? [], MAX_HELD);
    this.held += bytes - holder.counted - holder.made;
    holder.counted = bytes;
    holder.made = 0;
    if (bytes <= MAX_HELD && this.held <= MAX_HELD_IN_ALL) return;
    run.failWith(
      'output_too_large',
      'what handlers hold while they wait takes too much memory',
      'Keep less in variables across a "wait".',
    );
  }

  private release(holder: Holder): void {
    this.held -= holder.counted + holder.made;
    holder.counted = 0;
    holder.made = 0;
  }

  /** The activation has ended. */
  private drop(activation: Activation): void {
    activation.steps = undefined;
    const { waiting } = activation.behavior;
    const index = waiting.indexOf(activation);
    if (index >= 0) waiting.splice(index, 1);
    this.release(activation);
  }

  /** Everything that a script is in the middle of ends. */
  end(script: ScriptInstance): void {
    for (const behavior of script.behaviors) {
      for (const holder of [...behavior.waiting, ...behavior.timers]) this.release(holder);
      behavior.clear();
    }
  }

  private failed(activation: Activation, failure: Failure): void {
    if (failure.code === 'cancelled') {
      this.isStopped = true;
      return;
    }
    const { script } = activation.behavior;
    const { code } = activation;
    failure.leave(code.text, code.site);
    script.errors += 1;
    const disabled = script.errors >= MAX_ERRORS;
    this.report.error({ ...this.placeOf(activation), handler: code.text, error: errorOf(failure), disabled });
    if (!disabled) return;
    this.end(script);
    script.disable();
  }

  /** Whether a script does nothing more in this step. One that has used more than its part of it fails. */
  isSpent(behavior: BehaviorInstance): boolean {
    const { script } = behavior;
    if (script.disabled || script.spent || this.isStopped) return true;
    const most = BUDGETS_IN_STEP * this.limits.instructions;
    if (script.used <= most) return false;
    script.spent = true;
    const site = { start: 0, unit: script.program?.unit ?? { source: '' } };
    const activation = new Activation(
      behavior,
      { text: 'all handlers', site, depth: 0 },
      NOTHING_GIVEN,
      undefined,
    );
    const message = `execution budget exceeded: all handlers of a script together may use ${most} instructions in one step`;
    const hint = 'Let fewer handlers answer to one step: fewer events, fewer timers.';
    this.failed(activation, new Failure('budget_exceeded', message, site, hint));
    return true;
  }

  placeOf({ behavior }: Activation): ScriptPlace {
    const { entity, name } = behavior.script.attached;
    return { entity, script: name, behavior: behavior.code.name };
  }

  /* ---- states --------------------------------------------------------------------------------------------------- */

  private changeState(activation: Activation, goTo: GoTo): void {
    const { behavior } = activation;
    if (behavior.script.disabled) return;
    behavior.changes += 1;
    if (behavior.isExiting || behavior.changes > MAX_STATE_CHANGES) {
      const message = behavior.isExiting
        ? 'a state that ends has been told where to go'
        : `the state changed more than ${MAX_STATE_CHANGES} times in one step`;
      const hint = behavior.isExiting
        ? 'Decide it before, or in "on enter" of the next state.'
        : 'Look for states that go to each other in "on enter".';
      this.failed(activation, new Failure('runtime_error', message, goTo.site, hint));
      return;
    }
    this.enter(
      behavior,
      behavior.code.states.findIndex(({ name }) => name === goTo.state),
    );
  }

  /** Ends the state that there is, and begins another. */
  enter(behavior: BehaviorInstance, state: number): void {
    const from = behavior.stateName;
    const { stay } = behavior;
    for (const holder of [...behavior.waiting, ...behavior.timers])
      if (holder.stay === stay) this.release(holder);
    behavior.waiting = behavior.waiting.filter((other) => other.stay !== stay);
    behavior.timers = behavior.timers.filter((other) => other.stay !== stay);
    const old = behavior.code.states[behavior.state];
    behavior.isExiting = true;
    for (const handler of old?.handlers.get('exit') ?? []) this.start(behavior, handler, NOTHING_GIVEN, stay);
    behavior.isExiting = false;
    const next = behavior.code.states[state];
    if (next === undefined || behavior.script.disabled) return;
    behavior.state = state;
    behavior.stay += 1;
    behavior.since = this.steps;
    const { entity, name } = behavior.script.attached;
    this.report.state({
      entity,
      script: name,
      behavior: behavior.code.name,
      ...(from !== undefined && { from }),
      to: next.name,
    });
    for (const handler of next.handlers.get('enter') ?? [])
      this.start(behavior, handler, NOTHING_GIVEN, behavior.stay);
  }

  protected get now(): { readonly activation: Activation; readonly run: PlayRun } {
    if (this.current === undefined) throw new Error('no handler is running');
    return this.current;
  }

  stateTime(behavior: BehaviorInstance): number {
    return behavior.state < 0 ? 0 : (this.steps - behavior.since) / STEPS_PER_SECOND;
  }

  /** Runs the body of a timer that is due. */
  fire(behavior: BehaviorInstance, running: RunningTimer): void {
    const { timer, stay } = running;
    const text = timer.repeats ? `every ${timer.seconds} seconds` : `after ${timer.seconds} seconds`;
    const activation = new Activation(behavior, { text, site: timer.site, depth: 4 }, NOTHING_GIVEN, stay);
    running.activation = activation;
    this.perform(activation, (run) => {
      activation.frame = running.frame;
      activation.steps = timer.start();
      this.advance(activation, run);
      if (timer.repeats) this.keep(running, run);
    });
  }

  forget(running: RunningTimer): void {
    this.release(running);
  }

  lineOf(site: Site): number {
    const table = this.lines.get(site.unit) ?? new LineTable(site.unit.source);
    this.lines.set(site.unit, table);
    return table.lineOf(site.start);
  }
}
