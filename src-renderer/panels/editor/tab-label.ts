import type { EditorTab } from '../../state/editor-store';
import { visibleText } from '../../ui/visible-text';

/** What a tab is called: the tool, or the last part of the file's path. */
export function labelOf(tab: EditorTab): string {
  return visibleText(tab.kind === 'pair' ? tab.tool : (tab.path.split('/').at(-1) ?? tab.path));
}
