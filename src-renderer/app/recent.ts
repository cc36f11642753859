/** What was chosen last in a list, newest first, remembered by this window. */
import { readStored, writeStored } from '../state/stored';

const MOST = 6;

export function readRecent(key: string): readonly string[] {
  return readStored(key, parse, []);
}

export function rememberRecent(key: string, id: string): void {
  writeStored(key, [id, ...readRecent(key).filter((one) => one !== id)].slice(0, MOST));
}

function parse(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string') : undefined;
}
