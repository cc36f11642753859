/**
 * JSON as text with lines and columns: where a syntax error is, and where a value stands. `JSON.parse` does the work;
 * the scanner here runs only to explain what went wrong.
 */

export interface TextPosition {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
}

export type ParsedText =
  | { readonly ok: true; readonly value: unknown }
  | ({ readonly ok: false; readonly message: string } & TextPosition);

/** Parses JSON, with or without a byte order mark. A failure says in words what is wrong and where. */
export function parseJsonText(text: string): ParsedText {
  try {
    return { ok: true, value: JSON.parse(withoutMark(text)) as unknown };
  } catch (error) {
    const found = new Scanner(text).findError();
    if (found) return { ok: false, message: found.message, ...positionAt(text, found.offset) };
    return { ok: false, message: error instanceof Error ? error.message : 'not JSON', line: 1, column: 1 };
  }
}

/**
 * The same for files that people review: a name that stands twice in one object is a failure too, for whoever reads the first
 * value does not see that the last one counts.
 */
export function parseReviewedJson(text: string): ParsedText {
  const parsed = parseJsonText(text);
  if (!parsed.ok) return parsed;
  // The form in which the engine writes: as long as what it was read to, so nothing was left out.
  if (text === `${JSON.stringify(parsed.value, null, 2)}\n`) return parsed;
  const twice = new Scanner(text).findRepeated();
  if (twice === undefined) return parsed;
  const shown = JSON.stringify(twice.key.slice(0, 80));
  return { ok: false, message: `${shown} stands twice in one object`, ...positionAt(text, twice.offset) };
}

/** Where the value at `path` (keys and indexes from the root) starts; the nearest enclosing value where it is not there. */
export function locateInJson(text: string, path: readonly (string | number)[]): TextPosition {
  return locateAllInJson(text, [path])[0] ?? { line: 1, column: 1 };
}

/** The same for many paths, in one pass over the text. */
export function locateAllInJson(
  text: string,
  paths: readonly (readonly (string | number)[])[],
): TextPosition[] {
  const root: PathNode = { children: new Map(), offset: undefined };
  for (const path of paths) {
    let node = root;
    for (const key of path) {
      const next: PathNode = node.children.get(key) ?? { children: new Map(), offset: undefined };
      node.children.set(key, next);
      node = next;
    }
  }
  new Scanner(text).locate(root);
  return paths.map((path) => {
    let best = root.offset ?? 0;
    let node: PathNode | undefined = root;
    for (const key of path) {
      node = node?.children.get(key);
      best = node?.offset ?? best;
    }
    return positionAt(text, best);
  });
}

/** A place that is looked for, or one on the way to it. */
interface PathNode {
  readonly children: Map<string | number, PathNode>;
  offset: number | undefined;
}

/** Line and column of an offset. */
function positionAt(text: string, offset: number): TextPosition {
  let line = 1;
  let start = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line += 1;
    start = at + 1;
  }
  return { line, column: offset - start + 1 };
}

/** The text without a leading byte order mark. */
function withoutMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

class Failure extends Error {
  constructor(
    message: string,
    readonly offset: number,
  ) {
    super(message);
  }
}

const NUMBER = /-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;

/** A strict JSON scanner without recursion: depth costs memory, never the stack. */
class Scanner {
  private at = 0;

  constructor(private readonly text: string) {}

  findError(): { message: string; offset: number } | undefined {
    try {
      this.scan(() => undefined);
      return undefined;
    } catch (error) {
      if (error instanceof Failure) return { message: error.message, offset: error.offset };
      throw error;
    }
  }

  /** The first name that its object has had before. */
  findRepeated(): { key: string; offset: number } | undefined {
    // Names of the object that is open at each depth.
    const names: Set<string>[] = [];
    let found: { key: string; offset: number } | undefined;
    this.scan((depth, key, offset) => {
      names[depth + 1] = new Set();
      if (typeof key !== 'string' || depth === 0) return;
      const known = names[depth];
      if (known?.has(key) === true) found ??= { key, offset };
      known?.add(key);
    });
    return found;
  }

  /** Notes the offsets of the values that the tree of paths names, as far as the text is valid. */
  locate(root: PathNode): void {
    // The node at each depth of the values open now.
    const nodes: (PathNode | undefined)[] = [];
    try {
      this.scan((depth, key, offset) => {
        const node = depth === 0 ? root : nodes[depth - 1]?.children.get(key);
        nodes[depth] = node;
        if (node) node.offset = offset;
      });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    }
  }

