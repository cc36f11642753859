/**
 * The main job from beginning to end on the real app: an agent defines tools, a person reviews, tries, approves and
 * undoes in the window, and everything is on record.
 */
import { expect, test, type Locator } from '@playwright/test';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { connectOverHttp, connectOverSocket, type Agent } from './agent';
import { approveIn, openEditor, readJson, root, takeScreenshots, type Editor } from './app';

const enemiesNear = readJson(join(root, 'docs/examples/enemies_near.json')) as Record<string, unknown>;
const tagByTag = readJson(join(root, 'e2e/fixtures/tag_by_tag.json')) as Record<string, unknown>;

let editor: Editor;
let agent: Agent;
let onlooker: Agent;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  editor = await openEditor();
  await expect(editor.page.getByRole('button', { name: /^MCP \d+/ })).toBeVisible();
  agent = await connectOverHttp('claude-code', editor.connection());
  onlooker = await connectOverSocket('onlooker', editor.connection());
});

test.afterAll(async () => {
  await agent?.close();
  await onlooker?.close();
  await editor?.close();
});

test('an agent connects over HTTP and another over the socket, and both see the engine’s tools', async () => {
  expect(statSync(join(editor.project, '.skywalker/agent.json')).mode & 0o777).toBe(0o600);
  const overHttp = await agent.toolNames();
  expect(overHttp).toEqual(await onlooker.toolNames());
  for (const name of ['scene_query', 'entity_update', 'batch', 'history', 'tool_define', 'game_settings']) {
    expect(overHttp).toContain(name);
  }
});

test('a read-only tool is tested, saved as two files and active at once, for everyone', async () => {
  const changesBefore = onlooker.listChanges();
  const defined = await agent.call('tool_define', enemiesNear);
  expect(defined.text).not.toContain('error [');
  expect(defined.data).toMatchObject({ name: 'user_enemies_near', status: 'active', version: 1 });
  expect(defined.data.tests).toMatchObject([{ name: 'finds one', ok: true }]);
  expect(existsSync(join(editor.project, 'tools/enemies_near.tool.json'))).toBe(true);
  expect(readFileSync(join(editor.project, 'tools/enemies_near.wander'), 'utf8')).toContain('fn run(args)');
  await expect.poll(() => onlooker.listChanges()).toBeGreaterThan(changesBefore);
  expect(await onlooker.toolNames()).toContain('user_enemies_near');

  // The test's enemy was rolled back.
  expect((await agent.call('scene_query', { name: 'G' })).data.total).toBe(0);
  const found = await agent.call('user_enemies_near', { radius: 8 });
  expect(found.data.result).toEqual(enemiesWithinEight());
  const misspelt = await agent.call('user_enemies_near', { raduis: 8 });
  expect(misspelt.isError).toBe(true);
  expect(misspelt.code).toBe('invalid_arguments');
  expect(misspelt.text).toContain('"raduis" is not an argument of user_enemies_near. Did you mean "radius"?');
});

test('a tool that changes things waits for a person, and the agent is told so', async () => {
  const defined = await agent.call('tool_define', tagByTag);
  expect(defined.data).toMatchObject({ name: 'user_tag_by_tag', status: 'pending_approval' });
  expect(await agent.toolNames()).not.toContain('user_tag_by_tag');

  const called = await agent.call('user_tag_by_tag', { from: 'enemy', add: 'hostile' });
  expect(called.isError).toBe(true);
  expect(called.code).toBe('approval_required');
  expect(called.text).toContain('Studio > Tools');

  const approved = await agent.call('tool_approve', { name: 'user_tag_by_tag' });
  expect(approved.isError).toBe(true);
  expect(approved.code).toBe('approval_requires_human');
  expect((await agent.call('tool_inspect', { name: 'user_tag_by_tag' })).data.status).toBe(
    'pending_approval',
  );
});

test('a person reviews it in the window, tries it as a dry run, and approves', async () => {
  const { page } = editor;
  const pending = page.getByRole('button', { name: '1 to approve' });
  await expect(pending).toBeVisible();
  await pending.click();
  await page.getByRole('grid', { name: 'Custom tools' }).getByText('user_tag_by_tag').first().dblclick();

  const review = page.getByRole('article', { name: 'Review of user_tag_by_tag' });
  await expect(
    review.getByText('Adds a tag to every entity that has another tag', { exact: false }).first(),
  ).toBeVisible();
  await expect(review.getByText('claude-code').first()).toBeVisible();
  await review
    .getByRole('radio', { name: 'Definition', exact: true })
    .or(review.getByRole('button', { name: 'Definition', exact: true }))
    .first()
    .click();
  await expect(review.locator('.monaco-editor').first()).toContainText('"kind": "composite"');

  const enemies = sceneEntities().filter((entity) => entity.tags.includes('enemy'));
  await review.getByLabel(/^from/).fill('enemy');
  await review.getByLabel(/^add/).fill('hostile');
  await review.getByRole('button', { name: /Run as Dry Run/ }).click();
  await expect(review.getByText('It worked')).toBeVisible();
  await expect(review.getByRole('button', { name: `Show ${enemies.length} in the Scene` })).toBeVisible();
  await takeScreenshots(editor, 'review');
  // Nothing was kept.
  expect((await agent.call('scene_query', { tag: 'hostile' })).data.total).toBe(0);

  const changesBefore = agent.listChanges() + onlooker.listChanges();
  await approveIn(review);
  await expect.poll(() => agent.listChanges() + onlooker.listChanges()).toBeGreaterThan(changesBefore);
  expect(await agent.toolNames()).toContain('user_tag_by_tag');
});

