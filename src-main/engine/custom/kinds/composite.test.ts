import { expect, test } from 'vitest';
import type { JsonObject } from '../../json';
import { AGENT, PERSON, World } from '../world.fixture';

/** Defines a composite under the policy trust, so that what is tested is the composite. */
async function world(): Promise<World> {
  const made = await World.open();
  await made.ok('tool_policy', { policy: 'trust' }, PERSON);
  for (const [index, name] of ['Orc', 'Wolf', 'Rat'].entries()) {
    await made.ok('entity_create', { name, tags: ['enemy'], vars: { hp: index } });
  }
  return made;
}

async function define(made: World, steps: readonly JsonObject[], more: JsonObject = {}): Promise<JsonObject> {
  return made.ok('tool_define', {
    name: 'pipe',
    description: 'A pipeline that is tried out in a test.',
    input_schema: {
      type: 'object',
      properties: {
        tag: { type: 'string', default: 'enemy' },
        n: { type: 'integer' },
        list: { type: 'array' },
        on: { type: 'boolean' },
      },
    },
    capabilities: { mutate: true },
    steps,
    ...more,
  });
}

async function result(made: World, args: JsonObject = {}): Promise<unknown> {
  return (await made.ok('user_pipe', args)).result;
}

const QUERY = { id: 'found', tool: 'scene_query', args: { tag: '{{args.tag}}' } };

test('without a result template the last step’s result is the result', async () => {
  const made = await world();
  await define(made, [QUERY]);
  expect(await result(made)).toMatchObject({ total: 3 });
});

test('for_each over a list names the element and its index; the results become an array', async () => {
  const made = await world();
  await define(
    made,
    [
      QUERY,
      {
        id: 'named',
        tool: 'entity_update',
        for_each: '{{steps.found.matches}}',
        as: 'm',
        args: { entity: '{{m.id}}', name: '{{m.name}} {{index}}' },
      },
    ],
    {
      result: {
        count: '{{steps.named.length}}',
        first: '{{steps.named[0].id}}',
        prev: '{{prev.length}}',
        actor: '{{actor}}',
      },
    },
  );
  expect(await result(made)).toEqual({ count: 3, first: 1, prev: 3, actor: AGENT.actor });
  expect(made.scene.get(2)?.name).toBe('Wolf 1');
});

test('for_each over a count makes that many calls, with the index as element', async () => {
  const made = await world();
  const create = {
    id: 'made',
    tool: 'entity_create',
    for_each: '{{args.n}}',
    args: { name: 'Post {{item}}', position: [0, 0, 0] },
  };
  await define(made, [create], { result: '{{steps.made.length}}' });
  expect(await result(made, { n: 4 })).toBe(4);
  expect(made.scene.named('Post 3').length).toBe(1);
  expect(await result(made, { n: 0 })).toBe(0);
  expect(await made.error('user_pipe')).toContain(
    'template_error: for_each of Step 1 of 1 ("made", entity_create, steps[0]): {{args.n}}',
  );
});

test('when skips a step where it is false, 0, empty or missing, and what reads it is told why', async () => {
  const made = await world();
  await define(made, [{ ...QUERY, when: '{{args.on}}' }], {
    result: { seen: '{{steps.found.total ?? "none"}}' },
  });
  expect(await result(made)).toEqual({ seen: 'none' });
  expect(await result(made, { on: false })).toEqual({ seen: 'none' });
  expect(await result(made, { on: true })).toEqual({ seen: 3 });
  await define(made, [{ ...QUERY, when: '{{args.on}}' }], { result: '{{steps.found.total}}' });
  expect(await made.error('user_pipe')).toContain('the step "found" was skipped by its when');
});

