/** How a client counts the characters of a line: UTF-16 units (what our own offsets are), UTF-8 bytes or code points. */
import { PositionEncodingKind } from 'vscode-languageserver/node';

export type Encoding = 'utf-16' | 'utf-8' | 'utf-32';

const ENCODINGS: ReadonlyMap<PositionEncodingKind, Encoding> = new Map<PositionEncodingKind, Encoding>([
  [PositionEncodingKind.UTF16, 'utf-16'],
  [PositionEncodingKind.UTF8, 'utf-8'],
  [PositionEncodingKind.UTF32, 'utf-32'],
]);

/** The first that the client names and that is known; UTF-16 where it names none, as the protocol has it. */
export function chooseEncoding(offered: readonly PositionEncodingKind[] | undefined): Encoding {
  for (const kind of offered ?? []) {
    const known = ENCODINGS.get(kind);
    if (known !== undefined) return known;
  }
  return 'utf-16';
}

/** Length of a piece of text as the client counts it. */
export function lengthIn(encoding: Encoding, text: string, start: number, end: number): number {
  if (encoding === 'utf-16') return end - start;
  let length = 0;
  for (let at = start; at < end;) {
    const code = text.codePointAt(at) ?? 0;
    length += encoding === 'utf-32' ? 1 : bytesOf(code);
    at += code > 0xffff ? 2 : 1;
  }
  return length;
}

/** Offset that lies `length` of the client's units behind `start`, at most `end`; within a character, its start. */
export function offsetIn(
  encoding: Encoding,
  text: string,
  start: number,
  end: number,
  length: number,
): number {
  if (encoding === 'utf-16') return Math.min(end, start + Math.max(0, length));
  let left = length;
  let at = start;
  while (at < end) {
    const code = text.codePointAt(at) ?? 0;
    left -= encoding === 'utf-32' ? 1 : bytesOf(code);
    if (left < 0) break;
    at += code > 0xffff ? 2 : 1;
  }
  return Math.min(at, end);
}

/** A lone half of a surrogate pair counts as the three bytes of U+FFFD, which it is sent as. */
function bytesOf(code: number): number {
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}
