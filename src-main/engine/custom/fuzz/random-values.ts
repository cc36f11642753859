/**
 * Random arguments that a schema allows. What is made fits nearly always; keywords that only a whole value can meet (`not`,
 * `if`, `dependentRequired` …) are met by trying, so whoever takes a value checks it.
 */
import { isJsonObject, type Json, type JsonObject } from '../../json';
import type { Dice } from './dice';
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
import { asObject, DEEPEST, FORMATS, SchemaValues } from './values';

/** Nesting at which only what is required is made. */
const DEEP = 5;
const MAX_RANDOM_ITEMS = 5;

export class RandomValues {
  private readonly values: SchemaValues;

  constructor(private readonly root: JsonObject) {
    this.values = new SchemaValues(root);
  }

  /** Random arguments; undefined where the schema asks for more than is made. */
  next(dice: Dice): JsonObject | undefined {
    this.values.begin();
    const made = asObject(this.any(this.root, dice, 0));
    return this.values.usedUp ? undefined : made;
  }

  private any(schema: Json | undefined, dice: Dice, depth: number): Json {
    if (this.values.usedUp) return null;
    const whole = resolved(schema, this.root);
    const form = dice.pick(alternatives(whole, this.root));
    const fixed = fixedValues(form);
    if (fixed.length > 0) return dice.pick(fixed);
    if (depth > 0 && form.default !== undefined && dice.chance(0.15)) return form.default;
    const examples = listOf(form.examples);
    if (examples.length > 0 && dice.chance(0.15)) return dice.pick(examples);
    switch (dice.pick(typesOf(form))) {
      case 'object':
        return this.anyObject(form, dice, depth);
      case 'array':
        return this.anyArray(form, dice, depth);
      case 'integer':
        return this.anyNumber(form, dice, true);
      case 'number':
        return this.anyNumber(form, dice, false);
      case 'boolean':
        return dice.chance(0.5);
      case 'null':
        return null;
      default:
        return this.anyText(form, dice);
    }
  }

  private anyNumber(form: JsonObject, dice: Dice, integer: boolean): number {
    const edges = this.values.numberEdges(form, integer);
    if (edges.length > 0 && dice.chance(0.25)) return dice.pick(edges);
    const { low, high, step } = rangeOf(form, integer);
    // Small numbers are as likely as large ones.
    const reach = dice.chance(0.5) ? 100 : Math.max(Math.abs(low), Math.abs(high));
    const value = Math.max(low, -reach) + dice.float() * (Math.min(high, reach) - Math.max(low, -reach));
    const rounded = dice.chance(0.5) ? Math.round(value * 100) / 100 : value;
    return Math.min(high, Math.max(low, onStep(rounded, step, Math.round)));
  }

  private anyText(form: JsonObject, dice: Dice): string {
    const { pattern, format } = form;
    if (typeof pattern === 'string') return textOfPattern(pattern, dice, 'any') ?? '';
    const edges = this.values.texts(form, dice);
    const bound = typeof format === 'string' && Object.hasOwn(FORMATS, format);
    if (edges.length > 0 && (bound || dice.chance(0.35))) return dice.pick(edges);
    const shortest = this.values.lengthOf(form) ?? 0;
    const longest = Math.min(numberOf(form.maxLength) ?? shortest + 20, shortest + 60);
    const letters = Array.from('abcdefghijklmnopqrstuvwxyzABCXYZ0123456789 _-./#é💡"');
    return Array.from({ length: dice.whole(shortest, Math.max(shortest, longest)) }, () =>
      dice.pick(letters),
    ).join('');
  }

  private anyArray(form: JsonObject, dice: Dice, depth: number): Json {
    const least = Math.max(numberOf(form.minItems) ?? 0, 0);
    const most = Math.min(numberOf(form.maxItems) ?? Infinity, least + (depth > DEEP ? 0 : MAX_RANDOM_ITEMS));
    return this.values.items(form, dice.whole(least, Math.max(least, most)), (item) =>
      depth > DEEPEST ? null : this.any(item, dice, depth + 1),
    );
  }

  private anyObject(form: JsonObject, dice: Dice, depth: number): Json {
    if (depth > DEEPEST) return {};
    const made = asObject(
      this.values.objectOf(
        form,
        (_, property) => this.any(property, dice, depth + 1),
        () => depth <= DEEP && dice.chance(0.6),
      ),
    );
    const extra: [string, Json][] = [];
    for (const [pattern, schema] of Object.entries(
      isJsonObject(form.patternProperties) ? form.patternProperties : {},
    )) {
      const name = depth <= DEEP && dice.chance(0.5) ? textOfPattern(pattern, dice, 'any') : undefined;
      if (name !== undefined) extra.push([name, this.any(schema, dice, depth + 1)]);
    }
    const open = form.additionalProperties;
    if ((open === true || isJsonObject(open)) && depth <= DEEP) {
      const count = dice.chance(0.4) ? dice.whole(0, 3) : 0;
      const names = resolved(form.propertyNames, this.root);
      for (let index = 0; index < count; index += 1) {
        const name = form.propertyNames === undefined ? `more_${index}` : this.anyText(names, dice);
        extra.push([
          name,
          open === true ? dice.pick<Json>([null, 1, 'a', true]) : this.any(open, dice, depth + 1),
        ]);
      }
    }
    return { ...Object.fromEntries(extra), ...made };
  }
}
