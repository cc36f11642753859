/** The schemas of a definition, checked and brought into the form that is advertised. */
import { isJsonObject, type Json, type JsonObject } from '../json';
import { normalizeInputSchema, normalizeOutputSchema } from '../tools/schema-normal';
import { schemaProblems } from '../tools/schema-problems';
import type { Problems } from './problems';

const NO_ARGUMENTS = normalizeInputSchema({});

/** What the checker says begins with the field and a path; the path of the problem is the field. */
function sayAll(found: ReturnType<typeof schemaProblems>, field: string, problems: Problems): void {
  for (const error of found) {
    const text = error.message.replace(/\.$/, '');
    problems.add(
      [field],
      text.startsWith(field) ? text.slice(field.length).replace(/^: /, '').trim() : text,
      error.hint,
    );
  }
}

/** Absent, null and `{}` stand for no arguments. Closed unless it says otherwise. */
export function parseInputSchema(value: Json | undefined, problems: Problems): JsonObject {
  if (value === undefined || value === null) return NO_ARGUMENTS;
  if (!isJsonObject(value)) {
    problems.add(['input_schema'], 'must be a JSON Schema object');
    return NO_ARGUMENTS;
  }
  const found = schemaProblems(value, { name: 'input_schema' });
  sayAll(found, 'input_schema', problems);
  return found.length === 0 ? normalizeInputSchema(value) : NO_ARGUMENTS;
}

/** References of a schema that is put into a property of another, so that they still lead to the same place. */
function rebase(value: Json, prefix: string): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((element) => rebase(element, prefix));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, element]) => {
      const local =
        key === '$ref' && typeof element === 'string' && /^#(?!\/(\$defs|definitions)\/)/.test(element);
      return [key, local ? `#${prefix}${String(element).slice(1)}` : rebase(element, prefix)];
    }),
  );
}

/**
 * The schema of the whole structured result, `{result, logs?, warnings?, step_errors?}`, for a result of the given schema.
 * Every result is advertised this way, so that a tool may give a number or a list, and clients still get an object.
 */
export function envelopeSchema(result: JsonObject | undefined): JsonObject {
  const texts: JsonObject = { type: 'array', items: { type: 'string' } };
  const { $defs, definitions, ...rest } = result ?? {};
  return normalizeOutputSchema({
    type: 'object',
    properties: {
      result: rebase(rest, '/properties/result'),
      logs: texts,
      warnings: texts,
      step_errors: { type: 'array', items: { type: 'object' } },
    },
    required: ['result'],
    ...($defs === undefined ? {} : { $defs }),
    ...(definitions === undefined ? {} : { definitions }),
  });
}

/** The schema of what the tool returns. It has to say a type: one that allows everything promises nothing. */
export function parseOutputSchema(value: Json | undefined, problems: Problems): JsonObject | undefined {
  if (value === undefined || value === null) return undefined;
  if (!isJsonObject(value)) {
    problems.add(['output_schema'], 'must be a JSON Schema object');
    return undefined;
  }
  if (value.type === undefined) {
    problems.add(
      ['output_schema'],
      'does not say the type of the result',
      'Add "type": "object", or leave the schema out.',
    );
    return undefined;
  }
  const found = schemaProblems(envelopeSchema(value), { name: 'output_schema' }).map((error) => ({
    ...error,
    message: error.message.replace('output_schema.properties.result', 'output_schema'),
  }));
  sayAll(found, 'output_schema', problems);
  return value;
}
