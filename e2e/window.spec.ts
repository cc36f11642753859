/** The window itself, on the real app: keyboard, feed, text as data, the locks, a crash, and what a screen reader finds. */
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, test, type Page } from '@playwright/test';
import * as z from 'zod';
import { connectOverHttp, type Agent } from './agent';
import { callAsPerson, openEditor, takeScreenshots, takeThemeScreenshots, type Editor } from './app';

let editor: Editor;
let agent: Agent;
let page: Page;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  editor = await openEditor();
  page = editor.page;
  await expect(page.getByRole('button', { name: /^MCP \d+/ })).toBeVisible();
  await expect(page.getByRole('treeitem', { name: /Player/ })).toBeVisible();
  agent = await connectOverHttp('claude-code', editor.connection());
});

test.afterAll(async () => {
  await agent?.close();
  await editor?.close();
});

const focusedRegion = (): Promise<unknown> =>
  page.evaluate("document.activeElement?.closest('[data-region]')?.dataset.region");
const user = (tool: string, args: object = {}): Promise<unknown> => callAsPerson(page, tool, args);
const feed = () => page.getByRole('feed', { name: 'Activity' });
const row = (text: string | RegExp) => feed().getByRole('article').filter({ hasText: text });

test('F6 goes through every region and back, and each remembers where focus was', async () => {
  await page.getByRole('treeitem', { name: /Main Camera/ }).click();
  const seen: unknown[] = [];
  for (let step = 0; step < 6; step += 1) {
    seen.push(await focusedRegion());
    await page.keyboard.press('F6');
  }
  expect(new Set(seen)).toEqual(new Set(['rail', 'side', 'main', 'bottom', 'inspector', 'status']));
  expect(await focusedRegion()).toBe('side');
  await expect(page.getByRole('treeitem', { name: /Main Camera/ })).toBeFocused();
  await page.keyboard.press('Shift+F6');
  expect(await focusedRegion()).toBe('rail');
});

test('every main view is one key away, and the palette finds a command by its initials', async () => {
  for (const [key, name] of [
    ['2', 'Editor'],
    ['3', 'Tools'],
    ['4', 'Tests'],
    ['5', 'Activity'],
    ['1', 'Scene'],
  ] as const) {
    await page.keyboard.press(`ControlOrMeta+${key}`);
    await expect(page.getByRole('region', { name, exact: true })).toBeVisible();
  }
  await page.keyboard.press('ControlOrMeta+Shift+p');
  await page.getByRole('combobox', { name: 'Commands' }).fill('hist');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'History' })).toHaveAttribute('data-state', 'active');
  await page.getByRole('tab', { name: 'Inspector' }).click();
});

test('quick open goes to an entity: it is selected, shown in the inspector, and told to the engine', async () => {
  await page.keyboard.press('ControlOrMeta+p');
  await page.getByRole('combobox', { name: 'Go to' }).fill('player');
  await page
    .getByRole('option', { name: /^Player/ })
    .first()
    .click();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Player');
  await expect.poll(async () => (await agent.call('selection_get')).text).toContain('Player');
});

test('an edit in the inspector is one undo step by the person, and Ctrl+Z takes it back', async () => {
  await agent.call('entity_create', { name: 'Box', mesh: 'cube', position: [1, 2, 3] });
  await page.getByRole('treeitem', { name: /^Box/ }).click();
  await page.getByRole('spinbutton', { name: 'Position y, m' }).fill('1.5*2');
  await page.keyboard.press('Enter');
  const position = async (): Promise<unknown> =>
    (await agent.call('entity_get', { entity: 'Box' })).data.position;
  await expect.poll(position).toEqual([1, 3, 3]);
  expect((await agent.call('history', { action: 'list', limit: 1 })).data.steps[0]).toMatchObject({
    actor: 'user',
    count: 1,
  });
  await page.getByRole('treeitem', { name: /^Box/ }).click();
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(position).toEqual([1, 2, 3]);
});

test('the tree is worked by keys: names by their beginning, ranges, copies, and undo selects what was copied', async () => {
  for (const name of ['Zebra', 'Zinnia', 'Zucchini']) await agent.call('entity_create', { name });
  const item = (name: RegExp) => page.getByRole('treeitem', { name });
  await item(/Main Camera/).click();
  // As quickly as one types, however slowly the machine draws.
  await Promise.all(['z', 'i', 'n'].map((key) => page.keyboard.press(key)));
  await expect(item(/^Zinnia/)).toBeFocused();
  await page.keyboard.press('Shift+ArrowDown');
  const selected = async (): Promise<string[]> =>
    (await agent.call('selection_get')).data.entities.map(nameOf);
  await expect.poll(selected).toEqual(['Zinnia', 'Zucchini']);
  await page.keyboard.press('ControlOrMeta+d');
  await expect(item(/^Zinnia/)).toHaveCount(2);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(item(/^Zinnia/)).toHaveCount(1);
  await expect.poll(selected).toEqual(['Zinnia', 'Zucchini']);
  await item(/^Zebra/).click();
  await page.keyboard.press('ControlOrMeta+c');
  await page.keyboard.press('ControlOrMeta+v');
  await expect(item(/^Zebra/)).toHaveCount(2);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(item(/^Zebra/)).toHaveCount(1);
});

