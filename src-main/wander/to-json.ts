/** JSON that goes out: results, arguments of other tools, vars and component fields. */
import { BYTES, MAX_NESTING } from './budget';
import type { Run } from './context';
import { setOwn } from './convert';
import type { JsonValue } from './host';
import { recordMaker, type EntryWriter, type RecordMaker } from './record-maker';
import { colorText } from './text';
import { Color, EntityRef, Fn, List, MapValue, Vec, type Shape, type Value } from './values';

/** How an entity is written: as its id where a tool's values cross, as `{"$entity": id}` where it must come back as one. */
export type EntityForm = 'id' | 'reference';

/** What goes out of a shape, beside its values. */
interface Outlet {
  /** None where the keys are put in one by one. */
  readonly make: RecordMaker | undefined;
  /** Bytes of the keys, and what stands around them. */
  readonly bytes: number;
}

const outlets = new WeakMap<Shape, Outlet>();

const outletOf = (shape: Shape): Outlet => outlets.get(shape) ?? keepOutlet(shape, recordMaker(shape.keys));

function keepOutlet(shape: Shape, make: RecordMaker | undefined): Outlet {
  const bytes = shape.keys.reduce((sum, key) => sum + key.length + ENTRY_BYTES, 0);
  const outlet = { make, bytes };
  outlets.set(shape, outlet);
  return outlet;
}

/** Has objects of this shape made by a copy of the maker that is its own. */
export function useMaker(shape: Shape, make: typeof recordMaker): void {
  keepOutlet(shape, make(shape.keys));
}

const VALUE_UNITS = 2;
const ENTRY_UNITS = 4;
/** Beside the key and the value: quotes, colon, comma. */
const ENTRY_BYTES = 4;

/** After so many units, what was written is charged. */
const SLICE = 256;

class JsonWriter implements EntryWriter {
  /** Written and not yet charged. */
  private units = 0;
  private bytes = 0;
  /** Bytes of what has been charged. */
  private charged = 0;
  private lastShape: Shape | undefined;
  private lastOutlet: Outlet | undefined;

  constructor(
    private readonly run: Run,
    private readonly whole: Value,
    private readonly what: string,
    private readonly entities: EntityForm,
    private readonly limit: number,
  ) {}

  all(): JsonValue {
    const json = this.entry(this.whole, 0);
    this.settle();
    return json;
  }

  /** Any value. What there is most of stands here, and is short, so that V8 builds it into its callers. */
  entry(value: Value, depth: number): JsonValue {
    this.units += VALUE_UNITS;
    if (typeof value === 'number') {
      this.bytes += 8;
      return value === 0 ? 0 : value;
    }
    if (typeof value === 'string') {
      this.bytes += value.length + 2;
      this.units += value.length >> 8;
      return value;
    }
    return this.other(value, depth);
  }

  private other(value: Value, depth: number): JsonValue {
    if (typeof value === 'boolean' || value === null) {
      this.bytes += 5;
      return value;
    }
    if (value instanceof List) return this.list(value, depth);
    if (value instanceof MapValue) return this.map(value, depth);
    this.bytes += 24;
    if (value instanceof Vec) return [withoutSign(value.x), withoutSign(value.y), withoutSign(value.z)];
    if (value instanceof Color) return colorText(value);
    if (value instanceof EntityRef) return this.entities === 'id' ? value.id : { $entity: value.id };
    this.settle();
    const place = placeOfFunction(this.whole) ?? '';
    return this.run.fail(
      `${place === '' ? this.what : this.what.replace('the ', '') + place} is a function, which can't leave the script`,
      'Call the function, and give what it returns.',
    );
  }

  private list({ items }: List, depth: number): JsonValue {
    this.enter(depth);
    const json: JsonValue[] = [];
    for (let index = 0; index < items.length; index += 1) {
      json.push(this.entry(items[index] ?? null, depth + 1));
      if (this.units > SLICE) this.settle();
    }
    return json;
  }

  private map(map: MapValue, depth: number): JsonValue {
    this.enter(depth);
    const { shape } = map;
    if (shape !== undefined) {
      if (shape !== this.lastShape) {
        this.lastShape = shape;
        this.lastOutlet = outletOf(shape);
      }
      const outlet = this.lastOutlet;
      if (outlet?.make !== undefined) {
        this.units += ENTRY_UNITS * map.slots.length;
        this.bytes += outlet.bytes;
        const made = outlet.make(this, map.slots, depth + 1);
        if (this.units > SLICE) this.settle();
        return made;
      }
    }
    const json: { [key: string]: JsonValue } = {};
    const keys = map.keys();
    const values = map.values();
    for (let index = 0; index < keys.length; index += 1) {
      const key = keys[index] ?? '';
      this.units += ENTRY_UNITS;
      this.bytes += key.length + ENTRY_BYTES;
      setOwn(json, key, this.entry(values[index] ?? null, depth + 1));
      if (this.units > SLICE) this.settle();
    }
    return json;
  }

  private enter(depth: number): void {
    this.bytes += 2;
    this.units += 2;
    this.run.allocate(BYTES.list);
    if (depth <= MAX_NESTING) return;
    this.settle();
    this.run.failWith('too_deep', `${this.what} is nested more than ${MAX_NESTING} deep`);
  }

  /** Charges for what was written since the last time. */
  private settle(): void {
    const { run, units, bytes } = this;
    this.units = 0;
    this.bytes = 0;
    this.charged += bytes;
    run.charge(units);
    run.allocate(bytes);
    if (this.charged <= this.limit) return;
    run.failWith(
      'output_too_large',
      `${this.what} is larger than ${this.limit} bytes`,
      'Give back less: the fields that matter, the first n, or a count.',
    );
  }
}

/** Zero is written without its sign. */
const withoutSign = (value: number): number => (value === 0 ? 0 : value);

/** The way to the first function in a value, such as `.rows[2].test`. */
function placeOfFunction(value: Value): string | undefined {
  if (value instanceof Fn) return '';
  if (value instanceof List) {
    for (const [index, item] of value.items.entries()) {
      const place = placeOfFunction(item);
      if (place !== undefined) return `[${index}]${place}`;
    }
  } else if (value instanceof MapValue) {
    const values = value.values();
    for (const [index, key] of value.keys().entries()) {
      const place = placeOfFunction(values[index] ?? null);
      if (place !== undefined) return `.${key}${place}`;
    }
  }
  return undefined;
}

const DEFAULT_OUTPUT = 16 * 1_048_576;

/**
 * JSON of a value; `what` is its name in errors, such as `the result`. Fails on a function, beyond 100 levels, and beyond the
 * run's limit on output.
 */
export function toJson(run: Run, value: Value, what: string, entities: EntityForm): JsonValue {
  return new JsonWriter(run, value, what, entities, run.limits.outputBytes ?? DEFAULT_OUTPUT).all();
}
