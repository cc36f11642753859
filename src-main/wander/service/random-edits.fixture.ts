/** Random edits of texts, as people make them: for tests of what is taken over between two texts. */

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const PIECES: readonly string[] = [
  ...'abz_09.,:="\'(){}[]+-*/%<>!|?#&;\\ \n'.split(''),
  ...['"', '{', '}', '"{', '}"', '/*', '*/', '--', '\r\n', '\n\n', '\t', '  '],
  ...['é', '😀', '漢字', '\u200b', '“x”'],
  ...['end', ' end ', '\nend\n', 'fn ', '\nfn made(a, b = 1)\n  return a + b\nend\n', 'made(1)'],
  ...['if x then ', ' else ', 'const ', '\nconst made = 3\n', '\nconst other = made + 1\n', 'made', 'other'],
  ...[' -> number', ': string', 'none', 'use "scripts/shared" as shared\n', 'shared.', 'shared.twice(2)'],
  ...['shared.NAME', 'return ', 'return "a"\n', 'x => x', 'log "{made}"\n', 'let made = 1\n'],
  ...['let x = find("A")\nx.hp = 3\n', 'x.positon\n', 'args.', 'list.push(1)\n', 'run({})'],
  ...['behavior B\n  var v = 1\n  on tick\n    v += 1\n  end\nend\n', 'on tick\n', 'var v = 2\n'],
  ...['test "t"\n  expect v == 1\nend\n', 'use "scripts/other"\n', 'other.count(made)', '// 2'],
];

/** What changes a string most. */
const IN_STRINGS: readonly string[] = [
  '"',
  '{',
  '}',
  '{x}',
  '{"',
  '{made(1)}',
  '\\',
  '\\u{41}',
  "'",
  '\n',
  '{{',
  '{1 // 2}',
];
const COMMENTS: readonly string[] = ['--', '-- ', '/*', '*/', '//', '# ', '--[['];

/** What stands within a behaviour, or bare at the top of a script. */
const MEMBERS: readonly string[] = [
  'var hp = 2\n',
  'param reach = 4 in 0..10\n',
  'intent "waits"\n',
  'on start\n  hp += 1\nend\n',
  'on tick\n  go to Shut\nend\n',
  'on event "hit" with data\n  log data\nend\n',
  'state Shut\n  on enter\n    wait 1\n  end\nend\n',
  'state Open\n  on tick\n    every 2 seconds\n      hp -= made(1)\n    end\n  end\nend\n',
  'test "holds"\n  wait 1\n  expect hp == 2\nend\n',
  'fn near(e: entity)\n  return distance(self, e) < reach\nend\n',
];

/** What the checker tells one thing of or another, line by line. */
const STATEMENTS: readonly string[] = [
  'let made = [1, "two"]\n',
  'let other = made(1)\n',
  'return none\n',
  'return {a: 1, b: "b"}\n',
  'return [1]\n',
  'return run(1)\n',
  'log half(half(2))\n',
  'log label("x") + deep(made)\n',
  'let e = find("Lamp")\n',
  'e.positon = (1, 2, 3)\n',
  'e.hp = KEY\n',
  'half("text")\n',
  'first(1, 2)\n',
  'apply(label, BASE)\n',
  'let f = x => record([x], x)\n',
  'shared.tinted(e, 3)\n',
  'other.count(shared.LIMIT)\n',
  'made.push(second())\n',
];

/** Where a line begins with the word of a declaration, or of a member. */
const BEGINNINGS = /^[ \t]*(?=(?:use|const|fn|behavior|test|on|state|var|param)\b)/gm;

export class Editor {
  /** Whether most edits leave a text that can be read. */
  private readonly isTidy: boolean;

  constructor(
    readonly random: () => number,
    private readonly texts: readonly string[],
  ) {
    this.isTidy = random() < 0.5;
  }

  within(length: number): number {
    return Math.floor(this.random() * length);
  }

  pick<T>(list: readonly T[]): T {
    const found = list[this.within(list.length)];
    if (found === undefined) throw new Error('nothing to pick from');
    return found;
  }

  /** Some texts one behind the other. */
  beginning(): string {
    const count = 1 + this.within(5);
    const text = Array.from({ length: count }, () => this.pick(this.texts)).join('\n');
    return this.random() < 0.2 ? text.replaceAll('\n', '\r\n') : text;
  }

