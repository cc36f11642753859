/** What must hold whatever a script does: nothing of the host is reached, and nothing of it is changed. */

/** What the objects that all others come from would show if a script had changed them. */
export const fingerprint = (): string =>
  [Object.prototype, Array.prototype, Function.prototype, String.prototype, Number.prototype, Map.prototype]
    .map((prototype) => Reflect.ownKeys(prototype).map(String).join())
    .join('|');

/** Where in a value there is something that is not plain data; none where all of it is. */
export function strangeness(value: unknown, at = 'the result'): string | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : `${at} is ${value}`;
  if (typeof value !== 'object') return `${at} is a ${typeof value}`;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== Array.prototype) return `${at} is an object of a class`;
  for (const key of Reflect.ownKeys(value)) {
    const property = Object.getOwnPropertyDescriptor(value, key);
    if (key === 'length' && Array.isArray(value)) continue;
    if (typeof key === 'symbol' || property === undefined || !('value' in property))
      return `${at} has something that is no plain property`;
    const found = strangeness(property.value, `${at}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
