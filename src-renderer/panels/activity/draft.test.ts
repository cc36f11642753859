import { expect, test } from 'vitest';
import { draftPath, draftText, liftable, readDraft } from './draft';

test('a draft is read with its notes and arguments; without a definition it is none', () => {
  const draft = readDraft({
    definition: {
      name: 'user_x',
      input_schema: { type: 'object', properties: { names: {}, tag: {} } },
      steps: [{ tool: 'a' }, { tool: 'b' }],
    },
    notes: ['One.'],
    lifted: [{ argument: 'names', from: ['#4 name', '#5 components.light.intensity'] }],
  });
  expect(draft).toMatchObject({ notes: ['One.'], args: ['names', 'tag'], steps: 2 });
  expect(draft?.lifted).toEqual(new Set(['name', 'intensity']));
  expect(readDraft({ notes: [] })).toBeUndefined();
});

test('the text of a draft is a file as the engine reads it', () => {
  const definition = {
    name: 'user_row',
    description: 'What it does.',
    steps: [],
    capabilities: { mutate: true },
  };
  expect(draftPath(definition)).toBe('tools/row.tool.json');
  const file = JSON.parse(draftText(definition)) as Record<string, unknown>;
  expect(Object.keys(file).slice(0, 3)).toEqual(['format', 'name', 'author']);
  expect(file).toMatchObject({ ...definition, author: 'user' });
});

test('what can be lifted is named once, with what was recorded', () => {
  expect(
    liftable([
      { name: 'A', position: [0, 1, 2], components: { light: { intensity: 2 } } },
      { name: 'B', position: [0, 1, 2] },
    ]),
  ).toEqual([
    { key: 'name', sample: '"A" and 1 more' },
    { key: 'position', sample: '[0,1,2]' },
    { key: 'intensity', sample: '2' },
  ]);
});
