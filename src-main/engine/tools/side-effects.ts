/** What calls do outside the scene: how it is taken back, and what is to follow once it is certain. */
import { describeThrown } from './call-failures';

export class SideEffects {
  /** For what is done while no transaction is open; a transaction keeps its own. */
  private readonly compensations: (() => void)[] = [];
  private readonly actions: (() => void)[] = [];

  constructor(
    /** Of the outermost call, for the log. */
    private readonly id: string,
    private readonly log: (text: string) => void,
  ) {}

  /** A place that `compensate` can go back to. */
  get mark(): number {
    return this.compensations.length;
  }

  onRollback(undo: () => void): void {
    this.compensations.push(undo);
  }

  /** Takes back what was done since the mark, the newest first. */
  compensate(mark = 0): void {
    while (this.compensations.length > mark) {
      try {
        this.compensations.pop()?.();
      } catch (error) {
        this.log(`Undoing an effect of ${this.id} failed: ${describeThrown(error)}`);
      }
    }
  }

  afterCommit(action: () => void): void {
    this.actions.push(action);
  }

  runActions(): void {
    for (const action of this.actions.splice(0)) {
      try {
        action();
      } catch (error) {
        this.log(`What follows ${this.id} failed: ${describeThrown(error)}`);
      }
    }
  }
}