test('when that looks at the element is asked for each one; skipped elements are null', async () => {
  const made = await world();
  const step = {
    id: 'some',
    tool: 'entity_get',
    for_each: '{{args.list}}',
    as: 'each',
    when: '{{each.take}}',
    args: { entity: '{{each.id}}' },
  };
  await define(made, [step], { result: ['{{steps.some[0].name}}', '{{steps.some[1]}}'] });
  expect(
    await result(made, {
      list: [
        { id: 1, take: true },
        { id: 99, take: false },
      ],
    }),
  ).toEqual(['Orc', null]);
});

test('continue_on_error goes on, lists the failures, and leaves nothing of the failed step behind', async () => {
  const made = await world();
  const step = {
    id: 'all',
    tool: 'entity_update',
    for_each: '{{args.list}}',
    continue_on_error: true,
    args: { entity: '{{item}}', color: '#ff0000' },
  };
  await define(made, [step], { result: '{{steps.all.length}}' });
  const answer = await made.ok('user_pipe', { list: [1, 77, 3] });
  expect(answer).toMatchObject({
    result: 3,
    step_errors: [{ step: 0, id: 'all', tool: 'entity_update', index: 1, error: 'not_found' }],
  });
  expect([1, 2, 3].map((id) => made.scene.get(id)?.color)).toEqual(['#ff0000', '#ffffff', '#ff0000']);
  expect(made.history.steps().at(-1)?.change.changes.size).toBe(2);
});

test('S-37: a step that fails takes everything before it back, and is named by place, id and tool', async () => {
  const made = await world();
  await define(made, [
    { tool: 'entity_create', args: { name: 'New' } },
    { id: 'gone', tool: 'entity_delete', args: { entity: '{{args.n}}' } },
  ]);
  const before = made.state();
  const failed = await made.call('user_pipe', { n: 99 });
  expect(failed).toMatchObject({
    ok: false,
    error: { code: 'not_found', data: { step: 1, id: 'gone', tool: 'entity_delete' } },
  });
  expect(failed.ok ? '' : failed.error.message).toContain(
    'Step 2 of 2 ("gone", entity_delete, steps[1]) failed:',
  );
  expect(made.state()).toEqual(before);
  expect(made.history.undone()).toEqual([]);
});

test('what can be known to be wrong with a template is refused when the tool is defined', async () => {
  const made = await world();
  const problem = async (steps: readonly JsonObject[], more: JsonObject = {}): Promise<string> => {
    const error = await define(made, steps, more).then(
      () => 'defined',
      (thrown: unknown) => (thrown instanceof Error ? thrown.message : ''),
    );
    expect(error).toContain('[invalid_definition]');
    return error;
  };
  expect(await problem([{ ...QUERY, args: { tag: '{{args.tga}}' } }])).toContain('Did you mean "tag"?');
  expect(await problem([{ ...QUERY, args: { tag: '{{arg.tag}}' } }])).toContain('Did you mean "args"?');
  expect(await problem([{ ...QUERY, args: { tag: '{{prev}}' } }])).toContain(
    'no step has run before this one',
  );
  expect(await problem([{ ...QUERY, args: { tag: '{{index}}' } }])).toContain('this step has no for_each');
  expect(await problem([QUERY], { result: '{{steps.fuond.total}}' })).toContain('Did you mean "found"?');
  expect(
    await problem([
      { tool: 'scene_query', args: { tag: '{{steps.later.x}}' } },
      { ...QUERY, id: 'later' },
    ]),
  ).toContain('has not run by then');
  expect(await problem([{ tool: 'scene_qurey' }])).toContain('Did you mean "scene_query"?');
  expect(await problem([QUERY], { capabilities: { mutate: true, calls: ['entity_*'] } })).toContain(
    '"scene_query" is not among',
  );
});

test('too many calls end the whole pipeline, also where a step goes on after errors', async () => {
  const made = await world();
  const step = { tool: 'entity_get', for_each: '{{args.n}}', continue_on_error: true, args: { entity: 1 } };
  await define(made, [step], { limits: { max_calls: 5 } });
  expect(await made.error('user_pipe', { n: 6 })).toContain('too_many_calls');
  expect(await made.ok('user_pipe', { n: 5 })).toMatchObject({ result: { length: 5 } });
  expect(await made.error('user_pipe', { n: 1e9 })).toContain('at most 100000 are allowed');
});

