/** A JSON argument on the command line: the text itself, `@file`, or `-` for standard input. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isJsonObject, type JsonObject } from '../engine/json';
import { parseJsonText } from '../engine/text/json-text';
import { usageError } from './exit-codes';
import type { Io } from './io';
import { systemCode } from '../engine/project/system-error';

/** Throws a usage error for what is not a JSON object, saying where it breaks. */
export async function readJsonArgument(io: Io, given: string | undefined): Promise<JsonObject> {
  if (given === undefined) return {};
  const { text, from } = await textOf(io, given);
  const parsed = parseJsonText(text);
  if (!parsed.ok) {
    throw usageError(
      `${from} is not JSON: line ${parsed.line}, column ${parsed.column}: ${parsed.message}`,
      `Quote it for the shell: '{"name": "Lamp"}'`,
    );
  }
  const { value } = parsed;
  if (!isJsonObject(value)) throw usageError(`${from} must be a JSON object, such as {"name": "Lamp"}.`);
  return value;
}

async function textOf(io: Io, given: string): Promise<{ text: string; from: string }> {
  if (given === '-') return { text: await io.readStdin(), from: 'Standard input' };
  if (!given.startsWith('@')) return { text: given, from: 'The argument' };
  const path = resolve(io.cwd, given.slice(1));
  try {
    return { text: await readFile(path, 'utf8'), from: path };
  } catch (error) {
    const code = systemCode(error);
    const why = error instanceof Error ? error.message : String(error);
    if (code === 'ENOENT') throw usageError(`There is no file ${path}.`);
    throw usageError(code === 'EISDIR' ? `${path} is a folder.` : `${path} can't be read: ${why}`);
  }
}
