/** The steps of a game: what reaches each script in one, in a fixed order. */
import type { HandlerCode } from '../compile/behaviors';
import { fromJson } from '../convert';
import { HostError, type Triple } from '../host';
import { EntityRef, Vec, share, type Value } from '../values';
import type { Contact, Play, PlayInput, PlayOptions, ScriptStatus, StepReport } from './contract';
import { EventIndex, type GameEvent } from './events';
import {
  Activation,
  NOTHING_GIVEN,
  type BehaviorInstance,
  type Given,
  type ScriptInstance,
} from './instances';
import { Machine } from './machine';
import { Roster } from './roster';

/** What sums of seconds may be off by. */
const ROUNDING = 1e-6;

/** What may reach scripts in a step. */
interface Arrivals {
  readonly events: EventIndex;
  readonly contacts: ReadonlyMap<number, readonly Touch[]>;
  /** Where entities were clicked. */
  readonly clicks: ReadonlyMap<number, readonly Value[]>;
}

interface Touch {
  readonly kind: Contact['kind'];
  readonly given: Given;
  readonly other: number;
}

type Matches = (handler: HandlerCode) => boolean;
const ALWAYS: Matches = () => true;

export class Session implements Play {
  readonly machine: Machine;
  readonly roster: Roster;

  constructor({ host, ...options }: PlayOptions) {
    this.machine = new Machine(host.scene, options);
    this.roster = new Roster(host, this.machine);
  }

  get steps(): number {
    return this.machine.steps;
  }

  step(input: PlayInput = {}): StepReport {
    const { machine, roster } = this;
    machine.beginStep();
    machine.keys.apply(input);
    roster.follow();
    const arrivals = this.arrivals(input);
    for (const script of roster.instances) {
      if (machine.isStopped) break;
      this.script(script, arrivals);
    }
    this.removeDoomed();
    return machine.report.finish(machine.vars.takeChanges());
  }

  status(): readonly ScriptStatus[] {
    return this.roster.instances.flatMap(({ attached, behaviors, errors, disabled }) =>
      behaviors.map((behavior) => ({
        entity: attached.entity,
        script: attached.name,
        behavior: behavior.code.name,
        ...(behavior.stateName !== undefined && { state: behavior.stateName }),
        stateTime: this.machine.stateTime(behavior),
        waits: behavior.waiting.length,
        timers: behavior.timers.length,
        errors,
        disabled,
      })),
    );
  }

  private removeDoomed(): void {
    const { scene, doomed, report } = this.machine;
    for (const [id, site] of doomed) {
      // It may be gone with its parent.
      if (scene.entity(id) === undefined) continue;
      try {
        scene.remove(id);
      } catch (thrown) {
        if (!(thrown instanceof HostError)) throw thrown;
        const { code, message, hint } = thrown;
        const line = this.machine.lineOf(site);
        const error = { code, message, line, stack: [], ...(hint !== undefined && { hint }) };
        report.error({ entity: id, script: '', behavior: '', handler: 'destroy', error, disabled: false });
      }
    }
    doomed.clear();
  }

  /* ---- what arrives --------------------------------------------------------------------------------------------- */

  private arrivals({ events = [], contacts = [], clicks = [] }: PlayInput): Arrivals {
    const outside = events.map(({ name, data = null, to }): GameEvent => ({
      name,
      from: undefined,
      to,
      data: { json: data },
    }));
    const touches = new Map<number, Touch[]>();
    const touch = (entity: number, other: number, contact: Contact, turn: 1 | -1): void => {
      const list = touches.get(entity) ?? [];
      touches.set(entity, list);
      list.push({ kind: contact.kind, other, given: givenBy(other, contact, turn) });
    };
    for (const contact of contacts) {
      touch(contact.a, contact.b, contact, 1);
      touch(contact.b, contact.a, contact, -1);
    }
    const clicked = new Map<number, Value[]>();
    for (const { entity, point } of clicks) {
      const list = clicked.get(entity) ?? [];
      clicked.set(entity, list);
      list.push(point === undefined ? null : vecFrom(point));
    }
    const index = new EventIndex([...outside, ...this.machine.takeQueue()]);
    return { events: index, contacts: touches, clicks: clicked };
  }

  /* ---- one script ----------------------------------------------------------------------------------------------- */

  private script(script: ScriptInstance, arrivals: Arrivals): void {
    const { machine } = this;
    const { entity } = script.attached;
    script.used = 0;
    script.spent = false;
    if (script.disabled) return;
    if (machine.scene.entity(entity) === undefined) {
      machine.end(script);
      return;
    }
    if (!machine.scene.isActive(entity)) return;
    for (const behavior of script.behaviors) {
      behavior.changes = 0;
      if (behavior.started) this.goOn(behavior);
      else this.begin(behavior);
      this.fireTimers(behavior);
      this.deliver(behavior, arrivals.events);
      this.touches(behavior, arrivals.contacts.get(entity) ?? []);
      for (const key of machine.keys.pressedKeys)
        this.dispatch(behavior, 'key', ({ argument }) => argument?.toLowerCase() === key, {
          ...NOTHING_GIVEN,
          data: key,
        });
      for (const action of machine.keys.begunActions)
        this.dispatch(behavior, 'action', ({ argument }) => argument === action, {
          ...NOTHING_GIVEN,
          data: action,
        });
      for (const point of arrivals.clicks.get(entity) ?? [])
        this.dispatch(behavior, 'click', ALWAYS, { ...NOTHING_GIVEN, data: point, point });
      this.tick(behavior);
    }
  }