  /** The text after one edit. */
  edited(text: string): string {
    if (this.isTidy && this.random() < 0.9) return this.tidy(text);
    const kind = this.random();
    if (kind < 0.3) return this.with(text, this.pick(PIECES));
    if (kind < 0.45) return this.without(text);
    if (kind < 0.52) return this.with(text, this.word(text));
    if (kind < 0.56) return this.withoutLine(text);
    if (kind < 0.6) return this.moved(text);
    if (kind < 0.64) return this.with(text, this.pick(this.texts));
    if (kind < 0.86) return this.declarations(text);
    if (kind < 0.9) return this.inString(text);
    if (kind < 0.93) return this.commented(text);
    if (kind < 0.96) return this.renamed(text);
    if (kind < 0.97) return text.includes('\r') ? text.replaceAll('\r', '') : text.replaceAll('\n', '\r\n');
    if (kind < 0.98) return '';
    return this.beginning();
  }

  private tidy(text: string): string {
    const kind = this.random();
    if (kind < 0.35) return this.declarations(text);
    if (kind < 0.5) return this.renamed(text);
    if (kind < 0.6) return this.commented(text);
    const lines = text.split(/^(?=[ \t]+\w)/m);
    if (kind < 0.85) lines.splice(1 + this.within(lines.length), 0, this.pick(STATEMENTS));
    else lines.splice(1 + this.within(lines.length), 1);
    return lines.join('');
  }

  private with(text: string, piece: string, at = this.within(text.length + 1)): string {
    return text.slice(0, at) + piece + text.slice(at);
  }

  private without(text: string): string {
    const at = this.within(text.length + 1);
    return text.slice(0, at) + text.slice(at + 1 + this.within(3));
  }

  private word(text: string): string {
    return this.pick(text.match(/\w+/g) ?? ['x']);
  }

  private withoutLine(text: string): string {
    const lines = text.split('\n');
    lines.splice(this.within(lines.length), 1);
    return lines.join('\n');
  }

  /** Some lines cut out and put in elsewhere. */
  private moved(text: string): string {
    const lines = text.split('\n');
    const cut = lines.splice(this.within(lines.length), 1 + this.within(12));
    lines.splice(this.within(lines.length + 1), 0, ...cut);
    return lines.join('\n');
  }

  /** One declaration pasted, doubled, moved or taken out. */
  private declarations(text: string): string {
    const parts = partsOf(text);
    const kind = this.random();
    const from = this.within(parts.length);
    if (kind < 0.2) parts.splice(from, 0, this.pick(MEMBERS));
    else if (kind < 0.4) parts.splice(from, 0, this.pick(partsOf(this.pick(this.texts))));
    else if (kind < 0.6) parts.splice(this.within(parts.length + 1), 0, this.pick(parts));
    else {
      const cut = parts.splice(from, 1 + this.within(2));
      if (kind < 0.8) parts.splice(this.within(parts.length + 1), 0, ...cut);
    }
    return parts.join('');
  }

  private inString(text: string): string {
    const quotes = [...text.matchAll(/"/g)].map(({ index }) => index);
    if (quotes.length === 0) return this.with(text, '"{x}"');
    return this.with(text, this.pick(IN_STRINGS), this.pick(quotes) + this.within(4));
  }

  private commented(text: string): string {
    const lines = [...text.matchAll(/^[ \t]*/gm)].map(({ index, 0: { length } }) => index + length);
    return this.with(text, this.pick(COMMENTS), this.pick(lines));
  }

  /** A word changed where it stands, or everywhere. */
  private renamed(text: string): string {
    const word = this.word(text);
    const by = this.random() < 0.5 ? this.word(text) : 'made';
    const everywhere = new RegExp(`\\b${word}\\b`, 'g');
    const found = [...text.matchAll(everywhere)];
    if (this.random() < 0.5 || found.length === 0) return text.replaceAll(everywhere, by);
    const { index } = this.pick(found);
    return text.slice(0, index) + by + text.slice(index + word.length);
  }
}

function partsOf(text: string): string[] {
  const starts = [0, ...[...text.matchAll(BEGINNINGS)].map(({ index }) => index), text.length];
  return starts.slice(1).map((end, index) => text.slice(starts[index], end));
}

/** A text that is edited, with what can be undone and redone. */
export class Typing {
  private readonly undo: string[] = [];
  private readonly redo: string[] = [];

  constructor(
    private readonly editor: Editor,
    public text = editor.beginning(),
  ) {}

  step(): void {
    const kind = this.editor.random();
    if (kind < 0.2 && this.go(this.undo, this.redo)) return;
    if (kind >= 0.2 && kind < 0.35 && this.go(this.redo, this.undo)) return;
    this.undo.push(this.text);
    this.redo.length = 0;
    const next = this.editor.edited(this.text);
    this.text = next.length > 20_000 ? this.editor.beginning() : next;
  }

  private go(from: string[], to: string[]): boolean {
    const text = from.pop();
    if (text === undefined) return false;
    to.push(this.text);
    this.text = text;
    return true;
  }
}
