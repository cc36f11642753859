/** How an entry of the library is called, in words: for the errors of the checker and of a run alike. */
import type { StdlibSignature } from './entry';

/** `clamp`, `list.push`. */
export function entryName({ receiver, name }: StdlibSignature): string {
  return receiver === undefined ? name : `${receiver}.${name}`;
}

/** `2 arguments`, `2 or 3 arguments`, `1 to 4 arguments`, `at least 1 argument`. */
export function arityText(least: number, most: number): string {
  const plural = (count: number): string => `${count} argument${count === 1 ? '' : 's'}`;
  if (most === Infinity) return `at least ${plural(least)}`;
  if (least === most) return least === 0 ? 'no arguments' : plural(least);
  return `${least} ${most - least === 1 ? 'or' : 'to'} ${plural(most)}`;
}

/** `clamp(x, lo, hi)`, `list.push(item)`, `round(x, digits?)`. */
export function signatureText(entry: StdlibSignature): string {
  const parameters = entry.parameters.map(
    (parameter) =>
      `${parameter.name}${parameter.rest === true ? '…' : parameter.optional === true ? '?' : ''}`,
  );
  return entry.constant === true ? entry.name : `${entryName(entry)}(${parameters.join(', ')})`;
}
