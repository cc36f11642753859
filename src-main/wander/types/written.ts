/** Types as scripts and the library write them. */
import type { TypeNode } from '../ast';
import type { Problems } from '../problem';
import { nearestWord } from '../suggest';
import {
  ANY,
  BOOL,
  COLOR,
  ENTITY,
  FUNCTION,
  LIST,
  MAP,
  NEVER,
  NONE,
  NUMBER,
  POINT,
  STRING,
  VEC,
  listOf,
  mapOf,
  union,
  type Type,
} from './type';

const NAMES: ReadonlyMap<string, Type> = new Map([
  ['number', NUMBER],
  ['num', NUMBER],
  ['float', NUMBER],
  ['int', NUMBER],
  ['bool', BOOL],
  ['boolean', BOOL],
  ['string', STRING],
  ['str', STRING],
  ['text', STRING],
  ['vec', VEC],
  ['vector', VEC],
  ['vec3', VEC],
  ['color', COLOR],
  ['entity', ENTITY],
  ['list', LIST],
  ['map', MAP],
  ['function', FUNCTION],
  ['fn', FUNCTION],
  ['point', POINT],
  ['any', ANY],
  ['none', NONE],
]);

/** The names offered in completion and in hints. */
export const TYPE_NAMES: readonly string[] =
  'number bool string vec color entity list map function any none'.split(' ');

/** The type of an annotation; unknown names are reported where `problems` is given, and are `any`. */
export function typeOfNode(node: TypeNode, problems?: Problems): Type {
  let found = node.optional ? NONE : NEVER;
  for (const { name, argument, span } of node.alternatives) {
    const type = NAMES.get(name);
    if (type === undefined) {
      const near = nearestWord(name, NAMES.keys());
      problems?.error('unknown_type', `"${name}" is not a type.`, span, {
        hint: near === undefined ? `The types are ${TYPE_NAMES.join(', ')}.` : `Did you mean "${near}"?`,
        ...(near !== undefined && {
          fix: {
            title: `Change to "${near}"`,
            span: { start: span.start, end: span.start + name.length },
            replacement: near,
          },
        }),
      });
      return ANY;
    }
    const inner = argument === undefined ? undefined : typeOfNode(argument, problems);
    found = union(found, inner === undefined ? type : withItem(type, inner));
  }
  return found.kinds === 0 ? ANY : found;
}

function withItem(type: Type, item: Type): Type {
  if (type === LIST) return listOf(item);
  return type === MAP ? mapOf(item) : type;
}

/** What the words `self`, `item` and `given` stand for in a method's types. */
export interface TypeWords {
  readonly self?: Type;
  readonly item?: Type;
  readonly given?: Type;
}

/** The type a string of the library's signatures says. */
export function typeOfText(text: string, words: TypeWords = {}): Type {
  let read = readTexts.get(text);
  if (read === undefined) {
    read = readText(text);
    readTexts.set(text, read);
  }
  return typeof read === 'function' ? read(words) : read;
}

/** A type, or how to make it where it depends on the words. */
type ReadText = Type | ((words: TypeWords) => Type);

/** The texts of the library: there are only so many. */
const readTexts = new Map<string, ReadText>();

const typeFor = (read: ReadText, words: TypeWords): Type => (typeof read === 'function' ? read(words) : read);

function readText(text: string): ReadText {
  const parts = splitAlternatives(text).map((part) => readPart(part.trim()));
  const join = (words: TypeWords): Type =>
    parts.map((part) => typeFor(part, words)).reduce((a, b) => union(a, b), NEVER);
  return parts.some((part) => typeof part === 'function') ? join : join({});
}

function readPart(text: string): ReadText {
  if (text === 'self' || text === 'item' || text === 'given') return (words) => words[text] ?? ANY;
  if (text.endsWith('?')) return around(readPart(text.slice(0, -1)), (type) => union(type, NONE));
  const open = text.indexOf('<');
  if (open < 0 || !text.endsWith('>')) return NAMES.get(text) ?? ANY;
  const holder = NAMES.get(text.slice(0, open)) ?? ANY;
  return around(readText(text.slice(open + 1, -1)), (item) => withItem(holder, item));
}

function around(read: ReadText, make: (type: Type) => Type): ReadText {
  return typeof read === 'function' ? (words) => make(read(words)) : make(read);
}

/** Parts at the top level, parted by `|`. */
function splitAlternatives(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charAt(at);
    if (unit === '<') depth += 1;
    else if (unit === '>') depth -= 1;
    else if (unit === '|' && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  parts.push(text.slice(from));
  return parts;
}
