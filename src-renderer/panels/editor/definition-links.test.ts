import { expect, test } from 'vitest';
import { sourceOf } from './definition-links';

test('a definition links to the file that its source names', () => {
  const text = '{\n  "name": "user_near",\n  "source": "tools/near.wander"\n}';
  const link = sourceOf(text);
  expect(link).toMatchObject({ path: 'tools/near.wander', line: 3 });
  expect(text.slice(link?.start, link?.end)).toBe('tools/near.wander');
});

test('without a source, with one that is no Wander file, or in a broken text there is no link', () => {
  expect(sourceOf('{"name": "user_near"}')).toBeUndefined();
  expect(sourceOf('{"source": "../../etc/passwd"}')).toBeUndefined();
  expect(sourceOf('{"source": 3}')).toBeUndefined();
  expect(sourceOf('{"source": "tools/near.wan')).toBeUndefined();
});
