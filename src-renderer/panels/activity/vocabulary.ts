/** The words of the feed that a filter may be completed with. */
import type { FeedRow } from '../../state/feed';
import type { Vocabulary } from './suggestions';

const LOOK_BACK = 5000;

/** Values that occur in the newest events, for completion. */
export function vocabularyOf(rows: readonly FeedRow[]): Vocabulary {
  const actors = new Set<string>();
  const tools = new Set<string>();
  const types = new Set<string>();
  for (let index = rows.length - 1; index >= Math.max(0, rows.length - LOOK_BACK); index -= 1) {
    for (const row of [rows[index], ...(rows[index]?.children ?? [])]) {
      const event = row?.event;
      if (event === undefined) continue;
      actors.add(event.actor);
      if (event.tool !== undefined) tools.add(event.tool);
      types.add(event.kind === undefined ? event.type : `${event.type}.${event.kind}`);
    }
  }
  const sorted = (words: ReadonlySet<string>): readonly string[] => [...words].sort();
  return { actors: sorted(actors), tools: sorted(tools), types: sorted(types) };
}
