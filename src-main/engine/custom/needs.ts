/**
 * What a tool needs of each capability, as far as its code or steps tell: its own effects, and those of the custom tools
 * that it calls, since a call is allowed by every tool on the way.
 */
import type { Capabilities } from '../tools/definition';
import { changesProject, type KnownTools } from './references';
import type { CapabilityName, FoundEffects } from './types';

export interface Needs {
  readonly read_scene: boolean;
  readonly mutate: boolean;
  /** Names; globs only where a tool below declares one and its code does not tell which tools it means. */
  readonly calls: readonly string[];
  /** Project-relative paths, and patterns of tools below. */
  readonly read: readonly string[];
  readonly written: readonly string[];
  /** Capabilities of which the text does not tell everything. */
  readonly open: ReadonlySet<CapabilityName>;
}

export const CAPABILITY_NAMES: readonly CapabilityName[] = [
  'read_scene',
  'mutate',
  'calls',
  'files.read',
  'files.write',
];

/** Sentences of `FoundEffects.unbounded`, and what each leaves open. What is called by a name that is worked out may need anything. */
const OPENED: readonly (readonly [RegExp, readonly CapabilityName[]])[] = [
  [/names a tool by a value/, CAPABILITY_NAMES],
  [/^what the process that serves it does/, CAPABILITY_NAMES],
  [/^(?:read_file|list_files|file_exists) names a file/, ['files.read']],
  [/^write_file names a file/, ['files.write']],
  [/may change an entity, or only a value/, ['mutate']],
  [/^step \d+ lets \S+ read files/, ['files.read']],
  [/^step \d+ lets \S+ write files/, ['files.write']],
];

/** What one sentence of `FoundEffects.unbounded` leaves open. */
export function openedBy(unbounded: string): readonly CapabilityName[] {
  return OPENED.find(([pattern]) => pattern.test(unbounded))?.[1] ?? [];
}

class Sum {
  readScene = false;
  mutate = false;
  readonly calls = new Set<string>();
  readonly read = new Set<string>();
  readonly written = new Set<string>();
  readonly open = new Set<CapabilityName>();

  /** All that a tool declares, where nothing else is known of it. */
  addDeclared(capabilities: Capabilities, which: readonly CapabilityName[] = CAPABILITY_NAMES): void {
    if (which.includes('read_scene') && capabilities.read_scene) this.readScene = true;
    if (which.includes('mutate') && capabilities.mutate) this.mutate = true;
    if (which.includes('calls')) for (const name of capabilities.calls) this.calls.add(name);
    if (which.includes('files.read')) for (const place of capabilities.files.read) this.read.add(place);
    if (which.includes('files.write')) for (const place of capabilities.files.write) this.written.add(place);
  }
}

/** The needs of a tool with these effects. `composite` says that they come from steps, which name their files themselves. */
export function needsOf(found: FoundEffects, composite: boolean, tools: KnownTools): Needs {
  const sum = new Sum();
  const seen = new Set<string>();
  for (const sentence of found.unbounded) for (const name of openedBy(sentence)) sum.open.add(name);
  addEffects(found, composite, tools, sum, seen);
  const sorted = (names: ReadonlySet<string>): string[] => [...names].sort();
  return {
    read_scene: sum.readScene,
    mutate: sum.mutate,
    calls: sorted(sum.calls),
    read: sorted(sum.read),
    written: sorted(sum.written),
    open: sum.open,
  };
}

function addEffects(
  found: FoundEffects,
  composite: boolean,
  tools: KnownTools,
  sum: Sum,
  seen: Set<string>,
): void {
  if (found.uses_scene) sum.readScene = true;
  if (found.mutates) sum.mutate = true;
  for (const path of found.files_read) sum.read.add(path);
  for (const path of found.files_written) sum.written.add(path);
  for (const name of found.calls) {
    sum.calls.add(name);
    if (seen.has(name)) continue;
    seen.add(name);
    addTool(name, composite, tools, sum, seen);
  }
}

function addTool(name: string, composite: boolean, tools: KnownTools, sum: Sum, seen: Set<string>): void {
  const tool = tools.get(name);
  if (tool === undefined) {
    // It may come later, and then need anything.
    for (const capability of CAPABILITY_NAMES) if (capability !== 'calls') sum.open.add(capability);
    return;
  }
  if (changesProject(tool) && tool.custom === undefined) sum.mutate = true;
  if (tool.custom === undefined) {
    if (tool.usesScene !== false) sum.readScene = true;
    if (tool.name === 'batch') for (const capability of CAPABILITY_NAMES) sum.open.add(capability);
    if (composite) return;
    if (tool.files?.read !== undefined) sum.open.add('files.read');
    if (tool.files?.write !== undefined) sum.open.add('files.write');
    return;
  }
  // Called at all, it counts as changing where it says that it may.
  if (tool.mutates) sum.mutate = true;
  const below = tools.effects(name);
  const { capabilities } = tool.custom;
  if (below === undefined) {
    sum.addDeclared(capabilities);
    return;
  }
  const own = new Sum();
  addEffects(below, tools.isComposite(name), tools, own, seen);
  if (own.readScene && capabilities.read_scene) sum.readScene = true;
  for (const call of own.calls) sum.calls.add(call);
  for (const path of own.read) sum.read.add(path);
  for (const path of own.written) sum.written.add(path);
  const open = new Set([...own.open, ...below.unbounded.flatMap(openedBy)]);
  sum.addDeclared(capabilities, [...open]);
}
