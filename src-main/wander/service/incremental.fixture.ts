/** Random edits of texts, and everything that the service says about a text: for tests of what is taken over between two texts. */
import { complete } from './completion';
import { diagnostics } from './diagnostics';
import { documentOf, type ServiceFacts } from './document';
import { hover } from './hover';
import { definition, references, rename } from './navigation';
import { semanticTokens } from './semantic-tokens';
import { signatureHelp } from './signature';
import { symbols } from './structure';
import { syntaxTokens } from './syntax-tokens';

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
  ...[
    '"',
    '{',
    '}',
    '"{',
    '}"',
    '/*',
    '*/',
    '--',
    '\r\n',
    '\n\n',
    '\t',
    '  ',
    'é',
    '😀',
    '漢字',
    '\u200b',
    '“x”',
  ],
  ...[
    'end',
    ' end ',
    '\nend\n',
    'fn ',
    '\nfn made(a, b = 1)\n  return a + b\nend\n',
    'made(1)',
    'if x then ',
    ' else ',
  ],
  ...[
    'const ',
    '\nconst made = 3\n',
    '\nconst other = made + 1\n',
    'made',
    'other',
    ' -> number',
    ': string',
    'none',
  ],
  ...[
    'use "scripts/shared" as shared\n',
    'shared.',
    'shared.twice(2)',
    'shared.NAME',
    'return ',
    'return "a"\n',
    'x => x',
  ],
  ...[
    'log "{made}"\n',
    'let made = 1\n',
    'let x = find("A")\nx.hp = 3\n',
    'x.positon\n',
    'args.',
    'list.push(1)\n',
    'run({})',
  ],
  ...[
    'behavior B\n  var v = 1\n  on tick\n    v += 1\n  end\nend\n',
    'on tick\n',
    'var v = 2\n',
    'test "t"\n  expect v == 1\nend\n',
  ],
];

export class Editor {
  constructor(
    private readonly random: () => number,
    private readonly texts: readonly string[],
  ) {}

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

  /** The text after one edit; `undo` gives the one before it sometimes. */
  edited(text: string, undo: string): string {
    const at = this.within(text.length + 1);
    const kind = this.random();
    if (kind < 0.35) return text.slice(0, at) + this.pick(PIECES) + text.slice(at);
    if (kind < 0.55) return text.slice(0, at) + text.slice(at + 1 + this.within(3));
    if (kind < 0.75) return undo;
    if (kind < 0.83) return text.slice(0, at) + this.word(text) + text.slice(at);
    if (kind < 0.88) return this.withoutLine(text);
    if (kind < 0.93) return this.moved(text);
    if (kind < 0.98) return text.slice(0, at) + this.pick(this.texts) + text.slice(at);
    return this.beginning();
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
}

/** All that the service says of a text, asked at some places. */
export function answers(text: string, facts: ServiceFacts, places: readonly number[]): unknown {
  const { unit, effects, diagnostics: all } = documentOf(text, facts).analysis;
  return {
    diagnostics: diagnostics(text, facts),
    all,
    effects,
    lexed: unit.lexed,
    references: unit.references.map(({ span: { start, end }, role, binding: { kind } }) => ({
      start,
      end,
      role,
      kind,
    })),
    symbols: symbols(text, facts),
    tokens: semanticTokens(text, facts),
    colours: syntaxTokens(text, facts),
    places: places.map((place) => ({
      completion: complete(text, place, facts),
      hover: hover(text, place, facts),
      signature: signatureHelp(text, place, facts),
      definition: definition(text, place, facts),
      references: references(text, place, facts),
      rename: rename(text, place, 'fresh_name', facts),
      conflict: rename(text, place, 'made', facts),
    })),
  };
}
