import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { installedProgram, productFolder } from './product-folder';

function folderWith(packageJson: object, ...path: string[]): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'sky-product-')), ...path);
  mkdirSync(join(folder, 'docs'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify(packageJson));
  return folder;
}

test('in a source tree the product is the nearest folder above with docs and a package.json', () => {
  const root = folderWith({ name: 'skywalker' });
  expect(productFolder(join(root, 'out', 'main', 'main.js'))).toBe(root);
  expect(installedProgram(root)).toBeUndefined();
});

test('an application in an archive has its command beside the archive, and the command knows the program', () => {
  const command = folderWith({ name: 'skywalker', program: '../../skywalker-app' }, 'resources', 'skywalker');
  const main = join(command, '..', 'app.asar', 'out', 'main', 'main.js');
  expect(productFolder(main)).toBe(command);
  expect(productFolder(join(command, 'out', 'main', 'cli.js'))).toBe(command);
  expect(installedProgram(command)).toBe(join(command, '..', '..', 'skywalker-app'));
});

test('a file above that says nothing of a product is none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sky-nothing-'));
  expect(productFolder(join(folder, 'resources', 'app.asar', 'out', 'main.js'))).toBeUndefined();
});
