/** A tool as a client offers it, in the words of `.tool.json`: both spellings of the schemas, and `mutates`. */
import { fail, succeed, type Outcome } from '../errors';
import { isJsonObject, type Json, type JsonObject } from '../json';
import { textProblem } from '../custom/hidden-text';
import { copyJson } from '../tools/plain-json';

/** Characters of a host's label. */
const MAX_LABEL = 100;

/** Fields that MCP writes otherwise. */
const SPELLINGS: readonly (readonly [string, string])[] = [
  ['inputSchema', 'input_schema'],
  ['outputSchema', 'output_schema'],
];

/** Fields of an MCP tool which say nothing that counts here: hints follow from what a tool may do. */
const LEFT_OUT: readonly string[] = ['annotations', '_meta', 'icons', 'execution'];

/** Errors: `invalid_definition`. A tool without a description gets one that says so. */
export function offeredDefinition(value: unknown, label: string | undefined): Outcome<JsonObject> {
  const copy = copyJson(value, 'tool');
  if (!copy.ok) return fail('invalid_definition', copy.error.message, copy.error.hint);
  if (!isJsonObject(copy.value))
    return fail(
      'invalid_definition',
      'A tool must be a JSON object.',
      'Give "name", "description" and "input_schema".',
    );
  const fields = new Map<string, Json>(Object.entries(copy.value));
  for (const [other, field] of SPELLINGS) {
    const given = fields.get(other);
    if (given === undefined) continue;
    if (fields.get(field) !== undefined && fields.get(field) !== null)
      return fail(
        'invalid_definition',
        `The tool has both ${other} and ${field}.`,
        'Leave one of the two out.',
      );
    fields.delete(other);
    fields.set(field, given);
  }
  for (const field of LEFT_OUT) fields.delete(field);
  const mutates = fields.get('mutates');
  fields.delete('mutates');
  if (mutates !== undefined && mutates !== null && typeof mutates !== 'boolean')
    return fail(
      'invalid_definition',
      `mutates must be true or false, not ${JSON.stringify(mutates).slice(0, 60)}.`,
    );
  if (mutates === true) {
    const declared = fields.get('capabilities') ?? {};
    if (isJsonObject(declared)) fields.set('capabilities', { ...declared, mutate: true });
  }
  if (fields.get('description') === undefined || fields.get('description') === null)
    fields.set(
      'description',
      `A tool that ${label === undefined ? 'a client' : `“${label}”`} serves; nothing says what it does.`,
    );
  return succeed(Object.fromEntries(fields));
}

/** A host's name for people, or undefined where it gives none. Errors: `invalid_arguments`. */
export function checkLabel(label: string | undefined): Outcome<string | undefined> {
  const text = label?.trim();
  if (text === undefined || text === '') return succeed(undefined);
  const problem =
    text.length > MAX_LABEL
      ? `has ${text.length} characters; at most ${MAX_LABEL} are allowed`
      : /[\r\n]/.test(text)
        ? 'has more than one line'
        : textProblem(text, 'it');
  return problem === undefined
    ? succeed(text)
    : fail('invalid_arguments', `label ${problem}.`, 'Give a few words, such as "Shared memory".');
}
