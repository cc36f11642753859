/** What edges and random values of a schema are made with: the plainest value, texts, numbers, and containers of values. */
import { isJsonObject, type Json, type JsonObject } from '../../json';
import { Dice } from './dice';
import { textOfPattern } from './pattern-text';
import {
  alternatives,
  fixedValues,
  listOf,
  numberOf,
  onStep,
  rangeOf,
  resolved,
  typesOf,
} from './schema-form';

/** A schema that requires itself ends here, with a value that does not fit. */
export const DEEPEST = 12;
/** Elements that are made because a schema asks for so many. */
export const MAX_ITEMS = 50;
const MAX_TEXT = 2_000;
/** Elements, properties and pieces of text of one input: a schema may ask for more than fits into memory. */
const MAX_MADE = 2_000;
/** Characters of text that count as one of them. */
const PIECE = 64;

const ODD_TEXTS = [
  '',
  ' ',
  'a',
  '0',
  '-1',
  'null',
  'é💡',
  'a\nb',
  '"quoted"',
  '{{x}}',
  '__proto__',
  '../x',
  'a b, c',
];

export const FORMATS: Readonly<Record<string, readonly string[]>> = {
  color: ['#000000', '#ffffff', '#ff880000', '#A0b1C2'],
  'date-time': ['1970-01-01T00:00:00Z', '2024-02-29T23:59:59.999+14:00'],
  date: ['1970-01-01', '2024-02-29', '9999-12-31'],
  time: ['00:00:00Z', '23:59:59.5Z'],
  duration: ['PT0S', 'P1Y2M3DT4H5M6S'],
  email: ['a@b.co', 'first.last+tag@example.org'],
  hostname: ['a', 'example.org'],
  ipv4: ['0.0.0.0', '255.255.255.255'],
  ipv6: ['::', '2001:db8::1'],
  uri: ['https://example.org/', 'data:text/plain,x'],
  'uri-reference': ['', '/a?b#c'],
  uuid: ['00000000-0000-0000-0000-000000000000', '123e4567-e89b-42d3-a456-426614174000'],
  'json-pointer': ['', '/a/0'],
};

export class SchemaValues {
  private left = MAX_MADE;

  constructor(readonly root: JsonObject) {}

  /** Begins another input, or what else may be as large. */
  begin(): void {
    this.left = MAX_MADE;
  }

  /** Whether what was asked for since is more than is made: what is made now does not fit, and is as short as can be. */
  get usedUp(): boolean {
    return this.left <= 0;
  }

  /** As many of what was asked for as are still made. */
  take(count: number, size = 1): number {
    const taken = Math.max(0, Math.min(count, this.left * size));
    this.left -= Math.ceil(taken / size);
    return taken;
  }

  /** The plainest value: defaults and examples where there are some, required properties only. */
  plain(schema: Json | undefined = this.root, depth = 0): Json {
    if (this.usedUp) return null;
    const form = this.form(schema);
    const given = form.default ?? listOf(form.examples)[0] ?? fixedValues(form)[0];
    if (given !== undefined) return given;
    switch (typesOf(form)[0]) {
      case 'object':
        if (depth > DEEPEST) return {};
        return this.objectOf(
          form,
          (_, property) => this.plain(property, depth + 1),
          () => false,
        );
      case 'array': {
        const count = Math.max(numberOf(form.minItems) ?? 0, listOf(form.prefixItems).length);
        return this.items(form, depth > DEEPEST ? 0 : Math.min(count, MAX_ITEMS), (item, index) =>
          form.uniqueItems === true ? this.distinct(item, index) : this.plain(item, depth + 1),
        );
      }
      case 'integer':
        return this.nearest(form, true, 1);
      case 'number':
        return this.nearest(form, false, 1);
      case 'boolean':
        return false;
      case 'null':
        return null;
      default:
        return this.texts(form, new Dice('plain'))[0] ?? 'a';
    }
  }

  form(schema: Json | undefined): JsonObject {
    return alternatives(resolved(schema, this.root), this.root)[0] ?? {};
  }

  numberEdges(form: JsonObject, integer: boolean): readonly number[] {
    const { low, high, step } = rangeOf(form, integer);
    const next = step ?? 0.5;
    const wanted = [
      low,
      high,
      0,
      1,
      -1,
      low + next,
      high - next,
      ...(integer ? [] : [0.5, -1e-9, 1e9 + 0.1]),
    ];
    return unique(
      wanted
        .map((value) => onStep(value, step, Math.round))
        .filter((value) => value >= low && value <= high)
        .map((value) => (Object.is(value, -0) ? 0 : value)),
    );
  }

