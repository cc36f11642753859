/**
 * S-05, S-16, S-17: hostile text in every field that an agent controls, put there through the real port or into the project's files, and looked at
 * everywhere it appears. Each field carries a token that must be seen, so that what is looked at is really there.
 */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { Engine, tool } from '../clients/typescript/src/main';
import { signedText } from '../src-main/engine/custom/approval-record';
import { nameOfKey } from '../src-main/engine/custom/key-vault';
import { connectOverHttp, type Agent } from './agent';
import { callAsPerson, openEditor, readJson, takeThemeScreenshots, type Editor } from './app';
import {
  expectSafe,
  HIDDEN_IN_JSON,
  hostile,
  longLine,
  loud,
  loudTitle,
  manyLines,
  shortHostile,
} from './hostile';

let editor: Editor;
let agent: Agent;
let page: Page;
let host: Engine;

test.describe.configure({ mode: 'serial' });

function write(folder: string, path: string, content: string | object): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
}

/** A text of Wander: what is hidden is in no file, and comes about when the code runs. */
function quoted(text: string): string {
  const escaped = [...text].map((character) => {
    if (/[\ud800-\udfff]/u.test(character)) return '?';
    return /[\p{Cc}\p{Cf}\p{Zl}"\\{}]/u.test(character)
      ? `\\u{${character.codePointAt(0)?.toString(16)}}`
      : character;
  });
  return `"${escaped.join('')}"`;
}

/** What comes with a project: files that an agent wrote past the tools, or that a pull brought. */
function prepare(project: string): void {
  const game = JSON.parse(readFileSync(join(project, 'game.json'), 'utf8')) as object;
  write(project, 'game.json', {
    ...game,
    name: shortHostile('T-project'),
    components: {
      badge: {
        title: hostile('T-component-title'),
        description: hostile('T-component-description'),
        properties: {
          said: {
            ...{ type: 'string', title: hostile('T-field-title') },
            ...{ description: hostile('T-field-description'), 'x-unit': hostile('T-unit') },
          },
          pick: { type: 'string', enum: [hostile('T-choice'), 'other'] },
        },
      },
    },
  });
  write(project, `data/T-file \u202Egnp\u202C Z${'\u0301'.repeat(40)}.md`, hostile('T-markdown'));
  write(project, 'data/lines.md', `${manyLines('T-lines')}${longLine('T-long')}`);
  write(project, 'tools/sly.tool.json', {
    name: 'user_sly',
    title: hostile('T-sly-title'),
    description: hostile('T-sly-description'),
    author: hostile('T-sly-author'),
    input_schema: { type: 'object' },
  });
  write(
    project,
    'tools/sly.wander',
    `-- ${hostile('T-sly-code').replaceAll('\r', '')}\nfn run(args)\n  return 1\nend\n`,
  );
  write(project, 'tools/broken.tool.json', `{"name": "user_broken", "${hostile('T-broken')}": `);
  write(project, 'agents/hx.agent.json', {
    format: 'skywalker.agent/1',
    id: 'hx',
    name: loudTitle('T-agent-name'),
    role: loudTitle('T-agent-role'),
    focus: manyLines('T-agent-focus').slice(0, 20_000),
    autonomy: 'ask',
  });
  write(project, 'agents/bad.agent.json', { id: 'bad', autonomy: hostile('T-agent-broken') });
  write(
    project,
    'scripts/hostile.wander',
    [
      'behavior Hostile',
      `  intent ${quoted(loud('T-intent'))}`,
      `  param speed = 1 in 0..2 ${quoted(loud('T-param'))}`,
      '  on start',
      `    log ${quoted(hostile('T-play-log'))}`,
      `    log ${quoted(manyLines('T-play-lines').slice(0, 1_500))}`,
      '    let few = [1, 2]',
      '    log few[7]',
      '  end',
      '',
      `  test ${quoted(loudTitle('T-script-test'))}`,
      `    expect 1 == 2, ${quoted(loud('T-expect'))}`,
      '  end',
      'end',
      '',
    ].join('\n'),
  );
}

function library(home: string): void {
  write(home, '.skywalker/tools/shelf.tool.json', {
    name: 'shelf',
    title: loudTitle('T-library-title'),
    description: loud('T-library-description'),
    input_schema: { type: 'object', properties: { [loud('T-library-argument')]: { type: 'string' } } },
    wander: 'fn run(args)\n  return 1\nend\n',
  });
  write(home, '.skywalker/tools/shelf-broken.tool.json', `{"name": "${hostile('T-library-broken')}`);
}

async function defined(definition: Record<string, unknown>): Promise<void> {
  const answer = await agent.call('tool_define', definition);
  expect(answer.isError, answer.text).toBe(false);
}

test.beforeAll(async () => {
  editor = await openEditor({ prepare });
  library(editor.home);
  page = editor.page;
  await expect(page.getByRole('button', { name: /^MCP \d+/ })).toBeVisible();
  agent = await connectOverHttp(hostile('T-client'), editor.connection());
  await defined({
    name: 'loud',
    title: loudTitle('T-title'),
    description: loud('T-description'),
    category: 'custom',
    capabilities: { mutate: true },
    input_schema: {
      type: 'object',
      properties: {
        [loud('T-argument')]: {
          type: 'string',
          description: loud('T-argument-description'),
          default: loud('T-default'),
        },
        choice: { type: 'string', enum: [loud('T-enum'), 'other'], title: loud('T-argument-title') },
        examples: { type: 'string', examples: [loud('T-example')] },
      },
    },
    wander: [
      `-- ${loud('T-comment')}`,
      'fn run(args)',
      `  log ${quoted(hostile('T-log'))}`,
      `  let it = spawn("cube")`,
      `  it.name = "T-spawned <img src=x onerror=window.pwned=1>"`,
      `  tool_fail(${quoted(hostile('T-error'))}, ${quoted(hostile('T-hint'))})`,
      'end',
    ].join('\n'),
    tests: [{ name: loudTitle('T-test'), args: {}, expect: { ok: false } }],
  });
  await defined({
    name: 'tells',
    description: loud('T-tells'),
    wander: `fn run(args)\n  log ${quoted(hostile('T-tells-log'))}\n  return {told: ${quoted(hostile('T-result'))}, long: "x".repeat(30000), lines: "line\\n".repeat(5000)}\nend`,
    tests: [{ name: 'as it is', args: {}, expect: { ok: true } }],
  });
  await defined({
    name: 'steps',
    description: loud('T-steps'),
    steps: [{ id: 'found', tool: 'scene_query', args: { name: loud('T-step-argument') } }],
    result: { said: loud('T-step-result') },
  });
  host = await Engine.attach({ name: hostile('T-host-client'), socket: editor.connection().socket });
});

test.afterAll(async () => {
  await host?.close();
  await agent?.close();
  await editor?.close();
});

const view = (key: string): Promise<void> => page.keyboard.press(`ControlOrMeta+${key}`);
const shows = (where: Locator, token: string): Promise<void> =>
  expect.soft(where.getByText(token).filter({ visible: true }).first(), token).toBeVisible();
const region = (name: string): Locator => page.locator(`[data-region="${name}"]`);

test('names, tags, variables, components and file names: scene tree, inspector, history, feed, palette', async () => {
  const made = await agent.call('entity_create', {
    name: shortHostile('T-entity').replaceAll(/[\u200b]/g, ''),
    mesh: 'cube',
    tags: [shortHostile('T-tag'), 'plain'],
    vars: {
      [shortHostile('T-variable')]: hostile('T-value'),
      long: longLine('T-long-value'),
      lines: manyLines('T-lines-value'),
      deep: { [hostile('T-deep')]: [hostile('T-deeper')] },
    },
    components: {
      text: { text: hostile('T-writing') },
      badge: { said: hostile('T-component-value') },
    },
  });
  expect(made.isError, made.text).toBe(false);
  const batch = await agent.call('batch', {
    label: shortHostile('T-label'),
    operations: [{ tool: 'entity_create', args: { name: 'T-batched' } }],
  });
  expect.soft(batch.isError, batch.text).toBe(false);
  await agent.call('entity_get', { entity: hostile('T-missing') });
  await agent.call('file_read', { path: hostile('T-path') });
  await view('1');
  await page.getByRole('treeitem', { name: /T-entity/ }).click();
  await shows(region('side'), 'T-entity');
  await shows(region('inspector'), 'T-tag');
  await shows(region('inspector'), 'T-variable');
  await shows(region('inspector'), 'T-component-title');
  await shows(region('inspector'), 'T-field-title');
  const writing = region('inspector').getByRole('region', { name: 'Text', exact: true });
  await expect.soft(writing).toContainText('Hidden characters: U+202E, U+202C, U+2066');
  await writing.scrollIntoViewIfNeeded();
  await takeThemeScreenshots(editor, 'hostile-inspector');
  await expectSafe(page, 'scene');
  for (const tab of ['History', 'Problems', 'Output', 'Activity', 'Inspector']) {
    await page.getByRole('tab', { name: tab }).click();
    await expectSafe(page, tab);
  }
  await page.getByRole('tab', { name: 'History' }).click();
  await shows(region('inspector'), 'T-label');
  await page.getByRole('tab', { name: 'Problems' }).click();
  await takeThemeScreenshots(editor, 'hostile-scene');
});

test('the feed: rows, details of each, its filter and its menus', async () => {
  await view('5');
  const feed = page.getByRole('feed', { name: 'Activity' });
  await callAsPerson(page, 'tool_approve', { name: 'user_loud' });
  await agent.call('user_tells');
  await agent.call('user_loud');
  await agent.call('user_steps');
  await expectSafe(page, 'feed');
  const details = page.getByRole('region', { name: 'Details' });
  const rows = feed.getByRole('article');
  let seen = '';
  for (let index = 0; index < (await rows.count()); index += 1) {
    await rows.nth(index).click();
    await expect(details).toBeVisible();
    const closed = details.getByRole('treeitem', { expanded: false });
    for (let opened = 0; opened < 6 && (await closed.count()) > 0; opened += 1) await closed.first().click();
    const text = await details.innerText();
    seen += text;
    await expectSafe(page, `details of ${text.slice(0, 40)}`);
  }
  const tokens =
    'T-entity T-variable T-deep T-lines-value T-label T-missing T-path T-result T-tells-log T-error T-hint T-log T-step-result';
  expect.soft(tokens.split(' ').filter((token) => !seen.includes(token))).toEqual([]);
  await takeThemeScreenshots(editor, 'hostile-feed');
  await page.getByRole('button', { name: 'Close Details' }).click();
  const field = page.getByRole('combobox', { name: 'Filter the activity' });
  for (const typed of ['actor:', 'tool:', 'entity:']) {
    await field.fill(typed);
    await expectSafe(page, `filter ${typed}`);
  }
  await field.fill('');
  await page.keyboard.press('Escape');
  await view('1');
  await page.getByRole('tab', { name: 'Output' }).click();
  for (const token of ['T-log', 'T-tells-log']) await shows(region('bottom'), token);
  await expectSafe(page, 'output of tools');
});

test('tools: the table, and each part of the page of each tool', async () => {
  await view('3');
  const grid = page.getByRole('grid', { name: 'Custom tools' });
  await shows(grid, 'user_loud');
  await expectSafe(page, 'table');
  for (const name of ['user_loud', 'user_tells', 'user_steps', 'user_sly', 'user_broken']) {
    await grid.getByText(name, { exact: true }).click();
    const review = page.getByRole('article', { name: `Review of ${name}` });
    await expect(review).toBeVisible();
    await expectSafe(page, name);
    const run = review.getByRole('button', { name: /Run as Dry Run/ });
    if ((await run.count()) > 0) {
      await run.click();
      await expect(
        review.getByText(/^(It failed|It would)|Nothing would change|^Result/).first(),
      ).toBeVisible();
      await expectSafe(page, `${name}, tried`);
    }
    if (name === 'user_loud') {
      for (const token of [
        'T-title',
        'T-description',
        'T-argument',
        'T-enum',
        'T-error',
        'T-hint',
        'T-log',
        'T-test',
      ])
        await shows(review, token);
      await review.getByText('T-hint').first().scrollIntoViewIfNeeded();
      await takeThemeScreenshots(editor, 'hostile-try');
    }
    if (name === 'user_sly') {
      await shows(review, 'T-sly-description');
      for (const label of ['U+200B', 'U+00AD']) await shows(review.locator('.hidden-mark'), label);
      await takeThemeScreenshots(editor, 'hostile-review');
    }
  }
  await grid.getByText('user_tells', { exact: true }).click();
  await agent.call('tool_define', { name: 'tells', description: `${loud('T-tells')} And more.` });
  await page.getByRole('button', { name: 'Load the New Definition' }).click();
  await expectSafe(page, 'difference');
});

test('problems, play, output: what behaviours say and get wrong', async () => {
  const attached = await agent.call('behavior_set', {
    entity: 'T-batched',
    name: 'Hostile',
    file: 'scripts/hostile.wander',
    allow_errors: true,
  });
  expect.soft(attached.isError, attached.text).toBe(false);
  await agent.call('selection_set', { entities: ['T-batched'] });
  await view('1');
  await page.getByRole('tab', { name: 'Inspector' }).click();
  await expect.soft(page.getByRole('region', { name: 'Behaviour Hostile' })).toBeVisible();
  await expectSafe(page, 'behaviour');
  await page.keyboard.press('F7');
  await expect(page.getByRole('toolbar', { name: 'Play' }).getByText('Playing')).toBeVisible();
  await page.getByRole('tab', { name: /^Problems/ }).click();
  await expect(
    region('bottom')
      .getByText(/index 7|out of range/)
      .first(),
  ).toBeVisible();
  await expectSafe(page, 'problems of a play');
  await page.getByRole('tab', { name: 'Output' }).click();
  await shows(region('bottom'), 'T-play-log');
  await expectSafe(page, 'output of a play');
  await page.keyboard.press('Shift+F7');
});

test('tests: the tree, a failed one with its differences and its log', async () => {
  await view('4');
  await page.getByRole('button', { name: 'Run All' }).click();
  const tree = page.getByRole('tree', { name: 'Tests by tool' });
  await expect(page.getByRole('radio', { name: /^Failed [1-9]/ })).toBeVisible();
  await expectSafe(page, 'tests');
  for (const token of ['T-test', 'T-script-test']) {
    await tree.getByText(token).first().click();
    await expectSafe(page, token);
  }
  await shows(region('main'), 'T-expect');
  await takeThemeScreenshots(editor, 'hostile-tests');
});

test('editors: tabs, code, marks, outline, hover and completions', async () => {
  for (const [typed, file] of [
    ['T-file', /T-file/],
    ['lines.md', /lines\.md/],
    ['sly.wander', /sly\.wander/],
    ['broken.tool', /broken\.tool\.json/],
    ['hostile.wander', /hostile\.wander/],
  ] as const) {
    await page.keyboard.press('ControlOrMeta+p');
    await page.getByRole('combobox', { name: 'Go to' }).fill(typed);
    const option = page.getByRole('option', { name: file }).first();
    await expect(option).toBeVisible();
    await expectSafe(page, `quick open of ${typed}`);
    await option.click();
    // A name with something hidden in it is refused by the engine, which says so.
    await expect(
      page.locator('.monaco-editor .view-line').or(page.getByText('could not be read')).first(),
    ).toBeVisible();
    await expectSafe(page, `editor of ${typed}`);
  }
  await page.keyboard.press('ControlOrMeta+Shift+o');
  await expect(page.locator('.quick-input-list .monaco-list-row').first()).toBeVisible();
  await expectSafe(page, 'outline');
  await page.keyboard.press('Escape');
  await takeThemeScreenshots(editor, 'hostile-editor');
});

test('agents: a call that waits, the roster, an entry that is broken', async () => {
  await view('6');
  const list = page.getByRole('listbox', { name: 'Waiting calls and agents' });
  await shows(list, 'T-agent-name');
  await expectSafe(page, 'roster');
  const nimbus = await connectOverHttp(`${hostile('T-asker')}/hx`, editor.connection());
  const waiting = nimbus.call('file_write', {
    path: 'data/T-asked.txt',
    text: `${hostile('T-asked')}${manyLines('')}${longLine('')}`,
  });
  await expect(page.getByRole('button', { name: /to answer$/ })).toHaveText('1 to answer');
  await page.keyboard.press('ControlOrMeta+Shift+A');
  const call = page.getByRole('article', { name: /^Call of / });
  await shows(call, 'T-asked');
  await expectSafe(page, 'call that waits');
  await takeThemeScreenshots(editor, 'hostile-call');
  await expect(call.getByRole('button', { name: /^Allow Once/ })).not.toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await page.keyboard.press('ControlOrMeta+Backspace');
  await page.keyboard.press('ControlOrMeta+Enter');
  expect((await waiting).code).toBe('declined');
  await nimbus.close();
  for (const [entry, token] of [
    ['T-agent-name', 'T-agent-focus'],
    ['bad', 'T-agent-broken'],
  ] as const) {
    await list
      .getByRole('option', { name: new RegExp(entry) })
      .first()
      .click();
    await shows(page.getByRole('article', { name: /may do$/ }), token);
    await expectSafe(page, `agent ${entry}`);
  }
});

test('a custom tool of an agent that asks', async () => {
  const nimbus = await connectOverHttp(`${hostile('T-asker')}/hx`, editor.connection());
  const waiting = nimbus.call('user_loud', { choice: 'other', examples: hostile('T-given') });
  await expect(page.getByRole('button', { name: /to answer$/ })).toHaveText('1 to answer');
  await page.keyboard.press('ControlOrMeta+Shift+A');
  const call = page.getByRole('article', { name: /^Call of / });
  for (const token of ['T-title', 'T-description', 'T-given']) await shows(call, token);
  await expectSafe(page, 'custom tool that waits');
  await nimbus.close();
  await waiting.catch(() => undefined);
  await expect(call.getByText('The agent cancelled it, or left. It did not run.')).toBeVisible();
});

test('the studio: messages, board, feedback, decisions and loops, through the tools and from a pull', async () => {
  const done = async (tool: string, args: Record<string, unknown>): Promise<void> => {
    const answer = await agent.call(tool, { as: 'hx', ...args });
    expect.soft(answer.isError, `${tool}: ${answer.text.slice(0, 300)}`).toBe(false);
  };
  const said = (token: string): string => `${loud(token)} HIDE`;
  await done('studio_task_create', {
    title: `${loudTitle('T-task').slice(0, 90)} HIDE`,
    description: said('T-task-description'),
    acceptance: [said('T-acceptance')],
    assignee: 'hx',
  });
  await done('studio_task_update', { task: 'T-1', comment: said('T-comment-said') });
  await done('studio_feedback_submit', {
    ...{ category: 'bug', summary: `${loudTitle('T-summary')} HIDE`, details: said('T-details') },
    ...{ target: loudTitle('T-target'), evidence: { [loud('T-evidence')]: said('T-evidence-value') } },
  });
  await done('studio_feedback_update', { feedback: 'F-1', comment: said('T-feedback-comment') });
  await done('studio_feedback_submit', { category: 'bug', summary: 'Decided' });
  await agent.call('studio_decide', { feedback: 'F-2', verdict: 'drop', rationale: said('T-rationale') });
  await done('studio_message_send', { text: said('T-message'), task: 'T-1' });
  await done('studio_message_send', { text: said('T-answer'), reply_to: 'M-1' });
  await done('studio_presence', { status: 'working', activity: loudTitle('T-activity') });
  await agent.call('studio_loop_define', {
    name: 'loop',
    goal: said('T-goal'),
    description: said('T-loop-description'),
    stages: [{ id: 'look', assignees: ['hx'], instruction: said('T-instruction') }],
    stop: { max_iterations: 2 },
  });
  await agent.call('studio_loop_start', { loop: 'loop' });
  await done('studio_loop_advance', { loop: 'loop', reports: [{ report: said('T-report') }] });
  await view('7');
  const studio = region('main');
  const pages = async (where: string): Promise<void> => {
    for (const [tab, row, tokens] of [
      ['Messages', undefined, 'T-message T-answer'],
      ['Board', /^T-task/, 'T-task T-task-description T-acceptance T-comment-said'],
      ['Feedback', /T-summary/, 'T-summary T-details T-evidence T-feedback-comment'],
      ['Decisions', undefined, 'T-rationale'],
      ['Loops', /loop/, 'T-goal T-loop-description'],
    ] as const) {
      await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
      const rows = studio.getByRole('option').or(studio.getByRole('article'));
      if (row !== undefined) await rows.filter({ hasText: row }).first().click();
      for (const token of tokens.split(' ')) await shows(studio, token);
      await expectSafe(page, `${tab}, ${where}`);
      await takeThemeScreenshots(editor, `hostile-${tab.toLowerCase()}`);
    }
  };
  await pages('by tools');
  for (const name of [
    'messages.jsonl',
    'board.json',
    'feedback.json',
    'decisions.json',
    'loops/loop.loop.json',
  ]) {
    const file = join(editor.project, 'studio', name);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('HIDE', HIDDEN_IN_JSON));
  }
  await expect(studio.getByText('HIDE')).toHaveCount(0);
  await pages('from a pull');
});

