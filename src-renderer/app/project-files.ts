import { useEffect, useState } from 'react';
import { readTool } from '../state/bridge';
import { arrayOf, objectOf, stringOf } from '../state/read-json';

/** Files of the project, read when the list opens that shows them; undefined until they are there. */
export function useFiles(): readonly string[] | undefined {
  const [files, setFiles] = useState<readonly string[]>();
  useEffect(() => {
    let stale = false;
    void readTool('file_list', { recursive: true }).then((result) => {
      if (stale) return;
      const found = result.ok ? arrayOf(objectOf(result.structured)['files']) : [];
      setFiles(
        found.flatMap((file) => {
          const { kind, path } = objectOf(file);
          return kind === 'folder' ? [] : (stringOf(path) ?? []);
        }),
      );
    });
    return () => {
      stale = true;
    };
  }, []);
  return files;
}
