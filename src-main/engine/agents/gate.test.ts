/** What agents of the roster may do, by every way to a tool. */
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { JsonObject } from '../json';
import { agent, PERSON, RosterWorld, STRANGER, until } from './world.fixture';

const open: RosterWorld[] = [];

async function world(roster: Readonly<Record<string, JsonObject | string>>): Promise<RosterWorld> {
  const made = await RosterWorld.open(roster);
  open.push(made);
  return made;
}

afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

/** A composite that makes an entity. */
const MAKER: JsonObject = {
  name: 'maker',
  description: 'Makes one entity with the name Made. Example: {}',
  category: 'scene',
  capabilities: { mutate: true },
  steps: [{ tool: 'entity_create', args: { name: 'Made' } }],
};

async function approved(w: RosterWorld, definition: JsonObject): Promise<void> {
  await w.ok(STRANGER, 'tool_define', definition);
  await w.ok(PERSON, 'tool_approve', { name: definition.name ?? '' });
}

describe('an agent that observes', () => {
  test('S-08: an agent that observes reads, and changes nothing by any way', async () => {
    const w = await world({ eye: { autonomy: 'observe' } });
    await approved(w, MAKER);
    const eye = agent('eye');
    await w.ok(eye, 'scene_overview');
    const refused = 'permission_denied: eye may not call';
    const why = 'because|autonomy of eye is "observe"';
    for (const [tool, args] of [
      ['entity_create', { name: 'A' }],
      ['batch', { operations: [{ tool: 'entity_create', args: { name: 'A' } }] }],
      ['batch', { operations: [{ tool: 'batch', args: { operations: [{ tool: 'entity_create' }] } }] }],
      ['user_maker', {}],
      ['scene_save', {}],
      ['history', { action: 'undo' }],
      ['tool_define', MAKER],
      ['game_settings', { operation: 'set', settings: { seed: 9 } }],
      ['studio_agent_define', { id: 'other' }],
    ] as const) {
      const error = await w.error(eye, tool, args);
      expect(error, tool).toContain(refused);
      expect(error, tool).toMatch(new RegExp(why));
    }
    expect(w.names).toEqual([]);
  });

  test('may read with tools that can do more', async () => {
    const w = await world({ eye: { autonomy: 'observe' } });
    const eye = agent('eye');
    await w.ok(eye, 'history', { action: 'list' });
    await w.ok(eye, 'tool_policy');
    await w.ok(eye, 'game_settings', { operation: 'get' });
    await w.ok(eye, 'batch', { operations: [{ tool: 'scene_overview' }, { tool: 'project_info' }] });
  });

  test('can try a change as a dry run, which keeps nothing', async () => {
    const w = await world({
      eye: { autonomy: 'observe' },
      hand: { autonomy: 'observe', permissions: { entity: 'off' } },
    });
    await approved(w, MAKER);
    expect(await w.ok(agent('eye'), 'tool_test', { name: 'user_maker', args: {} })).toMatchObject({});
    const source = 'fn run(args)\n  call_tool("entity_create", {name: "X"})\n  return 1\nend';
    await w.ok(agent('eye'), 'wander_run', { source });
    // What is off by its category is off in a dry run too.
    expect(await w.error(agent('hand'), 'wander_run', { source })).toContain(
      'hand may not call entity_create',
    );
    expect(w.names).toEqual([]);
  });

  test('is shown what it may call, and nothing else', async () => {
    const w = await world({ eye: { autonomy: 'observe', permissions: { wander: 'off' } } });
    const names = w.engine.offered(agent('eye')).map((tool) => tool.name);
    expect(names).toContain('scene_query');
    expect(names).toContain('history');
    expect(names).not.toContain('entity_create');
    expect(names).not.toContain('wander_check');
    expect(w.engine.offered(STRANGER).map((tool) => tool.name)).toContain('entity_create');
  });
});

describe('permissions of categories', () => {
  test('hold in a composite, in a batch and in call_tool, and a failure leaves nothing', async () => {
    const w = await world({ nimbus: { autonomy: 'autonomous', permissions: { entity: 'off' } } });
    const nimbus = agent('nimbus');
    await approved(w, MAKER);
    await approved(w, {
      name: 'coder',
      description: 'Makes one entity from code, through another tool. Example: {}',
      capabilities: { mutate: true, calls: ['entity_*'] },
      wander:
        'fn run(args)\n  let made = spawn("cube", (0, 0, 0))\n  call_tool("entity_create", {name: "Made"})\n  return 1\nend',
    });
    const refused = /permission_denied: .*nimbus may not call entity_create/;
    expect(await w.error(nimbus, 'entity_create', { name: 'A' })).toMatch(refused);
    expect(await w.error(nimbus, 'batch', { operations: [{ tool: 'entity_create' }] })).toMatch(refused);
    expect(await w.error(nimbus, 'user_maker')).toMatch(/nimbus may not call entity_create/);
    expect(await w.error(nimbus, 'user_coder')).toMatch(/nimbus may not call entity_create/);
    expect(w.names).toEqual([]);
    // The same for somebody else.
    await w.ok(STRANGER, 'user_maker');
    expect(w.names).toEqual(['Made']);
  });

  test('a category can be allowed to one that observes otherwise', async () => {
    const w = await world({ nimbus: { autonomy: 'observe', permissions: { entity: 'allow' } } });
    await w.ok(agent('nimbus'), 'entity_create', { name: 'A' });
    expect(await w.error(agent('nimbus'), 'scene_save')).toContain('permission_denied');
  });

  test('the case of letters is no way around them', async () => {
    const w = await world({ nimbus: { autonomy: 'observe' } });
    expect(await w.error(agent('NIMBUS'), 'entity_create')).toContain('nimbus may not call entity_create');
  });
});

