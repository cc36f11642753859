/** Schemas of arguments that several lifecycle tools share. What is inside a definition is checked by its own rules. */
import type { JsonObject } from '../../json';
import { anyObject, flag, list, text } from '../../tools/builtin/define';

const open = (description: string, properties: Readonly<Record<string, JsonObject>> = {}): JsonObject => ({
  type: ['object', 'null'],
  description,
  properties,
  additionalProperties: true,
});

const textOrNull = (description: string): JsonObject => ({ type: ['string', 'null'], description });

export const SETUP: JsonObject = list(
  {
    type: 'object',
    properties: { tool: text('Tool to call before.'), args: anyObject('Its arguments.') },
    required: ['tool'],
    additionalProperties: true,
  },
  'Calls made before, rolled back like all the rest.',
);

/** The fields of a definition that an author writes. */
export const DEFINITION_FIELDS: Readonly<Record<string, JsonObject>> = {
  name: text(
    'Lowercase letters, digits and underscores, such as "enemies_near"; the tool is called user_<name>.',
  ),
  title: textOrNull('A few words for people. Made from the name by default.'),
  category: textOrNull('Permission category: "scene", "entity", "world", "custom" (default) …'),
  description: text(
    'For language models, 20 characters at least: what it does, when to use it, the key arguments, an example.',
  ),
  kind: textOrNull('"wander" or "composite". Follows from "wander" or "steps"; leave it out.'),
  input_schema: open(
    'JSON Schema of the arguments: an object, closed unless it says otherwise; defaults are filled in.',
  ),
  output_schema: open('JSON Schema of the result; a result that does not match fails the call.'),
  capabilities: open('What it may do. The default reads the scene and nothing else.', {
    read_scene: flag('Sees the scene (default true). False: pure computation.'),
    mutate: flag('Edits the scene, or calls tools that change the project (default false). Needs approval.'),
    calls: list(
      { type: 'string' },
      'Tools it may call: names or globs ("entity_*"). A composite without any gets its steps\' tools.',
    ),
    files: open('Project files: folders ("data/") or globs.', {
      read: list({ type: 'string' }, 'What it may read.'),
      write: list({ type: 'string' }, 'What it may write. Needs approval.'),
    }),
  }),
  limits: open('Bounds of one call.', {
    instructions: { type: 'integer', description: 'Default 1000000, at most 50000000.' },
    timeout_ms: { type: 'integer', description: 'Default 5000, at most 120000.' },
    max_output_bytes: { type: 'integer', description: 'Default 65536, at most 1048576.' },
    max_calls: { type: 'integer', description: 'Nested calls. Default 100, at most 10000.' },
  }),
  wander: textOrNull('Wander code with a top-level "fn run(args) … end"; what it returns is the result.'),
  source: textOrNull('In place of "wander": a .wander file of the project.'),
  steps: {
    type: ['array', 'null'],
    description:
      'A pipeline in place of code. Each step: {tool, args?, id?, for_each?, as?, when?, continue_on_error?}. Templates read {{args.x}}, {{steps.<id>.field}}, {{prev}}, the loop variable, {{index}}, {{actor}}, with a default after ??.',
    items: { type: 'object', additionalProperties: true },
  },
  result: {
    description: 'A template of a composite\'s result, such as {"tagged": "{{steps.found.matches.length}}"}.',
  },
  tests: {
    type: ['array', 'null'],
    description:
      'Each: {name, setup?: [{tool, args}], args, expect: {ok?, error?, result?, contains?, max_ms?}}. They run as dry runs and have to pass. "result" is a subset; operators: $gte $lte $gt $lt $len $contains $type $exists.',
    items: { type: 'object', additionalProperties: true },
  },
};

/** For tools that try a tool which is not saved yet. */
export const UNSAVED_DEFINITION: JsonObject = {
  type: 'object',
  description: 'In place of name: a definition as tool_define takes it.',
  properties: DEFINITION_FIELDS,
  additionalProperties: true,
};

/** Properties of one test's record. */
export const TEST_RECORDS: JsonObject = list(
  anyObject(
    'One test: {name, ok, ms, instructions?, instruction_limit?, logs?, result?, error?, differences?, scene_changes, covers?, not_exercised?}. "covers" tells the lines or steps that it did not come to. "not_exercised" says what a dry run cannot try, such as writing a file.',
  ),
  'One record for each test.',
);
