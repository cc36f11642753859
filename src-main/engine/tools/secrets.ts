/** Secrets that a tool was given, so that they are not kept where it passed them on under another name. */
import { isJsonObject, type Json, type JsonObject } from '../json';
import { MASK, redact } from './redact';

/** Shorter texts would be found everywhere. */
const MIN_LENGTH = 4;

/** The texts that redaction takes out of a call's arguments. */
export function secretsOf(args: JsonObject, schema: Json | undefined): ReadonlySet<string> {
  return difference(args, redact(args, schema));
}

/** The texts of a value of which a masked copy holds a mask instead. */
export function difference(whole: Json, copy: Json): ReadonlySet<string> {
  const found = new Set<string>();
  const collect = (value: Json): void => {
    if (typeof value === 'string' || typeof value === 'number') {
      const text = String(value);
      // As it stands in JSON and in an address, too.
      if (text.length >= MIN_LENGTH)
        for (const form of [text, JSON.stringify(text).slice(1, -1), inAddress(text)]) found.add(form);
    } else if (Array.isArray(value)) for (const element of value as readonly Json[]) collect(element);
    else if (isJsonObject(value)) for (const element of Object.values(value)) collect(element);
  };
  const compare = (value: Json, masked: Json): void => {
    if (value === masked) return;
    if (masked === MASK) collect(value);
    else if (Array.isArray(value) && Array.isArray(masked)) {
      (value as readonly Json[]).forEach((element, index) => {
        compare(element, (masked as readonly Json[])[index] ?? null);
      });
    } else if (isJsonObject(value) && isJsonObject(masked)) {
      for (const [key, element] of Object.entries(value)) compare(element, masked[key] ?? null);
    }
  };
  compare(whole, copy);
  return found;
}

function inAddress(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    // Half of a surrogate pair has no such form.
    return text;
  }
}

/** A copy in which the given secrets are masked, also inside longer texts; the same value where there are none. */
export function withoutSecrets(value: Json, secrets: ReadonlySet<string>): Json {
  if (secrets.size === 0) return value;
  if (typeof value === 'string') {
    let text = value;
    for (const secret of secrets) if (text.includes(secret)) text = text.replaceAll(secret, MASK);
    return text;
  }
  if (typeof value === 'number') return secrets.has(String(value)) ? MASK : value;
  if (Array.isArray(value))
    return (value as readonly Json[]).map((element) => withoutSecrets(element, secrets));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, element]) => [key, withoutSecrets(element, secrets)]),
  );
}
