import fc from 'fast-check';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { autosaveText, freePlace, readAutosave, type AutosaveHeader } from './autosave-file';

const HEADER: AutosaveHeader = {
  format: 'skywalker.autosave/1',
  file: 'scenes/main.sky.json',
  base: 'abc',
  name: 'Main',
  time: '2026-03-01T10:00:00.000Z',
  entities: 1,
  run: 'r',
  revision: 3,
};
const SCENE =
  '{\n  "format": "skywalker.scene/1",\n  "name": "Main",\n  "entities": [\n    {"id": 1, "name": "A"}\n  ]\n}\n';

const folder = mkdtempSync(join(tmpdir(), 'sky-autosave-'));
const path = join(folder, 'a.sky.json');

test('an autosave is JSON, whose header and scene come back as they were', () => {
  const text = [...autosaveText(HEADER, [SCENE])].join('');
  expect(JSON.parse(text)).toEqual({ ...HEADER, scene: JSON.parse(SCENE) as unknown });
  writeFileSync(path, text);
  expect(readAutosave(path)).toEqual({ ok: true, value: { header: HEADER, scene: SCENE } });
});

test('any name and file in the header come back, whatever characters they have', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.option(fc.string()), (name, file) => {
      const header = { ...HEADER, name, file };
      writeFileSync(path, [...autosaveText(header, [SCENE])].join(''));
      expect(readAutosave(path)).toEqual({ ok: true, value: { header, scene: SCENE } });
    }),
    { numRuns: 100 },
  );
});

test('an autosave that is cut off anywhere is damaged, not a smaller scene', () => {
  const text = [...autosaveText(HEADER, [SCENE])].join('');
  for (let length = 0; length < text.length; length += 1) {
    writeFileSync(path, text.slice(0, length));
    expect(readAutosave(path)).toMatchObject({ ok: false, error: { code: 'invalid_scene' } });
  }
});

test('an autosave goes where no other file is, under a name that says what it is of', () => {
  const at = (file: string | null): string => freePlace(folder, file).slice(folder.length + 1);
  expect(at('scenes/far/main.sky.json')).toBe('scenes-far-main.sky.json');
  writeFileSync(join(folder, 'scenes-far-main.sky.json'), '');
  mkdirSync(join(folder, 'scenes-far-main~2.sky.json'));
  expect(at('scenes/far/main.sky.json')).toBe('scenes-far-main~3.sky.json');
  expect(at(null)).toBe('untitled.sky.json');
  writeFileSync(join(folder, 'untitled.sky.json'), '');
  expect(at('untitled.sky.json')).toBe('untitled~2.sky.json');
  const long = at(`scenes/${'ü'.repeat(500)}.sky.json`);
  expect(Buffer.byteLength(long)).toBeLessThanOrEqual(180);
  expect(long).toMatch(/^scenes-ü+\.sky\.json$/);
});
