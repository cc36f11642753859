/** Saving, and what follows from it: the tool is checked and its tests run, and what they find is shown at its line. */
import { loadMonaco } from '../../monaco/load';
import { readTool } from '../../state/bridge';
import { stringOf } from '../../state/read-json';
import { showError } from '../../state/toasts';
import { useBehaviors } from '../../state/behaviors-store';
import { useTools } from '../../state/tools-store';
import { failuresOf, isScript } from '../tests/behavior-runs';
import { useTests } from '../tests/test-store';
import { documentOf, modelOf, saveDocument, type SaveOutcome } from './documents';
import { showProblemsOfTests, showTestProblems } from './problems';
import { pathsOfTool, toolOfPath } from './tool-paths';

/** Saves a file; of a tool, both its files. Failures are told; conflicts and deleted files are told by their banners. */
export async function save(path: string): Promise<SaveOutcome> {
  const outcome = await saveDocument(path);
  if (outcome === 'failed') {
    const error = documentOf(path)?.error;
    if (error) showError(error, `${path} was not saved`);
  }
  if (outcome === 'saved') await saveOtherHalf(path);
  return outcome;
}

/** A definition is no tool without its code: the first save of one half saves the other, where it is open and on no disk yet. */
async function saveOtherHalf(path: string): Promise<void> {
  const other = path.endsWith('.tool.json')
    ? path.replace(/\.tool\.json$/, '.wander')
    : path.replace(/\.wander$/, '.tool.json');
  const document = documentOf(other);
  if (document?.state !== 'ready' || document.baseRevision !== null || document.deleted) return;
  await saveDocument(other);
  const error = documentOf(other)?.error;
  if (error) showError(error, `${other} was not saved`);
}

/** Saves, then runs the tool's tests (or the named ones). A file of no tool is only saved. */
export async function saveAndTest(path: string, tests?: readonly string[]): Promise<void> {
  if (documentOf(path)?.dirty) {
    const outcome = await save(path);
    if (outcome !== 'saved') return;
  }
  await testAfterSave(path, tests);
}

/** What is run after each save of a tool's file, or of one with behaviours. */
export async function testAfterSave(path: string, tests?: readonly string[]): Promise<void> {
  await useTools.getState().refresh();
  const tool = toolOfPath(path, useTools.getState().tools);
  if (!tool) return isScript(path) ? testScript(path, tests) : undefined;
  const paths = pathsOfTool(tool.name, tool);
  // The other half of the pair belongs to the same change.
  const other = path === paths.definition ? paths.code : paths.definition;
  if (other !== undefined && documentOf(other)?.dirty) await save(other);
  await useTests.getState().load(useTools.getState().tools);
  await useTests.getState().run([tests === undefined ? { tool: tool.name } : { tool: tool.name, tests }]);
  await showFailures(tool.name);
}

async function testScript(path: string, tests?: readonly string[]): Promise<void> {
  await useBehaviors.getState().refresh();
  useTests.getState().loadScripts(useBehaviors.getState().files);
  const known = useTests.getState().tools.get(path);
  if (known === undefined) return;
  await useTests.getState().run([tests === undefined ? { tool: path } : { tool: path, tests }]);
  const { monaco } = await loadMonaco();
  showProblemsOfTests(monaco, path, failuresOf(path));
}

/** Puts the failures of a tool's last run at their lines. */
export async function showFailures(name: string): Promise<void> {
  const known = useTests.getState().tools.get(name);
  const summary = useTools.getState().tools.find((tool) => tool.name === name);
  if (!known || !summary) return;
  const paths = pathsOfTool(name, summary);
  const definition = modelOf(paths.definition)?.getValue() ?? (await readText(paths.definition));
  const { monaco } = await loadMonaco();
  showTestProblems(
    monaco,
    known.tests.flatMap((test) => known.records.get(test.name) ?? []),
    paths,
    definition,
  );
}

async function readText(path: string): Promise<string> {
  const result = await readTool('file_read', { path });
  return (result.ok ? stringOf(result.structured?.['text']) : undefined) ?? '';
}
