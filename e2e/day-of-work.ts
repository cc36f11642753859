/** The sample project after a day of work by a person and a team of agents: what a real project looks like, for pictures and for full lists. */
import { expect, type Page } from '@playwright/test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { Engine, tool } from '../clients/typescript/src/main';
import { connectOverHttp, type Agent } from './agent';
import { callAsPerson, readJson, root, type Editor } from './app';

/** Who is connected when the day is over. */
export interface Team {
  /** Speaks for its person. */
  readonly claude: Agent;
  /** Asks before each change. */
  readonly nimbus: Agent;
  readonly memory: Engine;
  close(): Promise<void>;
}

async function done(agent: Agent, name: string, args: Record<string, unknown>): Promise<void> {
  const answer = await agent.call(name, args);
  expect(answer.isError, `${name}: ${answer.text}`).toBe(false);
}

async function decided(page: Page, name: string, args: object): Promise<void> {
  const answer = await callAsPerson<{ ok: boolean; error?: { message: string } }>(page, name, args);
  expect(answer.ok, `${name}: ${answer.error?.message}`).toBe(true);
}

const example = (name: string): Record<string, unknown> =>
  readJson(join(root, `docs/examples/${name}.json`)) as Record<string, unknown>;

const LANTERN_ROW = {
  name: 'lantern_row',
  title: 'Row of lanterns',
  description:
    'Places lanterns in a straight line at the same distance from each other. Example: {"from": [0, 0, 0], "to": [8, 0, 0], "count": 5}',
  input_schema: {
    type: 'object',
    properties: {
      from: { type: 'array', items: { type: 'number' }, default: [-3, 0.5, 3.6] },
      to: { type: 'array', items: { type: 'number' }, default: [3, 0.5, 3.6] },
      count: { type: 'integer', minimum: 2, maximum: 12, default: 4 },
    },
  },
  capabilities: { mutate: true },
  wander:
    'fn run(args)\n  let made = []\n  for i in 0..args.count\n    let place = lerp(args.from, args.to, i / (args.count - 1))\n    let lamp = spawn("sphere", place, "Lantern {i + 5}")\n    lamp.scale = (0.3, 0.3, 0.3)\n    lamp.color = #ffd27a\n    made.push(lamp.id)\n  end\n  return {made: made}\nend',
  tests: [{ name: 'five lanterns', args: { count: 5 }, expect: { result: { made: { $len: 5 } } } }],
};

const WANDER_TOOLS = [
  {
    name: 'path_length',
    title: 'Length of a path',
    description: 'How long the way over entities with a tag is, in metres. Example: {"tag": "terrain"}',
    input_schema: { type: 'object', properties: { tag: { type: 'string', default: 'terrain' } } },
    wander:
      'fn run(args)\n  log "{find_all(args.tag).length} places with {args.tag}"\n  let way = 0\n  let before = none\n  for e in find_all(args.tag)\n    if before then way += distance(e, before) end\n    before = e\n  end\n  return {metres: way}\nend',
    tests: [{ name: 'the garden path', args: {}, expect: { ok: true } }],
  },
  {
    name: 'pickup_budget',
    title: 'Budget of pickups',
    description: 'How many coins and gems a level gives, by tag. Example: {}',
    wander: 'fn run(args)\n  return {pickups: find_all("pickup").length}\nend',
    tests: [
      { name: 'coins and gems', args: {}, expect: { result: { pickups: { $gte: 1 } } } },
      { name: 'nothing is changed', args: {}, expect: { ok: true } },
    ],
  },
  {
    name: 'export_level',
    title: 'Export the level',
    description: 'Writes a summary of the level to data/, for the build. Example: {"name": "garden"}',
    input_schema: { type: 'object', properties: { name: { type: 'string', default: 'garden' } } },
    capabilities: { files: { write: ['data/'] } },
    wander: 'fn run(args)\n  return {entities: find_all("terrain").length, name: args.name}\nend',
  },
  {
    name: 'thin_out',
    title: 'Thin out enemies',
    description:
      'Removes every second enemy that is closer to the start than a distance. Example: {"radius": 6}',
    input_schema: { type: 'object', properties: { radius: { type: 'number', default: 6 } } },
    capabilities: { mutate: true },
    wander: 'fn run(args)\n  return {removed: 0}\nend',
  },
];

