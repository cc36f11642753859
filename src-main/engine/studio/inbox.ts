/** Which messages concern whom. */
import { hasWord, type Actor, type People } from './people';
import type { ReadMark } from './read-marks';
import { numberOf } from './records';
import type { StudioAuthor, StudioMessage } from './types';

const MENTION = /(?<![\w@./-])@([a-z][a-z0-9_-]{0,63})/gi;
const MAX_MENTIONS = 50;

/** Those named in a text as `@name`, each once, of names that mean somebody. */
export function mentionsIn(text: string, people: People): string[] {
  const found = new Set<string>();
  for (const [, name = ''] of text.matchAll(MENTION)) {
    const word = name.toLowerCase().replace(/[-_]+$/, '');
    if (found.size >= MAX_MENTIONS) break;
    if (people.isPerson(word)) found.add('user');
    else if (people.meant(`@${word}`).length > 0) found.add(word);
  }
  return [...found];
}

/** A reader of messages, and who they are in them. */
export interface Reader {
  readonly by: StudioAuthor;
  /** Whether a word of `to` (with `@`) or of `mentions` means the reader. */
  means(word: string): boolean;
}

export function readerOf(actor: Pick<Actor, 'by' | 'member'>, people: People): Reader {
  const { by, member } = actor;
  if (member === undefined)
    return { by, means: (word) => people.isPerson(word) || word.toLowerCase() === '@all' || word === by };
  return {
    by,
    means: (given) => {
      const isGroup = given.startsWith('@');
      const word = (isGroup ? given.slice(1) : given).toLowerCase();
      if (word === by) return true;
      return isGroup && (word === 'all' || hasWord(member, word));
    },
  };
}

/** Whether a message is to a reader: by name, by what they are, in a thread of theirs, or to nobody in particular. */
export function concerns(
  message: StudioMessage,
  reader: Reader,
  threads: ReadonlySet<string>,
  general: string,
): boolean {
  if (message.from === reader.by) return false;
  if (message.to?.some((word) => reader.means(word)) === true) return true;
  if (message.mentions?.some((word) => reader.means(`@${word}`)) === true) return true;
  if (threads.has(message.thread ?? message.id)) return true;
  return message.to === undefined && message.channel === general;
}

/** The threads in which somebody wrote. */
export function threadsOf(messages: Iterable<StudioMessage>, by: StudioAuthor): ReadonlySet<string> {
  const threads = new Set<string>();
  for (const message of messages) if (message.from === by) threads.add(message.thread ?? message.id);
  return threads;
}

export function isUnread(message: StudioMessage, mark: ReadMark): boolean {
  const number = numberOf(message.id);
  return number > mark.upto && !mark.seen.has(number);
}
