/** The registry of component types: which there are, what fields they have, and whether given fields fit. */
import type { Json, JsonObject } from '../json';
import type { Outcome, ToolError } from '../errors';
import { fail, succeed } from '../errors';
import { didYouMean, listNames } from '../text/suggest';
import type { ComponentSchema } from './component-schemas';
import { BUILT_IN_COMPONENTS } from './component-schemas';
import { parseComponentSchema } from './custom-components';
import { checkField, unknownField } from './field-schema';
import type { SchemaProblem } from './field-schema';
import { EMPTY_OBJECT, getOwn, sameJson, setOwn } from './json-values';

interface ComponentType {
  readonly schema: ComponentSchema;
  readonly defaults: JsonObject;
  readonly custom: boolean;
}

export class ComponentRegistry {
  private readonly byName = new Map<string, ComponentType>();

  constructor() {
    for (const [type, schema] of Object.entries(BUILT_IN_COMPONENTS)) this.add(type, schema, false);
  }

  /** All component types: the engine's own, then the project's, each in the order of definition. */
  types(): readonly string[] {
    return [...this.byName.keys()];
  }

  has(type: string): boolean {
    return this.byName.has(type);
  }

  /** JSON Schema of a type's fields, with docs, units (`x-unit`), ranges and defaults. */
  schema(type: string): ComponentSchema | undefined {
    return this.byName.get(type)?.schema;
  }

  /** A component with nothing set. An unknown type has none: `not_found` with a did-you-mean. */
  defaults(type: string): Outcome<JsonObject> {
    const found = this.byName.get(type);
    return found ? succeed(found.defaults) : this.unknownType(type);
  }

  /**
   * The fields with the defaults of those not given, in the schema's order. `not_found` for an unknown type,
   * `invalid_arguments` for an unknown field or a value that does not fit. A field that stands in `before` with the same
   * value is not looked at: nobody is setting it now, and unknown ones came from a file that is to survive.
   */
  validate(type: string, fields: JsonObject, before: JsonObject = EMPTY_OBJECT): Outcome<JsonObject> {
    const found = this.byName.get(type);
    if (!found) return this.unknownType(type);
    const { properties } = found.schema;
    for (const key of Object.keys(fields)) {
      const value = fields[key] ?? null;
      if (sameJson(value, getOwn(before, key))) continue;
      const field = getOwn(properties, key);
      const problem = field
        ? checkField(field, value, `${type}.${key}`)
        : unknownField(key, `the component "${type}"`, Object.keys(properties));
      if (problem) return fail('invalid_arguments', problem.message, problem.hint);
    }
    return succeed(this.fill(found, fields));
  }

  /** The same for fields from a file: unknown types and unknown fields are kept as they are. */
  accept(type: string, fields: JsonObject): { fields: JsonObject } | { problem: SchemaProblem } {
    const found = this.byName.get(type);
    if (!found) return { fields };
    const problem = checkField(found.schema, fields, type, { openObjects: true });
    return problem ? { problem } : { fields: this.fill(found, fields) };
  }

  /** The fields that differ from their defaults, in the schema's order, unknown ones last. */
  withoutDefaults(type: string, fields: JsonObject): JsonObject {
    const found = this.byName.get(type);
    if (!found) return fields;
    const kept: Record<string, Json> = {};
    for (const key of Object.keys(fields)) {
      const value = fields[key] ?? null;
      if (!sameJson(value, getOwn(found.defaults, key))) setOwn(kept, key, value);
    }
    return kept;
  }

  /**
   * Adds a type of the project's, from `components` in game.json: an object schema in the same dialect, closed, with a
   * default for each property. Redefining a custom type replaces it. `name_taken` for an engine's own type,
   * `invalid_settings` for a schema that does not hold together.
   */
  define(type: string, schema: unknown): Outcome<void> {
    const known = this.byName.get(type);
    if (known && !known.custom) {
      return fail(
        'name_taken',
        `"${type}" is a component type of the engine's own`,
        'Give the component type another name.',
      );
    }
    const parsed = parseComponentSchema(type, schema);
    if (!parsed.ok) return parsed;
    this.add(type, parsed.value, true);
    return succeed(undefined);
  }

  /**
   * Makes the project's types exactly these. Good ones are taken even where others are refused; the failures say which
   * and why.
   */
  defineAll(types: Readonly<Record<string, unknown>>): readonly { type: string; error: string }[] {
    for (const [type, known] of this.byName) if (known.custom) this.byName.delete(type);
    const failures: { type: string; error: string }[] = [];
    for (const [type, schema] of Object.entries(types)) {
      const outcome = this.define(type, schema);
      if (!outcome.ok) failures.push({ type, error: outcome.error.message });
    }
    return failures;
  }

  unknownType(type: string): { ok: false; error: ToolError } {
    const types = this.types();
    return fail(
      'not_found',
      `"${type}" is not a component type`,
      didYouMean(type, types) ?? `Component types are: ${listNames(types, 40)}.`,
    );
  }

  private add(type: string, schema: ComponentSchema, custom: boolean): void {
    const defaults: Record<string, Json> = {};
    for (const [key, field] of Object.entries(schema.properties))
      setOwn(defaults, key, field.default ?? null);
    this.byName.set(type, { schema, defaults: Object.freeze(defaults), custom });
  }

  private fill(type: ComponentType, fields: JsonObject): JsonObject {
    const filled: Record<string, Json> = { ...type.defaults };
    for (const key of Object.keys(fields)) {
      const value = fields[key];
      if (value !== undefined) setOwn(filled, key, value);
    }
    return filled;
  }
}

/** A component's fields with some of them changed; undefined leaves a field alone. */
export function mergeFields(
  before: JsonObject,
  changes: Readonly<Record<string, Json | undefined>>,
): JsonObject {
  const merged: Record<string, Json> = { ...before };
  for (const [key, value] of Object.entries(changes)) if (value !== undefined) setOwn(merged, key, value);
  return merged;
}