async function makeTools(editor: Editor, claude: Agent): Promise<void> {
  const { page } = editor;
  for (const definition of [example('enemies_near'), example('tag_by_tag'), LANTERN_ROW, ...WANDER_TOOLS])
    await done(claude, 'tool_define', definition);
  await decided(page, 'tool_approve', { name: 'user_lantern_row' });
  await decided(page, 'tool_approve', {
    ...{ name: 'user_thin_out', approve: false },
    reason: 'It removes enemies that quests refer to. Turn them off instead.',
  });
  await decided(page, 'tool_enable', { name: 'user_pickup_budget', enabled: false });
  writeFileSync(
    join(editor.project, 'tools/half_written.tool.json'),
    '{\n  "name": "half_written",\n  "title": "Water level",\n  "steps": [',
  );
  const library = join(editor.home, '.skywalker/tools');
  mkdirSync(library, { recursive: true });
  for (const [name, title, used] of [
    ['count_tagged', 'Count by tag', 'scene_query'],
    ['name_by_place', 'Name by place', 'scene_query'],
    ['snap_to_ground', 'Snap to the ground', 'scene_query'],
  ])
    writeFileSync(
      join(library, `${name}.tool.json`),
      JSON.stringify({
        name,
        title,
        description: `${title}, for every entity that has a tag. Example: {"tag": "lantern"}`,
        input_schema: { type: 'object', properties: { tag: { type: 'string', default: 'lantern' } } },
        steps: [{ tool: used, args: { tag: '{{args.tag}}' } }],
      }),
    );
}

async function serveTools(editor: Editor): Promise<Engine> {
  const memory = await Engine.attach({ name: 'memory', socket: editor.connection().socket });
  await memory.hostTools(
    [
      tool({
        name: 'recall',
        title: 'Recall',
        description: 'Searches the shared memory of the team. Example: {"query": "bridge"}',
        input: z.object({ query: z.string() }),
        run: ({ query }) => ({ found: [`The ${query} was moved on Tuesday.`] }),
      }),
      tool({
        name: 'note',
        title: 'Take a note',
        description: 'Keeps a note in the shared memory of the team. Example: {"text": "The bridge is lit"}',
        input: z.object({ text: z.string() }),
        capabilities: { network: true },
        run: ({ text }) => ({ kept: text.length }),
      }),
    ],
    { namespace: 'mem', label: 'Team memory', persist: true },
  );
  return memory;
}

async function buildScene(claude: Agent): Promise<void> {
  await done(claude, 'entity_update', {
    entity: 'Player',
    vars: { hp: 80, coins: 12, invincible: false, inventory: ['lamp', 'rope'] },
    add_tags: ['saved'],
  });
  await done(claude, 'entity_create', {
    name: 'Sign',
    mesh: 'quad',
    position: [-3.2, 1.2, -0.4],
    scale: [1.6, 0.6, 1],
    color: '#6b4a2f',
    tags: ['sign'],
    components: {
      text: { text: 'To the shrine', size: 0.3 },
      light: { kind: 'point', intensity: 0.4, range: 3 },
      body: { kind: 'static' },
    },
  });
  for (const radius of [6, 8, 12]) await done(claude, 'user_enemies_near', { radius });
  await done(claude, 'user_lantern_row', { count: 5 });
  await claude.call('entity_get', { entity: 'Plyer' });
  await done(claude, 'transform', { entity: 'Bush 1', translate: [0.5, 0, 0] });
  await done(claude, 'user_path_length', {});
  await done(claude, 'mem_recall', { query: 'bridge' });
}

const TASKS: readonly Record<string, unknown>[] = [
  {
    title: 'Light the bridge at dusk',
    status: 'review',
    priority: 'high',
    assignee: 'mira',
    discipline: 'art',
  },
  { title: 'Fewer enemies at the start', status: 'doing', assignee: 'nimbus', discipline: 'design' },
  { title: 'Sound of water under the islands', status: 'todo', priority: 'low', depends_on: ['T-1'] },
  { title: 'The first gap can be jumped by anyone', status: 'doing', priority: 'critical', assignee: 'user' },
  { title: 'Write the credits', status: 'todo', description: 'Names in the order of joining.' },
  { title: 'Portal opens after three gems', status: 'backlog', discipline: 'code' },
  { title: 'Colour-blind palette for pickups', status: 'backlog', priority: 'high', discipline: 'art' },
  { title: 'Start screen', status: 'done', assignee: 'mira' },
  { title: 'Checkpoint on the garden steps', status: 'done', assignee: 'nimbus' },
];

