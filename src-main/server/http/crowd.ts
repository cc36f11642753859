/**
 * What may be there in small numbers only, and costs whoever brings it nothing, such as connections of which nobody knows
 * whose they are. The oldest gives way to a new one: who only holds what he has keeps nobody out.
 */
export class Crowd<T> {
  readonly #there = new Set<T>();

  constructor(
    private readonly max: number,
    private readonly sendAway: (oldest: T) => void,
  ) {}

  enter(one: T): void {
    this.#there.add(one);
    const [oldest] = this.#there;
    if (this.#there.size <= this.max || oldest === undefined) return;
    this.#there.delete(oldest);
    this.sendAway(oldest);
  }

  leave(one: T): void {
    this.#there.delete(one);
  }
}
