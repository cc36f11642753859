/**
 * Parses and checks a custom tool's definition, from the arguments of `tool_define` or from a `.tool.json` file. What
 * needs other tools to be known (`calls`, nested tools) is checked in references.ts; code is compiled in kinds/.
 */
import { fail, succeed, type Outcome } from '../errors';
import { isJsonObject, type Json, type JsonObject } from '../json';
import { didYouMean } from '../text/suggest';
import { codeProblem, textProblem } from './hidden-text';
import { MAX_DEPTH, normaliseCode, normaliseJson } from './json-form';
import { COMFORTABLE_NAME_LENGTH, normaliseHostedName, normaliseName } from './names';
import { parseCapabilities, parseLimits } from './parse-capabilities';
import { parseSteps, parseTests } from './parse-steps';
import { Problems, type JsonPath } from './problems';
import { parseInputSchema, parseOutputSchema } from './parse-schemas';
import type { CustomDefinition, CustomKind, Provenance } from './types';

export const FORMAT = 'skywalker.tool/1';
export const MIN_DESCRIPTION = 20;
export const MAX_DESCRIPTION = 4096;
export const MAX_CODE_BYTES = 512 * 1024;

/** What an author writes. */
export const AUTHOR_FIELDS = [
  'name',
  'title',
  'category',
  'description',
  'kind',
  'input_schema',
  'output_schema',
  'capabilities',
  'limits',
  'wander',
  'source',
  'steps',
  'result',
  'tests',
  'enabled',
] as const;

/** What the engine keeps. */
export const ENGINE_FIELDS = ['format', 'version', 'author', 'provenance', 'disabled_by'] as const;

export interface ParsedDefinition {
  readonly definition: CustomDefinition;
  readonly warnings: readonly string[];
}

export interface ParseOptions {
  /** Closed for what agents and hosts send; a file may hold fields of later versions, which survive. */
  readonly from: 'define' | 'file' | 'host';
  /** The text of the Wander file, where the definition does not hold the code itself. */
  readonly code?: string;
  /** What the code's file is, where `source` does not say. */
  readonly codeFile?: string;
  /** Who is the author where the definition does not say. */
  readonly author?: string;
}

const KEPT_BY_ENGINE = 'is kept by the engine and can not be given';

const REASONS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'version',
    'author',
    'provenance',
    'disabled_by',
    'hash',
    'status',
    'approval',
    'approved',
    'trusted',
    'signature',
  ].map((field) => [field, KEPT_BY_ENGINE]),
);

/** What a client that serves a tool says of it. */
const HOST_FIELDS = AUTHOR_FIELDS.filter(
  (field) => !['kind', 'wander', 'source', 'steps', 'result', 'enabled'].includes(field),
);

const KINDS: readonly CustomKind[] = ['wander', 'composite', 'external', 'script'];

function kindOf(raw: JsonObject, options: ParseOptions, problems: Problems): CustomKind {
  if (options.from === 'host') return 'external';
  const given = raw.kind;
  const hasCode = typeof raw.wander === 'string' || typeof raw.source === 'string';
  const hasSteps = raw.steps !== undefined && raw.steps !== null;
  if (hasCode && hasSteps) {
    problems.add(
      ['steps'],
      'stand beside code: a tool is either Wander code or a pipeline of steps',
      'Leave one out.',
    );
  }
  const inferred: CustomKind | undefined = hasSteps
    ? 'composite'
    : hasCode || options.code !== undefined
      ? 'wander'
      : undefined;
  if (given === undefined || given === null) {
    if (inferred !== undefined) return inferred;
    problems.add([], 'it has no implementation', 'Give "wander" (code with fn run(args) … end) or "steps".');
    return 'wander';
  }
  const kind = KINDS.find((known) => known === given);
  if (kind === undefined) {
    problems.add(['kind'], `${JSON.stringify(given)} is no kind of tool`, `Kinds are ${KINDS.join(', ')}.`);
    return 'wander';
  }
  if (options.from === 'define' && (kind === 'external' || kind === 'script')) {
    problems.add(
      ['kind'],
      `"${kind}" tools are not defined with tool_define`,
      kind === 'external' ? 'The client that serves one registers it.' : 'Write a .tool.js file.',
    );
  } else if (inferred !== undefined && inferred !== kind && (kind === 'wander' || kind === 'composite')) {
    problems.add(['kind'], `says "${kind}", and what is given makes a ${inferred} tool`, 'Leave kind out.');
  } else if (inferred === undefined && kind === 'composite') {
    problems.add(['steps'], 'is missing: a composite tool needs steps');
  } else if (inferred === undefined && kind === 'wander') {
    problems.add(['wander'], 'is missing: a Wander tool needs code with fn run(args) … end');
  }
  return kind;
}