const FEEDBACK: readonly Record<string, unknown>[] = [
  {
    ...{ category: 'difficulty', severity: 'high', summary: 'The first gap can’t be jumped', as: 'nimbus' },
    details: 'Seven of ten runs end here. The take-off is hidden behind the bush.',
    ...{ evidence: { metrics: { falls: 7, runs: 10 } }, target: 'Garden Steps' },
  },
  { category: 'clarity', severity: 'medium', summary: 'Nobody finds the second lantern', as: 'nimbus' },
  { category: 'audio', severity: 'low', summary: 'No sound at the goal' },
  { category: 'visuals', severity: 'medium', summary: 'The water flickers near the portal', target: 'Water' },
];

async function workTogether(claude: Agent): Promise<void> {
  for (const task of TASKS) await done(claude, 'studio_task_create', task);
  await done(claude, 'studio_task_update', {
    ...{ task: 'T-1', as: 'mira' },
    comment: 'Warm lamps on both posts, none brighter than 3. Have a look from the start of the level.',
  });
  for (const one of FEEDBACK) await done(claude, 'studio_feedback_submit', one);
  await done(claude, 'studio_decide', {
    ...{
      feedback: 'F-1',
      verdict: 'act',
      rationale: 'Nobody gets past it. Narrow the gap first, then test again.',
    },
    task_ids: ['T-4'],
    targets: { falls_per_run: { max: 0.2 } },
  });
  await done(claude, 'studio_decide', {
    ...{ feedback: 'F-3', verdict: 'defer' },
    rationale: 'Sound comes with the next milestone.',
  });
  const said: readonly Record<string, unknown>[] = [
    {
      text: 'The bridge is ready for a look, @nimbus. Lamps are on both posts.',
      kind: 'handoff',
      task: 'T-1',
      as: 'mira',
    },
    {
      text: 'Ten runs: seven fall at the first gap, all of them at the bush.',
      kind: 'result',
      feedback: 'F-1',
      as: 'nimbus',
    },
    { text: 'Narrow it to 2 m, and move the bush half a metre to the right.' },
    {
      text: 'Done; the bush is moved. Shall I run the ten again?',
      kind: 'question',
      to: ['user'],
      as: 'nimbus',
    },
    { text: 'New palette is in assets.', channel: 'art', as: 'mira' },
  ];
  for (const message of said) await done(claude, 'studio_message_send', message);
  await done(claude, 'studio_presence', { status: 'working', activity: 'lights the bridge', as: 'mira' });
  await done(claude, 'studio_presence', {
    ...{ status: 'waiting', activity: 'waits for a word about the gap', as: 'nimbus' },
  });
  await done(claude, 'studio_loop_define', { template: 'playtest_fix_verify' });
  await done(claude, 'studio_loop_start', { loop: 'playtest_fix_verify', goal: 'Level 1 can be finished' });
}

/** Fills the open project through the port, as agents and a person do. */
export async function workForADay(editor: Editor): Promise<Team> {
  const { page } = editor;
  for (const [id, name, role, autonomy] of [
    ['mira', 'Mira', 'creative_director', 'autonomous'],
    ['nimbus', 'Nimbus', 'playtester', 'ask'],
    ['vale', 'Vale', 'composer', 'observe'],
  ])
    await decided(page, 'studio_agent_define', { id, name, role, autonomy });
  const claude = await connectOverHttp('claude-code', editor.connection());
  const nimbus = await connectOverHttp('codex/nimbus', editor.connection());
  await makeTools(editor, claude);
  const memory = await serveTools(editor);
  await decided(page, 'tool_approve', { name: 'mem_note' });
  await buildScene(claude);
  await workTogether(claude);
  return {
    ...{ claude, nimbus, memory },
    close: async () => {
      await memory.close();
      await nimbus.close();
      await claude.close();
    },
  };
}
