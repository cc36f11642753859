/** The undo list: steps that were done, steps that were undone, and taking one step back out of the middle. */
import type { JsonObject } from '../json';
import type { Outcome, ToolError } from '../errors';
import { fail, succeed, toolError } from '../errors';
import { sameEntity } from './changes';
import { getOwn, roughSize, sameJson } from './json-values';
import { dependentsOf, invertStep } from './revert';
import type { Scene } from './scene';
import type { SceneChange } from './transaction';

/** One undoable change: what one outermost call did. */
export interface UndoStep {
  readonly id: number;
  readonly label: string;
  readonly actor: string;
  /** Id of the call. */
  readonly call?: string;
  /** Seconds since the epoch. */
  readonly time: number;
  readonly change: SceneChange;
  /** The later step that took this one back. */
  readonly revertedBy?: number;
  /** The earlier step that this one takes back. */
  readonly reverts?: number;
}

/** Characters that the steps may hold together, roughly; beyond that the oldest are forgotten. */
const MAX_HELD = 128 * 1024 * 1024;

const NOTHING_CHANGED =
  'Nothing was changed since the scene was opened, or all of it is undone: "history" with action "list" tells the steps.';
const NOTHING_UNDONE = 'Only what was undone last can be done again, until something else changes.';

export class History {
  private done: UndoStep[] = [];
  /** The last one is the next to be redone. */
  private taken: UndoStep[] = [];
  private nextId = 1;
  private readonly limit: number;
  private readonly maxHeld: number;
  private held = 0;
  private readonly sizes = new WeakMap<SceneChange, number>();

  /** Keeps the newest `limit` steps (10,000; in long lists a few more), and of those as many as hold `maxHeld` characters. */
  constructor(
    private readonly scene: Scene,
    options: { limit?: number; maxHeld?: number } = {},
  ) {
    this.limit = options.limit ?? 10_000;
    this.maxHeld = options.maxHeld ?? MAX_HELD;
  }

  /**
   * Adds a committed change as the newest step. What was undone can't be redone any more; a call that was rolled back
   * commits nothing and so never comes here. A change that replaced the whole scene ends the history instead.
   */
  push(step: Omit<UndoStep, 'id'>): UndoStep {
    const added: UndoStep = { ...step, id: this.nextId };
    this.nextId += 1;
    if (step.change.replaced) {
      this.clear();
      return added;
    }
    this.forget(this.taken.splice(0));
    this.done.push(added);
    if (added.reverts !== undefined) this.mark(added.reverts, added.id);
    const size = sizeOfChange(step.change);
    this.sizes.set(step.change, size);
    this.held += size;
    // Taking one off the front of a long list with each step would cost more than the step.
    if (this.done.length > this.limit + (this.limit >> 4))
      this.forget(this.done.splice(0, this.done.length - this.limit));
    // The newest can always be undone.
    while (this.held > this.maxHeld && this.done.length > 1) this.forget(this.done.splice(0, 1));
    return added;
  }

  private forget(steps: readonly UndoStep[]): void {
    for (const { change } of steps) this.held -= this.sizes.get(change) ?? 0;
  }

  /** The oldest first. */
  steps(): readonly UndoStep[] {
    return [...this.done];
  }

  /** Undone steps, the next to be redone first. */
  undone(): readonly UndoStep[] {
    return this.taken.toReversed();
  }

  find(stepId: number): UndoStep | undefined {
    return this.done.find((step) => step.id === stepId);
  }

  clear(): void {
    this.done = [];
    this.taken = [];
    this.held = 0;
  }

  /**
   * Takes back the newest steps, all or (`conflict`) none, and answers them, the newest first. Fewer than asked for where
   * there are fewer; `not_found` where there is nothing.
   */
  undo(count = 1): Outcome<readonly UndoStep[]> {
    const steps = count > 0 ? this.done.slice(-count).reverse() : [];
    if (steps.length === 0) return fail('not_found', 'There is nothing to undo', NOTHING_CHANGED);
    const problem = this.apply(steps, 'before');
    if (problem) return { ok: false, error: problem };
    const moved: UndoStep[] = [];
    for (let step = this.done.pop(); step; step = moved.length < steps.length ? this.done.pop() : undefined) {
      moved.push(step);
      this.taken.push(step);
      // Replaces the step that this one had taken back: it must be read from the list only after this.
      if (step.reverts !== undefined) this.mark(step.reverts, undefined);
    }
    return succeed(moved);
  }

  /** Does undone steps again, all or (`conflict`) none, and answers them in the order in which they were done. */
  redo(count = 1): Outcome<readonly UndoStep[]> {
    const steps = count > 0 ? this.taken.slice(-count).reverse() : [];
    if (steps.length === 0) return fail('not_found', 'There is nothing to redo', NOTHING_UNDONE);
    const problem = this.apply(steps, 'after');
    if (problem) return { ok: false, error: problem };
    for (const step of steps) {
      this.taken.pop();
      this.done.push(step);
      if (step.reverts !== undefined) this.mark(step.reverts, step.id);
    }
    return succeed(steps);
  }