test('the agent calls it, the scene changes, and the feed shows the call with its steps, by the agent', async () => {
  const { page } = editor;
  const enemies = sceneEntities().filter((entity) => entity.tags.includes('enemy'));
  const called = await agent.call('user_tag_by_tag', { from: 'enemy', add: 'hostile' });
  expect(called.isError).toBe(false);
  expect(called.data).toMatchObject({ result: { tagged: enemies.length } });
  expect((await agent.call('scene_query', { tag: 'hostile' })).data.total).toBe(enemies.length);

  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Activity' }).click();
  const feed = page.getByRole('feed', { name: 'Activity' }).first();
  const row = feed
    .getByRole('article')
    .filter({ hasText: 'user_tag_by_tag' })
    .filter({ hasText: 'claude-code' })
    .last();
  await expect(row).toBeVisible();
  await row.getByRole('button', { name: 'Show what it did' }).click();
  // One query and one update for each enemy, folded under the call.
  await expect(feed.getByRole('article').filter({ hasText: 'entity_update' }).first()).toBeVisible();
  await row.click();
  await takeScreenshots(editor, 'activity');
});

test('one Undo in the feed takes the whole call back, exactly', async () => {
  const { page } = editor;
  const before = readFileSync(join(editor.project, 'scenes/main.sky.json'), 'utf8');
  await page.getByRole('button', { name: 'Undo This Step' }).first().click();
  await expect.poll(async () => (await agent.call('scene_query', { tag: 'hostile' })).data.total).toBe(0);
  // Saved again, the scene is the file that was loaded, byte for byte.
  await agent.call('scene_save');
  expect(readFileSync(join(editor.project, 'scenes/main.sky.json'), 'utf8')).toBe(before);
});

test('a changed definition needs approval again, and the window shows what changed', async () => {
  const { page } = editor;
  const changed = await agent.call('tool_define', {
    ...tagByTag,
    capabilities: { mutate: true, files: { write: ['data/'] } },
    description:
      'Adds a tag to every entity that has another tag, and drops the rest. Example: {"from": "enemy", "add": "hostile"}',
  });
  expect(changed.data).toMatchObject({ status: 'pending_approval', version: 2 });
  expect((await agent.call('user_tag_by_tag', { from: 'enemy', add: 'x' })).code).toBe('approval_required');

  await page.getByRole('button', { name: '1 to approve' }).click();
  const grid = page.getByRole('grid', { name: 'Custom tools' });
  await grid.getByText('user_tag_by_tag').first().dblclick();
  const review = page.getByRole('article', { name: 'Review of user_tag_by_tag' });
  // Nobody looked at its page meanwhile, so it shows the new definition at once.
  await expect(review.getByRole('list', { name: 'Changes of what it may do' })).toContainText('data/');
  await expect(review.locator('.monaco-diff-editor').first()).toBeVisible();
  // Both texts to their ends: nothing of what was there before is outside at the right.
  const old = review.locator('.monaco-diff-editor .editor.original').first();
  const right = async (of: Locator): Promise<number> => {
    const box = await of.boundingBox();
    return (box?.x ?? 0) + (box?.width ?? 0);
  };
  const line = old.locator('.view-line', { hasText: '"description"' }).locator('> span').first();
  expect(await right(line)).toBeLessThanOrEqual(await right(old));
  await takeScreenshots(editor, 'review-changed');
});

