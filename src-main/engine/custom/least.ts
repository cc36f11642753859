/** The least set of capabilities that is enough for a tool, from what its text tells and, where that does not, from recorded calls. */
import type { JsonObject } from '../json';
import { mayListFolder } from '../tools/file-patterns';
import { globMatches, hasWildcard, pathAllowed } from '../tools/glob';
import type { Capabilities } from '../tools/definition';
import type { Needs } from './needs';
import type { Observed } from './observed';
import type { CapabilityName, LeastCapabilities, Narrowing } from './types';

/** Undefined where nothing that is declared could be less. Never more than what is declared. */
export function leastCapabilities(
  declared: Capabilities,
  needs: Needs,
  observed: Observed | undefined,
): LeastCapabilities | undefined {
  const seen = observed !== undefined && observed.calls > 0 && !observed.cut ? observed : undefined;
  const narrowings: Narrowing[] = [];
  const kept: CapabilityName[] = [];
  /** What is needed of one capability; undefined where nothing tells. */
  const needed = <T>(
    capability: CapabilityName,
    fromText: T,
    fromCalls: (seen: Observed) => T,
  ): T | undefined =>
    !needs.open.has(capability) ? fromText : seen === undefined ? undefined : fromCalls(seen);
  const note = (
    capability: CapabilityName,
    from: boolean | readonly string[],
    to: boolean | readonly string[],
  ): void => {
    const known_from = needs.open.has(capability) ? 'calls' : 'code';
    narrowings.push({ capability, from, to, known_from });
  };

  const flag = (capability: 'read_scene' | 'mutate', is: boolean, need: boolean | undefined): boolean => {
    if (is && need === undefined) kept.push(capability);
    if (!is || need !== false) return is;
    note(capability, true, false);
    return false;
  };
  const places = (
    capability: 'calls' | 'files.read' | 'files.write',
    list: readonly string[],
    need: readonly string[] | undefined,
    narrow: (list: readonly string[], need: readonly string[]) => readonly string[],
  ): readonly string[] => {
    if (list.length === 0) return list;
    if (need === undefined) {
      kept.push(capability);
      return list;
    }
    const less = narrow(list, need);
    if (sameSet(less, list)) return list;
    note(capability, list, less);
    return less;
  };

  const mutate = flag(
    'mutate',
    declared.mutate,
    needed('mutate', needs.mutate, (calls) => needs.mutate || calls.mutated),
  );
  const calls = places(
    'calls',
    declared.calls,
    needed('calls', needs.calls, (each) => union(needs.calls, each.tools)),
    narrowCalls,
  );
  const read = places(
    'files.read',
    declared.files.read,
    needed('files.read', needs.read, (each) => union(needs.read, each.read)),
    narrowPlaces,
  );
  const write = places(
    'files.write',
    declared.files.write,
    needed('files.write', needs.written, (each) => union(needs.written, each.written)),
    narrowPlaces,
  );
  // What edits the scene sees it.
  const read_scene = mutate
    ? declared.read_scene
    : flag(
        'read_scene',
        declared.read_scene,
        needed('read_scene', needs.read_scene, (each) => needs.read_scene || each.scene),
      );
  if (narrowings.length === 0) return undefined;
  const fromCalls = narrowings.some((each) => each.known_from === 'calls');
  return {
    capabilities: { read_scene, mutate, calls, files: { read, write }, network: declared.network },
    narrowings,
    ...(fromCalls && seen !== undefined ? { recorded_calls: seen.calls } : {}),
    kept,
  };
}

/** Capabilities as an author writes them, for `tool_define`. */
export function authored({ read_scene, mutate, calls, files, network }: Capabilities): JsonObject {
  const { read, write } = files;
  return { read_scene, mutate, calls, files: { read, write }, ...(network ? { network } : {}) };
}

function union(a: readonly string[], b: readonly string[]): string[] {
  return [...new Set([...a, ...b])].sort();
}

function sameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((each) => b.includes(each));
}

/** Names in place of globs; of what is needed, what is declared. */
function narrowCalls(declared: readonly string[], needed: readonly string[]): readonly string[] {
  return needed.filter((name) => declared.some((pattern) => globMatches(pattern, name)));
}

/** Above this, single files are named by their folder. */
const MAX_SINGLE_FILES = 4;

/** For each declared place, what of it is needed: single files where they are few, else the place as it is or a part of it. */
function narrowPlaces(declared: readonly string[], needed: readonly string[]): readonly string[] {
  const less = new Set<string>();
  for (const place of declared) {
    const used = needed.filter(
      (path) => pathAllowed([place], path) || withoutSlash(path) === withoutSlash(place),
    );
    const listed = needed.some((path) => !used.includes(path) && mayListFolder(path, [place]));
    if (listed || used.some((path) => withoutSlash(path) === withoutSlash(place))) less.add(place);
    else if (used.length > MAX_SINGLE_FILES) less.add(commonPlace(used) ?? place);
    else for (const path of used) less.add(path);
  }
  return [...less];
}

function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}

/** `data/a.json`, `data/b.json` → `data/*.json`; `data/a/x`, `data/b/y` → `data/`. Undefined where all the project is common. */
function commonPlace(paths: readonly string[]): string | undefined {
  const folders = paths.map((path) => path.split('/').slice(0, -1));
  const [first = []] = folders;
  let depth = first.length;
  for (const folder of folders) {
    while (depth > 0 && first.slice(0, depth).some((part, index) => folder[index] !== part)) depth -= 1;
  }
  const common = first.slice(0, depth).join('/');
  if (common === '' || hasWildcard(common)) return undefined;
  const endings = new Set(paths.map((path) => /\.[A-Za-z0-9]+$/.exec(path)?.[0]));
  const [ending] = endings;
  const flat = folders.every((folder) => folder.length === depth);
  return flat && endings.size === 1 && ending !== undefined ? `${common}/*${ending}` : `${common}/`;
}
