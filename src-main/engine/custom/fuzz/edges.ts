/** Arguments at the edges of a schema: the least and the most of each property, odd texts, every word of an enum. */
import { isJsonObject, type Json, type JsonObject } from '../../json';
import { Dice } from './dice';
import { alternatives, fixedValues, listOf, numberOf, resolved, typesOf } from './schema-form';
import { asObject, MAX_ITEMS, SchemaValues, unique } from './values';

/** Nesting at which only the plainest values are made. */
const DEEP = 5;
const MAX_EDGES = 24;
/** Properties of which the edges are looked for: more edges than these have are not run. */
const MAX_PROPERTIES = 60;

export class SchemaEdges {
  private readonly values: SchemaValues;

  constructor(private readonly root: JsonObject) {
    this.values = new SchemaValues(root);
  }

  /** Whole arguments in which one property after the other stands at its edges, the most telling edges first. */
  all(): readonly JsonObject[] {
    this.values.begin();
    const least = asObject(this.values.plain());
    if (this.values.usedUp) return [];
    const properties = Object.entries(isJsonObject(this.root.properties) ? this.root.properties : {});
    const full: JsonObject = Object.fromEntries(
      properties.map(([name, schema]) => [name, least[name] ?? this.values.plain(schema)]),
    );
    const perProperty = properties.slice(0, MAX_PROPERTIES).map(([name, schema]) => {
      this.values.begin();
      return this.edgesOf(schema, 0).map((value): JsonObject => ({ ...full, [name]: value }));
    });
    const turns: JsonObject[] = [least, full];
    const longest = Math.max(0, ...perProperty.map((list) => list.length));
    for (let turn = 0; turn < longest; turn += 1)
      for (const list of perProperty) {
        const value = list[turn];
        if (value !== undefined) turns.push(value);
      }
    const seen = new Set<string>();
    return turns.filter((value) => {
      const text = JSON.stringify(value);
      return !seen.has(text) && seen.add(text) !== undefined;
    });
  }

  private edgesOf(schema: Json | undefined, depth: number): readonly Json[] {
    if (this.values.usedUp) return [];
    this.values.take(1);
    const whole = resolved(schema, this.root);
    const values = alternatives(whole, this.root).flatMap((form) => this.edgesOfForm(form, depth));
    const given = [...listOf(whole.examples), ...(whole.default === undefined ? [] : [whole.default])];
    return unique([...values, ...given]).slice(0, MAX_EDGES);
  }

  private edgesOfForm(form: JsonObject, depth: number): readonly Json[] {
    const fixed = fixedValues(form);
    if (fixed.length > 0) return fixed;
    return typesOf(form).flatMap((type): readonly Json[] => {
      switch (type) {
        case 'boolean':
          return [true, false];
        case 'null':
          return [null];
        case 'integer':
        case 'number':
          return this.values.numberEdges(form, type === 'integer');
        case 'string':
          return this.values.texts(form, new Dice('edges'));
        case 'array':
          return this.arrayEdges(form, depth);
        default:
          return this.objectEdges(form, depth);
      }
    });
  }

  private arrayEdges(form: JsonObject, depth: number): readonly Json[] {
    const least = Math.max(numberOf(form.minItems) ?? 0, 0);
    const most = numberOf(form.maxItems) ?? Infinity;
    const filler = (item: Json | undefined, index: number): Json =>
      form.uniqueItems === true ? this.values.distinct(item, index) : this.values.plain(item, depth + 1);
    const lengths = [least, 1, least + 1, 3, Math.min(most, MAX_ITEMS)];
    const sizes = unique(lengths.filter((length) => length >= least && length <= most));
    const bySize = sizes.map((size) => this.values.items(form, size, filler));
    if (depth >= DEEP) return bySize.slice(0, 2);
    const one = Math.max(1, least);
    const byItem =
      one > most || listOf(form.prefixItems).length > 0
        ? []
        : this.edgesOf(form.items, depth + 1).map((edge) =>
            this.values.items(form, one, (item, index) => (index === 0 ? edge : filler(item, index))),
          );
    return [...bySize, ...byItem];
  }

  private objectEdges(form: JsonObject, depth: number): readonly Json[] {
    const plain = (_: string, property: Json): Json => this.values.plain(property, depth + 1);
    const least = this.values.objectOf(form, plain, () => false);
    if (depth >= DEEP) return [least];
    const full = this.values.objectOf(form, plain, () => true);
    const each = Object.entries(isJsonObject(form.properties) ? form.properties : {}).flatMap(
      ([name, property]) =>
        this.edgesOf(property, depth + 1)
          .slice(0, 6)
          .map((edge): Json => ({ ...full, [name]: edge })),
    );
    const open =
      form.additionalProperties === undefined ||
      form.additionalProperties === true ||
      isJsonObject(form.additionalProperties);
    const extra = open ? [{ ...full, extra: this.values.plain(form.additionalProperties, depth + 1) }] : [];
    return [least, full, ...extra, ...each];
  }
}
