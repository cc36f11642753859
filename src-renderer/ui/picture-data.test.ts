import { expect, test } from 'vitest';
import { pictureFacts, readPicture } from './picture-data';

const bytes = (...parts: (string | readonly number[])[]): Uint8Array =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? [...part].map((char) => char.charCodeAt(0)) : part)),
  );
const base64 = (data: Uint8Array): string => btoa(String.fromCharCode(...data));
const pad = (count: number): number[] => Array.from({ length: count }, () => 0);
const png = (width: number[], height: number[]): Uint8Array =>
  bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', width, height, [8, 6, 0, 0, 0]);

test('the size is read from the bytes of each kind', () => {
  expect(pictureFacts(png([0, 0, 2, 128], [0, 0, 1, 104]))).toEqual({
    type: 'image/png',
    width: 640,
    height: 360,
  });
  expect(pictureFacts(bytes('GIF89a', [64, 1], [200, 0], [0]))).toEqual({
    type: 'image/gif',
    width: 320,
    height: 200,
  });
  const jpeg = bytes([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2], [0xff, 0xc2, 0, 17, 8, 0, 100, 0, 200], pad(8));
  expect(pictureFacts(jpeg)).toEqual({ type: 'image/jpeg', width: 200, height: 100 });
  const extended = bytes('RIFF', pad(4), 'WEBPVP8X', pad(8), [0x7f, 2, 0], [0x67, 1, 0]);
  expect(pictureFacts(extended)).toEqual({ type: 'image/webp', width: 640, height: 360 });
  // 14 bits of the width less one, then 14 of the height less one: 16 and 8.
  const lossless = bytes('RIFF', pad(4), 'WEBPVP8L', pad(4), [0x2f], [0x0f, 0xc0, 0x01, 0x00], pad(8));
  expect(pictureFacts(lossless)).toEqual({ type: 'image/webp', width: 16, height: 8 });
  const lossy = bytes('RIFF', pad(4), 'WEBPVP8 ', pad(10), [64, 1], [200, 0]);
  expect(pictureFacts(lossy)).toEqual({ type: 'image/webp', width: 320, height: 200 });
});

test('what is no picture, would be a document, or is cut off, is not shown', () => {
  const refused = { ok: false, problem: 'is no PNG, JPEG, GIF or WebP' };
  for (const data of [
    bytes('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    bytes('GIF8'),
    bytes([]),
    bytes([0xff, 0xd8]),
  ])
    expect(readPicture(base64(data))).toEqual(refused);
  expect(readPicture('not base64!')).toEqual({ ok: false, problem: 'can’t be read' });
});

test('a picture that would fill the memory is named with its size', () => {
  expect(readPicture(base64(png([0, 1, 0, 0], [0, 1, 0, 0])))).toEqual({
    ok: false,
    problem: 'has 65536 × 65536 pixels, too many to be shown',
  });
  expect(readPicture('A'.repeat(13 * 1024 * 1024))).toEqual({
    ok: false,
    problem: 'is too large to be shown',
  });
});
