/** The extension for VS Code: what it says of the language is what the window says, and what it starts is the server. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../server/testkit/small-engine';
import { wanderConfiguration } from '../../src-renderer/monaco/wander-tokens';

const folder = resolve(import.meta.dirname, '../../editors/vscode');

/** Regular expressions as their sources, which is how VS Code's file has them. */
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_key, one: unknown) => (one instanceof RegExp ? one.source : one)));

test('brackets, comments and indentation are those of the window', () => {
  const written: unknown = JSON.parse(readFileSync(join(folder, 'language-configuration.json'), 'utf8'));
  expect(written).toEqual(plain(wanderConfiguration));
});

test('the extension starts the configured command as a language server, and stops it', async () => {
  const place = newFolder();
  const log = join(place, 'log.json');
  // Stand-ins for the two packages: they tell what the extension asked of them.
  const stub = (name: string, text: string): void => {
    mkdirSync(join(place, 'node_modules', name), { recursive: true });
    writeFileSync(join(place, 'node_modules', name, 'node.js'), text);
    writeFileSync(join(place, 'node_modules', name, 'index.js'), text);
  };
  stub('vscode', `exports.workspace = { getConfiguration: () => ({ get: () => '/opt/sky' }) };`);
  stub(
    'vscode-languageclient',
    `const { writeFileSync } = require('node:fs');
     const told = [];
     const tell = (...words) => { told.push(words); writeFileSync(${JSON.stringify(log)}, JSON.stringify(told)); };
     exports.TransportKind = { stdio: 'stdio' };
     exports.LanguageClient = class {
       constructor(...given) { tell('new', ...given); }
       start() { tell('start'); return Promise.resolve(); }
       stop() { tell('stop'); return Promise.resolve(); }
     };`,
  );
  writeFileSync(join(place, 'extension.cjs'), readFileSync(join(folder, 'extension.cjs')));
  const script = `const one = require(${JSON.stringify(join(place, 'extension.cjs'))}); one.activate().then(one.deactivate);`;
  const child = spawn(process.execPath, ['-e', script], { stdio: 'inherit' });
  expect(await once(child, 'exit')).toEqual([0, null]);
  const [made, started, stopped] = JSON.parse(readFileSync(log, 'utf8')) as unknown[][];
  expect(made?.[3]).toEqual({ command: '/opt/sky', args: ['lsp'], transport: 'stdio' });
  expect(made?.[4]).toMatchObject({
    documentSelector: expect.arrayContaining([{ scheme: 'file', language: 'wander' }]) as unknown,
  });
  expect([started, stopped]).toEqual([['start'], ['stop']]);
});
