/** What everybody says they are doing. It lives as long as the engine: whoever is not there any more says nothing. */
import type { StudioAuthor, StudioPresence } from './types';

const MAX = 500;

export class Presence {
  private readonly known = new Map<StudioAuthor, StudioPresence>();

  /** The one that said something last comes last. */
  all(): readonly StudioPresence[] {
    return [...this.known.values()];
  }

  of(agent: StudioAuthor): StudioPresence | undefined {
    return this.known.get(agent);
  }

  /** Answers whether that is something new, and how to take it back. */
  set(presence: StudioPresence): { readonly changed: boolean; readonly undo: () => void } {
    const before = this.known.get(presence.agent);
    this.known.delete(presence.agent);
    this.known.set(presence.agent, presence);
    const [oldest] = this.known.keys();
    if (this.known.size > MAX && oldest !== undefined) this.known.delete(oldest);
    return {
      changed: before?.status !== presence.status || before.activity !== presence.activity,
      undo: () => {
        if (this.known.get(presence.agent) !== presence) return;
        if (before === undefined) this.known.delete(presence.agent);
        else this.known.set(presence.agent, before);
      },
    };
  }
}
