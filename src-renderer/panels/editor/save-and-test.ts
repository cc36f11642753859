/** Saving, and what follows from it: the tool is checked and its tests run. What they find is shown at its line by `followTestResults`. */
import { showError } from '../../state/toasts';
import { useBehaviors } from '../../state/behaviors-store';
import { useTools } from '../../state/tools-store';
import { isScript } from '../tests/behavior-runs';
import { useTests } from '../tests/test-store';
import { documentOf, saveDocument, type SaveOutcome } from './documents';
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
}

async function testScript(path: string, tests?: readonly string[]): Promise<void> {
  await useBehaviors.getState().refresh();
  useTests.getState().loadScripts(useBehaviors.getState().files);
  const known = useTests.getState().tools.get(path);
  if (known === undefined) return;
  await useTests.getState().run([tests === undefined ? { tool: path } : { tool: path, tests }]);
}