  /**
   * Takes back one step. The newest is undone, and can be redone; an older one is taken back by a new step, which
   * leaves alone whatever later steps did elsewhere. `conflict` where later steps depend on it, naming them; `not_found` for
   * a step that is not in the list.
   */
  revert(stepId: number, meta: { actor: string; call?: string; time: number }): Outcome<UndoStep> {
    const step = this.find(stepId);
    if (!step) {
      const undone = this.taken.some((other) => other.id === stepId);
      const hint = undone
        ? 'It is undone already. history {action: "redo"} does it again.'
        : 'history {action: "list"} shows the steps.';
      return fail('not_found', `There is no step ${stepId} in the history`, hint);
    }
    if (step.revertedBy !== undefined) {
      return fail(
        'conflict',
        `Step ${stepId} "${step.label}" was taken back by step ${step.revertedBy} already`,
        `Revert step ${step.revertedBy} to have it again.`,
      );
    }
    if (step === this.done[this.done.length - 1]) {
      const undone = this.undo(1);
      return undone.ok ? succeed(step) : undone;
    }
    const later = dependentsOf(step, this.done);
    if (later.length > 0) return { ok: false, error: dependsError(step, later) };
    if (this.scene.open) return { ok: false, error: openError() };
    const tx = this.scene.begin();
    const problem = invertStep(step.change, this.scene, tx);
    if (problem) {
      tx.rollback();
      return fail(
        'conflict',
        `Step ${stepId} "${step.label}" can't be taken back: ${problem}`,
        'Undo later steps first, or change it by hand.',
      );
    }
    const change = tx.commit() ?? { changes: new Map() };
    return succeed(this.push({ label: `Revert: ${step.label}`, ...meta, change, reverts: step.id }));
  }

  private apply(steps: readonly UndoStep[], to: 'before' | 'after'): ToolError | undefined {
    if (this.scene.open) return openError();
    const from = to === 'before' ? 'after' : 'before';
    // Undefined as soon as something that is no step lies between: then it is a state that never was.
    let state: number | undefined = this.scene.state;
    const tx = this.scene.begin();
    for (const { id, label, change } of steps) {
      const states = this.scene.statesOf(change);
      state = states?.[from] === state ? states?.[to] : undefined;
      for (const [entity, images] of change.changes) {
        const now = this.scene.get(entity) ?? null;
        const expected = images[from];
        if (now !== expected && !(now && expected && sameEntity(now, expected))) {
          tx.rollback();
          const name = now?.name ?? expected?.name ?? '';
          return toolError(
            'conflict',
            `Step ${id} "${label}" can't be ${to === 'before' ? 'undone' : 'redone'}: #${entity} ${name} is not as the step left it`,
            'Something changed it without a step in the history, such as a running game. Stop that first.',
          );
        }
        tx.restore(entity, images[to]);
      }
      if (!change.environment) continue;
      if (!sameJson(this.scene.environment, change.environment[from])) {
        tx.rollback();
        return toolError(
          'conflict',
          `Step ${id} "${label}" can't be undone or redone: the environment is not as it left it`,
        );
      }
      tx.restoreEnvironment(change.environment[to]);
    }
    tx.commit();
    if (state !== undefined) this.scene.returnTo(state);
    return undefined;
  }

  private mark(stepId: number, revertedBy: number | undefined): void {
    const index = this.done.findIndex((step) => step.id === stepId);
    const step = this.done[index];
    if (!step) return;
    // Taking back a step that itself took one back makes that one count again.
    if (step.reverts !== undefined) this.mark(step.reverts, revertedBy === undefined ? step.id : undefined);
    this.done[index] = { ...step, revertedBy };
  }
}

/** What was before, as far as it is another by now: the rest is held by the scene, or by the next step. */
function sizeOfChange(change: SceneChange): number {
  let size = 0;
  for (const { before, after } of change.changes.values()) {
    size += 400;
    if (before !== null) size += lost(before.vars, after?.vars) + lost(before.components, after?.components);
  }
  return size;
}

function lost(before: JsonObject, after: JsonObject | undefined): number {
  if (before === after) return 0;
  let size = 0;
  for (const [key, value] of Object.entries(before))
    if (after === undefined || getOwn(after, key) !== value) size += key.length + roughSize(value);
  return size;
}

function openError(): ToolError {
  return toolError(
    'conflict',
    'A change of the scene is under way',
    'Undo and redo can be called on their own only, not within a batch or a tool.',
  );
}

function dependsError(step: UndoStep, later: readonly UndoStep[]): ToolError {
  const named = later.slice(-5).map(({ id, label, actor }) => `${id} "${label}" by ${actor}`);
  const more = later.length > 5 ? ` and ${later.length - 5} more` : '';
  return toolError(
    'conflict',
    `Step ${step.id} "${step.label}" can't be taken back: later steps depend on it: ${named.join('; ')}${more}`,
    `Take back ${later.length === 1 ? `step ${later[0]?.id ?? ''}` : 'those steps'} first.`,
    { steps: later.map(({ id, label, actor }) => ({ id, label, actor })) },
  );
}
