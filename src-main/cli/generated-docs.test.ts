/**
 * The generated pages of docs/ say what the definitions say. `npm run docs` writes them anew; here a page that is out of
 * date fails.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Engine } from '../engine/engine';
import { findPython } from '../testkit/python';
import { listedTool } from '../server/tool-listing';
import { referenceMarkdown } from '../wander/stdlib/reference';
import { COMMANDS } from './commands';
import { commandsMarkdown } from './help';
import { toolsMarkdown } from './tools-markdown';
import { toolsTypescript } from './tools-typescript';

const root = resolve(import.meta.dirname, '../..');
/** Undefined where the machine has none that is new enough. */
const python = findPython();
let folder: string;
let engine: Engine;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sky-docs-'));
  cpSync(join(root, 'resources/sample-project'), join(folder, 'project'), { recursive: true });
  const opened = await Engine.open({ folder: join(folder, 'project'), userFolder: join(folder, 'user') });
  if (!opened.ok) throw new Error(opened.error.message);
  engine = opened.value;
});

afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

test('docs/tools.md describes the tools as they are', async () => {
  const page = toolsMarkdown(engine.registry.active().map(listedTool));
  await expect(
    `# The engine’s tools\n\nMade from their definitions by \`npm run docs\`.\n\n${page}\n`,
  ).toMatchFileSnapshot(join(root, 'docs/tools.md'));
});

test('the TypeScript client knows the tools and their arguments', async () => {
  await expect(toolsTypescript(engine.registry.active().map(listedTool))).toMatchFileSnapshot(
    join(root, 'clients/typescript/src/engine-tools.ts'),
  );
});

test('the language server knows the names of the engine’s tools', async () => {
  const names = engine.registry
    .active()
    .map(({ name }) => name)
    .sort();
  await expect(`${JSON.stringify(names, null, 2)}\n`).toMatchFileSnapshot(
    join(root, 'src-main/lsp/engine-tools.json'),
  );
});

test.skipIf(python === undefined)(
  'the Python layer has a wrapper of each of the engine’s tools',
  async () => {
    const script = join(root, 'clients/python/skywalker_agents/_generate.py');
    const input = JSON.stringify(engine.registry.active().map(listedTool));
    const text = execFileSync(python ?? '', [script], { input, encoding: 'utf8', maxBuffer: 1 << 26 });
    await expect(text).toMatchFileSnapshot(join(root, 'clients/python/skywalker_agents/_tools.py'));
  },
);

test('docs/command.md describes the commands as they are', async () => {
  await expect(commandsMarkdown(COMMANDS)).toMatchFileSnapshot(join(root, 'docs/command.md'));
});

test('docs/wander-reference.md describes the standard library as it is', async () => {
  await expect(referenceMarkdown()).toMatchFileSnapshot(join(root, 'docs/wander-reference.md'));
});

// The script fails for a rule or a case without a test, and for a test that is named and is not there.
test.each([
  ['rules', 'docs/custom-tools-rules.md'],
  ['port', 'docs/port-safety.md'],
  ['agents', 'docs/agents-rules.md'],
  ['window', 'docs/window-rules.md'],
  ['cases', 'docs/peer-cases.md'],
])('every one of the rules or cases (%s) is held by a test, as %s says', async (page, path) => {
  const script = join(root, 'scripts/tool-rules.mjs');
  const text = execFileSync(process.execPath, [script, '--page', page], { encoding: 'utf8' });
  await expect(text).toMatchFileSnapshot(join(root, path));
});
