/** What one does with the selected entities wherever they were selected: in the palette, the menu, and with keys. */
import type { Command } from '../../state/commands';
import { usePalette } from '../../state/palette-store';
import { isShown, useLayout } from '../../state/layout-store';
import { useSelection } from '../../state/selection-store';
import { canPaste, copyEntities, cutEntities, pasteEntities } from './clipboard';
import { createEntity, deleteEntities, duplicateEntities } from './scene-actions';

/** Commands for the selection. Their keys are those of a text while one types. */
export function entityCommands(): readonly Command[] {
  const ids = (): readonly number[] => useSelection.getState().ids;
  const some = (): boolean => ids().length > 0 && isSceneShown();
  return [
    {
      id: 'entity.create',
      title: 'Create an Empty Entity',
      category: 'Edit',
      menu: { name: 'edit', group: 2 },
      run: () => createEntity({ name: 'Empty' }),
    },
    {
      id: 'entity.rename',
      title: 'Rename the Entity',
      category: 'Edit',
      keys: 'F2',
      menu: { name: 'edit', group: 2 },
      when: () => ids().length === 1 && some(),
      run: renameSelected,
    },
    {
      id: 'entity.duplicate',
      title: 'Duplicate the Selection',
      category: 'Edit',
      keys: 'Mod+D',
      menu: { name: 'edit', group: 2 },
      when: some,
      run: () => duplicateEntities(ids()),
    },
    {
      id: 'entity.cut',
      title: 'Cut the Selection',
      category: 'Edit',
      keys: 'Mod+X',
      menu: { name: 'edit', group: 2, insteadOf: 'cut' },
      // Selected words are what is meant.
      when: () => some() && window.getSelection()?.isCollapsed !== false,
      run: () => cutEntities(ids()),
    },
    {
      id: 'entity.copy',
      title: 'Copy the Selection',
      category: 'Edit',
      keys: 'Mod+C',
      menu: { name: 'edit', group: 2, insteadOf: 'copy' },
      when: () => some() && window.getSelection()?.isCollapsed !== false,
      run: async () => void (await copyEntities(ids())),
    },
    {
      id: 'entity.paste',
      title: 'Paste Entities',
      category: 'Edit',
      keys: 'Mod+V',
      menu: { name: 'edit', group: 2, insteadOf: 'paste' },
      when: () => canPaste() && isSceneShown(),
      run: pasteEntities,
    },
    {
      id: 'entity.move-into',
      title: 'Move the Selection into…',
      category: 'Scene',
      menu: { name: 'edit', group: 2 },
      when: some,
      run: () => usePalette.getState().open('parent'),
    },
    {
      // The tree and the scene view take the Delete key themselves.
      id: 'entity.delete',
      title: 'Delete the Selection',
      category: 'Edit',
      ownKeys: 'Delete',
      menu: { name: 'edit', group: 2 },
      when: some,
      run: () => deleteEntities(ids()),
    },
  ];
}

function isSceneShown(): boolean {
  const layout = useLayout.getState();
  return isShown(layout, 'scene') || isShown(layout, 'scene-tree');
}

/** The name is edited in the inspector. */
export function renameSelected(): void {
  useLayout.getState().show('inspector');
  requestAnimationFrame(() => {
    const field = document.querySelector<HTMLInputElement>(
      '[data-dock-panel="inspector"] input[aria-label="Name"]',
    );
    field?.focus();
    field?.select();
  });
}
