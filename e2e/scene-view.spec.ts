/** What is done to the scene in its view and inspector: handles dragged, the camera moved, components added by keys; and that changes of agents flash. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { connectOverHttp, type Agent } from './agent';
import { openEditor, takeThemeScreenshots, type Editor } from './app';

let editor: Editor;
let agent: Agent;
let page: Page;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  editor = await openEditor();
  page = editor.page;
  await expect(page.getByRole('treeitem', { name: /Player/ })).toBeVisible();
  agent = await connectOverHttp('claude-code', editor.connection());
  // Far from everything else, so that what is beside it is empty.
  await agent.call('entity_create', { name: 'Cube', mesh: 'cube', position: [500, 0, 500] });
});

test.afterAll(async () => {
  await agent?.close();
  await editor?.close();
});

const canvas = (): Locator => page.getByRole('img', { name: /^Scene view/ });
const cube = async (): Promise<Record<string, unknown>> =>
  (await agent.call('entity_get', { entity: 'Cube' })).data;
const selected = async (): Promise<unknown[]> =>
  (await agent.call('selection_get')).data.entities.map((one: { name: string }) => one.name);

interface Point {
  readonly x: number;
  readonly y: number;
}

async function middle(): Promise<Point> {
  const box = await canvas().boundingBox();
  if (box === null) throw new Error('the view is not drawn');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function drag(from: Point, by: Point, button: 'left' | 'right' = 'left'): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down({ button });
  await page.mouse.move(from.x + by.x / 2, from.y + by.y / 2, { steps: 4 });
  await page.mouse.move(from.x + by.x, from.y + by.y, { steps: 4 });
  await page.mouse.up({ button });
}

/** Selects the cube and puts it in the middle, at the same distance each time. */
async function focusCube(): Promise<void> {
  await agent.call('selection_set', { entities: ['Cube'] });
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Cube');
  await canvas().focus();
  await page.keyboard.press('f');
}

const HANDLES = [
  ['w', 'Move', 'position'],
  ['e', 'Rotate', 'rotation'],
  ['r', 'Scale', 'scale'],
] as const;

for (const [key, mode, property] of HANDLES) {
  test(`a drag of the handles in the mode ${mode} is one undo step of the person, and nothing else changes`, async () => {
    await focusCube();
    await page.keyboard.press(key);
    const before = await cube();
    await drag(await middle(), { x: 60, y: -40 });
    await expect.poll(async () => (await cube())[property]).not.toEqual(before[property]);
    if (mode === 'Move') await takeThemeScreenshots(editor, 'scene-moved');
    const after = await cube();
    for (const [, , other] of HANDLES) if (other !== property) expect(after[other]).toEqual(before[other]);
    const { steps } = (await agent.call('history', { action: 'list', limit: 2 })).data;
    expect(steps.map((step: { actor: string }) => step.actor)).toEqual(['user', 'mcp:claude-code']);
    await canvas().focus();
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(cube).toEqual(before);
    await page.keyboard.press('Escape');
  });
}

test('the view zooms by the wheel, orbits by a drag and pans by one with the right button', async () => {
  await focusCube();
  await page.keyboard.press('Escape');
  const center = await middle();
  const beside = { x: center.x + 150, y: center.y };
  const hits = async (at: Point): Promise<boolean> => {
    await agent.call('selection_set', { entities: ['Player'] });
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Player');
    await page.mouse.click(at.x, at.y);
    await expect.poll(selected).not.toEqual(['Player']);
    return (await selected()).includes('Cube');
  };
  for (let turn = 0; turn < 6; turn += 1) await page.mouse.wheel(0, 240);
  expect(await hits(beside)).toBe(false);
  expect(await hits(center)).toBe(true);
  await page.mouse.move(center.x, center.y);
  for (let turn = 0; turn < 12; turn += 1) await page.mouse.wheel(0, -240);
  expect(await hits(beside)).toBe(true);
  await focusCube();
  await page.keyboard.press('Escape');
  const straight = await canvas().screenshot();
  await drag(center, { x: 160, y: 0 });
  expect((await canvas().screenshot()).equals(straight)).toBe(false);
  // It turned around what it looks at.
  expect(await hits(center)).toBe(true);
  await drag(center, { x: 200, y: 0 }, 'right');
  expect(await hits(center)).toBe(false);
  expect(await hits({ x: center.x + 200, y: center.y })).toBe(true);
});

test('what an agent changes flashes in the tree; what the person changes does not', async () => {
  await focusCube();
  await page.evaluate(`{
    window.flashes = 0;
    const tree = document.querySelector('[role=tree]');
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof Element && node.matches('[class*=flash]')) window.flashes += 1;
    }).observe(tree, { childList: true, subtree: true });
  }`);
  const flashes = (): Promise<number> => page.evaluate('window.flashes');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Crate');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('treeitem', { name: /Crate/ })).toBeVisible();
  expect(await flashes()).toBe(0);
  await agent.call('entity_update', { entity: 'Crate', name: 'Cube' });
  await expect(page.getByRole('treeitem', { name: /Cube/ })).toBeVisible();
  await expect.poll(flashes).toBe(1);
});

test('a component is added by keys alone, as one step', async () => {
  await focusCube();
  const components = async (): Promise<string[]> => Object.keys((await cube()).components as object);
  expect(await components()).toEqual(['mesh']);
  await page.getByRole('button', { name: 'Add Component' }).focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('menu');
  await expect(menu).toBeVisible();
  await page.keyboard.type('camera');
  await expect(menu.locator('[data-highlighted]')).toContainText('Camera');
  await page.keyboard.press('Enter');
  await expect.poll(components).toEqual(['mesh', 'camera']);
  await canvas().focus();
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(components).toEqual(['mesh']);
});
