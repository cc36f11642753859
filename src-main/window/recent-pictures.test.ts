import { expect, test } from 'vitest';
import type { FinishedCall } from '../engine/tools/call-record';
import type { ToolResult } from '../engine/tools/definition';
import { RecentPictures } from './recent-pictures';

const finished = (id: string, result: ToolResult): FinishedCall => ({
  ...{ id, name: 'look', tool: undefined, args: {}, ms: 1, depth: 0, mutates: false, entities: [], at: 0 },
  caller: { actor: 'user', kind: 'human' },
  result,
});
const seen = (data: string): ToolResult => ({
  ok: true,
  text: '',
  images: [{ data, mimeType: 'image/png' }],
});

test('pictures of a result are kept, from its images and among its content, and nothing else of it', () => {
  const pictures = new RecentPictures();
  const both: ToolResult = {
    ok: true,
    text: 'two',
    images: [{ data: 'aaa', mimeType: 'image/png' }],
    content: [
      { type: 'text', text: 'words' },
      { type: 'image', data: 'bbb', mimeType: 'image/webp' },
      { type: 'audio', data: 'ccc', mimeType: 'audio/wav' },
    ],
  };
  pictures.keep(finished('c1', both));
  pictures.keep(finished('c2', { ok: true, text: 'none' }));
  expect(pictures.of('c1')).toEqual([
    { data: 'aaa', mimeType: 'image/png' },
    { data: 'bbb', mimeType: 'image/webp' },
  ]);
  expect(pictures.of('c2')).toEqual([]);
});

test('the oldest go where there are too many, or they are too large', () => {
  const few = new RecentPictures({ calls: 2, characters: 10 });
  for (const id of ['c1', 'c2', 'c3']) few.keep(finished(id, seen('aaaa')));
  expect(['c1', 'c2', 'c3'].map((id) => few.of(id).length)).toEqual([0, 1, 1]);
  few.keep(finished('c4', seen('aaaaaaaa')));
  expect(['c2', 'c3', 'c4'].map((id) => few.of(id).length)).toEqual([0, 0, 1]);
  few.keep(finished('c5', seen('a'.repeat(11))));
  expect(few.of('c5')).toEqual([]);
});
