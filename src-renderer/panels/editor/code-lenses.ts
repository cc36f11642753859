/** Run and test actions above the code they are about. */
import type { editor, languages } from 'monaco-editor/editor/editor.api.js';
import { pathOf } from '../../monaco/models';
import { WANDER } from '../../monaco/wander-tokens';
import { useBehaviors } from '../../state/behaviors-store';
import { useTools } from '../../state/tools-store';
import { useTests } from '../tests/test-store';
import { useToolsView } from '../tools/tools-view';
import { testLines } from './problems';
import { saveAndTest } from './save-and-test';
import { toolOfPath } from './tool-paths';
import type { Monaco } from './use-monaco';

let registered = false;

/** Adds the actions; once. */
export function addCodeLenses(monaco: Monaco): void {
  if (registered) return;
  registered = true;
  const run = monaco.editor.addCommand({
    id: 'skywalker.tryTool',
    run: (_accessor: unknown, tool: unknown) => {
      if (typeof tool === 'string') useToolsView.getState().review(tool, 'try');
    },
  });
  const tests = monaco.editor.addCommand({
    id: 'skywalker.testTool',
    run: (_accessor: unknown, path: unknown, test: unknown) => {
      if (typeof path === 'string') void saveAndTest(path, typeof test === 'string' ? [test] : undefined);
    },
  });
  void run;
  void tests;
  const changed = new monaco.Emitter<languages.CodeLensProvider>();
  const provider: languages.CodeLensProvider = {
    onDidChange: changed.event as languages.CodeLensProvider['onDidChange'],
    provideCodeLenses: (model) => ({ lenses: lensesOf(model), dispose: () => undefined }),
  };
  useTests.subscribe((state, before) => {
    if (state.tools !== before.tools) changed.fire(provider);
  });
  useTools.subscribe((state, before) => {
    if (state.tools !== before.tools) changed.fire(provider);
  });
  monaco.languages.registerCodeLensProvider(WANDER, provider);
  monaco.languages.registerCodeLensProvider('json', provider);
}

const RUN = /^\s*fn\s+run\s*\(/;

function lensesOf(model: editor.ITextModel): languages.CodeLens[] {
  const path = pathOf(model.uri);
  const tool = path === undefined ? undefined : toolOfPath(path, useTools.getState().tools);
  if (path === undefined) return [];
  if (!tool) return path.endsWith('.wander') ? testBlockLenses(model, path) : [];
  const at = (line: number): languages.CodeLens['range'] => ({
    startLineNumber: line,
    startColumn: 1,
    endLineNumber: line,
    endColumn: 1,
  });
  const known = useTests.getState().tools.get(tool.name);
  if (path.endsWith('.wander')) {
    for (let line = 1; line <= model.getLineCount(); line += 1) {
      if (!RUN.test(model.getLineContent(line))) continue;
      const count = known?.tests.length ?? tool.tests.total;
      return [
        { range: at(line), command: { id: 'skywalker.tryTool', title: '▷ Try…', arguments: [tool.name] } },
        ...(count === 0
          ? []
          : [
              {
                range: at(line),
                command: {
                  id: 'skywalker.testTool',
                  title: `✓ Run ${count === 1 ? 'its test' : `its ${count} tests`}${summaryOf(tool.name)}`,
                  arguments: [path],
                },
              },
            ]),
      ];
    }
    return [];
  }
  return testLines(model.getValue()).map(({ name, line }) => ({
    range: at(line),
    command: {
      id: 'skywalker.testTool',
      title: `▷ Run test${stateOf(tool.name, name)}`,
      arguments: [path, name],
    },
  }));
}

const TEST_BLOCK = /^\s*test\s+"((?:[^"\\]|\\.)*)"/;

/** Above each `test` block of a file of behaviours. */
function testBlockLenses(model: editor.ITextModel, path: string): languages.CodeLens[] {
  const file = useBehaviors.getState().files.find((one) => one.path === path);
  const lenses: languages.CodeLens[] = [];
  for (let line = 1; line <= model.getLineCount(); line += 1) {
    const name = TEST_BLOCK.exec(model.getLineContent(line))?.[1];
    if (name === undefined) continue;
    const same = (file?.tests ?? []).filter((test) => test.name === name);
    const label = (same.find((test) => test.line === line) ?? same[0])?.label ?? name;
    lenses.push({
      range: { startLineNumber: line, startColumn: 1, endLineNumber: line, endColumn: 1 },
      command: {
        id: 'skywalker.testTool',
        title: `▷ Run test${stateOf(path, label)}`,
        arguments: [path, label],
      },
    });
  }
  return lenses;
}

function stateOf(tool: string, test: string): string {
  const known = useTests.getState().tools.get(tool);
  if (known?.running.has(test)) return ' · running';
  const record = known?.records.get(test);
  return record === undefined ? '' : record.ok ? ' · passed' : ' · failed';
}

function summaryOf(tool: string): string {
  const known = useTests.getState().tools.get(tool);
  if (!known || known.records.size === 0) return '';
  if (known.running.size > 0) return ' · running';
  const failed = known.tests.filter((test) => known.records.get(test.name)?.ok === false).length;
  return failed > 0
    ? ` · ${failed} failed`
    : known.tests.every((test) => known.records.get(test.name)?.ok)
      ? ' · all passed'
      : '';
}
