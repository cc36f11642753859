/** What stands in a kept test in the place of a secret: a value that was made from the schema, and is nobody's. */
import { isJsonObject, type Json, type JsonObject } from '../../json';
import { MASK, redact } from '../../tools/redact';
import { Dice } from './dice';
import type { CheckArguments } from './fuzz';
import { RandomValues } from './random-values';

const ATTEMPTS = 40;

/** The same arguments where nothing in them is secret; undefined where no value was found that the schema allows. */
export function withPlaceholders(
  args: JsonObject,
  schema: JsonObject,
  check: CheckArguments,
): JsonObject | undefined {
  const masked = redact(args, schema);
  if (masked === args) return args;
  const values = new RandomValues(schema);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const made = values.next(new Dice(`placeholder ${attempt}`));
    const filled = fill(args, masked, made);
    if (isJsonObject(filled) && check(filled).ok) return filled;
  }
  return undefined;
}

function fill(whole: Json, masked: Json, made: Json | undefined): Json {
  if (whole === masked) return whole;
  if (masked === MASK) return made !== undefined && typeof made === typeof whole ? made : plain(whole);
  if (Array.isArray(whole) && Array.isArray(masked)) {
    const list = Array.isArray(made) ? (made as readonly Json[]) : [];
    return (whole as readonly Json[]).map((item, index) =>
      fill(item, (masked as readonly Json[])[index] ?? null, list[index] ?? list[0]),
    );
  }
  if (!isJsonObject(whole) || !isJsonObject(masked)) return masked;
  const object = isJsonObject(made) ? made : {};
  return Object.fromEntries(
    Object.entries(whole).map(([key, item]) => [
      key,
      fill(item, masked[key] ?? null, Object.hasOwn(object, key) ? object[key] : undefined),
    ]),
  );
}

function plain(value: Json): Json {
  if (typeof value === 'number') return 0;
  if (typeof value === 'string') return 'placeholder';
  return Array.isArray(value) ? [] : isJsonObject(value) ? {} : value;
}
