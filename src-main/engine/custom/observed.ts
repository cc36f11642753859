/** What recorded calls of a tool were seen to use, for what its text does not tell. Kept for one definition, by its hash. */
import type { FinishedCall } from '../tools/pipeline';
import { MAX_TOUCHED } from '../tools/frame';

export interface Observed {
  /** Calls that were looked at. */
  readonly calls: number;
  /** Tools called below, at every depth. */
  readonly tools: readonly string[];
  readonly read: readonly string[];
  readonly written: readonly string[];
  readonly mutated: boolean;
  readonly scene: boolean;
  /** There was more than is kept. */
  readonly cut: boolean;
}

export const NOTHING_OBSERVED: Observed = {
  calls: 0,
  tools: [],
  read: [],
  written: [],
  mutated: false,
  scene: false,
  cut: false,
};

/** Names and paths of each list that are kept. */
const MAX_KEPT = 200;

/** What one more call used, added to what was seen before. */
export function observe(before: Observed, call: FinishedCall, below: readonly FinishedCall[]): Observed {
  const own = [call, ...below];
  const tools = new Set(before.tools);
  const read = new Set(before.read);
  const written = new Set(before.written);
  let { mutated, scene, cut } = before;
  for (const each of below) tools.add(each.name);
  for (const each of own) {
    const files = each.files ?? [];
    if (files.length > MAX_TOUCHED) cut = true;
    for (const { access, path } of files) (access === 'read' ? read : written).add(path);
    if (each.entities.length > 0) mutated = true;
    if (each === call || each.tool?.custom !== undefined) continue;
    if (each.mutates) mutated = true;
    if (each.tool?.usesScene !== false) scene = true;
  }
  // Which call of a larger change made its edits is not recorded.
  if (call.depth > 0 && call.mutates) mutated = true;
  if (tools.size > MAX_KEPT || read.size > MAX_KEPT || written.size > MAX_KEPT) cut = true;
  const list = (names: ReadonlySet<string>): string[] => [...names].sort().slice(0, MAX_KEPT);
  return {
    calls: before.calls + 1,
    tools: list(tools),
    read: list(read),
    written: list(written),
    mutated,
    scene,
    cut,
  };
}

/** Hands each custom call of a tree, with all calls below it, to `take`. */
export function eachCustomCall(
  tree: readonly FinishedCall[],
  take: (call: FinishedCall, below: readonly FinishedCall[]) => void,
): void {
  const below = new Map<string, FinishedCall[]>();
  if (tree.length > 1) {
    const parents = new Map(tree.map((call) => [call.id, call]));
    for (const call of tree) {
      let up = call.parent === undefined ? undefined : parents.get(call.parent);
      while (up !== undefined) {
        if (up.tool?.custom !== undefined) {
          const list = below.get(up.id);
          if (list === undefined) below.set(up.id, [call]);
          else list.push(call);
        }
        up = up.parent === undefined ? undefined : parents.get(up.parent);
      }
    }
  }
  for (const call of tree) if (call.tool?.custom !== undefined) take(call, below.get(call.id) ?? []);
}
