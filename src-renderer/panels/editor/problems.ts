/** Brings what the editors find into the Problems panel, and what tests find into the editors' gutters. */
import type { editor } from 'monaco-editor/editor/editor.api.js';
import type { TestRecord } from '../../../src-preload/contract';
import { pathOf } from '../../monaco/models';
import { isObject, numberOf, stringOf } from '../../state/read-json';
import { useProblems, type Problem } from '../../state/problems-store';
import { visibleText } from '../../ui/visible-text';
import { documentOf, modelOf } from './documents';
import { countElements, lineAt, locate } from './json-locate';
import type { Monaco } from './use-monaco';

const SOURCES: Readonly<Record<string, string>> = {
  json: 'tool definition',
  wander: 'wander',
  tests: 'tests',
};
/** Monaco's severities, which are numbers that rise. */
const ERROR = 8;
const WARNING = 4;
let following = false;

/** Follows the editors' markers; once. */
export function followMarkers(monaco: Monaco): void {
  if (following) return;
  following = true;
  monaco.editor.onDidChangeMarkers((resources) => {
    for (const resource of resources) {
      const path = pathOf(resource);
      if (path === undefined) continue;
      const markers = monaco.editor.getModelMarkers({ resource });
      for (const [owner, source] of Object.entries(SOURCES)) {
        // A closed file's markers go with its model; what tests found stays in the list.
        if (owner === 'tests' && documentOf(path) === undefined) continue;
        useProblems
          .getState()
          .set(source, path, markers.filter((marker) => marker.owner === owner).map(problemOf));
      }
    }
  });
}

function problemOf(marker: editor.IMarker): Problem {
  const level: number = marker.severity;
  const severity = level >= ERROR ? 'error' : level >= WARNING ? 'warning' : 'info';
  const [message = '', hint] = marker.message.split('\n', 2);
  const code = typeof marker.code === 'string' ? marker.code : marker.code?.value;
  return {
    severity,
    message,
    ...(hint === undefined ? {} : { hint }),
    ...(code === undefined ? {} : { code }),
    line: marker.startLineNumber,
    column: marker.startColumn,
  };
}

/** Lines of the tests of a definition, in order, from 1; for code lenses and for going to a test. */
export function testLines(definition: string): readonly { readonly name: string; readonly line: number }[] {
  return Array.from({ length: countElements(definition, ['tests']) }, (_, index) => {
    const place = locate(definition, ['tests', index]);
    const name = locate(definition, ['tests', index, 'name']);
    return {
      name: name === undefined ? `test ${index + 1}` : textIn(definition.slice(name.start, name.end)),
      line: lineAt(definition, place?.start ?? 0),
    };
  });
}

function textIn(json: string): string {
  try {
    return stringOf(JSON.parse(json)) ?? '';
  } catch {
    return '';
  }
}

/** Where a failed test points: into the code where the error says so, else at the test in the definition. */
export function placeOfFailure(
  record: TestRecord,
  paths: { readonly definition: string; readonly code?: string },
  definition: string,
): { readonly path: string; readonly line: number } {
  const data = record.error?.data;
  const line = isObject(data) ? numberOf(data['line']) : undefined;
  const file = isObject(data) ? stringOf(data['file']) : undefined;
  if (line !== undefined && paths.code !== undefined)
    return { path: file?.endsWith('.wander') ? file : paths.code, line };
  const found = testLines(definition).find((test) => test.name === record.name);
  return { path: paths.definition, line: found?.line ?? 1 };
}

/** Shows failed tests in the gutter of the tool's open files, and in Problems whether they are open or not. */
export function showTestProblems(
  monaco: Monaco | undefined,
  records: readonly TestRecord[],
  paths: { readonly definition: string; readonly code?: string },
  definition: string,
): void {
  const failed = records
    .filter((record) => !record.ok)
    .map((record) => ({ record, place: placeOfFailure(record, paths, definition) }));
  for (const path of paths.code === undefined ? [paths.definition] : [paths.definition, paths.code]) {
    const problems = failed
      .filter(({ place }) => place.path === path)
      .map(({ record, place }) => ({ line: place.line, ...wordsOfFailure(record) }));
    showProblemsOfTests(monaco, path, problems);
  }
}

/** Problems that tests found in one file, in place of those of their last run. */
export function showProblemsOfTests(
  monaco: Monaco | undefined,
  path: string,
  problems: readonly TestProblem[],
): void {
  const model = modelOf(path);
  if (model && monaco) {
    monaco.editor.setModelMarkers(
      model,
      'tests',
      problems.map(({ line, message, hint }) => ({
        severity: ERROR,
        message: visibleText(hint === undefined ? message : `${message}\n${hint}`, 'many'),
        source: 'tests',
        startLineNumber: line,
        startColumn: model.getLineFirstNonWhitespaceColumn(Math.min(line, model.getLineCount())) || 1,
        endLineNumber: line,
        endColumn: model.getLineMaxColumn(Math.min(line, model.getLineCount())),
      })),
    );
    return;
  }
  useProblems.getState().set(
    'tests',
    path,
    problems.map(({ line, message, hint }): Problem => ({
      severity: 'error',
      message,
      line,
      column: 1,
      ...(hint === undefined ? {} : { hint }),
    })),
  );
}

export interface TestProblem {
  /** From 1. */
  readonly line: number;
  readonly message: string;
  readonly hint?: string;
}

/** What went wrong in a test, in one sentence. */
export function wordsOfFailure(record: TestRecord): { readonly message: string; readonly hint?: string } {
  const first = record.differences?.[0];
  // That it failed at all says less than why.
  if (first && !(first.path === 'ok' && record.error)) {
    return {
      message: `“${record.name}”: ${first.path} was ${first.actual === undefined ? 'missing' : JSON.stringify(first.actual)}, expected ${JSON.stringify(first.expected)}`,
    };
  }
  if (record.error)
    return {
      message: `“${record.name}”: ${record.error.message}`,
      ...(record.error.hint === undefined ? {} : { hint: record.error.hint }),
    };
  return { message: `“${record.name}” failed` };
}
