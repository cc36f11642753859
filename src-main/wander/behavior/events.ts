/** Events on their way from one step to the next. */
import type { JsonValue } from '../host';
import type { Value } from '../values';

export interface GameEvent {
  readonly name: string;
  /** The entity that sent it; none from outside. */
  readonly from: number | undefined;
  /** Absent: to all. */
  readonly to: number | undefined;
  /** What was sent, as the sender had it; from outside, as JSON. */
  readonly data: { readonly value: Value } | { readonly json: JsonValue };
}

interface OfName {
  readonly toAll: { readonly order: number; readonly event: GameEvent }[];
  readonly to: Map<number, { readonly order: number; readonly event: GameEvent }[]>;
}

/** The events of a step, so that a script finds those that it handles without a look at the others. */
export class EventIndex {
  private readonly names = new Map<string, OfName>();

  constructor(events: readonly GameEvent[]) {
    events.forEach((event, order) => {
      const ofName = this.names.get(event.name) ?? {
        toAll: [],
        to: new Map<number, { order: number; event: GameEvent }[]>(),
      };
      this.names.set(event.name, ofName);
      if (event.to === undefined) ofName.toAll.push({ order, event });
      else {
        const list = ofName.to.get(event.to) ?? [];
        ofName.to.set(event.to, list);
        list.push({ order, event });
      }
    });
  }

  get isEmpty(): boolean {
    return this.names.size === 0;
  }

  /** Events of some names that reach an entity, in the order in which they were sent. */
  reaching(entity: number, names: Iterable<string>): readonly GameEvent[] {
    const found: { readonly order: number; readonly event: GameEvent }[] = [];
    for (const name of names) {
      const ofName = this.names.get(name);
      if (ofName === undefined) continue;
      for (const entry of ofName.toAll) found.push(entry);
      for (const entry of ofName.to.get(entity) ?? []) found.push(entry);
    }
    return found.sort((a, b) => a.order - b.order).map(({ event }) => event);
  }
}
