/** What the tools of the studio share: schemas, and small checks and counts. */
import type { JsonObject } from '../../json';
import { list, text } from '../../tools/builtin/define';
import { LIMITS } from '../records';
import { invalid } from '../writing';

export const AS = text('Act as this agent of the roster; only for who speaks for none.', { maxLength: 64 });

export function shortText(description: string, more: JsonObject = {}): JsonObject {
  return text(description, { maxLength: LIMITS.title, ...more });
}

export function longText(description: string): JsonObject {
  return text(description, { maxLength: LIMITS.text });
}

export function texts(description: string, maxItems: number, maxLength: number = LIMITS.word): JsonObject {
  return list({ type: 'string', minLength: 1, maxLength }, description, { maxItems });
}

/** Refuses an update that names a record and says nothing of it. */
export function checkAnythingGiven(args: JsonObject, record: 'task' | 'feedback'): void {
  if (Object.keys(args).every((key) => key === record || key === 'as'))
    throw invalid('Nothing is given to change', 'Such as "status" or "comment".');
}

/** A number for each status, 0 included. */
export function countByStatus<S extends string>(
  statuses: readonly S[],
  records: Iterable<{ readonly status: S }>,
): Record<S, number> {
  const counts = Object.fromEntries(statuses.map((status) => [status, 0])) as Record<S, number>;
  for (const { status } of records) counts[status] += 1;
  return counts;
}
