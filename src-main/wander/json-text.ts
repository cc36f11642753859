/** JSON as text, read and written here and not by the engine below, so that keys keep their order and errors say where. */
import { BYTES, MAX_NESTING } from './budget';
import type { Run } from './context';
import { isJsonArray } from './convert';
import type { JsonValue } from './host';
import { Pieces } from './text';
import { List, MapValue, Vec, type Value } from './values';
import { toJson, type EntityForm } from './to-json';

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const PLAIN_STRING = /"[^"\\\p{Cc}]*"/uy;
const WORDS: readonly (readonly [string, null | boolean])[] = [
  ['null', null],
  ['true', true],
  ['false', false],
];

class Parser {
  private at = 0;

  constructor(
    private readonly run: Run,
    private readonly text: string,
  ) {}

  parse(): Value {
    const value = this.value(0);
    this.space();
    if (this.at < this.text.length) this.wrong('nothing more');
    return value;
  }

  private value(depth: number): Value {
    const { run, text } = this;
    run.charge(1);
    if (depth > MAX_NESTING)
      run.failWith('too_deep', `JSON nested more than ${MAX_NESTING} deep can't be read`);
    this.space();
    const first = text[this.at];
    if (first === '{') return this.object(depth);
    if (first === '[') return this.array(depth);
    if (first === '"') return this.string();
    for (const [word, value] of WORDS) {
      if (!text.startsWith(word, this.at)) continue;
      this.at += word.length;
      return value;
    }
    const number = this.match(NUMBER);
    if (number === undefined) return this.wrong('a value');
    const value = Number(number);
    return Number.isFinite(value)
      ? value
      : run.fail(`json_parse: the number ${number.slice(0, 40)} is too large`);
  }

  private object(depth: number): Value {
    const map = this.run.emptyMap();
    this.run.charge(4);
    this.run.allocate(BYTES.map);
    this.at += 1;
    this.space();
    if (this.take('}')) return map;
    do {
      this.space();
      if (this.text[this.at] !== '"') this.wrong('a key in quotes');
      const key = this.string();
      this.space();
      if (!this.take(':')) this.wrong('":"');
      this.run.charge(4);
      this.run.allocate(BYTES.entry + key.length);
      map.set(key, this.value(depth + 1));
      this.space();
    } while (this.take(','));
    if (!this.take('}')) this.wrong('"," or "}"');
    return map;
  }

  private array(depth: number): Value {
    const items: Value[] = [];
    this.run.charge(4);
    this.run.allocate(BYTES.list);
    this.at += 1;
    this.space();
    if (this.take(']')) return new List(items);
    do {
      this.run.checkListLength(items.length + 1);
      this.run.allocate(BYTES.item);
      items.push(this.value(depth + 1));
      this.space();
    } while (this.take(','));
    if (!this.take(']')) this.wrong('"," or "]"');
    const [x, y, z] = items;
    if (items.length === 3 && typeof x === 'number' && typeof y === 'number' && typeof z === 'number')
      return new Vec(x, y, z);
    return new List(items);
  }

  private string(): string {
    const plain = this.match(PLAIN_STRING);
    if (plain !== undefined) return this.run.madeText(plain.slice(1, -1));
    const start = this.at;
    let at = start + 1;
    while (at < this.text.length && this.text[at] !== '"') at += this.text[at] === '\\' ? 2 : 1;
    this.at = at + 1;
    try {
      const read: unknown = JSON.parse(this.text.slice(start, this.at));
      if (typeof read === 'string') return this.run.madeText(read);
    } catch {
      // Told below, in the script's terms.
    }
    this.at = start;
    return this.wrong('a string with its closing quote and the escapes of JSON');
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  private take(symbol: string): boolean {
    if (this.text[this.at] !== symbol) return false;
    this.at += 1;
    return true;
  }

  private space(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return;
      this.at += 1;
    }
  }

  private wrong(expected: string): never {
    const before = this.text.slice(0, this.at);
    const line = before.split('\n').length;
    const column = this.at - before.lastIndexOf('\n');
    const place = `line ${line}, column ${column}`;
    const found = this.text.slice(this.at, this.at + 20);
    return this.run.fail(
      this.at < this.text.length
        ? `json_parse: expected ${expected} at ${place} of the text, found "${found}"`
        : `json_parse: expected ${expected}, but the text ends at ${place}`,
      'JSON has keys and strings in double quotes, and no comma before a closing bracket.',
    );
  }
}

/** The value that a JSON text stands for. */
export function parseJson(run: Run, text: string): Value {
  run.useText(text);
  run.charge(text.length >> 3);
  return new Parser(run, text).parse();
}

class Writer extends Pieces {
  constructor(
    run: Run,
    private readonly indent: string,
  ) {
    super(run);
  }

  write(value: Value): string {
    this.value(value, '\n');
    return this.done();
  }

  private value(value: Value, newline: string): void {
    if (value instanceof MapValue) this.map(value, newline);
    else if (value instanceof List) this.sequence(value.items, newline);
    else this.scalar(toJson(this.run, value, 'the value', 'id' satisfies EntityForm));
  }

  private scalar(json: JsonValue): void {
    this.run.charge(2);
    // A vector is written on one line.
    this.add(
      isJsonArray(json) && this.indent !== '' ? `[${json.map(String).join(', ')}]` : JSON.stringify(json),
    );
  }

  private sequence(items: readonly Value[], newline: string): void {
    this.between('[', ']', items.length, newline, (index, inner) => this.value(items[index] ?? null, inner));
  }

  private map(map: MapValue, newline: string): void {
    const values = map.values();
    const keys = map.keys();
    this.between('{', '}', keys.length, newline, (index, inner) => {
      this.run.charge(3);
      this.add(JSON.stringify(keys[index] ?? ''));
      this.add(this.indent === '' ? ':' : ': ');
      this.value(values[index] ?? null, inner);
    });
  }

  private between(
    open: string,
    close: string,
    count: number,
    newline: string,
    write: (index: number, inner: string) => void,
  ): void {
    const inner = this.indent === '' ? '' : newline + this.indent;
    this.add(open);
    for (let index = 0; index < count; index += 1) {
      this.run.charge(1);
      if (index > 0) this.add(',');
      this.add(inner);
      write(index, inner);
    }
    if (count > 0 && this.indent !== '') this.add(newline);
    this.add(close);
  }
}

/** JSON text of a value, with `indent` spaces for each level, or on one line with 0. */
export function writeJson(run: Run, value: Value, indent: number): string {
  // Also finds functions and values nested too deep, and says where they stand.
  toJson(run, value, 'the value', 'id');
  return new Writer(run, ' '.repeat(indent)).write(value);
}
