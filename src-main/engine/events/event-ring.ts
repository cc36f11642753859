/** The last events, in the order of their `seq`; adding one to a full ring drops the oldest. */
import type { EngineEvent } from './event';

export class EventRing {
  private readonly slots: (EngineEvent | undefined)[];
  /** Slot of the oldest. */
  private start = 0;
  private count = 0;

  constructor(readonly capacity: number) {
    this.slots = new Array<EngineEvent | undefined>(capacity);
  }

  push(event: EngineEvent): void {
    if (this.count < this.capacity) this.count += 1;
    else this.start = (this.start + 1) % this.capacity;
    this.slots[(this.start + this.count - 1) % this.capacity] = event;
  }

  get oldest(): EngineEvent | undefined {
    return this.at(0);
  }

  /** Events with a larger `seq`, the oldest first. */
  *after(seq: number): Generator<EngineEvent, void, undefined> {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.at(middle)?.seq ?? 0) <= seq) low = middle + 1;
      else high = middle;
    }
    for (let index = low; index < this.count; index += 1) {
      const event = this.at(index);
      if (event) yield event;
    }
  }

  private at(index: number): EngineEvent | undefined {
    return index < this.count ? this.slots[(this.start + index) % this.capacity] : undefined;
  }
}