test('S-02: a composite, a batch and a Wander tool that call a tool which is off are refused with the same error', async () => {
  const made = await world();
  await made.ok('tool_define', {
    name: 'inner',
    description: 'Counts the enemies of the scene.',
    wander: 'fn run(args)\n  return count("enemy")\nend',
  });
  await define(made, [{ tool: 'user_inner' }]);
  await made.ok('tool_define', {
    name: 'outer',
    description: 'Calls the inner tool from code.',
    capabilities: { calls: ['user_inner'] },
    wander: 'fn run(args)\n  return call_tool("user_inner").result\nend',
  });
  expect(await result(made)).toEqual({ result: 3 });
  expect(await made.ok('user_outer')).toEqual({ result: 3 });
  await made.ok('tool_enable', { name: 'inner', enabled: false }, PERSON);
  expect(await made.error('user_inner')).toContain('tool_disabled');
  expect(await made.error('user_pipe')).toContain(
    'tool_disabled: Step 1 of 1 (user_inner, steps[0]) failed: user_inner is turned off by user',
  );
  expect(await made.error('user_outer')).toContain('user_inner is turned off by user');
  expect(await made.error('batch', { operations: [{ tool: 'user_inner' }] })).toContain(
    'user_inner is turned off by user',
  );
  await made.close();
  expect(
    made.audit().filter((line) => line.event === 'call' && line.tool === 'user_inner' && line.ok === false)
      .length,
  ).toBe(4);
});

test('S-25: a step that calls a tool which waits for approval fails with that, in a loop of three; one of none goes through', async () => {
  const made = await world();
  await made.ok('tool_define', {
    name: 'inner',
    description: 'Counts the enemies of the scene.',
    wander: 'fn run(args)\n  return count("enemy")\nend',
  });
  await define(made, [{ tool: 'user_inner', for_each: '{{args.n}}' }], { capabilities: {} });
  await made.ok('tool_policy', { policy: 'ask' });
  await made.approve('pipe');
  expect(await made.error('user_pipe', { n: 3 })).toContain(
    'approval_required: Step 1 of 1 (user_inner, steps[0]) at element 0 failed: user_inner waits',
  );
  expect(await result(made, { n: 0 })).toEqual([]);
  await made.approve('inner');
  expect(await result(made, { n: 3 })).toHaveLength(3);
});

test('S-60: composites that call each other in a circle are refused when the circle closes', async () => {
  const made = await world();
  const composite = (name: string, tool: string): JsonObject => ({
    name,
    description: `Calls ${tool} and nothing else.`,
    steps: [{ tool }],
  });
  await made.ok('tool_define', composite('a', 'scene_query'));
  await made.ok('tool_define', composite('b', 'user_a'));
  await made.ok('tool_define', composite('c', 'user_b'));
  expect(await made.error('tool_define', composite('a', 'user_c'))).toContain(
    'user_a → user_c → user_b → user_a',
  );
  expect(await made.error('tool_define', composite('d', 'user_d'))).toContain('user_d → user_d');
});

test('S-60: a circle through code that closes later ends 8 tools deep, with the chain', async () => {
  const made = await world();
  await made.ok('tool_define', {
    name: 'b',
    description: 'Calls the tool a from code.',
    capabilities: { calls: ['user_*'] },
    wander: 'fn run(args)\n  return call_tool("user_" + "a")\nend',
  });
  await made.ok('tool_define', {
    name: 'a',
    description: 'Calls the tool b, and nothing else.',
    capabilities: { calls: ['user_*'] },
    steps: [{ tool: 'user_b' }],
  });
  const message = await made.error('user_a');
  expect(message).toContain('too_deep');
  expect(message).toContain('user_a → user_b → user_a');
});