  /** Vars, then `on start`, then the first state. */
  private begin(behavior: BehaviorInstance): void {
    const { machine } = this;
    const { code, script } = behavior;
    const { entity, params = {} } = script.attached;
    behavior.started = true;
    behavior.vars = code.vars.map(({ name }) => machine.vars.entry(entity, name));
    code.vars.forEach(({ name, isParam, site, first }, slot) => {
      const entry = behavior.vars[slot];
      if (entry === undefined || machine.vars.exists(entry)) return;
      const text = `${isParam ? 'param' : 'var'} ${name}`;
      const activation = new Activation(behavior, { text, site, depth: 1 }, NOTHING_GIVEN, undefined);
      const given = isParam && Object.hasOwn(params, name) ? params[name] : undefined;
      machine.perform(activation, (run) => {
        const value = given === undefined ? first(run) : fromJson(run, given, 'record');
        machine.vars.write(entry, value, site);
      });
    });
    for (const handler of code.handlers.get('start') ?? [])
      machine.start(behavior, handler, NOTHING_GIVEN, undefined);
    // It may have been told where to go already.
    if (behavior.state < 0 && code.states.length > 0 && !script.disabled) machine.enter(behavior, 0);
  }

  /** Handlers that have waited long enough, in the order in which they began to. */
  private goOn(behavior: BehaviorInstance): void {
    const { machine } = this;
    for (const activation of [...behavior.waiting]) {
      if (machine.isSpent(behavior)) return;
      // Another one may have ended it.
      if (activation.resumeAt > machine.steps || !behavior.waiting.includes(activation)) continue;
      machine.resume(activation);
    }
  }

  private fireTimers(behavior: BehaviorInstance): void {
    const { machine } = this;
    for (const running of [...behavior.timers]) {
      if (machine.isSpent(behavior)) return;
      if (running.due > machine.seconds + ROUNDING || !behavior.timers.includes(running)) continue;
      if (running.timer.repeats) {
        running.due = Math.max(running.due + running.timer.seconds, machine.seconds);
        // Its last round is not over.
        if (running.activation !== undefined && behavior.waiting.includes(running.activation)) continue;
      } else {
        behavior.timers = behavior.timers.filter((other) => other !== running);
        machine.forget(running);
      }
      machine.fire(behavior, running);
    }
  }

  private deliver(behavior: BehaviorInstance, events: EventIndex): void {
    const { eventNames } = behavior.code;
    if (eventNames.length === 0 || events.isEmpty) return;
    for (const event of events.reaching(behavior.script.attached.entity, eventNames)) {
      const { name, from, data } = event;
      const other = from === undefined ? null : new EntityRef(from);
      const value = 'value' in data ? data.value : this.valueOf(behavior, name, data.json);
      this.dispatch(behavior, 'event', ({ argument }) => argument === name, { data: value, other });
    }
  }

  /** What was sent from outside. */
  private valueOf(behavior: BehaviorInstance, name: string, json: Parameters<typeof fromJson>[1]): Value {
    let value: Value = null;
    const site = { start: 0, unit: behavior.script.program?.unit ?? { source: '' } };
    const text = `on event ${JSON.stringify(name)}`;
    const activation = new Activation(behavior, { text, site, depth: 0 }, NOTHING_GIVEN, undefined);
    this.machine.perform(activation, (run) => {
      value = share(fromJson(run, json, 'record'));
    });
    return value;
  }

  private touches(behavior: BehaviorInstance, touches: readonly Touch[]): void {
    for (const { kind, given, other } of touches) {
      const view = this.machine.scene.entity(other);
      const matches: Matches = ({ argument }) =>
        argument === undefined || argument === view?.name || (view?.tags.includes(argument) ?? false);
      this.dispatch(behavior, kind, matches, given);
    }
  }

  /** Runs the handlers of a trigger: the behaviour's own first, then those of the state that it is in by then. */
  private dispatch(behavior: BehaviorInstance, trigger: string, matches: Matches, given: Given): void {
    const { machine } = this;
    for (const handler of behavior.code.handlers.get(trigger) ?? []) {
      if (machine.isSpent(behavior)) return;
      if (matches(handler)) machine.start(behavior, handler, given, undefined);
    }
    const { stay } = behavior;
    for (const handler of behavior.code.states[behavior.state]?.handlers.get(trigger) ?? []) {
      if (machine.isSpent(behavior) || behavior.stay !== stay) return;
      if (matches(handler)) machine.start(behavior, handler, given, stay);
    }
  }

  private tick(behavior: BehaviorInstance): void {
    const { waiting } = behavior;
    // One that waits does not begin anew.
    const isFree = (stay: number | undefined): Matches =>
      waiting.length === 0
        ? ALWAYS
        : (handler) => !waiting.some((other) => other.code === handler && other.stay === stay);
    for (const handler of behavior.code.handlers.get('tick') ?? []) {
      if (this.machine.isSpent(behavior)) return;
      if (isFree(undefined)(handler)) this.machine.start(behavior, handler, NOTHING_GIVEN, undefined);
    }
    const { stay, state } = behavior;
    for (const handler of behavior.code.states[state]?.handlers.get('tick') ?? []) {
      if (this.machine.isSpent(behavior)) return;
      if (isFree(stay)(handler)) this.machine.start(behavior, handler, NOTHING_GIVEN, stay);
    }
  }
}

const vecFrom = ([x, y, z]: Triple): Vec => new Vec(x, y, z);

function givenBy(other: number, { point, normal, impact }: Contact, turn: 1 | -1): Given {
  const ref = new EntityRef(other);
  return {
    data: ref,
    other: ref,
    ...(point && { point: vecFrom(point) }),
    ...(normal && { normal: new Vec(normal[0] * turn, normal[1] * turn, normal[2] * turn) }),
    ...(impact !== undefined && { impact }),
  };
}