test('hosts and the library', async () => {
  await view('3');
  await host.hostTools(
    [
      tool({
        name: 'served',
        title: loudTitle('T-served-title'),
        description: loud('T-served'),
        input: z.object({ query: z.string().describe(loud('T-served-argument')) }),
        run: () => Promise.reject(new Error(hostile('T-served-error'))),
      }),
    ],
    { namespace: 'hx', label: loudTitle('T-host-label') },
  );
  const shelf = (name: string): Promise<void> =>
    page.getByRole('radiogroup', { name: 'Which tools' }).getByRole('radio', { name }).click();
  await shelf('Hosts');
  await shows(region('main'), 'T-host-label');
  await expectSafe(page, 'hosts');
  const failed = await agent.call('hx_served', { query: hostile('T-query') });
  expect.soft(failed.isError).toBe(true);
  await page.getByRole('button', { name: 'hx_served' }).click();
  await expectSafe(page, 'hosted tool');
  await shelf('Library');
  await page.getByRole('list', { name: 'Library' }).getByRole('button', { name: /shelf/ }).first().click();
  await shows(region('main'), 'T-library-description');
  await expectSafe(page, 'library');
  await takeThemeScreenshots(editor, 'hostile-library');
});

test('why a tool was rejected, by whom, and whose keys are trusted', async () => {
  await view('3');
  await page.getByRole('radiogroup', { name: 'Which tools' }).getByRole('radio', { name: 'Project' }).click();
  await defined({
    name: 'signed',
    description: loud('T-signed'),
    capabilities: { mutate: true },
    wander: 'fn run(args)\n  return 1\nend',
  });
  const { id } = readJson(join(editor.project, 'game.json')) as { id: string };
  const pair = generateKeyPairSync('ed25519').privateKey;
  const key = nameOfKey(pair);
  const { hash } = (await agent.call('tool_inspect', { name: 'user_signed' })).data as { hash: string };
  const decide = (status: 'approved' | 'rejected', at: string): void => {
    const text = { by: 'user', reason: hostile('T-reason') };
    const decision = { name: 'user_signed', hash, status, at, ...text };
    const signature = sign(null, Buffer.from(signedText(id, decision)), pair).toString('base64url');
    write(editor.project, 'tools/approvals.json', {
      format: 'skywalker.approvals/1',
      approvals: [{ ...decision, key, signature }],
    });
  };
  decide('approved', '2026-03-01T10:00:00.000Z');
  const grid = page.getByRole('grid', { name: 'Custom tools' });
  await grid.getByText('user_signed', { exact: true }).click();
  const review = page.getByRole('article', { name: 'Review of user_signed' });
  const note = review.getByRole('note', { name: 'Signed with a key that is not trusted' });
  await expect(note).toBeVisible();
  await expectSafe(page, 'signer');
  await note.getByRole('button', { name: 'Trust This Key…' }).click();
  await expectSafe(page, 'trusting');
  await page.keyboard.press('Escape');
  await callAsPerson(page, 'tool_trust', { key, label: loudTitle('T-label') });
  await expect(review.getByText('Active').first()).toBeVisible();
  await shows(review, 'T-label');
  await expectSafe(page, 'approved');
  decide('rejected', '2026-03-02T10:00:00.000Z');
  await expect(review.getByText('Rejected').first()).toBeVisible();
  await shows(review, 'T-reason');
  await expectSafe(page, 'rejected');
  await page.getByRole('button', { name: /^Keys/ }).click();
  await shows(page.getByRole('dialog', { name: 'Keys' }), 'T-label');
  await expectSafe(page, 'keys');
  await takeThemeScreenshots(editor, 'hostile-keys');
  await page.keyboard.press('Escape');
  await view('5');
  await page.getByRole('feed', { name: 'Activity' }).getByRole('article').last().click();
  await expectSafe(page, 'the decision in the feed');
});