const nameOf = (entity: { name: string }): string => entity.name;

test('a variable keeps its type: another one is refused in words, and made only when asked for', async () => {
  await agent.call('entity_create', { name: 'Chest', vars: { gold: 5 } });
  await page.getByRole('treeitem', { name: /^Chest/ }).click();
  const field = page.getByRole('textbox', { name: 'Variable gold' });
  const gold = async (): Promise<unknown> =>
    (await agent.call('entity_get', { entity: 'Chest' })).data.vars.gold;
  await field.fill('7o');
  await page.keyboard.press('Enter');
  await expect(page.getByText('gold is a number; this is text.')).toBeVisible();
  expect(await gold()).toBe(5);
  await field.fill('7');
  await page.keyboard.press('Enter');
  await expect.poll(gold).toBe(7);
  await field.fill('many');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Make It Text' }).click();
  await expect.poll(gold).toBe('many');
});

test('a dialog that the palette opened gives focus back to where it was', async () => {
  const chest = page.getByRole('treeitem', { name: /^Chest/ });
  await chest.click();
  await page.keyboard.press('ControlOrMeta+Shift+p');
  await page.getByRole('combobox', { name: 'Commands' }).fill('Save Scene As');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Save Scene As' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(chest).toBeFocused();
});

test('the feed shows the call stack of a tool that failed, each frame a link to its line', async () => {
  await agent.call('tool_define', {
    name: 'breaks',
    description: 'Divides by what it is given, whatever that is.',
    wander: 'fn share(n)\n  return 10 / n\nend\n\nfn run(args)\n  log "before"\n  return share(0)\nend',
  });
  await agent.call('user_breaks');
  await page.keyboard.press('ControlOrMeta+5');
  await row(/Breaks failed/).click();
  const stack = page.getByRole('list', { name: 'Call stack, innermost first' });
  await expect(stack.getByRole('listitem')).toHaveText([
    'sharetools/breaks.wander:2',
    'runtools/breaks.wander:7',
  ]);
  await expect(page.getByRole('group', { name: 'Log' })).toHaveText('before');
  await stack.getByRole('button', { name: 'run, tools/breaks.wander:7' }).click();
  await expect(page.locator('[data-editor="tools/breaks.wander"]').getByText(/^Ln 7, Col/)).toBeVisible();
});

test('nested calls fold under the call that made them, and a filter finds the one that failed', async () => {
  await page.keyboard.press('ControlOrMeta+5');
  await agent.call('batch', {
    label: 'Plant',
    operations: [1, 2, 3].map((n) => ({
      tool: 'entity_create',
      args: { name: `Stone ${n}`, mesh: 'sphere' },
    })),
  });
  await agent.call('entity_get', { entity: 'Plyer' });
  const batch = row('Batch: 3 operations');
  await expect(batch).toBeVisible();
  await expect(row('Stone 2')).toHaveCount(0);
  await batch.getByRole('button', { name: 'Show what it did' }).click();
  await expect(row(/Created .*Stone 2/)).toHaveCount(1);

  await page.getByRole('combobox', { name: 'Filter the activity' }).fill('is:failed');
  await expect(row('Plyer')).toBeVisible();
  await expect(batch).toHaveCount(0);
  await row('Plyer').click();
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('Did you mean "Player"?');
  await page.getByRole('button', { name: 'Close Details' }).click();
  await page.getByRole('combobox', { name: 'Filter the activity' }).fill('');
});

