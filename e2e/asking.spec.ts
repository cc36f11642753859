/** Calls of agents that wait for a person, on the real app with real MCP clients: asked, allowed, declined, timed out, left. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectOverHttp, connectOverSocket, type Agent, type CallAnswer } from './agent';
import { expectAccessible, openEditor, readJson, takeScreenshots, type Editor } from './app';

let editor: Editor;
let page: Page;
/** Speaks for an agent that asks. */
let nimbus: Agent;
/** In no roster: looks at what came of it. */
let other: Agent;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  editor = await openEditor();
  page = editor.page;
  await expect(page.getByRole('button', { name: /^MCP \d+/ })).toBeVisible();
  nimbus = await connectOverHttp('claude-code/nimbus', editor.connection());
  other = await connectOverSocket('looker', editor.connection());
});

test.afterAll(async () => {
  await nimbus?.close();
  await other?.close();
  await editor?.close();
});

const callPage = (): Locator => page.getByRole('article', { name: /^Call of / });
const list = (): Locator => page.getByRole('listbox', { name: 'Waiting calls and agents' });
const toAnswer = (): Locator => page.getByRole('button', { name: /to answer$/ });
const feed = (): Locator => page.getByRole('feed', { name: 'Activity' });

async function names(): Promise<string[]> {
  const { data } = await other.call('scene_query', { name: 'Asked*', limit: 50 });
  return (data.matches as { name: string }[]).map(({ name }) => name).sort();
}

/** The page takes an answer half a second after it has come on screen. */
async function settled(): Promise<void> {
  await expect(callPage().getByRole('button', { name: /^Allow Once/ })).not.toHaveAttribute(
    'aria-disabled',
    'true',
  );
}

test('a person adds an agent, which asks before each change', async () => {
  await page.keyboard.press('ControlOrMeta+6');
  await expect(page.getByText('No agents in the roster')).toBeVisible();
  await expectAccessible(page, 'empty roster');
  await page.getByRole('button', { name: 'Add an Agent' }).first().click();
  await page.getByRole('textbox', { name: 'Id' }).fill('Nimbus');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText(/can't be the id of an agent/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Id' }).fill('nimbus');
  await page.getByRole('textbox', { name: 'Name' }).fill('Nimbus');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article', { name: 'What nimbus may do' })).toBeVisible();
  expect(readJson(join(editor.project, 'agents/nimbus.agent.json'))).toMatchObject({
    format: 'skywalker.agent/1',
    id: 'nimbus',
    name: 'Nimbus',
    autonomy: 'ask',
  });
  expect(await nimbus.toolNames()).toContain('entity_create');
});

test('what it asks for waits in the feed, in the status bar and on a page, and after Allow it has the result', async () => {
  await page.keyboard.press('ControlOrMeta+5');
  const answer = nimbus.call('entity_create', {
    name: 'Asked Lamp',
    position: [1, 2, 3],
    vars: { note: 'line one\nline two' },
  });
  const row = feed().getByRole('article', { name: /Waits for a person: .*waits for your answer/ });
  await expect(row).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: '1 call waits for your answer' })).toHaveCount(1);
  await row.click();
  await expect(
    page.getByRole('region', { name: 'Details' }).getByText('Waits for your answer'),
  ).toBeVisible();
  await expectAccessible(page, 'feed');
  await takeScreenshots(editor, 'asking-feed');
  await page.getByRole('button', { name: 'Look at the Call' }).click();

  await expect(callPage().getByRole('heading', { level: 2 })).toBeFocused();
  await expect(callPage().getByRole('heading', { level: 2 })).toContainText('nimbus asks: Create an entity');
  await expect(callPage()).toContainText('Asked Lamp');
  await expect(callPage()).toContainText('the autonomy of nimbus is "ask"');
  await expect(callPage()).toContainText('changes the scene or files, as one undo step');
  await settled();
  await expectAccessible(page, 'call');
  await takeScreenshots(editor, 'asking-call');
  expect(await names()).toEqual([]);

  // Enter is what a hand types next: it only says how to allow.
  await callPage()
    .getByRole('button', { name: /^Allow Once/ })
    .focus();
  await page.keyboard.press('Enter');
  await expect(callPage().getByText(/or Space to allow it/)).toBeVisible();
  expect(await names()).toEqual([]);
  await page.keyboard.press('ControlOrMeta+Enter');
  expect(await answer).toMatchObject({ isError: false, data: { name: 'Asked Lamp' } });
  expect(await names()).toEqual(['Asked Lamp']);
  await expect(callPage().getByText('You allowed it.')).toBeVisible();
  await expect(toAnswer()).toHaveCount(0);

  await page.keyboard.press('ControlOrMeta+5');
  await expect(feed().getByRole('article', { name: /Waits for a person/ })).toHaveCount(0);
  await feed()
    .getByRole('article', { name: /Asked Lamp/ })
    .first()
    .click();
  await expect(page.getByRole('region', { name: 'Details' }).getByText('Allowed by')).toBeVisible();
});

