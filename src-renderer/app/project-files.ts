import { useEffect } from 'react';
import { create } from 'zustand';
import { useApp } from '../state/app-store';
import { readTool } from '../state/bridge';
import { arrayOf, objectOf, stringOf } from '../state/read-json';

interface ProjectFiles {
  /** Whose files they are. */
  readonly folder: string | undefined;
  readonly paths: readonly string[] | undefined;
}

/** Kept between openings of the list, so that who types and presses Enter at once finds what was there a moment ago. */
const useProjectFiles = create<ProjectFiles>(() => ({ folder: undefined, paths: undefined }));

const openFolder = (): string | undefined => useApp.getState().info?.project?.folder;

let latest = 0;

/** Reads the files of the open project; of two that overlap, the later one counts. */
async function refreshProjectFiles(): Promise<void> {
  const folder = openFolder();
  latest += 1;
  const mine = latest;
  const result = await readTool('file_list', { recursive: true });
  if (mine !== latest || folder !== openFolder()) return;
  const found = result.ok ? arrayOf(objectOf(result.structured)['files']) : [];
  const paths = found.flatMap((file) => {
    const { kind, path } = objectOf(file);
    return kind === 'folder' ? [] : (stringOf(path) ?? []);
  });
  useProjectFiles.setState({ folder, paths });
}

/** Files of the project, read anew when a list opens that shows them (`wanted`); undefined until they are there. */
export function useFiles(wanted: boolean): readonly string[] | undefined {
  const folder = useApp((state) => state.info?.project?.folder);
  const files = useProjectFiles((state) => (state.folder === folder ? state.paths : undefined));
  useEffect(() => {
    if (wanted) void refreshProjectFiles();
  }, [wanted]);
  return files;
}
