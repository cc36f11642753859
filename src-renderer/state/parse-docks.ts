/** Reads remembered docks. Whatever does not fit is left out, and what is missing stands where it is by default. */
import {
  activated,
  DOCKS,
  groupsOf,
  joined,
  moved,
  placeOf,
  type DockName,
  type DockNode,
  type Docks,
} from './docks';
import { FIXED_PANELS, homeOf, isEditorPanel, isPanel, type EditorPanel } from './panels';
import { arrayOf, isObject, stringOf } from './read-json';

const DEEPEST = 8;
const MOST_GROUPS = 24;
const LONGEST_ID = 1024;

/** Undefined where nothing can be made of it. */
export function parseDocks(value: unknown): Docks | undefined {
  if (!isObject(value)) return undefined;
  const panels = new Set<string>();
  const groups = new Set<string>();
  const read = (node: unknown, dock: DockName, depth: number): DockNode | null => {
    if (!isObject(node) || depth > DEEPEST || groups.size >= MOST_GROUPS) return null;
    if (node['kind'] === 'split') {
      const direction = node['direction'] === 'vertical' ? 'vertical' : 'horizontal';
      return joined(
        direction,
        arrayOf(node['parts']).map((part) => read(part, dock, depth + 1)),
      );
    }
    const id = stringOf(node['id']);
    if (id === undefined || !isGroupId(id, dock) || groups.has(id)) return null;
    const own = arrayOf(node['panels']).flatMap((panel): readonly string[] => {
      const name = stringOf(panel);
      if (name === undefined || name.length > LONGEST_ID || !isPanel(name) || panels.has(name)) return [];
      panels.add(name);
      return [name];
    });
    if (own.length === 0 && id !== 'main') return null;
    groups.add(id);
    const active = stringOf(node['active']);
    return {
      kind: 'group',
      id,
      panels: own,
      active: active !== undefined && own.includes(active) ? active : (own[0] ?? null),
    };
  };
  const found = Object.fromEntries(DOCKS.map((dock) => [dock, read(value[dock], dock, 0)]));
  let docks: Docks = {
    side: found['side'] ?? null,
    main: found['main'] ?? null,
    bottom: found['bottom'] ?? null,
    inspector: found['inspector'] ?? null,
  };
  if (!groupsOf(docks.main).some((group) => group.id === 'main')) return undefined;
  for (const panel of FIXED_PANELS) {
    if (placeOf(docks, panel) !== undefined) continue;
    const dock = homeOf(panel);
    const front = groupsOf(docks[dock]).find((group) => group.id === dock)?.active;
    docks = moved(docks, panel, { dock, group: dock });
    // It is there, and what was in front stays in front.
    if (front !== undefined && front !== null) docks = activated(docks, front);
  }
  return docks;
}

function isGroupId(id: string, dock: DockName): boolean {
  return id === dock || /^g[1-9]\d{0,3}$/.test(id);
}

/** The ids of the tabs of files that have a panel of their own. */
export function editorPanelsIn(docks: Docks): readonly EditorPanel[] {
  return DOCKS.flatMap((dock) =>
    groupsOf(docks[dock]).flatMap((group) => group.panels.filter(isEditorPanel)),
  );
}
