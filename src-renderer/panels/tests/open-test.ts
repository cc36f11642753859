import { useBehaviors } from '../../state/behaviors-store';
import { readTool } from '../../state/bridge';
import { useEditors } from '../../state/editor-store';
import { stringOf } from '../../state/read-json';
import { useTools } from '../../state/tools-store';
import { modelOf } from '../editor/documents';
import { placeOfFailure } from '../editor/problems';
import { pathsOfTool } from '../editor/tool-paths';
import { isScript } from './behavior-runs';
import { useTests } from './test-store';

/** Opens the tool's pair at the line that a failed test points at, or at the test itself; a file of behaviours at the test. */
export async function openTest(tool: string, name: string): Promise<void> {
  if (isScript(tool)) {
    const file = useBehaviors.getState().files.find((one) => one.path === tool);
    const line = file?.tests.find((test) => test.label === name)?.line;
    useEditors.getState().open(tool, line === undefined ? undefined : { line });
    return;
  }
  const paths = pathsOfTool(
    tool,
    useTools.getState().tools.find((one) => one.name === tool),
  );
  const open = modelOf(paths.definition)?.getValue();
  const read = open === undefined ? await readTool('file_read', { path: paths.definition }) : undefined;
  const definition = open ?? (read?.ok ? (stringOf(read.structured?.['text']) ?? '') : '');
  const record = useTests.getState().tools.get(tool)?.records.get(name) ?? {
    name,
    ok: true,
    ms: 0,
    scene_changes: [],
  };
  const place = placeOfFailure(record, paths, definition);
  useEditors.getState().openPair(tool, { path: place.path, position: { line: place.line } });
}
