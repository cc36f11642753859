/** Work that a crash interrupts, and a scene file that something else changes under the open scene. */
import { expect, test, type Page } from '@playwright/test';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectOverHttp, type Agent } from './agent';
import { openEditor, type Editor } from './app';

const SCENE = 'scenes/main.sky.json';

const entity = (page: Page, name: string) => page.getByRole('treeitem', { name: new RegExp(name) });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

function autosaves(editor: Editor): readonly string[] {
  const folder = join(editor.project, '.skywalker/autosave');
  return existsSync(folder) ? readdirSync(folder).filter((name) => !name.endsWith('.tmp')) : [];
}

test('the editor is killed: the next one offers what was not saved, and it can be restored or discarded', async () => {
  test.setTimeout(120_000);
  const killed = await openEditor();
  await expect(entity(killed.page, 'Player')).toBeVisible();
  const before = readFileSync(join(killed.project, SCENE), 'utf8');
  const agent = await connectOverHttp('claude-code', killed.connection());
  await agent.call('entity_create', { name: 'Kept Lantern', mesh: 'sphere' });
  await expect.poll(() => autosaves(killed), { timeout: 30_000 }).toEqual(['scenes-main.sky.json']);
  const ended = new Promise((resolve) => killed.app.process().once('exit', resolve));
  killed.app.process().kill('SIGKILL');
  await ended;
  await agent.close().catch(() => undefined);
  expect(readFileSync(join(killed.project, SCENE), 'utf8')).toBe(before);

  const next = await openEditor({ again: killed });
  try {
    await expect(entity(next.page, 'Player')).toBeVisible();
    await expect(entity(next.page, 'Kept Lantern')).toHaveCount(0);
    const notice = next.page.getByRole('status').filter({ hasText: `Unsaved changes of ${SCENE}` });
    await expect(notice).toBeVisible();
    await notice.getByRole('button', { name: 'Restore' }).click();
    await expect(entity(next.page, 'Kept Lantern')).toBeVisible();
    await expect(notice).toHaveCount(0);
    await expect(next.page.getByText('(unsaved)')).toBeVisible();
    await next.page.getByRole('button', { name: /\(unsaved\)/ }).click();
    await expect.poll(() => readFileSync(join(next.project, SCENE), 'utf8')).toContain('Kept Lantern');
    await expect.poll(() => autosaves(next)).toEqual([]);
  } finally {
    await next.close();
  }
});

test.describe('a scene file that something else changes', () => {
  test.describe.configure({ mode: 'serial' });
  let editor: Editor;
  let agent: Agent;

  test.beforeAll(async () => {
    editor = await openEditor();
    await expect(entity(editor.page, 'Player')).toBeVisible();
    agent = await connectOverHttp('claude-code', editor.connection());
  });

  test.afterAll(async () => {
    await agent?.close();
    await editor?.close();
  });

  /** Renames the player in the file, as another program would. */
  const rename = (from: string, to: string): void => {
    const path = join(editor.project, SCENE);
    writeFileSync(path, readFileSync(path, 'utf8').replace(`"${from}"`, `"${to}"`));
  };

  test('is loaded again where nothing is unsaved', async () => {
    rename('Player', 'Hero');
    await expect(entity(editor.page, 'Hero')).toBeVisible();
    await expect(entity(editor.page, 'Player')).toHaveCount(0);
  });

  test('waits for a person where something is: mine is kept', async () => {
    await agent.call('entity_create', { name: 'Mine', mesh: 'cube' });
    await expect(entity(editor.page, 'Mine')).toBeVisible();
    rename('Hero', 'Theirs');
    await expect(
      editor.page.getByText(`${SCENE} has changed on disk`, { exact: false }).first(),
    ).toBeVisible();
    await expect(entity(editor.page, 'Hero')).toBeVisible();
    const saved = await agent.call('scene_save', {});
    expect(saved.code).toBe('conflict');

    await button(editor.page, 'Keep Mine').click();
    await button(editor.page, 'Write the File').click();
    await expect(button(editor.page, 'Keep Mine')).toHaveCount(0);
    const text = readFileSync(join(editor.project, SCENE), 'utf8');
    expect([text.includes('Mine'), text.includes('Hero'), text.includes('Theirs')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('waits for a person where something is: theirs is taken', async () => {
    await agent.call('entity_create', { name: 'Given Up', mesh: 'cube' });
    await expect(entity(editor.page, 'Given Up')).toBeVisible();
    rename('Hero', 'Theirs');
    await button(editor.page, 'Take the File').click();
    await editor.page.getByRole('alertdialog').getByRole('button', { name: 'Take the File' }).click();
    await expect(entity(editor.page, 'Theirs')).toBeVisible();
    await expect(entity(editor.page, 'Given Up')).toHaveCount(0);
    await expect(button(editor.page, 'Keep Mine')).toHaveCount(0);
  });
});
