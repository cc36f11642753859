/** Tools from outside on the real app: a process of ours serves them, a person reviews one, an agent calls it, the process goes. */
import { expect, test, type Page } from '@playwright/test';
import * as z from 'zod';
import { Engine, tool } from '../clients/typescript/src/main';
import { connectOverHttp, type Agent } from './agent';
import { approveIn, expectAccessible, openEditor, takeThemeScreenshots, type Editor } from './app';

let editor: Editor;
let agent: Agent;
let page: Page;
let engine: Engine;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  editor = await openEditor();
  page = editor.page;
  await expect(page.getByRole('button', { name: /^MCP \d+/ })).toBeVisible();
  agent = await connectOverHttp('claude-code', editor.connection());
  engine = await Engine.attach({ name: 'memory', socket: editor.connection().socket });
  await engine.hostTools(
    [
      tool({
        name: 'recall',
        description: 'Searches the shared memory of the team. Example: {"query": "doors"}',
        input: z.object({ query: z.string() }),
        run: ({ query }) => ({ found: [`a note about ${query}`] }),
      }),
      tool({
        name: 'plant',
        description: 'Plants a lamp where the memory says. Example: {"name": "Lamp"}',
        input: z.object({ name: z.string() }),
        capabilities: { mutate: true, calls: ['entity_create'], network: true },
        run: async ({ name }, { session }) => {
          const made = await session.call('entity_create', { name });
          return made.text;
        },
      }),
    ],
    { namespace: 'mem', label: 'Team memory', persist: true },
  );
});

test.afterAll(async () => {
  await engine?.close();
  await agent?.close();
  await editor?.close();
});

const showTools = (shelf: string): Promise<void> =>
  page.getByRole('radiogroup', { name: 'Which tools' }).getByRole('radio', { name: shelf }).click();

test('the host is listed with who it is and what it serves', async () => {
  await page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('button', { name: /Studio: Tools/ })
    .click();
  await showTools('Hosts');
  const row = page.getByRole('row', { name: /Team memory/ });
  await expect(row).toContainText('mem_plant');
  await expect(row).toContainText('mem_recall');
  await expect(row).toContainText('connected');
  await agent.call('mem_recall', { query: 'doors' });
  await expect(row.getByRole('cell').nth(5)).toHaveText('1');
  await expectAccessible(page, 'hosts');
  await takeThemeScreenshots(editor, 'hosts');
});

test('a tool from outside is reviewed: no code, another process, its permissions and network apart', async () => {
  await page.getByRole('button', { name: 'mem_plant' }).click();
  const review = page.getByRole('article', { name: 'Review of mem_plant' });
  await expect(review.getByRole('note', { name: 'Runs in another process' })).toContainText(
    'which this editor can’t see',
  );
  await expect(review.getByRole('note', { name: 'Runs in another process' })).toContainText('Team memory');
  await expect(review.getByRole('row', { name: /Reach the network/ })).toBeVisible();
  await expectAccessible(page, 'review of a tool from outside');
  await takeThemeScreenshots(editor, 'hosted-review');
  await agent.call('mem_plant', { name: 'Lamp' }).then(({ code }) => expect(code).toBe('approval_required'));
});

test('approved, it is called; the feed shows the call with its callback, and the host’s coming', async () => {
  const review = page.getByRole('article', { name: 'Review of mem_plant' });
  await approveIn(review);
  await expect(review.getByText('Active').first()).toBeVisible();
  const called = await agent.call('mem_plant', { name: 'Lamp' });
  expect(called.isError).toBe(false);
  const { events } = (await agent.call('events_poll', { since: 0, limit: 1000 })).data as {
    events: { tool?: string; call?: string; parent?: string }[];
  };
  const served = events.findLast((event) => event.tool === 'mem_plant');
  expect(events.find((event) => event.tool === 'entity_create')?.parent).toBe(served?.call);
  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Activity' }).click();
  const feed = page.getByRole('feed', { name: 'Activity' }).first();
  await expect(feed.getByText(/Team memory.*serves/).first()).toBeVisible();
  await expect(feed.getByText(/mem_plant/).first()).toBeVisible();
  await takeThemeScreenshots(editor, 'hosted-feed');
});

test('without its process it is offline, and says why', async () => {
  await engine.close();
  await page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('button', { name: /Studio: Tools/ })
    .click();
  const review = page.getByRole('article', { name: 'Review of mem_plant' });
  await expect(review.getByText('Offline').first()).toBeVisible();
  await expect(review.getByRole('note', { name: 'Runs in another process' })).toContainText(
    'Nobody serves it now',
  );
  await showTools('Hosts');
  await expect(page.getByText('No process serves tools now')).toBeVisible();
});
