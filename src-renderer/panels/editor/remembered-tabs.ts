/** Which files were open, kept for the next time the project is opened; files with unsaved text open again in any case. */
import { useEditors, type EditorTab } from '../../state/editor-store';
import { arrayOf, isObject, stringOf } from '../../state/read-json';
import { readStored, writeStored } from '../../state/stored';
import { readBackups } from './backup';

interface Remembered {
  readonly tabs: readonly EditorTab[];
  readonly active: string | null;
}

/** Entries that do not read as tabs are left out. */
export function parseTabs(value: unknown): Remembered | undefined {
  if (!isObject(value)) return undefined;
  const tabs = arrayOf(value['tabs']).flatMap((entry): EditorTab[] => {
    if (!isObject(entry)) return [];
    const path = stringOf(entry['path']);
    const tool = stringOf(entry['tool']);
    if (path !== undefined) return [{ id: `file:${path}`, kind: 'file', path }];
    return tool === undefined ? [] : [{ id: `pair:${tool}`, kind: 'pair', tool }];
  });
  return { tabs, active: stringOf(value['active']) ?? null };
}

/** Tabs as they were, then those whose unsaved text was kept and that no pair shows. */
export function withUnsaved(remembered: Remembered, unsaved: readonly string[]): Remembered {
  const stems = new Set(
    remembered.tabs.flatMap((tab) => (tab.kind === 'pair' ? [tab.tool.replace(/^user_/, '')] : [])),
  );
  const known = new Set(remembered.tabs.map((tab) => tab.id));
  const missing = unsaved.filter((path) => !known.has(`file:${path}`) && !stems.has(stemOf(path)));
  const tabs = [
    ...remembered.tabs,
    ...missing.map((path): EditorTab => ({ id: `file:${path}`, kind: 'file', path })),
  ];
  const active = tabs.some((tab) => tab.id === remembered.active) ? remembered.active : (tabs[0]?.id ?? null);
  return { tabs, active };
}

function stemOf(path: string): string {
  return (path.split('/').at(-1) ?? path).split('.')[0] ?? '';
}

/** Puts the tabs back, behind those that were opened meanwhile. */
export function restoreTabs(folder: string): void {
  const kept = withUnsaved(readStored(`tabs:${folder}`, parseTabs, { tabs: [], active: null }), [
    ...readBackups(folder).keys(),
  ]);
  useEditors.setState((state) => {
    const missing = kept.tabs.filter((tab) => !state.tabs.some((one) => one.id === tab.id));
    return { tabs: [...state.tabs, ...missing], active: state.active ?? kept.active };
  });
}

/** Follows which tabs are open; call the result to stop. */
export function rememberTabs(folder: string): () => void {
  const write = ({ tabs, active }: Remembered): void => writeStored(`tabs:${folder}`, { tabs, active });
  write(useEditors.getState());
  return useEditors.subscribe((state, before) => {
    if (state.tabs !== before.tabs || state.active !== before.active) write(state);
  });
}
