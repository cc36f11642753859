/** The settings of a scene that belong to no entity: background, ambient light, fog. */
import type { Outcome } from '../errors';
import { fail, succeed } from '../errors';
import { isJsonObject } from '../json';
import type { Environment } from './entity';
import type { FieldSchema } from './field-schema';
import { checkField, quoteValue } from './field-schema';
import { adoptJson } from './json-values';

const color = (value: string, description: string): FieldSchema => ({
  type: 'string',
  format: 'color',
  default: value,
  description,
});

/** JSON Schema of the environment. Fields it does not name are kept. */
export const ENVIRONMENT_SCHEMA: FieldSchema = {
  type: 'object',
  properties: {
    background: color('#aec6d8', 'The colour behind everything.'),
    ambient: {
      type: 'object',
      description: 'Light from everywhere, so that nothing is black.',
      properties: {
        color: color('#ffffff', 'Its colour.'),
        intensity: { type: 'number', minimum: 0, maximum: 100, default: 0.6, 'x-unit': 'times' },
      },
    },
    fog: {
      type: 'object',
      description: 'Far things fade into its colour. No fog where it is missing.',
      properties: {
        color: color('#aec6d8', 'Its colour, mostly that of the background.'),
        near: {
          type: 'number',
          minimum: 0,
          maximum: 1_000_000,
          default: 30,
          'x-unit': 'm',
          description: 'Where it starts.',
        },
        far: {
          type: 'number',
          minimum: 0,
          maximum: 1_000_000,
          default: 120,
          'x-unit': 'm',
          description: 'Where it hides all.',
        },
      },
    },
  },
};

/** What a new scene has. */
export function defaultEnvironment(): Environment {
  return { background: '#aec6d8', ambient: { color: '#ffffff', intensity: 0.6 } };
}

/** A copy of outside data as an environment. `invalid_arguments` where a field does not fit. */
export function checkEnvironment(value: unknown): Outcome<Environment> {
  if (!isJsonObject(value))
    return fail(
      'invalid_arguments',
      `environment is ${quoteValue(value)}, not an object`,
      'For example {"background": "#aec6d8"}.',
    );
  const adopted = adoptJson(value, 'environment');
  if (!adopted.ok) return adopted;
  const problem = checkField(ENVIRONMENT_SCHEMA, adopted.value, 'environment', { openObjects: true });
  if (problem) return fail('invalid_arguments', problem.message, problem.hint);
  return succeed(adopted.value as Environment);
}