test('the palette, menus, tooltips, notices, and what the system draws', async () => {
  await view('1');
  for (const key of ['ControlOrMeta+Shift+p', 'ControlOrMeta+p']) {
    await page.keyboard.press(key);
    await page.getByRole('combobox').last().fill('T-');
    await expectSafe(page, key);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
  }
  for (const name of [/^MCP/, /agents?$/]) {
    await region('status').getByRole('button', { name }).click();
    await expectSafe(page, String(name));
    await page.keyboard.press('Escape');
  }
  await page.getByRole('treeitem', { name: /T-entity/ }).click({ button: 'right' });
  await expectSafe(page, 'menu of an entity');
  await page.keyboard.press('Escape');
  await agent.call('entity_create', { name: shortHostile('T-toast').replace('\u200b', '') });
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('T-client');
  await expectSafe(page, 'notice');
  const title = await editor.app.evaluate(
    ({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getTitle() ?? '',
  );
  expect(title).toContain('T-project \\u202egnp');
  const labels = await editor.app.evaluate(({ Menu }) =>
    JSON.stringify(
      Menu.getApplicationMenu()?.items.flatMap((menu) => menu.submenu?.items.map((item) => item.label)),
    ),
  );
  expect(labels).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

test('the welcome view, after a project with such a name', async () => {
  await host.close();
  await agent.close();
  await editor.app.close();
  const again = await openEditor({ again: editor, project: false });
  editor = again;
  page = again.page;
  await expect(page.getByRole('heading', { name: 'Skywalker' })).toBeVisible();
  await shows(region('main'), 'T-project');
  await expectSafe(page, 'welcome');
  await takeThemeScreenshots(editor, 'hostile-welcome');
});
