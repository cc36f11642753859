/** Unsaved work of earlier runs, and what stands between the open scene and its file. Read after events of the scene. */
import { create } from 'zustand';
import { readTool } from './bridge';
import { arrayOf, booleanOf, numberOf, objectOf, stringOf } from './read-json';

export interface LeftBehind {
  /** Its name for `scene_recover`. */
  readonly recovery: string;
  /** Project-relative path of the scene's file, or null where it had none. */
  readonly file: string | null;
  /** ISO 8601, UTC; undefined where the autosave is damaged. */
  readonly time: string | undefined;
  readonly entities: number | undefined;
  /** The file holds something else by now than what the autosave continues. */
  readonly fileChanged: boolean;
  /** Why it can't be restored. */
  readonly problem: string | undefined;
}

export interface SceneConflict {
  readonly file: string;
  readonly message: string;
  /** The file is there and can be read, so it can be taken instead. */
  readonly readable: boolean;
}

interface RecoveryState {
  /** Newest first. */
  readonly leftBehind: readonly LeftBehind[];
  readonly conflict: SceneConflict | null;
  readonly refresh: () => Promise<void>;
}

export const useRecovery = create<RecoveryState>((set) => ({
  leftBehind: [],
  conflict: null,
  refresh: async () => {
    const result = await readTool('scene_recover', { action: 'status' });
    if (!result.ok) return;
    const data = objectOf(result.structured);
    const conflict = objectOf(data['conflict']);
    const file = stringOf(conflict['file']);
    set({
      leftBehind: arrayOf(data['recoveries']).flatMap(leftBehindOf),
      conflict:
        file === undefined
          ? null
          : {
              file,
              message: stringOf(conflict['message']) ?? `${file} has changed`,
              readable: conflict['reason'] === 'changed',
            },
    });
  },
}));

function leftBehindOf(value: unknown): LeftBehind[] {
  const data = objectOf(value);
  const recovery = stringOf(data['recovery']);
  if (recovery === undefined) return [];
  return [
    {
      recovery,
      file: stringOf(data['file']) ?? null,
      time: stringOf(data['time']),
      entities: numberOf(data['entities']),
      fileChanged: booleanOf(data['file_changed']) === true,
      problem: stringOf(data['problem']),
    },
  ];
}
