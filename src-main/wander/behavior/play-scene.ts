/** The scene as scripts of a running game see it: vars that are still held are written first, and what a step makes is bounded. */
import {
  HostError,
  type EntityChange,
  type EntitySpec,
  type EntityView,
  type SceneHost,
  type Triple,
} from '../host';
import type { VarStore } from './vars';

const MAX_SPAWNS = 256;
const MAX_ENTITIES = 20_000;

export class PlayScene implements SceneHost {
  private spawned = 0;
  /** Entities there were before this step's first was made. */
  private before = 0;

  constructor(
    private readonly inner: SceneHost,
    private readonly vars: VarStore,
  ) {}

  beginStep(): void {
    this.spawned = 0;
  }

  private written(id: number): void {
    if (this.vars.hasUnwritten(id)) this.vars.flush(id);
  }

  entity(id: number): EntityView | undefined {
    this.written(id);
    return this.inner.entity(id);
  }

  update(id: number, change: EntityChange): void {
    this.written(id);
    this.inner.update(id, change);
    if (change.vars !== undefined) this.vars.changedInScene(id, Object.keys(change.vars));
  }

  create(spec: EntitySpec): number {
    if (this.spawned === 0) this.before = this.inner.all().length;
    if (this.spawned >= MAX_SPAWNS) {
      throw new HostError(
        'runtime_error',
        `more than ${MAX_SPAWNS} entities were made in one step`,
        'Make fewer at once: wait a frame between them.',
      );
    }
    if (this.before + this.spawned >= MAX_ENTITIES) {
      throw new HostError(
        'runtime_error',
        `a game can't have more than ${MAX_ENTITIES} entities`,
        'Destroy those that are not needed any more.',
      );
    }
    const id = this.inner.create(spec);
    this.spawned += 1;
    return id;
  }

  setParent(id: number, parent: number | null, keepWorld: boolean): void {
    this.inner.setParent(id, parent, keepWorld);
  }

  teleport(id: number, position: Triple): void {
    this.inner.teleport(id, position);
  }

  remove(id: number): void {
    this.inner.remove(id);
  }

  all(): readonly number[] {
    return this.inner.all();
  }

  withTag(tag: string): readonly number[] {
    return this.inner.withTag(tag);
  }

  named(name: string): readonly number[] {
    return this.inner.named(name);
  }

  childrenOf(id: number): readonly number[] {
    return this.inner.childrenOf(id);
  }

  /** Enabled, as all above it are. */
  isActive(id: number): boolean {
    let view = this.inner.entity(id);
    while (view?.enabled === true) {
      if (view.parent === null) return true;
      view = this.inner.entity(view.parent);
    }
    return false;
  }

  unplaced(): number {
    return this.inner.unplaced();
  }

  within(point: Triple, radius: number): readonly number[] {
    return this.inner.within(point, radius);
  }

  worldPosition(id: number): Triple {
    return this.inner.worldPosition(id);
  }

  axes(id: number): { readonly right: Triple; readonly up: Triple; readonly forward: Triple } {
    return this.inner.axes(id);
  }

  componentTypes(): readonly string[] {
    return this.inner.componentTypes();
  }
}
