/** Play mode on the real app: press Play, something moves, a click changes a state, Stop, and all is as before. */
import { expect, test, type Page } from '@playwright/test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectOverHttp, type Agent } from './agent';
import { expectAccessible, openEditor, setTheme, takeScreenshots, type Editor } from './app';

let editor: Editor;
let page: Page;
let agent: Agent;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  editor = await openEditor();
  page = editor.page;
  await expect(page.getByRole('treeitem', { name: /Player/ })).toBeVisible();
  agent = await connectOverHttp('claude-code', editor.connection());
});

test.afterAll(async () => {
  await agent?.close();
  await editor?.close();
});

const bar = () => page.getByRole('toolbar', { name: 'Play' });
const sceneText = (): string => readFileSync(join(editor.project, 'scenes/main.sky.json'), 'utf8');
const selectEntity = async (name: string): Promise<void> => {
  await agent.call('selection_set', { entities: [name] });
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(name);
};
const inspector = () => page.locator('[data-region="inspector"]');

test('the inspector shows an entity’s behaviours: file, params with sliders, docs', async () => {
  await selectEntity('Lantern 2 Lamp');
  const card = page.getByRole('region', { name: 'Behaviour Lantern' });
  await expect(card.getByRole('combobox', { name: 'File' })).toContainText('lantern.wander');
  const slider = card.getByRole('slider', { name: 'Depth, slider' });
  await expect(slider).toHaveValue('0.35');
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await expect
    .poll(async () => {
      const { data } = await agent.call('behavior_list', { entity: 'Lantern 2 Lamp' });
      return (data.attached as { params: unknown }[])[0]?.params;
    })
    .toEqual({ speed: 0.55, depth: 0.36 });
  await card.getByRole('button', { name: 'Set Depth back to 0.35' }).click();
  await expect(slider).toHaveValue('0.35');
  await card.scrollIntoViewIfNeeded();
  await takeScreenshots(editor, 'inspector-script');
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.press('ControlOrMeta+z');
});

test('a component and a behaviour are added from menus, and a new script is written, put on the entity and opened', async () => {
  await selectEntity('Player');
  await inspector().getByRole('button', { name: 'Add Component' }).click();
  await page.getByRole('menuitem', { name: /^Script/ }).click();
  await inspector().getByRole('button', { name: 'Add Behaviour' }).click();
  await page.getByRole('menuitem', { name: /^Lantern/ }).click();
  await expect(page.getByRole('region', { name: 'Behaviour Lantern' })).toBeVisible();
  await inspector().getByRole('button', { name: 'Add Behaviour' }).click();
  await page.getByRole('menuitem', { name: /^Write a New Script/ }).click();
  await expect(page.getByRole('tab', { name: /player\.wander/ })).toBeVisible();
  expect(readFileSync(join(editor.project, 'scripts/player.wander'), 'utf8')).toContain('behavior Player');
  const { data } = await agent.call('behavior_list', { entity: 'Player' });
  expect(data.attached).toMatchObject([
    { name: 'Lantern', problems: [] },
    { name: 'Player', file: 'scripts/player.wander', problems: [] },
  ]);
  await page.keyboard.press('ControlOrMeta+1');
  for (const name of ['Lantern', 'Player']) await agent.call('behavior_remove', { entity: 'Player', name });
});

test('Play moves what behaviours move, live in the inspector, and the window says that it plays', async () => {
  await selectEntity('Lantern 1 Lamp');
  await bar().getByRole('button', { name: 'Play', exact: true }).click();
  await expect(bar().getByText('Playing')).toBeVisible();
  await expect(page.getByRole('contentinfo', { name: 'Status' }).getByText(/Playing/)).toBeVisible();
  await expect(inspector().getByText('Values of the play', { exact: true })).toBeVisible();
  const before = await inspector().getByLabel('Intensity, times', { exact: true }).inputValue();
  await expect
    .poll(() => inspector().getByLabel('Intensity, times', { exact: true }).inputValue())
    .not.toBe(before);
  await expect(inspector().getByRole('textbox', { name: 'Name' })).toBeDisabled();
  await expect(inspector().getByRole('button', { name: /^(Remove|Add)/ })).toHaveCount(0);
  await inspector().getByRole('button', { name: 'Tags' }).click();
  await expect(inspector().getByRole('button', { name: 'Tags' })).toHaveAttribute('aria-expanded', 'false');
  await expect(inspector().getByRole('button', { name: 'Open in Editor' })).toBeEnabled();
  await takeScreenshots(editor, 'playing');
});

