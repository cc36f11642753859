/** The run of one program in a game: all its handlers on all its entities run on it, one after the other. */
import { Run } from '../context';
import type { Site } from '../errors';
import type { Game } from '../game';
import type { RunLimits, SceneHost } from '../host';
import type { Pcg32 } from '../random';
import type { Shape } from '../values';

export interface PlayRunParts {
  readonly scene: SceneHost;
  readonly limits: RunLimits;
  readonly root: Shape;
  readonly game: Game;
  /** One sequence for the whole game. */
  readonly random: Pcg32;
  readonly doomed: Map<number, Site>;
  readonly log: (text: string, site: Site) => void;
}

export class PlayRun extends Run {
  override readonly doomed: Map<number, Site>;
  private readonly tell: (text: string, site: Site) => void;

  constructor({ scene, limits, root, game, random, doomed, log }: PlayRunParts) {
    super({ host: { scene, mutate: true }, limits, random: () => random, root, depthBelow: 0 });
    this.doomed = doomed;
    this.tell = log;
    this.game = game;
  }

  override log(text: string): void {
    this.tell(text, this.site);
  }
}