test('by keys alone: several wait, one is declined with its reason, the next comes up', async () => {
  const first = nimbus.call('entity_create', { name: 'Asked First' });
  await expect(toAnswer()).toHaveText('1 to answer');
  const second = nimbus.call('entity_create', { name: 'Asked Second' });
  await expect(toAnswer()).toHaveText('2 to answer');
  await page.keyboard.press('ControlOrMeta+Shift+A');
  await expect(callPage().getByRole('heading', { level: 2 })).toBeFocused();
  await expect(callPage()).toContainText('Asked First');
  await expect(list().getByRole('option')).toHaveCount(3);
  await settled();
  await page.keyboard.press('ControlOrMeta+Backspace');
  await expect(page.getByLabel('Why not? The agent can read this.')).toBeFocused();
  await page.keyboard.type('No more of these.');
  await takeScreenshots(editor, 'asking-several');
  await page.keyboard.press('ControlOrMeta+Enter');
  const declined: CallAnswer = await first;
  expect(declined).toMatchObject({ isError: true, code: 'declined' });
  expect(declined.text).toContain('The person declined this call of entity_create: No more of these.');

  // The same keys once more decide nothing about the one that comes up.
  await page.getByRole('button', { name: 'Next Waiting Call' }).press('Enter');
  await expect(callPage()).toContainText('Asked Second');
  await page.keyboard.press('ControlOrMeta+Enter');
  expect(await names()).toEqual(['Asked Lamp']);
  await settled();
  await page.keyboard.press('ControlOrMeta+Enter');
  expect(await second).toMatchObject({ isError: false });
  expect(await names()).toEqual(['Asked Lamp', 'Asked Second']);
});

test('S-14 typing while calls come answers none, and takes no focus away', async () => {
  await page.keyboard.press('ControlOrMeta+5');
  const field = page
    .getByRole('combobox', { name: /filter/i })
    .or(page.getByRole('searchbox'))
    .first();
  await field.focus();
  const calls = Array.from({ length: 5 }, (_, index) =>
    nimbus.call('entity_create', { name: `Asked Typed ${index}` }),
  );
  await page.keyboard.type('allow yes y enter ', { delay: 5 });
  await expect(toAnswer()).toHaveText('5 to answer');
  await page.keyboard.type('allow again');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('allow yes y enter allow again');
  expect(await names()).toEqual(['Asked Lamp', 'Asked Second']);
  await field.fill('');
  for (let left = 5; left > 0; left -= 1) {
    await page.keyboard.press('ControlOrMeta+Shift+A');
    await settled();
    await page.keyboard.press('ControlOrMeta+Backspace');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(toAnswer()).toHaveCount(left === 1 ? 0 : 1);
    if (left > 1) await expect(toAnswer()).toHaveText(`${left - 1} to answer`);
  }
  for (const answer of await Promise.all(calls)) expect(answer.code).toBe('declined');
});

