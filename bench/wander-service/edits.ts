/** Single keystrokes at random places of a text: the same ones every time. */
import { randomNumbers } from './program';

export interface Keystroke {
  readonly kind: 'insert' | 'delete' | 'break a line' | 'unbalance';
  readonly text: string;
  /** Where the cursor is afterwards. */
  readonly cursor: number;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz_0123456789.,"= ';
const BRACKETS = '()[]{}"';

/** Each keystroke is made in the text as given, not in what the one before has left. */
export function* keystrokes(text: string, count: number, seed: number): Iterable<Keystroke> {
  const random = randomNumbers(seed);
  const brackets = [...text.matchAll(/[()[\]{}"]/g)].map((match) => match.index);
  const within = (length: number): number => Math.floor(random() * length);
  for (let index = 0; index < count; index += 1) {
    const at = within(text.length);
    switch (index % 4) {
      case 0:
        yield typed(text, at, LETTERS.charAt(within(LETTERS.length)), 'insert');
        break;
      case 1:
        yield { kind: 'delete', text: text.slice(0, at) + text.slice(at + 1), cursor: at };
        break;
      case 2:
        yield typed(text, at, '\n', 'break a line');
        break;
      default: {
        const bracket = brackets[within(brackets.length)] ?? 0;
        if (random() < 0.5) yield typed(text, at, BRACKETS.charAt(within(BRACKETS.length)), 'unbalance');
        else
          yield {
            kind: 'unbalance',
            text: text.slice(0, bracket) + text.slice(bracket + 1),
            cursor: bracket,
          };
      }
    }
  }
}

function typed(text: string, at: number, letter: string, kind: Keystroke['kind']): Keystroke {
  return { kind, text: text.slice(0, at) + letter + text.slice(at), cursor: at + 1 };
}