describe('the roster’s files', () => {
  test('an edit counts for the next call', async () => {
    const w = await world({ nimbus: { autonomy: 'observe' } });
    expect(await w.error(agent('nimbus'), 'entity_create', { name: 'A' })).toContain('permission_denied');
    w.write('nimbus', { autonomy: 'autonomous' });
    await w.ok(agent('nimbus'), 'entity_create', { name: 'A' });
    w.write('nimbus', { autonomy: 'observe' });
    expect(await w.error(agent('nimbus'), 'entity_create', { name: 'B' })).toContain('permission_denied');
    await until(() => w.events('policy.agent_changed_on_disk').length >= 2, 'the changes are told');
  });

  test('a broken entry lets its agent do nothing, says why, and counts again when it is mended', async () => {
    const w = await world({ nimbus: { autonomy: 'autonomous' } });
    w.write('nimbus', '{"autonomy": "autonomous",');
    const error = await w.error(agent('nimbus'), 'scene_overview');
    expect(error).toContain(
      'permission_denied: nimbus may do nothing, because its entry in the roster is broken',
    );
    expect(error).toContain('agents/nimbus.agent.json, line 1');
    expect(w.engine.offered(agent('nimbus'))).toEqual([]);
    const { agents } = await w.ok(PERSON, 'studio_agent_list');
    expect(agents).toMatchObject([
      { id: 'nimbus', status: 'broken', problem: expect.stringContaining('line 1') },
    ]);
    w.write('nimbus', { autonomy: 'autonomous' });
    await w.ok(agent('nimbus'), 'scene_overview');
  });

  test('an entry that goes away takes everything with it', async () => {
    const w = await world({ nimbus: { autonomy: 'observe' } });
    await w.ok(agent('nimbus'), 'scene_overview');
    rmSync(join(w.folder, 'agents/nimbus.agent.json'));
    expect(await w.error(agent('nimbus'), 'scene_overview')).toContain('it was removed from the roster');
    // A client of another name was never in it.
    await w.ok(agent('stranger'), 'entity_create', { name: 'A' });
  });

  test('an entry that is new counts for the next call', async () => {
    const w = await world({});
    await w.ok(agent('nimbus'), 'entity_create', { name: 'A' });
    w.write('nimbus', { autonomy: 'observe' });
    expect(await w.error(agent('nimbus'), 'entity_create', { name: 'B' })).toContain('permission_denied');
  });

  test('two files that are one elsewhere, and links, are broken entries', async () => {
    const w = await world({ nimbus: { autonomy: 'autonomous' } });
    writeFileSync(join(w.folder, 'agents/Nimbus.agent.json'), '{"autonomy": "autonomous"}');
    await until(
      async () =>
        (await w.error(agent('nimbus'), 'entity_create')).includes('are one file on Windows and macOS'),
      'both are seen',
    );
    mkdirSync(join(w.folder, 'data/x'), { recursive: true });
    writeFileSync(join(w.folder, 'data/x/stratus.agent.json'), '{"autonomy": "autonomous"}');
    symlinkSync(join(w.folder, 'data/x/stratus.agent.json'), join(w.folder, 'agents/stratus.agent.json'));
    expect(await w.error(agent('stratus'), 'entity_create')).toContain(
      'is a link to data/x/stratus.agent.json',
    );
  });

  test('a folder that is a link to where tools may write is none', async () => {
    const w = await world({ nimbus: { autonomy: 'ask' } });
    renameSync(join(w.folder, 'agents'), join(w.folder, 'data/agents'));
    symlinkSync(join(w.folder, 'data/agents'), join(w.folder, 'agents'));
    const path = 'data/agents/nimbus.agent.json';
    await w.ok(STRANGER, 'file_write', { path, text: '{"autonomy": "autonomous"}' });
    expect(await w.error(agent('nimbus'), 'entity_create')).toContain(`is a link to ${path}`);
  });

  test('no tool writes there', async () => {
    const w = await world({ nimbus: { autonomy: 'autonomous' } });
    for (const path of ['agents/nimbus.agent.json', 'Agents/nimbus.agent.json', 'agents/new.agent.json'])
      expect(await w.error(agent('nimbus'), 'file_write', { path, text: '{}' }), path).toContain(
        'permission_denied',
      );
  });
});