function parseDescription(raw: JsonObject, problems: Problems): string {
  const text = problems.text(raw, 'description', [], { max: MAX_DESCRIPTION });
  if (text === undefined) {
    if (!problems.list.some((problem) => problem.path[0] === 'description')) {
      problems.add(
        ['description'],
        'is missing',
        'Say for language models what the tool does, when to use it, its key arguments, and an example.',
      );
    }
    return '';
  }
  const trimmed = text.trim();
  const length = Array.from(trimmed).length;
  if (length < MIN_DESCRIPTION) {
    problems.add(
      ['description'],
      `has ${length} characters; at least ${MIN_DESCRIPTION} are needed`,
      'Say for language models what the tool does, when to use it, its key arguments, and an example.',
    );
  }
  const hidden = textProblem(trimmed, 'the text');
  if (hidden !== undefined) problems.add(['description'], `is refused: ${hidden}`, 'Remove it.');
  return trimmed;
}

function parseCode(raw: JsonObject, options: ParseOptions, problems: Problems): string | undefined {
  const inline = problems.text(raw, 'wander', [], { max: MAX_CODE_BYTES });
  const text = inline ?? options.code;
  if (text === undefined) return undefined;
  const code = normaliseCode(text);
  if (Buffer.byteLength(code) > MAX_CODE_BYTES) {
    problems.add(['wander'], `has ${Buffer.byteLength(code)} bytes; at most ${MAX_CODE_BYTES} are allowed`);
  }
  const hidden = codeProblem(code);
  if (hidden !== undefined) problems.add(['wander'], `line ${hidden.line}: ${hidden.message}`);
  return code;
}

function parseSource(raw: JsonObject, problems: Problems): string | undefined {
  return problems.text(raw, 'source', [], {
    max: 256,
    pattern: /^(?!\/)(?!.*\.\.)[^\\\0]+\.wander$/,
    patternText: 'must be the path of a .wander file in the project, such as "tools/enemies_near.wander"',
  });
}

function parseProvenance(raw: JsonObject, problems: Problems): Provenance | undefined {
  if (raw.provenance === undefined || raw.provenance === null) return undefined;
  const fields = problems.object(raw.provenance, ['provenance']);
  if (fields === undefined) return undefined;
  const read = (key: string): string | undefined => problems.text(fields, key, ['provenance'], { max: 200 });
  const created_by = read('created_by') ?? '';
  const created_at = read('created_at') ?? '';
  const updated_by = read('updated_by');
  const updated_at = read('updated_at');
  return {
    created_by,
    created_at,
    ...(updated_by === undefined ? {} : { updated_by }),
    ...(updated_at === undefined ? {} : { updated_at }),
  };
}

/** Every text that a model or a reviewer reads, besides description, code and tests. */
function checkTexts(value: Json, path: JsonPath, problems: Problems): void {
  if (path.length > MAX_DEPTH) return;
  if (typeof value === 'string') {
    const hidden = textProblem(value, 'the text');
    if (hidden !== undefined) problems.add(path, `is refused: ${hidden}`, 'Remove it.');
  } else if (Array.isArray(value)) {
    (value as readonly Json[]).forEach((element, index) => {
      checkTexts(element, [...path, index], problems);
    });
  } else if (isJsonObject(value)) {
    for (const [key, element] of Object.entries(value)) {
      const hidden = textProblem(key, 'a key');
      if (hidden !== undefined) problems.add(path, `is refused: ${hidden}`, 'Remove it.');
      checkTexts(element, [...path, key], problems);
    }
  }
}

function checkFormat(raw: JsonObject, problems: Problems): void {
  if (raw.format === undefined || raw.format === FORMAT) return;
  const known = typeof raw.format === 'string' && raw.format.startsWith('skywalker.tool/');
  problems.add(
    ['format'],
    known
      ? `${JSON.stringify(raw.format)} is of another version; this one reads ${FORMAT}`
      : `must be "${FORMAT}", not ${JSON.stringify(raw.format)}`,
    known ? 'Open the project with the version of Skywalker that wrote it.' : undefined,
  );
}

/**
 * A definition with its defaults, or every problem it has (`invalid_definition`, `data.problems`). Everything in it is
 * in Unicode normal form C.
 */
