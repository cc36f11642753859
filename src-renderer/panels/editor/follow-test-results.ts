/** Keeps Problems and the margins in step with the tests' runs, wherever they were started from. */
import type { editor } from 'monaco-editor/editor/editor.api.js';
import { loadMonaco } from '../../monaco/load';
import { readTool } from '../../state/bridge';
import { useProblems } from '../../state/problems-store';
import { stringOf } from '../../state/read-json';
import { useTools } from '../../state/tools-store';
import { failuresOf, isScript } from '../tests/behavior-runs';
import { useTests } from '../tests/test-store';
import { modelOf, onDocumentChange } from './documents';
import { showProblemsOfTests, showTestProblems } from './problems';
import { pathsOfTool, toolOfPath } from './tool-paths';

/** Call the result to stop. */
export function followTestResults(): () => void {
  /** Tools and files whose failures are shown, with the files that have them. */
  const shown = new Map<string, readonly string[]>();
  const show = async (name: string): Promise<void> => {
    const paths = isScript(name) ? await showScript(name) : await showTool(name);
    if (paths.length > 0) shown.set(name, paths);
    else shown.delete(name);
  };
  const known = new WeakSet<editor.ITextModel>();
  const stops = [
    useTests.subscribe(({ tools }, before) => {
      if (tools === before.tools) return;
      for (const [name, one] of tools) {
        const was = before.tools.get(name);
        if (was === one) continue;
        const hasRun = (was?.running.size ?? 0) > 0 && one.running.size === 0;
        if (hasRun || (shown.has(name) && was?.records !== one.records)) void show(name);
      }
      for (const [name, paths] of shown) {
        if (tools.has(name)) continue;
        shown.delete(name);
        for (const path of paths) useProblems.getState().set('tests', path, []);
      }
    }),
    // A text that is opened has no marks yet.
    onDocumentChange((path) => {
      const model = modelOf(path);
      if (model === undefined || known.has(model)) return;
      known.add(model);
      const name =
        isScript(path) && shown.has(path) ? path : toolOfPath(path, useTools.getState().tools)?.name;
      if (name !== undefined && shown.has(name)) void show(name);
    }),
  ];
  return () => stops.forEach((stop) => stop());
}

/** Puts the failures of a tool's last run at their lines; answers its files when there are any. */
async function showTool(name: string): Promise<readonly string[]> {
  const known = useTests.getState().tools.get(name);
  const summary = useTools.getState().tools.find((tool) => tool.name === name);
  if (!known || !summary) return [];
  const paths = pathsOfTool(name, summary);
  const records = known.tests.flatMap((test) => known.records.get(test.name) ?? []);
  const failed = records.some((record) => !record.ok);
  const definition = failed ? await textOf(paths.definition) : '';
  showTestProblems(await monacoOf(paths.definition, paths.code), records, paths, definition);
  return failed ? [paths.definition, ...(paths.code === undefined ? [] : [paths.code])] : [];
}

async function showScript(path: string): Promise<readonly string[]> {
  const failures = failuresOf(path);
  showProblemsOfTests(await monacoOf(path), path, failures);
  return failures.length > 0 ? [path] : [];
}

/** Nothing is loaded for files that nobody has open. */
async function monacoOf(
  ...paths: readonly (string | undefined)[]
): Promise<Parameters<typeof showTestProblems>[0]> {
  const isOpen = paths.some((path) => path !== undefined && modelOf(path) !== undefined);
  return isOpen ? (await loadMonaco()).monaco : undefined;
}

async function textOf(path: string): Promise<string> {
  const open = modelOf(path)?.getValue();
  if (open !== undefined) return open;
  const result = await readTool('file_read', { path });
  return (result.ok ? stringOf(result.structured?.['text']) : undefined) ?? '';
}
