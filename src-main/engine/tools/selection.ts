/** What is selected, and where the scene view looks from: state of the editor, not of the scene, so undo does not touch it. */
import type { EventLog } from '../events/event-log';
import type { Vec3 } from '../scene/entity';
import type { Scene } from '../scene/scene';

export interface ViewState {
  readonly eye: Vec3;
  readonly target: Vec3;
  /** Vertical angle of view in degrees. */
  readonly fov: number;
}

export const DEFAULT_VIEW: ViewState = { eye: [8, 6, 10], target: [0, 0.5, 0], fov: 50 };

export class Selection {
  private selected: readonly number[] = [];
  private current: ViewState | undefined;

  constructor(
    private readonly scene: Scene,
    private readonly events: Pick<EventLog, 'append'>,
  ) {}

  /** Ids in the order in which they were selected. Deleted entities are left out, and are there again after an undo. */
  get(): readonly number[] {
    return this.selected.filter((id) => this.scene.get(id) !== undefined);
  }

  /** Replaces the selection without telling anybody; answers how to take that back. */
  replace(ids: readonly number[]): () => void {
    const before = this.selected;
    this.selected = [...new Set(ids)];
    return () => {
      this.selected = before;
    };
  }

  /** Where the scene view looks from; undefined until something moved it. */
  get view(): ViewState | undefined {
    return this.current;
  }

  /** Moves the view without telling anybody; answers how to take that back. */
  look(view: ViewState): () => void {
    const before = this.current;
    this.current = view;
    return () => {
      this.current = before;
    };
  }

  /** Tells the event log of the present selection, or view. */
  announce(what: 'changed' | 'focus', facts: { readonly actor: string; readonly call?: string }): void {
    const entities = this.get();
    const { current } = this;
    const names = entities.slice(0, 3).map((id) => `#${id} ${this.scene.get(id)?.name ?? ''}`);
    const more = entities.length > 3 ? ` and ${entities.length - 3} more` : '';
    this.events.append({
      type: 'selection',
      kind: what,
      actor: facts.actor,
      ...(facts.call === undefined ? {} : { call: facts.call }),
      summary:
        what === 'focus'
          ? 'The scene view moved'
          : entities.length === 0
            ? 'Nothing is selected'
            : `Selected ${names.join(', ')}${more}`,
      data: {
        entities: entities.slice(0, 1_000),
        count: entities.length,
        ...(what === 'focus' && current !== undefined ? { view: { ...current } } : {}),
      },
    });
  }
}