test('S-72 scrolling up stops following, nothing moves under the reader, and the end brings it back', async () => {
  for (let n = 0; n < 60; n += 1) await agent.call('scene_query', { tag: 'enemy', limit: 1 });
  await expect(page.getByRole('button', { name: /^Follow/ })).toHaveAttribute('aria-pressed', 'true');
  await feed().hover();
  await page.mouse.wheel(0, -400);
  await expect(page.getByRole('button', { name: /^Follow/ })).toHaveAttribute('aria-pressed', 'false');
  const top = (): Promise<unknown> => page.evaluate("document.querySelector('[role=feed]').scrollTop");
  const before = await top();
  for (let n = 0; n < 15; n += 1) await agent.call('scene_query', { tag: 'enemy', limit: 1 });
  const newer = page.getByRole('button', { name: '15 new' });
  await expect(newer).toBeVisible();
  expect(await top()).toBe(before);
  await newer.click();
  await expect(page.getByRole('button', { name: /^Follow/ })).toHaveAttribute('aria-pressed', 'true');

  // In the bottom panel too, and after another tab was in its place.
  await page.keyboard.press('ControlOrMeta+1');
  for (const tab of ['Output', 'Activity']) await page.getByRole('tab', { name: tab }).click();
  await expect(row('Find entities').last()).toBeInViewport();
  await expect(page.getByRole('button', { name: /^Follow/ })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('ControlOrMeta+5');
});

test('S-05, S-17 names and errors from agents are text: no markup runs, and what is hidden is shown', async () => {
  const evil = `<img src=x onerror="window.pwned=1"><svg onload="window.pwned=1">`;
  await agent.call('entity_create', {
    name: `${evil}\u202Egnp.exe`,
    mesh: 'cube',
    tags: ['<b>bold</b>', 'مرحبا'],
  });
  await agent.call('entity_create', { name: 'שלום 👩\u200d🚀', mesh: 'cube' });
  await agent.call('entity_get', { entity: `${evil}\u001b[2J` });
  await page.keyboard.press('ControlOrMeta+1');
  await page.getByRole('treeitem', { name: /onerror/ }).click();
  await expect(page.getByRole('treeitem', { name: /⟨U\+202E⟩gnp\.exe/ })).toBeVisible();
  await expect(page.getByText('Hidden characters:')).toBeVisible();
  await expect(page.getByRole('treeitem', { name: 'שלום 👩\u200d🚀' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+5');
  await row('onerror').last().click();
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('onerror');
  expect(await page.evaluate('[window.pwned, document.images.length]')).toEqual([undefined, 0]);
  await page.getByRole('button', { name: 'Close Details' }).click();
  await page.keyboard.press('ControlOrMeta+1');
});

test('the page has no Node, runs nothing inline, reaches no network, opens and goes nowhere', async () => {
  expect(await page.evaluate('[typeof require, typeof process, typeof module]')).toEqual([
    'undefined',
    'undefined',
    'undefined',
  ]);
  const inline = `(async () => {
    setTimeout('window.viaTimer = 1', 0);
    const script = document.createElement('script');
    script.textContent = 'window.viaScript = 1';
    document.body.append(script);
    await new Promise((done) => setTimeout(done, 50));
    return [window.viaTimer, window.viaScript];
  })()`;
  expect(await page.evaluate(inline)).toEqual([undefined, undefined]);
  expect(
    await page.evaluate("fetch('http://127.0.0.1:7777/mcp').then(() => 'reached', () => 'refused')"),
  ).toBe('refused');
  expect(await page.evaluate("fetch('app://skywalker/..%2f..%2fpackage.json').then((r) => r.status)")).toBe(
    404,
  );
  expect(await page.evaluate("String(window.open('https://example.com'))")).toBe('null');
  expect(
    await page.evaluate('navigator.permissions.query({ name: "geolocation" }).then((p) => p.state)'),
  ).toBe('denied');
  expect(await page.evaluate('Object.keys(window.skywalker).sort()')).toEqual([
    'auditOf',
    'call',
    'cancel',
    'clientConfiguration',
    'copyText',
    'exportEvents',
    'first',
    'info',
    'olderEvents',
    'onFileChanged',
    'onMenuCommand',
    'onThemeChanged',
    'openPort',
    'openProject',
    'pictures',
    'pollEvents',
    'setMenu',
    'setTheme',
  ]);
});

test('what is copied for a client starts a command that reaches this window', async () => {
  await page.getByRole('button', { name: /^MCP \d+/ }).click();
  await expect(page.getByRole('menuitem', { name: /VS Code/ })).toBeVisible();
  await takeThemeScreenshots(editor, 'mcp-menu');
  await page.getByRole('menuitem', { name: /Claude Desktop/ }).click();
  await expect(page.getByText('Configuration for Claude Desktop copied')).toBeVisible();
  const text = await editor.app.evaluate(({ clipboard }) => clipboard.readText());
  const copied = z
    .object({
      mcpServers: z.object({ skywalker: z.object({ command: z.string(), args: z.array(z.string()) }) }),
    })
    .parse(JSON.parse(text));
  const client = new Client({ name: 'claude-desktop', version: '1' });
  await client.connect(new StdioClientTransport({ ...copied.mcpServers.skywalker, stderr: 'ignore' }));
  try {
    const answer = await client.callTool({ name: 'engine_info', arguments: {} });
    expect(answer.structuredContent).toMatchObject({ project: { name: 'Sky Garden' } });
    const { connections } = z
      .object({ connections: z.array(z.object({ actor: z.string() })) })
      .parse(await page.evaluate('window.skywalker.info()'));
    expect(connections.map(({ actor }) => actor)).toContain('mcp:claude-desktop');
  } finally {
    await client.close();
  }
});

test('a message to the main process that is not of its shape is refused, and the editor goes on', async () => {
  const refused = `Promise.all([
    window.skywalker.call('scene_query', 'all'),
    window.skywalker.call(5, {}),
    window.skywalker.pollEvents({ since: -1, limit: 1, waitMs: 0 }),
    window.skywalker.olderEvents({ before: 0, limit: 1e9 }),
    window.skywalker.clientConfiguration('../../etc/passwd'),
    window.skywalker.setTheme('pink'),
  ].map((call) => call.then(() => 'taken', () => 'refused')))`;
  expect(await page.evaluate(refused)).toEqual(Array(6).fill('refused'));
  expect(await user('engine_info')).toMatchObject({ ok: true });
});

test('the menu is made of the window’s own commands', async () => {
  const labels = await editor.app.evaluate(({ Menu }) =>
    Menu.getApplicationMenu()?.items.flatMap(
      (menu) => menu.submenu?.items.map((item) => `${menu.label.replace('&', '')}/${item.label}`) ?? [],
    ),
  );
  for (const label of ['File/Save Scene', 'Edit/Undo', 'View/Show All Commands', 'Go/Next Region'])
    expect(labels).toContain(label);
});

test('a renderer that is killed comes back by itself, with everything that was there', async () => {
  const before = (await agent.call('scene_overview')).data.count as number;
  const pid = await editor.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId(),
  );
  process.kill(pid ?? 0, 'SIGKILL');
  // Another process has loaded the page.
  await expect
    .poll(() =>
      editor.app.evaluate(({ BrowserWindow }, dead) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents;
        const alive = contents?.getOSProcessId() ?? 0;
        return alive !== 0 && alive !== dead && contents?.isLoading() === false;
      }, pid),
    )
    .toBe(true);
  // Playwright loses the page with its process; the window itself is asked.
  const ask = (script: string): Promise<unknown> =>
    editor.app.evaluate(
      ({ BrowserWindow }, source) =>
        BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(source) as Promise<unknown>,
      script,
    );
  await expect
    .poll(() => ask("document.querySelector('[data-region=status]')?.textContent ?? ''").catch(() => ''))
    .toContain(`${before} entities`);
  await expect
    .poll(() => ask("document.querySelectorAll('[role=feed] article').length").catch(() => 0))
    .toBeGreaterThan(3);
});

test('without a project the welcome view opens the sample', async () => {
  const other = await openEditor({ project: false });
  try {
    await expect(other.page.getByRole('heading', { name: 'Skywalker' })).toBeVisible();
    await takeScreenshots(other, 'welcome');
    await other.page.getByRole('button', { name: /Open the Sample/ }).click();
    await expect(other.page.getByRole('treeitem', { name: /Player/ })).toBeVisible();
  } finally {
    await other.close();
  }
});

test('changes that were not saved are offered when the project is opened again', async () => {
  const first = await openEditor();
  await expect(first.page.getByRole('treeitem', { name: /Player/ })).toBeVisible();
  const visitor = await connectOverHttp('claude-code', first.connection());
  await visitor.call('entity_create', { name: 'Unsaved Lantern', mesh: 'sphere' });
  await visitor.close();
  await first.app.close();

  const second = await openEditor({ again: first });
  try {
    await expect(second.page.getByRole('treeitem', { name: /Player/ })).toBeVisible();
    await expect(second.page.getByRole('treeitem', { name: /Unsaved Lantern/ })).toHaveCount(0);
    await second.page.getByRole('button', { name: 'Restore' }).click();
    await expect(second.page.getByRole('treeitem', { name: /Unsaved Lantern/ })).toBeVisible();
    await expect(second.page.getByRole('button', { name: 'Restore' })).toHaveCount(0);
    await second.page.getByRole('treeitem', { name: /Unsaved Lantern/ }).click();
    await second.page.keyboard.press('ControlOrMeta+s');
    await expect(second.page.getByText('Scene saved')).toBeVisible();
  } finally {
    await second.close();
  }
});