export function parseDefinition(input: unknown, options: ParseOptions): Outcome<ParsedDefinition> {
  const normal = normaliseJson(input);
  if (!normal.ok) return normal;
  if (!isJsonObject(normal.value))
    return fail(
      'invalid_definition',
      'A definition must be a JSON object.',
      'Give an object with "name", "description", "kind" and what the kind needs.',
    );
  const raw = normal.value;
  const problems = new Problems();
  const subject =
    typeof raw.name === 'string' ? `The definition of ${JSON.stringify(raw.name)}` : 'The definition';
  if (options.from === 'define') problems.closed(raw, [...AUTHOR_FIELDS, 'format'], [], REASONS);
  if (options.from === 'host') problems.closed(raw, HOST_FIELDS, [], REASONS);
  checkFormat(raw, problems);

  let name = '';
  if (typeof raw.name !== 'string')
    problems.add(['name'], raw.name === undefined ? 'is missing' : 'must be a text');
  else {
    const external = options.from === 'host' || (options.from === 'file' && raw.kind === 'external');
    const outcome = external ? normaliseHostedName(raw.name) : normaliseName(raw.name);
    if (outcome.ok) name = outcome.value;
    else problems.add(['name'], outcome.error.message.replace(/\.$/, ''), outcome.error.hint);
  }
  const title = problems.text(raw, 'title', [], { max: 100 });
  if (title !== undefined) {
    const hidden =
      textProblem(title, 'the text') ??
      (/[\r\n]/.test(title) ? 'the text has more than one line' : undefined);
    if (hidden !== undefined) problems.add(['title'], `is refused: ${hidden}`, 'Remove it.');
  }
  const category =
    problems.text(raw, 'category', [], {
      max: 32,
      pattern: /^[a-z][a-z0-9_]*$/,
      patternText: 'must be one word of lowercase letters, such as "scene" or "custom"',
    }) ?? 'custom';
  const kind = kindOf(raw, options, problems);
  const description = parseDescription(raw, problems);
  const input_schema = parseInputSchema(raw.input_schema, problems);
  const output_schema = parseOutputSchema(raw.output_schema, problems);
  if (kind === 'external' && output_schema !== undefined && output_schema.type !== 'object')
    problems.add(
      ['output_schema', 'type'],
      'must be "object": what a client answers with is an object',
      'Put the value into one, such as {"result": …}.',
    );
  checkTexts(input_schema, ['input_schema'], problems);
  if (output_schema !== undefined) checkTexts(output_schema, ['output_schema'], problems);
  const declared = parseCapabilities(raw.capabilities, kind, problems);
  const limits = parseLimits(raw.limits, kind, problems);
  const code = kind === 'wander' ? parseCode(raw, options, problems) : undefined;
  const source = parseSource(raw, problems) ?? (kind === 'wander' ? options.codeFile : undefined);
  const steps = kind === 'composite' ? parseSteps(raw.steps, problems) : undefined;
  if (steps !== undefined) checkTexts(raw.steps ?? null, ['steps'], problems);
  if (raw.result !== undefined && raw.result !== null && kind !== 'composite') {
    problems.add(['result'], 'is for composite tools; a Wander tool returns its result', 'Leave it out.');
  }
  const tests = parseTests(raw.tests, problems);
  const provenance = options.from === 'file' ? parseProvenance(raw, problems) : undefined;
  const version =
    options.from === 'file'
      ? problems.whole(raw, 'version', [], { min: 1, max: 1_000_000_000, otherwise: 1 })
      : 1;
  const author =
    (options.from === 'file' ? problems.text(raw, 'author', [], { max: 200 }) : undefined) ?? options.author;
  const enabled = problems.flag(raw, 'enabled', [], true);
  if (problems.any) return problems.failure(subject);

  const calls =
    kind === 'composite' && declared.calls.length === 0
      ? [...new Set((steps ?? []).map((step) => step.tool))]
      : declared.calls;
  const extra = Object.entries(raw).filter(
    ([key]) => !AUTHOR_FIELDS.some((field) => field === key) && !ENGINE_FIELDS.some((field) => field === key),
  );
  const disabledBy = raw.disabled_by;
  const definition: CustomDefinition = {
    format: FORMAT,
    name,
    ...(title === undefined ? {} : { title }),
    category,
    description,
    kind,
    input_schema,
    ...(output_schema === undefined ? {} : { output_schema }),
    capabilities: { ...declared, calls },
    limits,
    ...(code === undefined ? {} : { code }),
    ...(source === undefined ? {} : { source }),
    ...(steps === undefined ? {} : { steps }),
    ...(kind !== 'composite' || raw.result === undefined || raw.result === null
      ? {}
      : { result: raw.result }),
    tests,
    enabled,
    ...(typeof disabledBy === 'string' && options.from === 'file' && !enabled
      ? { disabled_by: disabledBy }
      : {}),
    version,
    author: author ?? provenance?.created_by ?? 'unknown',
    ...(provenance === undefined ? {} : { provenance }),
    ...(extra.length === 0 ? {} : { extra: Object.fromEntries(extra) }),
  };
  return succeed({ definition, warnings: warningsOf(definition) });
}

function warningsOf(definition: CustomDefinition): string[] {
  const warnings: string[] = [];
  if (definition.name.length > COMFORTABLE_NAME_LENGTH) {
    warnings.push(
      `The name has ${definition.name.length} characters. Clients that put "mcp__skywalker__" in front of it come to more than 64, where model APIs stop.`,
    );
  }
  for (const key of Object.keys(definition.extra ?? {})) {
    const meant = didYouMean(key, AUTHOR_FIELDS);
    warnings.push(
      `${JSON.stringify(key.slice(0, 64))} is not a field that is known here: it is kept, and does nothing.${meant === undefined ? '' : ` ${meant}`}`,
    );
  }
  return warnings;
}
