/** The scene that is played: a copy, so that whatever behaviours do to it, the open scene is as it was. */
import { Scene } from '../scene/scene';
import type { Transaction } from '../scene/transaction';
import { EngineSceneHost } from '../wander/scene-host';
import { HostError, type EntitySpec } from '../../wander/host';

/** Records are never changed in place, so both scenes share them until one replaces its own. */
export function copyScene(scene: Scene): Scene {
  const copy = new Scene({ components: scene.components });
  const tx = copy.begin();
  tx.replaceAll(scene.snapshot());
  tx.commit();
  return copy;
}

const MOST_SPAWNS = 256;
/** A scene that has more from the start still plays, and grows by what one step may spawn. */
const MOST_ENTITIES = 20_000;

/** What behaviours may do to the scene of their play, within bounds. */
export class PlaySceneHost extends EngineSceneHost {
  private spawned = 0;
  private readonly most: number;

  constructor(
    private readonly played: Scene,
    tx: () => Transaction,
  ) {
    super(played, tx);
    this.most = Math.max(MOST_ENTITIES, played.count + MOST_SPAWNS);
  }

  /** Called before each step. */
  beginStep(): void {
    this.spawned = 0;
  }

  override create(spec: EntitySpec): number {
    if (this.spawned >= MOST_SPAWNS) {
      throw new HostError(
        'runtime_error',
        `more than ${MOST_SPAWNS} entities were spawned in one step`,
        'Spawn fewer at a time, for instance with every … seconds.',
      );
    }
    if (this.played.count >= this.most) {
      throw new HostError(
        'runtime_error',
        `the play has ${this.played.count} entities, and no more may be spawned`,
        'Destroy those that are no longer needed.',
      );
    }
    this.spawned += 1;
    return super.create(spec);
  }
}