  /** Calls `onValue` where each value starts, with its depth and its key or index in what holds it. */
  private scan(onValue: (depth: number, key: string | number, offset: number) => void): void {
    const open: { list: boolean; index: number; start: number }[] = [];
    let key: string | number = '';
    if (this.text.charCodeAt(0) === 0xfeff) this.at = 1;
    for (;;) {
      // A value is due.
      this.skipSpace();
      onValue(open.length, key, this.at);
      const char = this.text[this.at];
      if (char === '{' || char === '[') {
        const list = char === '[';
        open.push({ list, index: 0, start: this.at });
        this.at += 1;
        this.skipSpace();
        if (this.text[this.at] !== (list ? ']' : '}')) {
          key = list ? 0 : this.key();
          continue;
        }
        this.at += 1;
        open.pop();
      } else this.scalar();
      // A value has ended: close what ends here, or go on to the next.
      for (;;) {
        this.skipSpace();
        const around = open[open.length - 1];
        if (!around) {
          if (this.at < this.text.length) this.stop('unexpected text after the end of the value');
          return;
        }
        const next = this.text[this.at];
        if (next === ',') {
          this.at += 1;
          this.skipSpace();
          const close = this.text[this.at];
          if (close === ']' || close === '}') this.stop('a comma with nothing after it: remove the comma');
          around.index += 1;
          key = around.list ? around.index : this.key();
          break;
        }
        if (next === (around.list ? ']' : '}')) {
          this.at += 1;
          open.pop();
          continue;
        }
        if (next === undefined) {
          const { line } = positionAt(this.text, around.start);
          this.stop(`the text ends inside the ${around.list ? 'list' : 'object'} opened in line ${line}`);
        }
        if (/["[{\d-]/.test(next)) this.stop('a "," is missing before this');
        this.stop(`"," or "${around.list ? ']' : '}'}" expected, found ${this.found()}`);
      }
    }
  }

  private key(): string {
    if (this.text[this.at] !== '"') this.stop(`a name in double quotes expected, found ${this.found()}`);
    const name = this.string();
    this.skipSpace();
    if (this.text[this.at] !== ':') this.stop(`":" expected after "${name}", found ${this.found()}`);
    this.at += 1;
    return name;
  }

  private scalar(): void {
    const { text } = this;
    if (text[this.at] === '"') {
      this.string();
      return;
    }
    for (const word of ['true', 'false', 'null']) {
      if (text.startsWith(word, this.at)) {
        this.at += word.length;
        return;
      }
    }
    NUMBER.lastIndex = this.at;
    const number = NUMBER.exec(text);
    if (!number) this.stop(`a value expected, found ${this.found()}`);
    this.at += number[0].length;
  }

  private string(): string {
    const { text } = this;
    const start = this.at;
    for (let at = start + 1; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === 0x22) {
        this.at = at + 1;
        return JSON.parse(text.slice(start, at + 1)) as string;
      }
      if (code < 0x20)
        this.stop('a line break or control character inside a string: is a closing quote missing?', at);
      if (code === 0x5c) {
        const escape = text[at + 1] ?? '';
        if (escape === 'u') {
          if (!/^[0-9a-fA-F]{4}$/.test(text.slice(at + 2, at + 6)))
            this.stop('four hex digits expected after \\u', at);
          at += 5;
        } else if ('"\\/bfnrt'.includes(escape) && escape !== '') at += 1;
        else this.stop(`"\\${escape}" is not an escape of JSON: write a backslash as \\\\`, at);
      }
    }
    this.stop('the text ends inside a string: a closing quote is missing', start);
  }

  private skipSpace(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.at += 1;
    }
  }

  private found(): string {
    const char = this.text[this.at];
    if (char === undefined) return 'the end of the text';
    if (this.text.startsWith('//', this.at) || this.text.startsWith('/*', this.at))
      return 'a comment, which JSON does not have';
    if (char === "'") return 'a single quote: JSON has double quotes';
    const word = /^[\w.+-]{1,20}/.exec(this.text.slice(this.at, this.at + 20));
    return `"${word ? word[0] : char}"`;
  }

  private stop(message: string, offset = this.at): never {
    throw new Failure(message, offset);
  }
}