test('tools that fail, loop, recurse or return too much leave nothing behind and say what happened, with the line', async () => {
  expect((await cli('tool_policy', { policy: 'trust' })).status).toBe(0);
  const broken: readonly [name: string, code: string, error: RegExp, line: number, source: string][] = [
    [
      'half_way',
      'runtime_error',
      /out of range/,
      3,
      'fn run(args)\n  spawn("cube", (0, 1, 0), "Left Behind")\n  return [1, 2][5]\nend',
    ],
    [
      'for_ever',
      'budget_exceeded',
      /instruction/,
      4,
      'fn run(args)\n  spawn("cube", (0, 1, 0), "Left Behind")\n  let n = 0\n  while true\n    n += 1\n  end\nend',
    ],
    [
      'without_end',
      'too_deep',
      /recursion/,
      5,
      'fn run(args)\n  return down(1)\nend\nfn down(n)\n  return down(n + 1)\nend',
    ],
    [
      'ten_mebibytes',
      'output_too_large',
      /./,
      0,
      'fn run(args)\n  spawn("cube", (0, 1, 0), "Left Behind")\n  let out = []\n  repeat 20 times out.push("x".repeat(524288)) end\n  return out\nend',
    ],
  ];
  for (const [name, code, message, line, wander] of broken) {
    const defined = await agent.call('tool_define', {
      name,
      description: `A tool that goes wrong on purpose: ${name}.`,
      capabilities: { mutate: true },
      wander,
    });
    expect(defined.data.status, defined.text).toBe('active');
    const [answer, meanwhile] = await Promise.all([agent.call(`user_${name}`), onlooker.call('engine_info')]);
    expect(meanwhile.isError).toBe(false);
    expect(answer.isError).toBe(true);
    expect(answer.code, answer.text).toBe(code);
    expect(answer.text).toMatch(message);
    if (line > 0) expect(answer.text).toMatch(new RegExp(`line ${line}\\b`));
    expect((await agent.call('scene_query', { name: 'Left Behind' })).data.total).toBe(0);
  }
  expect((await cli('tool_policy', { policy: 'auto' })).status).toBe(0);
});

test('the terminal shows the same, and the audit log has it all', async () => {
  const listed = await cli('tool_list_custom', {});
  expect(listed.status).toBe(0);
  const listing = JSON.parse(listed.stdout) as { structured?: unknown };
  const fromWindow = await agent.call('tool_list_custom');
  expect(names(listing.structured ?? listing)).toEqual(names(fromWindow.data));

  const lines = readFileSync(join(editor.project, '.skywalker/logs/custom_tools.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { event: string; tool?: string; actor?: string; by?: string });
  const events = lines.map((line) => line.event);
  for (const event of ['define', 'approve', 'call', 'policy']) expect(events.join(' ')).toContain(event);
  const verified = spawnSync(join(root, 'bin/skywalker'), ['audit', 'verify', '--project', editor.project], {
    encoding: 'utf8',
    env: terminal(),
  });
  expect(verified.stdout + verified.stderr).toContain('nothing was edited, removed or moved');
  expect(verified.status).toBe(0);
});

interface SceneEntity {
  readonly id: number;
  readonly name: string;
  readonly tags: readonly string[];
  readonly vars: Readonly<Record<string, unknown>>;
}

/** The entities of the sample's scene file, with the defaults that the file leaves out. */
function sceneEntities(): readonly SceneEntity[] {
  const scene = readJson(join(root, 'resources/sample-project/scenes/main.sky.json')) as {
    entities: Partial<SceneEntity>[];
  };
  return scene.entities.map((entity) => ({
    id: entity.id ?? 0,
    name: entity.name ?? '',
    tags: entity.tags ?? [],
    vars: entity.vars ?? {},
  }));
}

/** What `enemies_near` must find within 8 m of the origin: worked out by hand from the sample's scene, in scene order. */
function enemiesWithinEight(): { count: number; enemies: { id: number; name: string; hp: unknown }[] } {
  const near = ['Thornling 1', 'Thornling 2', 'Thornling 3', 'Mossback 1', 'Ember Wisp 1'];
  const enemies = sceneEntities().filter((entity) => near.includes(entity.name));
  return { count: 5, enemies: enemies.map(({ id, name, vars }) => ({ id, name, hp: vars['hp'] ?? null })) };
}

/** The command in a terminal of the person whose editor it is. */
async function cli(
  tool: string,
  args: Record<string, unknown>,
): Promise<{ status: number | null; stdout: string }> {
  const words = ['call', tool, JSON.stringify(args), '--project', editor.project, '--json'];
  const result = spawnSync(
    'script',
    ['-qec', [join(root, 'bin/skywalker'), ...words].map(quoted).join(' '), '/dev/null'],
    {
      encoding: 'utf8',
      env: terminal(),
    },
  );
  return Promise.resolve({ status: result.status, stdout: result.stdout.slice(result.stdout.indexOf('{')) });
}

function terminal(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    HOME: editor.home,
    SKYWALKER_HOME: join(editor.home, '.skywalker'),
    SKYWALKER_SOCKET: join(editor.home, 'editor.sock'),
  };
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

function names(listing: unknown): string[] {
  return (listing as { tools: { name: string; status: string }[] }).tools.map(
    (tool) => `${tool.name} ${tool.status}`,
  );
}