test('S-15 the end of long arguments has to be seen, or skipped by saying so', async () => {
  const text = `${'harmless\n'.repeat(400)}${'x'.repeat(25_000)}\nTHE END`;
  const answer = nimbus.call('file_write', { path: 'data/long.txt', text });
  await expect(toAnswer()).toHaveText('1 to answer');
  await page.keyboard.press('ControlOrMeta+Shift+A');
  await settled();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(callPage().getByText('The end of the arguments has not been on screen yet.')).toBeVisible();
  await callPage().getByRole('button', { name: 'Back' }).click();
  await callPage()
    .getByRole('button', { name: /show the other \d+ characters/ })
    .click();
  await page.keyboard.press('ControlOrMeta+Enter');
  await callPage().getByRole('button', { name: 'Show It' }).click();
  await expect(callPage().getByText('THE END')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Enter');
  expect(await answer).toMatchObject({ isError: false });
});

test('an agent that leaves, and a time that runs out, end the waiting; a late answer is none', async () => {
  const leaver = await connectOverHttp('claude-code/nimbus', editor.connection());
  const gone = leaver.call('entity_create', { name: 'Asked Gone' }).catch(() => 'gone');
  await expect(toAnswer()).toHaveText('1 to answer');
  await page.keyboard.press('ControlOrMeta+Shift+A');
  await settled();
  await leaver.close();
  expect(await gone).toBe('gone');
  await expect(callPage().getByText('The agent cancelled it, or left. It did not run.')).toBeVisible();
  await expect(callPage().getByRole('button', { name: /^Allow Once/ })).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+Enter');

  await page.getByRole('combobox', { name: 'How long a call waits for an answer' }).click();
  await page.getByRole('option', { name: 'Calls wait 5 minutes' }).click();
  const path = join(editor.project, 'game.json');
  await expect.poll(() => readJson(path)).toMatchObject({ agents: { ask_seconds: 300 } });
  const settings = readJson(path) as Record<string, unknown>;
  writeFileSync(path, JSON.stringify({ ...settings, agents: { ask_seconds: 1 } }, null, 2));
  await expect.poll(async () => (await other.call('studio_agent_list')).data.ask_seconds as number).toBe(1);
  const late = await nimbus.call('entity_create', { name: 'Asked Late' });
  expect(late).toMatchObject({ isError: true, code: 'timeout' });
  expect(late.text).toContain('waited 1 s for a person');
  expect(await names()).toEqual(['Asked Lamp', 'Asked Second']);
  writeFileSync(path, JSON.stringify(settings, null, 2));
});

test('what an agent may do is changed on its page, and giving it more asks once more', async () => {
  await page.keyboard.press('ControlOrMeta+6');
  await list()
    .getByRole('option', { name: /Nimbus/ })
    .click();
  const agent = page.getByRole('article', { name: 'What nimbus may do' });
  await agent.getByRole('combobox', { name: 'Permission for project' }).click();
  await page.getByRole('option', { name: /^Off/ }).click();
  await expect(agent.getByRole('row', { name: /project/ })).toContainText('refused');
  await expectAccessible(page, 'agent');
  await takeScreenshots(editor, 'asking-agent');
  expect((await nimbus.call('project_info')).code).toBe('permission_denied');
  expect(await nimbus.toolNames()).not.toContain('project_info');

  await agent.getByRole('combobox', { name: 'Autonomy' }).click();
  await page.getByRole('option', { name: /^Autonomous/ }).click();
  await expect(page.getByRole('alertdialog')).toContainText('do more without you');
  await page.keyboard.press('Escape');
  await expect(agent.getByRole('combobox', { name: 'Autonomy' })).toHaveText('Ask');
  await agent.getByRole('combobox', { name: 'Autonomy' }).click();
  await page.getByRole('option', { name: /^Autonomous/ }).click();
  await page.getByRole('button', { name: 'Let It' }).click();
  await expect(agent.getByRole('combobox', { name: 'Autonomy' })).toHaveText('Autonomous');
  expect(await nimbus.call('entity_create', { name: 'Asked Free' })).toMatchObject({ isError: false });
});

test('a broken entry says why, and its agent may do nothing', async () => {
  writeFileSync(join(editor.project, 'agents/nimbus.agent.json'), '{\n  "autonomy": "autonomus"\n}');
  const agent = page.getByRole('article', { name: 'What nimbus may do' });
  await expect(agent.getByRole('alert')).toContainText('line 2: autonomy is "autonomus"');
  await expect(list().getByRole('option', { name: /Broken/ })).toBeVisible();
  expect((await nimbus.call('scene_overview')).code).toBe('permission_denied');
  await expectAccessible(page, 'broken');
  await takeScreenshots(editor, 'asking-broken');
  await agent.getByRole('button', { name: 'Start Over…' }).click();
  await page.getByRole('button', { name: 'Write It Anew' }).click();
  await expect(agent.getByRole('alert')).toHaveCount(0);
  expect(await nimbus.call('scene_overview')).toMatchObject({ isError: false });
});
