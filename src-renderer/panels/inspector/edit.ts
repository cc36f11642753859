/** Edits from the inspector: each is one `entity_update` by the person, and so one undo step. */
import type { Json, JsonObject } from '../../../src-preload/contract';
import { callTool } from '../../state/bridge';
import { showError } from '../../state/toasts';

/** Changes an entity; says what was wrong where it fails. */
export async function editEntity(entity: number, change: JsonObject): Promise<boolean> {
  const result = await callTool('entity_update', { entity, ...change });
  if (!result.ok) showError(result.error, 'Nothing was changed');
  return result.ok;
}

/** What a person typed for a variable: JSON where it is that, else the text itself. */
export function valueOfText(text: string): Json {
  const trimmed = text.trim();
  if (/^(-?\d|[[{"]|true$|false$|null$)/.test(trimmed)) {
    try {
      return JSON.parse(trimmed) as Json;
    } catch {
      return text;
    }
  }
  return text;
}

/** The text that stands for a value: JSON, without quotes where a text can't be mistaken for anything else. */
export function textOfValue(value: Json): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return valueOfText(value) === value ? value : JSON.stringify(value);
}

export type ValueKind = 'number' | 'text' | 'bool' | 'list' | 'map' | 'nothing';

export function kindOfValue(value: Json): ValueKind {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'object') return 'map';
  return typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'bool' : 'text';
}

/** `a number`, `Text`. */
export function withArticle(kind: ValueKind, title = false): string {
  const words = kind === 'text' || kind === 'nothing' ? kind : `a ${kind}`;
  return title ? words.replace(/[a-z]+$/, (word) => word.charAt(0).toUpperCase() + word.slice(1)) : words;
}

/**
 * What was typed for a variable that holds `before`. A variable keeps its type: for a text everything is text; for another
 * value `fits` is false where what was typed is of another type.
 */
export function typedFor(text: string, before: Json): { readonly value: Json; readonly fits: boolean } {
  const value = valueOfText(text);
  const kind = kindOfValue(before);
  if (kind === 'text') return { value: typeof value === 'string' ? value : text, fits: true };
  return { value, fits: kind === 'nothing' || kindOfValue(value) === kind };
}