describe('defining agents', () => {
  test('a person may do all of it', async () => {
    const w = await world({});
    expect(
      await w.ok(PERSON, 'studio_agent_define', { id: 'nimbus', name: 'Nimbus', autonomy: 'autonomous' }),
    ).toEqual({
      id: 'nimbus',
      path: 'agents/nimbus.agent.json',
      autonomy: 'autonomous',
      permissions: {},
      created: true,
    });
    await w.ok(PERSON, 'studio_agent_define', { id: 'nimbus', permissions: { entity: 'ask', scene: 'off' } });
    // What is not given stays; "default" takes a category out.
    expect(
      await w.ok(PERSON, 'studio_agent_define', { id: 'nimbus', permissions: { scene: 'default' } }),
    ).toMatchObject({
      autonomy: 'autonomous',
      permissions: { entity: 'ask' },
      created: false,
    });
    expect(await w.ok(PERSON, 'studio_agent_list')).toMatchObject({
      agents: [{ id: 'nimbus', name: 'Nimbus', status: 'ready' }],
    });
    await w.ok(PERSON, 'studio_agent_remove', { agent: 'nimbus' });
    expect(w.audit().map((line) => line.event)).toEqual([
      'agent_added',
      'agent_changed',
      'agent_changed',
      'agent_removed',
    ]);
  });

  test('an agent makes others stricter, never looser, and never itself', async () => {
    const w = await world({
      nimbus: { autonomy: 'autonomous' },
      stratus: { autonomy: 'ask', permissions: { entity: 'off' } },
    });
    const nimbus = agent('nimbus');
    const needs = 'approval_requires_human';
    expect(await w.error(nimbus, 'studio_agent_define', { id: 'nimbus', focus: 'x' })).toContain(
      "permission_denied: nimbus can't change its own entry",
    );
    expect(await w.error(nimbus, 'studio_agent_define', { id: 'stratus', autonomy: 'autonomous' })).toContain(
      needs,
    );
    expect(
      await w.error(nimbus, 'studio_agent_define', { id: 'stratus', permissions: { entity: 'default' } }),
    ).toContain(needs);
    expect(await w.error(nimbus, 'studio_agent_define', { id: 'new', autonomy: 'autonomous' })).toContain(
      needs,
    );
    expect(
      await w.error(nimbus, 'studio_agent_define', { id: 'new', permissions: { entity: 'allow' } }),
    ).toContain(needs);
    expect(
      await w.error(STRANGER, 'studio_agent_define', { id: 'stratus', autonomy: 'autonomous' }),
    ).toContain(needs);
    expect(await w.error(nimbus, 'studio_agent_remove', { agent: 'stratus' })).toContain(needs);
    await w.ok(nimbus, 'studio_agent_define', { id: 'stratus', autonomy: 'observe' });
    await w.ok(nimbus, 'studio_agent_define', { id: 'new', autonomy: 'ask' });
  });

  test('what was removed or is broken comes back by a person only', async () => {
    const w = await world({ nimbus: { autonomy: 'ask' }, stratus: '{' });
    await w.ok(PERSON, 'studio_agent_remove', { agent: 'nimbus' });
    for (const id of ['nimbus', 'stratus'])
      expect(await w.error(STRANGER, 'studio_agent_define', { id, autonomy: 'observe' })).toContain(
        'approval_requires_human',
      );
    await w.ok(PERSON, 'studio_agent_define', { id: 'nimbus', autonomy: 'ask' });
  });

  test('what is not valid is told, and nothing is written', async () => {
    const w = await world({});
    expect(await w.error(PERSON, 'studio_agent_define', { id: '../x' })).toContain(
      "can't be the id of an agent",
    );
    expect(
      await w.error(PERSON, 'studio_agent_define', { id: 'x', permissions: { enttiy: 'off' } }),
    ).toContain('Did you mean "entity"?');
    expect(await w.ok(PERSON, 'studio_agent_list')).toMatchObject({ agents: [] });
  });

  test('a brief says who the agent is and which tools it has, with what waits for a person', async () => {
    const w = await world({
      nimbus: {
        name: 'Nimbus',
        role: 'level_designer',
        mission: 'Make it fun.',
        autonomy: 'ask',
        permissions: { wander: 'off' },
      },
    });
    const brief = await w.ok(STRANGER, 'studio_agent_brief', { agent: 'nimbus' });
    expect(brief).toMatchObject({ agent: 'nimbus', actor: 'agent:nimbus', max_rounds: 40 });
    expect(brief.system_prompt).toContain('You are Nimbus, level designer');
    expect(brief.system_prompt).toContain('Make it fun.');
    const tools = brief.tools as readonly JsonObject[];
    const access = (name: string): unknown => tools.find((tool) => tool.name === name)?.access;
    expect(access('scene_query')).toBe('allow');
    expect(access('entity_create')).toBe('ask');
    expect(access('wander_check')).toBeUndefined();
  });
});

test('only people change how long calls wait', async () => {
  const w = await world({});
  expect(
    await w.error(STRANGER, 'game_settings', { operation: 'set', settings: { agents: { ask_seconds: 5 } } }),
  ).toContain('Only a person changes "agents"');
});
