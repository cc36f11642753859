/** Run and test actions above the code they are about, and the way from a definition to its code. */
import type { editor, languages } from 'monaco-editor/editor/editor.api.js';
import { pathOf } from '../../monaco/models';
import { WANDER } from '../../monaco/wander-tokens';
import { useEditors } from '../../state/editor-store';
import { useTools } from '../../state/tools-store';
import { visibleText } from '../../ui/visible-text';
import { useTests } from '../tests/test-store';
import { useToolsView } from '../tools/tools-view';
import { sourceOf } from './definition-links';
import { saveAndTest } from './save-and-test';
import { testPlaces, type TestPlace } from './test-places';
import type { Monaco } from './use-monaco';

let registered = false;

/** Adds the actions; once. */
export function addCodeLenses(monaco: Monaco): void {
  if (registered) return;
  registered = true;
  monaco.editor.addCommand({
    id: 'skywalker.tryTool',
    run: (_accessor: unknown, tool: unknown) => {
      if (typeof tool === 'string') useToolsView.getState().review(tool, 'try');
    },
  });
  monaco.editor.addCommand({
    id: 'skywalker.testTool',
    run: (_accessor: unknown, path: unknown, test: unknown) => {
      if (typeof path === 'string') void saveAndTest(path, typeof test === 'string' ? [test] : undefined);
    },
  });
  monaco.editor.addCommand({
    id: 'skywalker.openFile',
    run: (_accessor: unknown, path: unknown) => {
      if (typeof path === 'string') useEditors.getState().open(path, { line: 1 });
    },
  });
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
  // An editor that loses the focus drops what it was about to ask, and would go on without actions, or with old ones.
  monaco.editor.onDidCreateEditor((made) => {
    made.onDidBlurEditorText(() => setTimeout(() => changed.fire(provider)));
  });
  monaco.languages.registerCodeLensProvider(WANDER, provider);
  monaco.languages.registerCodeLensProvider('json', provider);
}

function lensesOf(model: editor.ITextModel): languages.CodeLens[] {
  const path = pathOf(model.uri);
  if (path === undefined) return [];
  const source = path.endsWith('.tool.json') ? sourceOf(model.getValue()) : undefined;
  return [
    ...(source === undefined
      ? []
      : [lens(source.line, `→ ${visibleText(source.path)}`, 'skywalker.openFile', source.path)]),
    ...testPlaces(path, model).flatMap((place) => lensesAt(path, place)),
  ];
}

function lensesAt(path: string, place: TestPlace): languages.CodeLens[] {
  const { line, tool, test, count } = place;
  if (test !== undefined)
    return [lens(line, `▷ Run test${stateWords(place)}`, 'skywalker.testTool', path, test)];
  const tests = count === 1 ? 'its test' : `its ${count} tests`;
  return [
    lens(line, '▷ Try…', 'skywalker.tryTool', tool),
    ...(count === 0 ? [] : [lens(line, `▷ Run ${tests}${stateWords(place)}`, 'skywalker.testTool', path)]),
  ];
}

function stateWords({ test, state, words }: TestPlace): string {
  if (state === 'unknown') return '';
  if (test !== undefined || state === 'running') return ` · ${state}`;
  return state === 'passed' ? ' · all passed' : ` · ${/^\d+/.exec(words)?.[0] ?? ''} failed`;
}

function lens(line: number, title: string, id: string, ...args: readonly string[]): languages.CodeLens {
  return {
    range: { startLineNumber: line, startColumn: 1, endLineNumber: line, endColumn: 1 },
    command: { id, title, arguments: [...args] },
  };
}