  nearest(form: JsonObject, integer: boolean, wanted: number): number {
    const { low, high, step } = rangeOf(form, integer);
    return Math.min(high, Math.max(low, onStep(wanted, step, Math.round)));
  }

  /** Texts at the edges of length, odd ones, and those of the format or pattern. */
  texts(form: JsonObject, dice: Dice): readonly string[] {
    const shortest = this.lengthOf(form);
    if (shortest === undefined) return [];
    const longest = Math.min(numberOf(form.maxLength) ?? 300, MAX_TEXT);
    const inRange = (text: string): boolean => {
      const length = Array.from(text).length;
      return length >= shortest && length <= longest;
    };
    const { format, pattern } = form;
    const known = typeof format === 'string' && Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
    if (known !== undefined) return known.filter(inRange);
    if (typeof pattern === 'string') {
      const made = [
        textOfPattern(pattern, dice, 'least'),
        ...Array.from({ length: 6 }, () => textOfPattern(pattern, dice, 'any')),
      ].flatMap((text) => text ?? []);
      return unique(made).filter(inRange);
    }
    const filled = 'a'.repeat(Math.max(1, shortest));
    return unique([filled, 'a'.repeat(shortest), ...ODD_TEXTS, 'x'.repeat(longest)]).filter(inRange);
  }

  /** The least length of a text; undefined where it is longer than what is made. */
  lengthOf(form: JsonObject): number | undefined {
    const shortest = Math.max(0, numberOf(form.minLength) ?? 0);
    return this.take(shortest, PIECE) < shortest ? undefined : shortest;
  }

  /** An object of the required properties and those of the others that are wanted. */
  objectOf(
    form: JsonObject,
    make: (name: string, schema: Json) => Json,
    wanted: (name: string) => boolean,
  ): JsonObject {
    if (this.usedUp) return {};
    const properties = isJsonObject(form.properties) ? form.properties : {};
    this.take(1);
    const required = new Set(listOf(form.required));
    const entries = Object.entries(properties).filter(([name]) => required.has(name) || wanted(name));
    const unknown = [...required].filter(
      (name): name is string => typeof name === 'string' && !Object.hasOwn(properties, name),
    );
    const made = Object.fromEntries([
      ...entries.map(([name, schema]): [string, Json] => [name, make(name, schema)]),
      ...unknown.map((name): [string, Json] => [name, make(name, form.additionalProperties ?? true)]),
    ]);
    const least = form.additionalProperties === false ? 0 : (numberOf(form.minProperties) ?? 0);
    const missing = Math.min(least - Object.keys(made).length, MAX_ITEMS);
    for (let index = 0; index < missing; index += 1)
      made[`key_${index}`] = make(`key_${index}`, form.additionalProperties ?? true);
    return made;
  }

  items(
    form: JsonObject,
    count: number,
    make: (schema: Json | undefined, index: number) => Json,
  ): readonly Json[] {
    const tuple = listOf(form.prefixItems);
    const most = tuple.length > 0 && form.items === false ? tuple.length : Infinity;
    return Array.from({ length: this.take(Math.min(count, most)) }, (_, index) =>
      make(tuple[index] ?? form.items, index),
    );
  }

  /** Elements that differ from each other, as far as the schema has that many. */
  distinct(schema: Json | undefined, index: number): Json {
    const form = this.form(schema);
    const fixed = fixedValues(form);
    if (fixed.length > 0) return fixed[index % fixed.length] ?? null;
    const [type] = typesOf(form);
    if (type === 'integer' || type === 'number') {
      const { low, step } = rangeOf(form, type === 'integer');
      const start = low < -1e6 ? 0 : low;
      return onStep(start + index * (step ?? 1), step, Math.round);
    }
    if (type === 'string' && form.pattern === undefined && form.format === undefined)
      return `${'a'.repeat(Math.max(1, (this.lengthOf(form) ?? 0) - 2))}${index}`;
    return this.plain(schema, DEEPEST);
  }
}

export function asObject(value: Json): JsonObject {
  return isJsonObject(value) ? value : {};
}

export function unique<T extends Json>(values: readonly T[]): T[] {
  const seen = new Set<string>();
  return values.filter((value) => {
    const text = JSON.stringify(value);
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  });
}
