/** What only tools have: other tools, the project's files, warnings, and JSON. */
import type { Run } from '../context';
import { fromJson } from '../convert';
import { Failure } from '../errors';
import type { ToolAnswer, ToolHost } from '../host';
import { parseJson, writeJson } from '../json-text';
import { textOf } from '../text';
import { BYTES } from '../budget';
import { List, MapValue, type Value } from '../values';
import { fn, type StdlibEntry } from './define';
import { toJson } from '../to-json';

/** Another tool's work is counted by its own budget; this is for the way there. */
const CALL_COST = 1000;
const FILE_COST = 200;

/** Failures that say something about this call's limits and rights keep their code on the way out. */
const PASSED_ON: ReadonlySet<string> = new Set([
  'capability_denied',
  'permission_denied',
  'approval_required',
  'approval_requires_human',
  'declined',
  'policy_off',
  'tool_disabled',
  'tool_rejected',
  'tool_offline',
  'tool_invalid',
  'budget_exceeded',
  'output_too_large',
  'too_many_calls',
  'too_deep',
  'timeout',
  'cancelled',
]);

function toolHost(run: Run): ToolHost {
  return (
    run.host.tool ??
    run.failWith('capability_denied', 'files and other tools are there only where code runs as a tool')
  );
}

function answerOf(run: Run, name: string, args: MapValue | undefined): ToolAnswer {
  const host = toolHost(run);
  const json = args === undefined ? {} : toJson(run, args, 'the arguments', 'id');
  // The other tool must see what this one did.
  run.removeDoomed();
  const answer = host.callTool(name, json);
  run.checkClock();
  return answer;
}

const TOOL_CALL = [
  { name: 'name', type: 'string' },
  { name: 'args', type: 'map', optional: true },
] as const;
const PATH = [{ name: 'path', type: 'string' }] as const;

