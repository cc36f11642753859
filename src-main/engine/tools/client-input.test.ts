import { expect, test } from 'vitest';
import { answersTo, needInput, NO_INPUT, type ClientInput, type InputRequest } from './client-input';
import { AGENT, builtin, createDoor } from './testing';

const NAME: InputRequest = {
  kind: 'form',
  message: 'What is its name?',
  schema: { type: 'object', properties: { name: { type: 'string', minLength: 1 } }, required: ['name'] },
};
const given = (answers: ClientInput['answers']): ClientInput => ({ can: new Set(), answers });

const ASKS = builtin(
  'asks',
  (_args, { input, tx }) => {
    const { id } = tx.create({ name: 'Nameless' });
    const answers = answersTo(input, { name: NAME });
    if (answers === undefined) return needInput({ name: NAME }, { asked: 1 });
    tx.update(id, { name: JSON.stringify(answers.name) });
    return { ok: true, text: 'made', structured: { id } };
  },
  { mutates: true },
);

test('a call that needs an answer ends with what it needs, and has changed nothing', async () => {
  const door = createDoor([ASKS]);
  const before = JSON.parse(door.state()) as object;
  expect(await door.call('asks')).toEqual({
    ok: false,
    error: {
      code: 'input_required',
      message: 'The call needs an answer of the client first: What is its name?.',
      hint: 'Call it from a client that can be asked (MCP elicitation, sampling or roots).',
    },
    needs: { requests: { name: NAME }, state: { asked: 1 } },
  });
  expect(JSON.parse(door.state())).toEqual({ ...before, last: 1 });
});

test('made again with the answer, it goes through', async () => {
  const door = createDoor([ASKS]);
  const input = given({ name: { kind: 'form', action: 'accept', content: { name: 'Lamp' } } });
  expect(await door.pipeline.call({ tool: 'asks', caller: AGENT, input })).toMatchObject({ ok: true });
  expect(door.scene.get(1)?.name).toBe('{"kind":"form","action":"accept","content":{"name":"Lamp"}}');
});

test.each<[string, ClientInput['answers']]>([
  ['under another key', { other: { kind: 'form', action: 'accept', content: { name: 'Lamp' } } }],
  ['of another kind', { name: { kind: 'completion', text: 'Lamp' } }],
  ['that the form does not allow', { name: { kind: 'form', action: 'accept', content: { name: '' } } }],
  ['that leaves out what is required', { name: { kind: 'form', action: 'accept', content: {} } }],
])('an answer %s is none', (_what, answers) => {
  expect(answersTo(given(answers), { name: NAME })).toBeUndefined();
});

test('declining is an answer too', () => {
  const answers = answersTo(given({ name: { kind: 'form', action: 'decline' } }), { name: NAME });
  expect(answers).toEqual({ name: { kind: 'form', action: 'decline' } });
});

test('a tool below another is not given what the other was asked, and what it needs stays an error', async () => {
  const seen: ClientInput[] = [];
  const door = createDoor([
    builtin('inner', (_args, { input }) => {
      seen.push(input);
      return needInput({ name: NAME });
    }),
    builtin('outer', (_args, context) => context.call('inner', {})),
  ]);
  const input = given({ name: { kind: 'form', action: 'accept', content: { name: 'Lamp' } } });
  const result = await door.pipeline.call({ tool: 'outer', caller: AGENT, input });
  expect(seen).toEqual([NO_INPUT]);
  expect(result).toMatchObject({ ok: false, error: { code: 'input_required' } });
  expect(result).not.toHaveProperty('needs');
});
