import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SettingsFile } from './settings-file';

const place = (): string => join(mkdtempSync(join(tmpdir(), 'skywalker-settings-')), 'settings.json');

test('settings survive a restart', () => {
  const path = place();
  const bounds = { x: 10, y: 20, width: 1280, height: 800, maximized: false };
  new SettingsFile(path).update({ window: bounds, theme: 'dark' });
  expect(new SettingsFile(path).value).toEqual({ window: bounds, theme: 'dark', recent: [] });
});

test('a broken file, or one broken field in it, costs no more than itself', () => {
  const path = place();
  writeFileSync(path, '{');
  expect(new SettingsFile(path).value).toEqual({ theme: 'system', recent: [] });
  writeFileSync(path, JSON.stringify({ window: { x: 'left' }, theme: 'dark', recent: 7 }));
  expect(new SettingsFile(path).value).toMatchObject({ theme: 'dark', recent: [] });
});

test('a project that is opened again moves to the front of the recent ones', () => {
  const path = place();
  const file = new SettingsFile(path);
  for (let index = 0; index < 15; index += 1) file.remember({ name: `P${index}`, folder: `/p/${index}` });
  file.remember({ name: 'P10 renamed', folder: '/p/10' });
  expect(file.value.recent).toHaveLength(12);
  expect(file.value.recent.slice(0, 2)).toEqual([
    { name: 'P10 renamed', folder: '/p/10' },
    { name: 'P14', folder: '/p/14' },
  ]);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(file.value);
});
