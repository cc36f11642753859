/** The menus of the scene tree. */
import { formatKeys, runCommand } from '../../state/commands';
import { usePalette } from '../../state/palette-store';
import type { MenuEntry } from '../../ui/menu';
import { canPaste, copyEntities, pasteEntities } from './clipboard';
import { renameSelected } from './entity-commands';
import { createEntity, deleteEntities, duplicateEntities, PRIMITIVES, reparent } from './scene-actions';

/** What can be made, for a menu. */
export function createEntries(): readonly MenuEntry[] {
  const named = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
  return [
    { label: 'Empty', run: () => void createEntity({ name: 'Empty' }) },
    'line',
    ...PRIMITIVES.map((mesh): MenuEntry => ({
      label: named(mesh),
      run: () => void createEntity({ name: named(mesh), mesh }),
    })),
    'line',
    {
      label: 'Light',
      run: () =>
        void createEntity({ name: 'Light', position: [0, 3, 0], components: { light: { kind: 'point' } } }),
    },
    {
      label: 'Camera',
      run: () => void createEntity({ name: 'Camera', position: [0, 2, 6], components: { camera: {} } }),
    },
    {
      label: 'Text',
      run: () =>
        void createEntity({ name: 'Text', position: [0, 1, 0], components: { text: { text: 'Text' } } }),
    },
  ];
}

/** What can be done with entities, for a menu. */
export function entityEntries(ids: readonly number[]): readonly MenuEntry[] {
  return [
    { label: 'Focus in Scene View', keys: 'F', run: () => void runCommand('scene.focus') },
    { label: 'Rename', keys: 'F2', disabled: ids.length !== 1, run: renameSelected },
    { label: 'Duplicate', keys: formatKeys('Mod+D'), run: () => void duplicateEntities(ids) },
    { label: 'Copy', keys: formatKeys('Mod+C'), run: () => void copyEntities(ids) },
    { label: 'Paste', keys: formatKeys('Mod+V'), disabled: !canPaste(), run: () => void pasteEntities() },
    { label: 'Move into…', run: () => usePalette.getState().open('parent') },
    { label: 'Move to Root', run: () => void reparent(ids, null) },
    'line',
    {
      label: ids.length > 1 ? `Delete ${ids.length} Entities` : 'Delete',
      keys: 'Delete',
      danger: true,
      run: () => void deleteEntities(ids),
    },
  ];
}