export const TOOL: readonly StdlibEntry[] = [
  fn({
    name: 'call_tool',
    group: 'tool',
    parameters: TOOL_CALL,
    result: 'any',
    doc: 'Calls a tool that capabilities.calls allows, and gives its result; when it fails, this tool fails.',
    example: 'call_tool("entity_get", {entity: 1})',
    toolOnly: true,
    cost: CALL_COST,
    run: (run, name, args) => {
      const answer = answerOf(run, name, args);
      if (answer.ok) return fromJson(run, answer.result, 'boundary');
      const message = `${name}: [${answer.error}] ${answer.message}`;
      const code = PASSED_ON.has(answer.error) ? answer.error : 'runtime_error';
      const failure = new Failure(code, message, run.site, answer.hint);
      failure.below = answer.stack ?? [];
      throw failure;
    },
  }),
  fn({
    name: 'try_tool',
    group: 'tool',
    parameters: TOOL_CALL,
    result: 'map',
    doc: 'Like call_tool, but gives {ok: true, result} or {ok: false, error, message, hint}.',
    example: 'try_tool("entity_get", {entity: 1})',
    toolOnly: true,
    cost: CALL_COST,
    run: (run, name, args) => {
      const answer = answerOf(run, name, args);
      run.allocate(BYTES.map + 4 * BYTES.entry);
      if (answer.ok)
        return MapValue.from(run.root, [
          ['ok', true],
          ['result', fromJson(run, answer.result, 'boundary')],
        ]);
      return MapValue.from(run.root, [
        ['ok', false],
        ['error', answer.error],
        ['message', answer.message],
        ['hint', answer.hint ?? null],
      ]);
    },
  }),
  fn({
    name: 'tool_warn',
    group: 'tool',
    parameters: [{ name: 'message', type: 'any' }],
    result: 'none',
    doc: 'Adds a warning to the result (50 at most).',
    example: 'tool_warn("two crates overlap")',
    toolOnly: true,
    cost: 5,
    run: (run, message) => {
      run.warn(textOf(run, message));
      return null;
    },
  }),
  fn({
    name: 'tool_fail',
    group: 'tool',
    parameters: [
      { name: 'message', type: 'any' },
      { name: 'hint', type: 'any', optional: true },
    ],
    result: 'none',
    doc: 'Ends this tool with an error; its edits are undone.',
    example: 'tool_fail("no crate here", "spawn one first")',
    toolOnly: true,
    cost: 1,
    run: (run, message, hint) =>
      run.failWith(
        'tool_failed',
        textOf(run, message),
        hint === undefined || hint === null ? undefined : textOf(run, hint),
      ),
  }),
  fn({
    name: 'read_file',
    group: 'tool',
    parameters: PATH,
    result: 'string',
    doc: 'The text of a file that capabilities.files.read allows.',
    example: 'read_file("data/notes.txt")',
    toolOnly: true,
    cost: FILE_COST,
    run: (run, path) => {
      const text = toolHost(run).readFile(path);
      run.charge(text.length >> 6);
      run.allocate(BYTES.text + text.length);
      return text;
    },
  }),
  fn({
    name: 'list_files',
    group: 'tool',
    parameters: [{ name: 'folder', type: 'string' }],
    result: 'list<string>',
    doc: 'What is in a folder: paths in the project, sorted; those of folders end in "/".',
    example: 'list_files("data")',
    toolOnly: true,
    cost: FILE_COST,
    run: (run, folder) => {
      const paths = toolHost(run).listFiles(folder);
      run.checkListLength(paths.length);
      run.charge(paths.length);
      run.allocate(BYTES.list + (BYTES.item + BYTES.text) * paths.length);
      return new List([...paths]);
    },
  }),
  fn({
    name: 'file_exists',
    group: 'tool',
    parameters: PATH,
    result: 'bool',
    doc: 'Whether there is such a file.',
    example: 'file_exists("data/notes.txt")',
    toolOnly: true,
    cost: FILE_COST,
    run: (run, path) => toolHost(run).fileExists(path),
  }),
  fn({
    name: 'write_file',
    group: 'tool',
    parameters: [...PATH, { name: 'content', type: 'any' }],
    result: 'bool',
    doc: 'Writes the text form of a value to a file that capabilities.files.write allows; a dry run writes nothing.',
    example: 'write_file("data/out.txt", "3 crates")',
    mutates: true,
    toolOnly: true,
    cost: FILE_COST,
    run: (run, path, content) => {
      const text = textOf(run, content);
      run.useText(text);
      if (!toolHost(run).writeFile(path, text)) run.warn(`dry run: ${path} was not written`);
      return true;
    },
  }),
  fn({
    name: 'json_parse',
    group: 'tool',
    parameters: [{ name: 'text', type: 'string' }],
    result: 'any',
    doc: 'The value that a JSON text stands for; three numbers in brackets are a vector.',
    example: 'json_parse("[1, 2]")',
    pure: true,
    toolOnly: true,
    cost: 1,
    run: parseJson,
  }),
  fn({
    name: 'json_text',
    group: 'tool',
    parameters: [
      { name: 'value', type: 'any' },
      { name: 'indent', type: 'number|bool', optional: true },
    ],
    result: 'string',
    doc: 'JSON of a value: on one line, or with this many spaces for each level.',
    example: 'json_text({a: 1})',
    pure: true,
    toolOnly: true,
    cost: 2,
    run: (run, value, indent: Value | undefined = 0) => {
      const spaces = typeof indent === 'number' ? Math.trunc(indent) : indent === true ? 2 : 0;
      if (spaces < 0 || spaces > 10) run.fail('json_text: indent must be between 0 and 10');
      return writeJson(run, value, spaces);
    },
  }),
  fn({
    name: 'tool_actor',
    group: 'tool',
    parameters: [],
    result: 'string',
    doc: 'Who called: "user", "cli", "mcp:…" or "agent:…".',
    example: 'tool_actor()',
    pure: true,
    toolOnly: true,
    cost: 1,
    run: (run) => toolHost(run).actor,
  }),
];
