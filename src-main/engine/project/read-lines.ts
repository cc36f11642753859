/** Reading files of lines, mostly from their end. */
import { closeSync, constants, fstatSync, readSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { type FilePath, openFrom, openLaterFrom } from './held-folder';
import { isSystemError } from './system-error';

/** The whole lines in the last `bytes` of a file, the oldest first. Empty where there is no file. */
export function readLastLines(path: FilePath, bytes: number): string[] {
  let file: number;
  try {
    file = openFrom(path, constants.O_RDONLY);
  } catch {
    return [];
  }
  try {
    const { size } = fstatSync(file);
    const start = Math.max(0, size - bytes);
    const text = readRange(file, start, size - start).toString('utf8');
    const lines = text.split('\n');
    if (start > 0) lines.shift();
    return lines.filter((line) => line !== '');
  } finally {
    closeSync(file);
  }
}

/**
 * The lines of a file from the last to the first, without empty ones. Holds no more than a piece of the file and one line.
 * Nothing where there is no file.
 */
export async function* linesBackward(
  path: FilePath,
  pieceBytes = 262_144,
): AsyncGenerator<string, void, undefined> {
  let file;
  try {
    file = await openLaterFrom(path, constants.O_RDONLY);
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return;
    throw error;
  }
  try {
    let end = (await file.stat()).size;
    // The beginning of a line that goes on in the pieces read before.
    let rest: Buffer[] = [];
    while (end > 0) {
      const start = Math.max(0, end - pieceBytes);
      const { buffer, bytesRead } = await file.read(Buffer.alloc(end - start), 0, end - start, start);
      const piece = buffer.subarray(0, bytesRead);
      end = start;
      let until = piece.length;
      for (
        let at = piece.lastIndexOf(0x0a);
        at !== -1;
        at = at === 0 ? -1 : piece.lastIndexOf(0x0a, at - 1)
      ) {
        const line = Buffer.concat([piece.subarray(at + 1, until), ...rest]).toString('utf8');
        rest = [];
        until = at;
        if (line !== '') yield line;
      }
      rest.unshift(piece.subarray(0, until));
    }
    const first = Buffer.concat(rest).toString('utf8');
    if (first !== '') yield first;
  } finally {
    await file.close();
  }
}

/** The lines of an open file from the first to the last, without empty ones. Holds no more than a piece of it and one line. */
export async function* linesForward(
  file: FileHandle,
  pieceBytes = 262_144,
): AsyncGenerator<string, void, undefined> {
  const buffer = Buffer.alloc(pieceBytes);
  // The beginning of a line that goes on in the next piece.
  let rest: Buffer[] = [];
  for (let position = 0; ;) {
    const { bytesRead } = await file.read(buffer, 0, pieceBytes, position);
    if (bytesRead === 0) break;
    position += bytesRead;
    const piece = buffer.subarray(0, bytesRead);
    let from = 0;
    for (let at = piece.indexOf(0x0a); at !== -1; at = piece.indexOf(0x0a, from)) {
      const line = Buffer.concat([...rest, piece.subarray(from, at)]).toString('utf8');
      rest = [];
      from = at + 1;
      if (line !== '') yield line;
    }
    // The buffer is filled anew.
    if (from < bytesRead) rest.push(Buffer.from(piece.subarray(from)));
  }
  const last = Buffer.concat(rest).toString('utf8');
  if (last !== '') yield last;
}

/** Bytes of an open file; fewer where it ends before. */
export function readRange(file: number, start: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let at = 0;
  while (at < length) {
    const count = readSync(file, bytes, at, length - at, start + at);
    if (count === 0) break;
    at += count;
  }
  return bytes.subarray(0, at);
}
