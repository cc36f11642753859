/** A game from its first step on. */
import type { CreatePlay } from './contract';
import { Session } from './session';

/** Nothing has run yet when it comes back: scripts start in the first step. */
export const createPlay: CreatePlay = (options) => new Session(options);
