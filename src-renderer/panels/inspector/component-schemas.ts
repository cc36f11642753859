/** The schemas of component types, from `component_schema`; read once for each project. */
import { create } from 'zustand';
import type { Json, JsonObject } from '../../../src-preload/contract';
import { readTool } from '../../state/bridge';
import { arrayOf, isObject, numberOf, objectOf, stringOf } from '../../state/read-json';

export interface FieldSchema {
  readonly name: string;
  /** As people say it. */
  readonly label: string;
  readonly control: 'flag' | 'choice' | 'number' | 'integer' | 'text' | 'color' | 'vector' | 'json';
  readonly description: string | undefined;
  readonly unit: string | undefined;
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  readonly options: readonly string[];
  /** Long text, such as code. */
  readonly long: boolean;
}

export interface ComponentSchema {
  readonly title: string;
  readonly description: string | undefined;
  readonly fields: readonly FieldSchema[];
}

interface SchemaState {
  readonly schemas: ReadonlyMap<string, ComponentSchema>;
  readonly load: () => Promise<void>;
}

export const useComponentSchemas = create<SchemaState>((set, get) => ({
  schemas: new Map(),
  load: async () => {
    if (get().schemas.size > 0) return;
    const result = await readTool('component_schema');
    if (!result.ok) return;
    const components = objectOf(objectOf(result.structured)['components']);
    set({
      schemas: new Map(
        Object.entries(components).map(([type, schema]) => [type, componentOf(type, objectOf(schema))]),
      ),
    });
  },
}));

function componentOf(type: string, schema: JsonObject): ComponentSchema {
  return {
    title: stringOf(schema['title']) ?? type,
    description: stringOf(schema['description']),
    fields: Object.entries(objectOf(schema['properties'])).map(([name, field]) =>
      fieldOf(name, objectOf(field)),
    ),
  };
}

export function fieldOf(name: string, schema: JsonObject): FieldSchema {
  const options = arrayOf(schema['enum'] ?? firstEnum(schema['anyOf'])).filter(
    (one): one is string => typeof one === 'string',
  );
  return {
    name,
    label: stringOf(schema['title']) ?? labelOfName(name),
    control: controlOf(schema, options),
    description: stringOf(schema['description']),
    unit: stringOf(schema['x-unit']),
    minimum: numberOf(schema['minimum']),
    maximum: numberOf(schema['maximum']),
    options,
    long: (numberOf(schema['maxLength']) ?? 0) > 1000,
  };
}

/** `spotAngle` as `Spot angle`. */
export function labelOfName(name: string): string {
  const words = name
    .replace(/_/g, ' ')
    .replace(/([a-z])([A-Z])/g, (_all, a: string, b: string) => `${a} ${b.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function controlOf(schema: JsonObject, options: readonly string[]): FieldSchema['control'] {
  // A choice that also takes other text, as a mesh takes an asset, is a text with offers.
  if (Array.isArray(schema['anyOf'])) return options.length > 0 ? 'text' : 'json';
  if (options.length > 0) return 'choice';
  switch (schema['type']) {
    case 'boolean':
      return 'flag';
    case 'number':
      return 'number';
    case 'integer':
      return 'integer';
    case 'string':
      return schema['format'] === 'color' ? 'color' : 'text';
    case 'array':
      return schema['minItems'] === 3 &&
        schema['maxItems'] === 3 &&
        objectOf(schema['items'])['type'] === 'number'
        ? 'vector'
        : 'json';
    default:
      return 'json';
  }
}

function firstEnum(anyOf: Json | undefined): Json | undefined {
  return arrayOf(anyOf).find((one) => isObject(one) && Array.isArray(one['enum'])) === undefined
    ? undefined
    : objectOf(arrayOf(anyOf).find((one) => isObject(one) && Array.isArray(one['enum'])))['enum'];
}
