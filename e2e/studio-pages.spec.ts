/** Messages, board, feedback, decisions and loops: what agents do there is seen at once, and a person does their part by pointer and keys. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { connectOverHttp, type Agent } from './agent';
import { callAsPerson, expectAccessible, openEditor, takeScreenshots, type Editor } from './app';

let editor: Editor;
let agent: Agent;
let page: Page;

test.describe.configure({ mode: 'serial' });

// Without hidden characters, which the engine refuses.
const HOSTILE = '<img src=x onerror=alert(1)> gnirts line one\nline two';

test.beforeAll(async () => {
  editor = await openEditor();
  page = editor.page;
  await expect(page.getByRole('button', { name: /^MCP \d+/ })).toBeVisible();
  for (const [id, role] of [
    ['mira', 'creative_director'],
    ['nimbus', 'playtester'],
  ] as const)
    await callAsPerson(page, 'studio_agent_define', { id, name: id, role, autonomy: 'autonomous' });
  agent = await connectOverHttp('claude-code', editor.connection());
});

test.afterAll(async () => {
  await agent?.close();
  await editor?.close();
});

const tab = (name: string): Locator => page.getByRole('tab', { name: new RegExp(`^${name}`) });
const done = async (tool: string, args: Record<string, unknown>): Promise<void> => {
  const answer = await agent.call(tool, args);
  expect(answer.isError, answer.text).toBe(false);
};

test('messages come in as they are sent, hostile text as text; a person writes and answers with keys', async () => {
  await page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('button', { name: /Messages and Board/ })
    .click();
  await expect(page.getByText('Nothing was said in #general yet')).toBeVisible();
  await done('studio_message_send', { text: 'The bridge is ready for a look, @nimbus.', kind: 'handoff' });
  await done('studio_message_send', { text: HOSTILE });
  await done('studio_message_send', { text: 'New palette is in assets.', channel: 'art' });
  const log = page.getByRole('log', { name: 'Messages' });
  await expect(log.getByText('The bridge is ready', { exact: false })).toBeVisible();
  await expect(log.locator('img')).toHaveCount(0);
  await expect(page.getByRole('option', { name: /art/ })).toContainText('1');
  const field = page.getByRole('textbox', { name: 'Message to #general' });
  await field.fill('I have a look this afternoon.');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(log.getByText('I have a look this afternoon.')).toBeVisible();
  await expect(field).toHaveValue('');
  await page.getByRole('button', { name: 'Reply to M-1' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Message to the thread' }).fill('Looks good from here.');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(log.getByRole('article')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(log.getByRole('article')).toHaveCount(4);
  await expect(page.getByRole('option', { name: /general/ })).not.toContainText(/\d/);
  await expectAccessible(page, 'messages');
  await takeScreenshots(editor, 'studio-messages');
  await page.getByRole('option', { name: /general/ }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(log.getByText('New palette is in assets.')).toBeVisible();
  await expect(page.getByRole('option', { name: /art/ })).not.toContainText('1');
});

test('cards move by drag, with Alt and an arrow, and from their menu; a task is made and commented', async () => {
  await tab('Board').click();
  await expect(page.getByText('No tasks yet')).toBeVisible();
  await done('studio_task_create', {
    ...{ title: 'Light the bridge', priority: 'high', assignee: 'mira', status: 'backlog' },
  });
  await done('studio_task_create', {
    title: 'Fewer enemies at the start',
    status: 'doing',
    discipline: 'design',
  });
  await done('studio_task_create', {
    title: 'Sound of water',
    depends_on: ['T-1'],
    status: 'todo',
    priority: 'low',
  });
  const card = (title: string): Locator => page.getByRole('article', { name: new RegExp(title) });
  const column = (name: string): Locator => page.getByRole('region', { name: new RegExp(`^${name}, `) });
  await expect(column('Backlog').getByRole('article')).toHaveCount(1);
  await card('Light the bridge').dragTo(column('To do'));
  await expect(column('To do').getByRole('article')).toHaveCount(2);
  await card('Light the bridge').focus();
  await page.keyboard.press('Alt+ArrowRight');
  await expect(column('Doing').getByRole('article')).toHaveCount(2);
  await expect(card('Light the bridge')).toBeFocused();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitemcheckbox', { name: 'Review' }).focus();
  await page.keyboard.press('Enter');
  await expect(column('Review').getByRole('article')).toHaveCount(1);
  await page.getByRole('button', { name: 'New Task' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Write the credits');
  await page.keyboard.press('Enter');
  const task = page.getByRole('region', { name: 'Task T-4' });
  await expect(task).toBeVisible();
  await task.getByRole('textbox', { name: 'Comment' }).fill('Names in the order of joining.');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(task.getByText('Names in the order of joining.')).toBeVisible();
  await expectAccessible(page, 'board');
  await takeScreenshots(editor, 'studio-board');
  await page.keyboard.press('Escape');
  await expect(task).toHaveCount(0);
});

test('feedback is decided with a reason, and the decision stands with its tasks', async () => {
  await tab('Feedback').click();
  await done('studio_feedback_submit', {
    ...{ category: 'difficulty', severity: 'high', summary: 'The first gap can’t be jumped' },
    ...{ details: 'Seven of ten fall.', evidence: { metrics: { falls: 7, runs: 10 } } },
  });
  await done('studio_feedback_submit', {
    category: 'audio',
    severity: 'low',
    summary: 'No sound at the goal',
  });
  const list = page.getByRole('listbox', { name: 'Feedback' });
  await list.getByRole('option', { name: /The first gap/ }).click();
  const details = page.getByRole('region', { name: 'Feedback F-1' });
  await expect(details.getByRole('button', { name: 'Decide' })).toHaveAttribute('aria-disabled', 'true');
  await details.getByRole('textbox', { name: 'Rationale' }).fill('Nobody gets past it.');
  await details.getByRole('textbox', { name: 'Tasks' }).fill('Narrow the gap to 2 m');
  await expectAccessible(page, 'feedback');
  await takeScreenshots(editor, 'studio-feedback');
  await details.getByRole('button', { name: 'Decide' }).click();
  await expect(details.getByText(/^Decided: Act on it/)).toBeVisible();
  await tab('Decisions').click();
  const decisions = page.getByRole('list', { name: 'Decisions, newest first' });
  await expect(decisions).toContainText('Nobody gets past it.');
  await expectAccessible(page, 'decisions');
  await takeScreenshots(editor, 'studio-decisions');
  await decisions.getByRole('button', { name: 'T-5' }).click();
  await expect(page.getByRole('region', { name: 'Task T-5' })).toContainText('Narrow the gap to 2 m');
});

test('a loop is made from a template, started, followed and stopped', async () => {
  await tab('Loops').click();
  await page.getByRole('button', { name: 'New Loop' }).click();
  await page.getByRole('menuitem').first().click();
  const loop = page.getByRole('region', { name: /^Loop / });
  await expect(loop).toContainText('Not begun');
  await loop.getByRole('textbox', { name: 'Goal this time' }).fill('Level 1 can be finished');
  await page.keyboard.press('Enter');
  await expect(loop).toContainText(/Running|Waits for you/);
  await expectAccessible(page, 'loops');
  await takeScreenshots(editor, 'studio-loops');
  await loop.getByRole('button', { name: 'Stop' }).click();
  await expect(loop).toContainText('Stopped');
});

test('a row of the feed leads to what it is about', async () => {
  await page.keyboard.press('ControlOrMeta+Shift+p');
  await page.getByRole('combobox', { name: 'Commands' }).fill('Show Activity');
  await page.keyboard.press('Enter');
  const feed = page.getByRole('feed', { name: 'Activity' }).first();
  await page
    .getByRole('combobox', { name: 'Filter the activity' })
    .first()
    .fill('type:studio.task "Sound of water"');
  await feed.getByRole('article').filter({ hasText: 'Sound of water' }).last().click();
  await page.getByRole('button', { name: 'Show T-3 in Board' }).click();
  await expect(page.getByRole('region', { name: 'Task T-3' })).toContainText('Sound of water');
});
