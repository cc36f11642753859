/** What the player does: keys that are down, and actions that are under way. */
import { Vec, type Value } from '../values';
import type { PlayInput } from './contract';

type Amount = number | readonly [number, number];

const rests = (amount: Amount): boolean =>
  typeof amount === 'number' ? amount === 0 : amount[0] === 0 && amount[1] === 0;

/** More keys or actions than anybody has fingers for. */
const MAX_HELD = 1000;

export class InputState {
  private readonly down = new Set<string>();
  private readonly actions = new Map<string, Amount>();
  /** In this step, in the order in which it happened. */
  readonly pressedKeys: string[] = [];
  readonly begunActions: string[] = [];
  private readonly endedActions = new Set<string>();
  /** Went up in this step: they count as down until it is over. */
  private readonly goingUp = new Set<string>();

  apply(input: PlayInput): void {
    for (const key of this.goingUp) this.down.delete(key);
    this.goingUp.clear();
    this.pressedKeys.length = 0;
    this.begunActions.length = 0;
    this.endedActions.clear();
    for (const name of input.press ?? []) this.press(name.toLowerCase());
    for (const name of input.release ?? []) this.release(name.toLowerCase());
    for (const [name, amount] of Object.entries(input.actions ?? {})) this.set(name, amount);
  }

  private press(key: string): void {
    if (this.down.has(key) || this.down.size >= MAX_HELD) return;
    this.down.add(key);
    this.pressedKeys.push(key);
  }

  private release(key: string): void {
    // One that went down in this step stays down for it.
    if (this.pressedKeys.includes(key)) this.goingUp.add(key);
    else this.down.delete(key);
  }

  private set(name: string, amount: Amount): void {
    const before = this.actions.get(name) ?? 0;
    if (rests(before) && !rests(amount)) this.begunActions.push(name);
    if (!rests(before) && rests(amount)) this.endedActions.add(name);
    if (rests(amount)) this.actions.delete(name);
    else if (this.actions.size < MAX_HELD) this.actions.set(name, amount);
  }

  isDown(key: string): boolean {
    return this.down.has(key.toLowerCase());
  }

  isPressed(key: string): boolean {
    return this.pressedKeys.includes(key.toLowerCase());
  }

  value(action: string): Value {
    const amount = this.actions.get(action) ?? 0;
    return typeof amount === 'number' ? amount : new Vec(amount[0], amount[1], 0);
  }

  hasBegun(action: string): boolean {
    return this.begunActions.includes(action);
  }

  hasEnded(action: string): boolean {
    return this.endedActions.has(action);
  }
}
