/** Reads and checks the form of a composite's `steps` and of a definition's `tests`. */
import { ERROR_CODES } from '../errors';
import { isJsonObject, type Json, type JsonObject } from '../json';
import { expectationProblems } from '../tools/match';
import { didYouMean } from '../text/suggest';
import { textProblem } from './hidden-text';
import { normaliseReference } from './names';
import { isGovernanceName } from './parse-capabilities';
import { kindOfJson, type JsonPath, type Problems } from './problems';
import type { CompositeStep, TestExpectation, ToolTest } from './types';

const STEP_FIELDS = ['id', 'tool', 'args', 'for_each', 'as', 'when', 'continue_on_error', 'note'];
const TEST_FIELDS = ['name', 'setup', 'args', 'expect'];
const EXPECT_FIELDS = ['ok', 'error', 'result', 'contains', 'max_ms'];
const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** What a loop variable may not be called, because templates mean something else by it. */
export const TEMPLATE_ROOTS = ['args', 'steps', 'prev', 'index', 'actor'];

/** Tool names that a step or a test's set-up may have. */
function toolName(value: Json | undefined, path: JsonPath, problems: Problems): string {
  if (typeof value !== 'string' || value === '') {
    problems.add(
      path,
      value === undefined
        ? 'is missing: name the tool to call'
        : `must be a tool's name, not ${kindOfJson(value)}`,
    );
    return '';
  }
  if (value.includes('{{')) {
    problems.add(
      path,
      "can't be a template: what a tool calls is known when it is approved",
      'Use one step for each tool, with when.',
    );
    return '';
  }
  const name = normaliseReference(value);
  if (isGovernanceName(name)) {
    problems.add(
      path,
      `"${name}" can't be called from a tool: lifecycle and policy tools are for people and agents only`,
    );
  }
  return name;
}

export function parseSteps(value: Json | undefined, problems: Problems): CompositeStep[] {
  const path = ['steps'];
  const entries = problems.entries(value, path, 200);
  if (Array.isArray(value) && value.length === 0)
    problems.add(path, 'is empty: a composite tool needs a step');
  const ids = new Set<string>();
  return entries.flatMap((entry, index) => {
    const at = [...path, index];
    const raw = problems.object(entry, at);
    if (raw === undefined) return [];
    problems.closed(raw, STEP_FIELDS, at);
    const identifier = {
      max: 64,
      pattern: IDENTIFIER,
      patternText: 'must have letters, digits and underscores only',
    };
    const id = problems.text(raw, 'id', at, identifier);
    if (id !== undefined && ids.has(id))
      problems.add([...at, 'id'], `"${id}" is the id of an earlier step too`);
    if (id !== undefined) ids.add(id);
    const as = problems.text(raw, 'as', at, identifier);
    if (as !== undefined && TEMPLATE_ROOTS.includes(as)) {
      problems.add(
        [...at, 'as'],
        `"${as}" has a meaning of its own in templates`,
        'Choose another, such as "item".',
      );
    }
    if (as !== undefined && raw.for_each === undefined) {
      problems.add([...at, 'as'], 'names the element of for_each, which this step does not have');
    }
    const { args } = raw;
    if (args !== undefined && args !== null && !isJsonObject(args) && typeof args !== 'string') {
      problems.add([...at, 'args'], `must be an object, not ${kindOfJson(args)}`);
    }
    const note = problems.text(raw, 'note', at, { max: 1000 });
    return [
      {
        ...(id === undefined ? {} : { id }),
        tool: toolName(raw.tool, [...at, 'tool'], problems),
        ...(args === undefined || args === null ? {} : { args }),
        ...(raw.for_each === undefined ? {} : { for_each: raw.for_each }),
        ...(as === undefined ? {} : { as }),
        ...(raw.when === undefined ? {} : { when: raw.when }),
        ...(problems.flag(raw, 'continue_on_error', at, false) ? { continue_on_error: true } : {}),
        ...(note === undefined ? {} : { note }),
      },
    ];
  });
}

function parseExpectation(
  value: Json | undefined,
  at: JsonPath,
  problems: Problems,
): TestExpectation | undefined {
  if (value === undefined || value === null) return undefined;
  const raw = problems.object(value, at);
  if (raw === undefined) return undefined;
  problems.closed(raw, EXPECT_FIELDS, at);
  const error = problems.text(raw, 'error', at, { max: 64 });
  if (error !== undefined && !ERROR_CODES.some((code) => code === error)) {
    problems.add([...at, 'error'], `"${error}" is no error code`, didYouMean(error, ERROR_CODES));
  }
  if (error !== undefined && raw.ok === true)
    problems.add([...at, 'ok'], "can't be true where an error is expected");
  if (raw.result !== undefined) {
    for (const problem of expectationProblems(raw.result))
      problems.add([...at, 'result'], problem.replace(/\.$/, ''));
  }
  const contains = problems.text(raw, 'contains', at, { max: 10_000 });
  const maximum = raw.max_ms;
  if (maximum !== undefined && (typeof maximum !== 'number' || !(maximum > 0))) {
    problems.add(
      [...at, 'max_ms'],
      `must be a number of milliseconds above 0, not ${JSON.stringify(maximum)}`,
    );
  }
  return {
    ...(raw.ok === undefined ? {} : { ok: problems.flag(raw, 'ok', at, true) }),
    ...(error === undefined ? {} : { error }),
    ...(raw.result === undefined ? {} : { result: raw.result }),
    ...(contains === undefined ? {} : { contains }),
    ...(typeof maximum === 'number' ? { max_ms: maximum } : {}),
  };
}

function parseSetup(
  value: Json | undefined,
  at: JsonPath,
  problems: Problems,
): { tool: string; args?: JsonObject }[] {
  return problems.entries(value, at, 100).flatMap((entry, index) => {
    const here = [...at, index];
    const raw = problems.object(entry, here);
    if (raw === undefined) return [];
    problems.closed(raw, ['tool', 'args'], here);
    const tool = toolName(raw.tool, [...here, 'tool'], problems);
    if (raw.args === undefined || raw.args === null) return [{ tool }];
    const args = problems.object(raw.args, [...here, 'args']);
    return [args === undefined ? { tool } : { tool, args }];
  });
}

/** Reads a test's `setup`, or that of one dry call. */
export function parseSetupList(
  value: Json | undefined,
  problems: Problems,
): { tool: string; args?: JsonObject }[] {
  return parseSetup(value, ['setup'], problems);
}

export function parseTests(value: Json | undefined, problems: Problems): ToolTest[] {
  const names = new Set<string>();
  return problems.entries(value, ['tests'], 200).flatMap((entry, index) => {
    const at = ['tests', index];
    const raw = problems.object(entry, at);
    if (raw === undefined) return [];
    problems.closed(raw, TEST_FIELDS, at);
    const name = problems.text(raw, 'name', at, { max: 200 }) ?? `test ${index + 1}`;
    const hidden = textProblem(name, 'the name');
    if (hidden !== undefined) problems.add([...at, 'name'], hidden);
    if (names.has(name)) problems.add([...at, 'name'], `"${name}" is the name of an earlier test too`);
    names.add(name);
    const setup = parseSetup(raw.setup, [...at, 'setup'], problems);
    const args =
      raw.args === undefined || raw.args === null ? undefined : problems.object(raw.args, [...at, 'args']);
    const expectation = parseExpectation(raw.expect, [...at, 'expect'], problems);
    return [
      {
        name,
        ...(setup.length === 0 ? {} : { setup }),
        ...(args === undefined ? {} : { args }),
        ...(expectation === undefined ? {} : { expect: expectation }),
      },
    ];
  });
}
