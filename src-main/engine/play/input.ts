/** What people and agents do in a play, until the next step takes it. */
import type { Json } from '../json';
import type { Contact, PlayInput } from '../../wander/behavior/contract';

export type ActionValue = number | readonly [number, number];

export interface InputRequest {
  /** Keys that are tapped: down for one step. */
  readonly press?: readonly string[];
  /** Keys that go down and stay down. */
  readonly hold?: readonly string[];
  /** Keys that go up. */
  readonly release?: readonly string[];
  /** `steps` 0: until it is set again. */
  readonly actions?: readonly {
    readonly name: string;
    readonly value: ActionValue;
    readonly steps: number;
  }[];
  readonly clicks?: readonly number[];
  readonly events?: readonly { readonly name: string; readonly data?: Json; readonly to?: number }[];
}

interface Pending {
  press: string[];
  release: string[];
  actions: Map<string, ActionValue>;
  clicks: { entity: number }[];
  events: { name: string; data?: Json; to?: number }[];
}

/** Key names as behaviours write them: `"Space"` and `" "` are `"space"`, `"ArrowLeft"` is `"left"`. */
export function keyName(key: string): string {
  if (key === ' ') return 'space';
  const lower = key.trim().toLowerCase();
  const known: Readonly<Record<string, string>> = {
    arrowleft: 'left',
    arrowright: 'right',
    arrowup: 'up',
    arrowdown: 'down',
    esc: 'escape',
    return: 'enter',
    control: 'ctrl',
  };
  return Object.hasOwn(known, lower) ? (known[lower] ?? lower) : lower;
}

export class InputQueue {
  private pending = empty();
  /** Keys that are down. */
  private readonly down = new Set<string>();
  /** Action → the step from which it is 0 again. */
  private readonly ends = new Map<string, number>();

  /** Names of the keys that are down, in the order in which they went down. */
  get held(): readonly string[] {
    return [...this.down];
  }

  /** `next` is the number of the step that comes. */
  add(request: InputRequest, next: number): void {
    const { press = [], hold = [], release = [], actions = [], clicks = [], events = [] } = request;
    for (const key of press.map(keyName)) {
      this.pending.press.push(key);
      if (!this.down.has(key)) this.pending.release.push(key);
    }
    for (const key of hold.map(keyName)) {
      if (this.down.has(key)) continue;
      this.down.add(key);
      this.pending.press.push(key);
    }
    for (const key of release.map(keyName)) {
      if (this.down.delete(key)) this.pending.release.push(key);
    }
    for (const { name, value, steps } of actions) {
      this.pending.actions.set(name, value);
      if (steps > 0) this.ends.set(name, next + steps);
      else this.ends.delete(name);
    }
    for (const entity of clicks) this.pending.clicks.push({ entity });
    for (const event of events) this.pending.events.push({ ...event });
  }

  /** All keys up: the view that they were pressed in has lost them. */
  releaseAll(): void {
    this.pending.release.push(...this.down);
    this.down.clear();
  }

  /** What the given step gets. */
  take(step: number, contacts: readonly Contact[]): PlayInput {
    for (const [name, end] of this.ends) {
      if (step < end) continue;
      this.ends.delete(name);
      if (!this.pending.actions.has(name)) this.pending.actions.set(name, 0);
    }
    const { press, release, actions, clicks, events } = this.pending;
    this.pending = empty();
    return {
      ...(press.length === 0 ? {} : { press }),
      ...(release.length === 0 ? {} : { release }),
      ...(actions.size === 0 ? {} : { actions: Object.fromEntries(actions) }),
      ...(clicks.length === 0 ? {} : { clicks }),
      ...(contacts.length === 0 ? {} : { contacts }),
      ...(events.length === 0 ? {} : { events }),
    };
  }
}

function empty(): Pending {
  return { press: [], release: [], actions: new Map(), clicks: [], events: [] };
}
