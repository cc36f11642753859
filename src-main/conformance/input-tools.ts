/** Tools that ask the client: for its person, its model, its folders; once, several times, and with something to remember. */
import type { Json, JsonObject } from '../engine/json';
import { answersTo, needInput, type InputAnswer, type InputRequest } from '../engine/tools/client-input';
import type { ToolContext, ToolDefinition, ToolResult } from '../engine/tools/definition';
import { object, tool } from './fixture';

// Checked against the answers, and compiled once.
const NAME_SCHEMA = object({ name: { type: 'string' } });

type Requests = Readonly<Record<string, InputRequest>>;

const nameForm = (message: string): InputRequest => ({
  kind: 'form',
  message,
  schema: NAME_SCHEMA,
});
const NAME = nameForm('What is your name?');
const CONFIRM: InputRequest = {
  kind: 'form',
  message: 'Please confirm',
  schema: object({ ok: { type: 'boolean' } }),
};
const COLOR: InputRequest = {
  kind: 'form',
  message: 'Step 2: What is your favorite color?',
  schema: object({ color: { type: 'string' } }),
};
const CAPITAL: InputRequest = {
  kind: 'completion',
  prompt: 'What is the capital of France?',
  maxTokens: 100,
};
const ROOTS: InputRequest = { kind: 'roots' };

const USER: JsonObject = {
  username: { type: 'string', description: "User's response" },
  email: { type: 'string', description: "User's email address" },
};

const DEFAULTS: InputRequest = {
  kind: 'form',
  message: 'Please look at these values',
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string', default: 'John Doe' },
      age: { type: 'integer', default: 30 },
      score: { type: 'number', default: 95.5 },
      status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
      verified: { type: 'boolean', default: true },
    },
  },
};

const titled = (first: string, second: string, third: string): Json => [
  { const: 'value1', title: first },
  { const: 'value2', title: second },
  { const: 'value3', title: third },
];

const ENUMS: InputRequest = {
  kind: 'form',
  message: 'Please choose',
  schema: {
    type: 'object',
    properties: {
      untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
      titledSingle: { type: 'string', oneOf: titled('First Option', 'Second Option', 'Third Option') },
      legacyEnum: {
        type: 'string',
        enum: ['opt1', 'opt2', 'opt3'],
        enumNames: ['Option One', 'Option Two', 'Option Three'],
      },
      untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
      titledMulti: {
        type: 'array',
        items: { anyOf: titled('First Choice', 'Second Choice', 'Third Choice') },
      },
    },
  },
};

/** Asks, and says what it was told. */
function asking(
  name: string,
  requests: Requests,
  say: (answers: Readonly<Record<string, InputAnswer>>) => string,
): ToolDefinition {
  return tool(name, ({ input }) => {
    const answers = answersTo(input, requests);
    return answers === undefined ? needInput(requests) : { ok: true, text: say(answers) };
  });
}

/** The same with something to remember: without it, the answers count for nothing. */
function remembering(name: string, requests: Requests): ToolDefinition {
  return tool(name, ({ input }) => {
    const answers = answersTo(input, requests);
    return answers === undefined || input.state !== name
      ? needInput(requests, name)
      : { ok: true, text: `state-ok: ${JSON.stringify(answers)}` };
  });
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function filledIn(answer: InputAnswer | undefined): string {
  if (answer?.kind !== 'form') return 'nothing';
  const content = answer.action === 'accept' ? answer.content : {};
  return `action=${answer.action}, content=${JSON.stringify(content)}`;
}

const TEXT_ARGUMENT = (name: string): Partial<ToolDefinition> => ({
  inputSchema: { ...object({ [name]: { type: 'string' } }), additionalProperties: false },
});

/** Two forms, one after the other; what was said at first is remembered meanwhile. */
function twoRounds({ input }: ToolContext): ToolResult {
  const second = answersTo(input, { step2: COLOR });
  if (typeof input.state === 'string' && second !== undefined)
    return { ok: true, text: `${input.state}, then ${filledIn(second.step2)}` };
  const first = answersTo(input, { step1: NAME });
  return first === undefined
    ? needInput({ step1: nameForm('Step 1: What is your name?') }, 1)
    : needInput({ step2: COLOR }, filledIn(first.step1));
}

export const inputTools: readonly ToolDefinition[] = [
  tool(
    'test_sampling',
    ({ input }, args) => {
      const requests = {
        text: { kind: 'completion', prompt: textOf(args['prompt']), maxTokens: 100 },
      } as const;
      const answers = answersTo(input, requests);
      return answers === undefined
        ? needInput(requests)
        : { ok: true, text: `LLM response: ${answers.text.text}` };
    },
    TEXT_ARGUMENT('prompt'),
  ),
  tool(
    'test_elicitation',
    ({ input }, args) => {
      const requests = {
        user: { kind: 'form', message: textOf(args['message']), schema: object(USER) },
      } as const;
      const answers = answersTo(input, requests);
      return answers === undefined
        ? needInput(requests)
        : { ok: true, text: `User response: ${filledIn(answers.user)}` };
    },
    TEXT_ARGUMENT('message'),
  ),
  asking(
    'test_elicitation_sep1034_defaults',
    { values: DEFAULTS },
    ({ values }) => `Elicitation completed: ${filledIn(values)}`,
  ),
  asking(
    'test_elicitation_sep1330_enums',
    { choices: ENUMS },
    ({ choices }) => `Elicitation completed: ${filledIn(choices)}`,
  ),
  asking('test_streaming_elicitation', { user_name: NAME }, ({ user_name }) => filledIn(user_name)),
  asking(
    'test_missing_capability',
    { capital_question: CAPITAL },
    () => 'The client can be asked for a text',
  ),
  asking('test_input_required_result_elicitation', { user_name: NAME }, ({ user_name }) =>
    user_name?.kind === 'form' && user_name.action === 'accept'
      ? `Hello, ${textOf(user_name.content['name'])}!`
      : 'Hello!',
  ),
  asking('test_input_required_result_sampling', { capital_question: CAPITAL }, ({ capital_question }) =>
    capital_question?.kind === 'completion' ? capital_question.text : '',
  ),
  asking('test_input_required_result_list_roots', { client_roots: ROOTS }, ({ client_roots }) =>
    client_roots?.kind === 'roots' ? client_roots.roots.map((root) => root.uri).join('\n') : '',
  ),
  remembering('test_input_required_result_request_state', { confirm: CONFIRM }),
  remembering('test_input_required_result_tampered_state', { confirm: CONFIRM }),
  remembering('test_input_required_result_multiple_inputs', {
    user_name: NAME,
    greeting: { kind: 'completion', prompt: 'Generate a greeting', maxTokens: 50 },
    client_roots: ROOTS,
  }),
  tool('test_input_required_result_multi_round', twoRounds),
  tool('test_input_required_result_capabilities', ({ input }) => {
    const wanted: Requests = { user_name: NAME, capital_question: CAPITAL, client_roots: ROOTS };
    const asked = Object.fromEntries(Object.entries(wanted).filter(([, { kind }]) => input.can.has(kind)));
    const answers = answersTo(input, asked);
    return answers === undefined || Object.keys(asked).length === 0
      ? needInput(asked, 'asked')
      : { ok: true, text: JSON.stringify(answers) };
  }),
];
