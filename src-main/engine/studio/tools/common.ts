/** Schemas that the tools of the studio share. */
import type { JsonObject } from '../../json';
import { list, text } from '../../tools/builtin/define';
import { LIMITS } from '../records';

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