test('a click in the view changes a state, and keys reach the play', async () => {
  await agent.call('viewport_focus', { entity: 'Portal Veil' });
  const view = page.locator('canvas[data-play-view]');
  const box = (await view.boundingBox())!;
  await expect(async () => {
    await view.click({ position: { x: box.width / 2, y: box.height / 2 } });
    const { data } = await agent.call('sim_state', { entities: ['Portal Veil'], scripts: true });
    const portal = (data.scripts as { behavior: string; state?: string }[]).find(
      (one) => one.behavior === 'Portal',
    );
    expect(portal?.state).not.toBe('Closed');
  }).toPass();
  await page.keyboard.down('w');
  await expect.poll(async () => (await agent.call('sim_state', {})).data.held).toEqual(['w']);
  await page.keyboard.up('w');
  await expect.poll(async () => (await agent.call('sim_state', {})).data.held).toEqual([]);
});

test('Pause and Step go one step at a time', async () => {
  await bar().getByRole('button', { name: 'Pause' }).click();
  await expect(bar().getByText('Paused')).toBeVisible();
  const at = async (): Promise<number> => (await agent.call('sim_state', {})).data.step as number;
  const before = await at();
  await bar().getByRole('button', { name: 'Step' }).click();
  await expect.poll(at).toBe(before + 1);
  await expect(bar().getByText(`step ${before + 1}`)).toBeVisible();
  await takeScreenshots(editor, 'play-paused');
});

test('axe finds nothing while it plays, in both themes', async () => {
  await page.keyboard.press('F7');
  await expect(bar().getByText('Playing')).toBeVisible();
  for (const theme of ['dark', 'light'] as const) {
    await setTheme(editor, theme);
    await expectAccessible(page, theme);
  }
});

test('Stop leaves scene, file and history as they were', async () => {
  const file = sceneText();
  const overview = (await agent.call('scene_overview', { max_entities: 5000 })).data;
  const lamp = (await agent.call('entity_get', { entity: 'Lantern 1 Lamp' })).data;
  await page.keyboard.press('Shift+F7');
  await expect(bar().getByText('Playing')).toBeHidden();
  await expect(inspector().getByText('Values of the play', { exact: true })).toBeHidden();
  expect((await agent.call('scene_overview', { max_entities: 5000 })).data).toEqual(overview);
  expect((await agent.call('entity_get', { entity: 'Lantern 1 Lamp' })).data).toEqual(lamp);
  expect(sceneText()).toBe(file);
  await expect(
    page
      .getByRole('feed')
      .getByText(/Played \d+\.\d s/)
      .first(),
  ).toBeVisible();
});

test('an error of a behaviour is a problem at its line, and the inspector says what can’t run', async () => {
  writeFileSync(
    join(editor.project, 'scripts/faulty.wander'),
    'behavior Faulty\n  on tick\n    let n = 1 / (frame - frame)\n  end\nend\n',
  );
  await agent.call('behavior_set', {
    entity: 'Player',
    name: 'Faulty',
    file: 'scripts/faulty.wander',
    allow_errors: true,
  });
  await agent.call('behavior_set', {
    entity: 'Player',
    name: 'Gone',
    file: 'scripts/nowhere.wander',
    allow_errors: true,
  });
  await selectEntity('Player');
  const gone = page.getByRole('region', { name: 'Behaviour Gone' });
  await expect(gone.getByRole('img', { name: 'error' })).toBeVisible();
  await bar().getByRole('button', { name: 'Play', exact: true }).click();
  await bar().getByRole('button', { name: /error/ }).click();
  const problems = page.getByRole('region', { name: 'scripts/faulty.wander' });
  await expect(problems).toContainText('#107 Player: on tick');
  await takeScreenshots(editor, 'play-problems');
  await page.keyboard.press('Shift+F7');
});

test('tests of behaviours stand among the tests, run, and tell each expectation', async () => {
  await page.keyboard.press('ControlOrMeta+4');
  const tree = page.getByRole('tree', { name: 'Tests by tool' });
  await expect(tree.getByText('scripts/lantern.wander')).toBeVisible();
  await page.getByRole('button', { name: 'Run All' }).click();
  await expect(page.getByRole('status').filter({ hasText: /All \d+ pass/ })).toBeVisible();
  await tree.getByText('a click puts it out, and another lights it again').click();
  await expect(page.getByRole('list', { name: 'Expectations' }).getByRole('listitem')).toHaveCount(4);
  await takeScreenshots(editor, 'behavior-tests');
});
