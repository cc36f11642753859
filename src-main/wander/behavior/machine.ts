/** What the code of behaviours asks of the game, and does to it. */
import { shortened } from '../context';
import type { Site } from '../errors';
import type { ArmedTimer, ExpectOutcome, Game, GameWord, TickTimer } from '../game';
import { withArticle } from '../type-names';
import { EntityRef, type Value } from '../values';
import type { GameEvent } from './events';
import { Executor } from './executor';
import { InputState } from './input';
import { RunningTimer } from './instances';
import { PlayRun } from './play-run';
import { toJson } from '../to-json';

const MAX_EVENTS = 100_000;
const MAX_EVENT_BYTES = 64 * 1_048_576;

/** Where what a test does and finds is written down. */
export interface TestBook {
  expected(outcome: ExpectOutcome): void;
  input(kind: 'press' | 'hold' | 'release' | 'click', value: Value, run: PlayRun): void;
}

export class Machine extends Executor implements Game {
  readonly keys = new InputState();
  /** For the next step. */
  queue: GameEvent[] = [];
  private queuedBytes = 0;
  /** Of the test that runs on this machine. */
  book: TestBook | undefined;

  createRun(root: PlayRun['root']): PlayRun {
    const { scene, limits, random, doomed } = this;
    const log = (text: string, site: Site): void => this.log(text, site);
    return new PlayRun({ scene, limits, root, game: this, random, doomed, log });
  }

  /** The events of the step before, which are delivered in this one. */
  takeQueue(): readonly GameEvent[] {
    const events = this.queue;
    this.queue = [];
    this.queuedBytes = 0;
    return events;
  }

  word(name: GameWord): Value {
    const { activation } = this.now;
    const { behavior, given } = activation;
    switch (name) {
      case 'self':
        return new EntityRef(behavior.script.attached.entity);
      case 'other':
        return given.other;
      case 'dt':
        return this.dt;
      case 'time':
        return this.seconds;
      case 'frame':
        return this.steps;
      case 'state':
        return behavior.stateName ?? null;
      case 'state_time':
        return this.stateTime(behavior);
      case 'data':
        return given.data;
      case 'contact_point':
        return given.point ?? null;
      case 'contact_normal':
        return given.normal ?? null;
      case 'impact':
        return given.impact ?? null;
    }
  }

  readVar(slot: number): Value {
    const entry = this.now.activation.behavior.vars[slot];
    return entry === undefined ? null : this.vars.read(entry);
  }

  writeVar(slot: number, value: Value, site: Site): void {
    const entry = this.now.activation.behavior.vars[slot];
    if (entry !== undefined) this.vars.write(entry, value, site);
  }

  emit(event: string, data: Value, to: Value | undefined): void {
    const { activation, run } = this.now;
    if (to !== undefined && !(to instanceof EntityRef)) {
      return run.fail(
        `emit … to needs an entity, not ${withArticle(to)}`,
        'Look whether it is there first; without "to" an event goes to all.',
      );
    }
    if (this.queue.length >= MAX_EVENTS)
      return run.fail(`more than ${MAX_EVENTS} events were emitted in one step`);
    const before = run.made;
    const json = toJson(run, data, 'what is sent', 'reference');
    this.queuedBytes += run.made - before;
    if (this.queuedBytes > MAX_EVENT_BYTES)
      return run.failWith(
        'output_too_large',
        `the events of one step take more than ${MAX_EVENT_BYTES} bytes`,
        'Send less: an id or a name instead of the whole.',
      );
    const from = this.placeOf(activation);
    this.queue.push({ name: event, from: from.entity, to: to?.id, data: { value: data } });
    this.report.event({ name: event, from, ...(to && { to: to.id }), data: json });
  }

  isKeyDown(name: string): boolean {
    return this.keys.isDown(name);
  }

  isKeyPressed(name: string): boolean {
    return this.keys.isPressed(name);
  }

  actionValue(name: string): Value {
    return this.keys.value(name);
  }

  isActionPressed(name: string): boolean {
    return this.keys.hasBegun(name);
  }

  isActionReleased(name: string): boolean {
    return this.keys.hasEnded(name);
  }

  arm(timer: ArmedTimer): void {
    const { activation, run } = this.now;
    const { behavior, stay } = activation;
    // One that repeats is there once, however often it is come to.
    if (timer.repeats && behavior.timers.some((other) => other.timer.index === timer.index)) return;
    this.checkPending(behavior.script, run);
    const running = new RunningTimer(timer, stay, this.seconds);
    behavior.timers.push(running);
    this.keep(running, run);
  }

  count(index: number): TickTimer {
    const { behavior, stay } = this.now.activation;
    let counter = behavior.counters.get(index);
    if (counter === undefined || counter.stay !== stay) {
      counter = { stay, timer: { seconds: 0, done: false } };
      behavior.counters.set(index, counter);
    }
    counter.timer.seconds += this.dt;
    return counter.timer;
  }

  private log(text: string, site: Site): void {
    const { file } = site.unit;
    this.report.log({
      ...this.placeOf(this.now.activation),
      text: shortened(text),
      line: this.lineOf(site),
      ...(file !== undefined && { file }),
    });
  }

  expected(outcome: ExpectOutcome): void {
    this.book?.expected(outcome);
  }

  input(kind: 'press' | 'hold' | 'release' | 'click', value: Value): void {
    this.book?.input(kind, value, this.now.run);
  }
}
