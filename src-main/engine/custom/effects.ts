/** What code was found to use, beside what it declares; and what a tool may do now that it could not when last approved. */
import { mayListFolder } from '../tools/file-patterns';
import { globMatches, hasWildcard, pathAllowed } from '../tools/glob';
import { listNames } from '../text/suggest';
import type { Capabilities, Limits } from '../tools/definition';
import type { Needs } from './needs';
import type { CustomDefinition, FoundEffects } from './types';

const quoted = (names: readonly string[]): string =>
  listNames(
    names.map((name) => `"${name}"`),
    8,
  );

/**
 * One sentence for each: declared and not needed, used and not declared, wider than what can be told, not to be told.
 * Empty where all fits. `needs` counts what the tools that it calls need.
 */
export function remarksOf(
  definition: CustomDefinition,
  found: FoundEffects | undefined,
  needs: Needs | undefined,
): string[] {
  if (found === undefined || needs === undefined) return [];
  return [
    ...sceneRemarks(definition, found, needs),
    ...callRemarks(definition.capabilities, found, needs),
    ...fileRemarks(definition, found, needs),
    ...found.unbounded.map((what) => `Not to be told from the code: ${what}.`),
  ];
}

function sceneRemarks(
  { kind, capabilities }: CustomDefinition,
  found: FoundEffects,
  { mutate, read_scene, open }: Needs,
): string[] {
  const where = kind === 'composite' ? 'steps were' : 'code was';
  const remarks: string[] = [];
  if (capabilities.mutate && !mutate && !open.has('mutate'))
    remarks.push(`It declares that it edits the scene, and its ${where} found to change nothing.`);
  if (kind === 'wander' && !capabilities.mutate && found.mutates) {
    const what = found.writes.length > 0 ? ` (${listNames(found.writes, 8)})` : '';
    remarks.push(
      `Its code changes the scene${what}, which it does not declare: that fails when it gets there.`,
    );
  }
  if (capabilities.read_scene && !capabilities.mutate && !read_scene && !open.has('read_scene'))
    remarks.push('It may read the scene, and was not found to: "read_scene": false is enough.');
  return remarks;
}

function callRemarks({ calls }: Capabilities, found: FoundEffects, needs: Needs): string[] {
  const remarks: string[] = [];
  const open = needs.open.has('calls');
  const unused = calls.filter((pattern) => !needs.calls.some((name) => globMatches(pattern, name)));
  if (unused.length > 0 && !open) remarks.push(`It may call ${quoted(unused)}, and was not found to.`);
  const wide = calls.filter((pattern) => hasWildcard(pattern) && (open || !unused.includes(pattern)));
  if (wide.length > 0) {
    const used = needs.calls.filter((name) => wide.some((pattern) => globMatches(pattern, name)));
    remarks.push(
      open
        ? `It may call everything that ${quoted(wide)} matches, and its code does not tell which tools it means.`
        : `It may call everything that ${quoted(wide)} matches, and was found to call only ${quoted(used)}.`,
    );
  }
  const undeclared = found.calls.filter((name) => !calls.some((pattern) => globMatches(pattern, name)));
  if (undeclared.length > 0)
    remarks.push(`It calls ${quoted(undeclared)}, which it does not declare: that call fails.`);
  const below = needs.calls.filter(
    (name) => !found.calls.includes(name) && !calls.some((pattern) => globMatches(pattern, name)),
  );
  if (below.length > 0)
    remarks.push(`Tools that it calls call ${quoted(below)}, which it does not declare: those calls fail.`);
  return remarks;
}

function fileRemarks({ capabilities }: CustomDefinition, found: FoundEffects, needs: Needs): string[] {
  const remarks: string[] = [];
  const { files } = capabilities;
  for (const [access, own, needed] of [
    ['read', found.files_read, needs.read],
    ['write', found.files_written, needs.written],
  ] as const) {
    const open = needs.open.has(`files.${access}`);
    const declared = access === 'read' ? [...files.read, ...files.write] : files.write;
    const outside = own.filter((path) => !pathAllowed(declared, path) && !mayListFolder(path, declared));
    if (outside.length > 0)
      remarks.push(`It ${access}s ${quoted(outside)}, which it does not declare: that fails.`);
    const unused = files[access].filter((pattern) => !needed.some((path) => covers(pattern, path)));
    if (unused.length > 0 && !open)
      remarks.push(`It may ${access} files in ${quoted(unused)}, and was not found to.`);
    const all = files[access].filter(
      (pattern) => isEverywhere(pattern) && (open || !unused.includes(pattern)),
    );
    if (all.length > 0) {
      const used = needed.filter((path) => all.some((pattern) => covers(pattern, path)));
      const which = open ? 'its code does not tell which' : `was found to ${access} only ${quoted(used)}`;
      remarks.push(`It may ${access} files all over the project (${quoted(all)}), and ${which}.`);
    }
  }
  return remarks;
}

/** Whether something that is needed, a path or a place of a tool below, lies in a declared place. */
function covers(pattern: string, path: string): boolean {
  return pattern === path || pathAllowed([pattern], path) || mayListFolder(path, [pattern]);
}

/** A place without a folder of its own: `**`, `*.json`. */
function isEverywhere(pattern: string): boolean {
  return hasWildcard(pattern.split('/')[0] ?? '');
}

function fileChanges(now: readonly string[], before: readonly string[], verb: string): string[] {
  const more = now.filter((place) => !before.includes(place));
  const fewer = before.filter((place) => !now.includes(place));
  return [
    ...(more.length > 0 ? [`It now may also ${verb} files in ${more.join(', ')}.`] : []),
    ...(fewer.length > 0 ? [`It no longer may ${verb} files in ${fewer.join(', ')}.`] : []),
  ];
}

/** Changes of capabilities and limits, one sentence each; what is wider comes first. */
export function capabilityChanges(
  now: { readonly capabilities: Capabilities; readonly limits: Limits },
  before: { readonly capabilities: Capabilities; readonly limits: Limits },
): string[] {
  const sentences: string[] = [];
  const [a, b] = [before.capabilities, now.capabilities];
  const flag = (from: boolean, to: boolean, what: string): void => {
    if (to && !from) sentences.push(`It now may also ${what}.`);
    if (from && !to) sentences.push(`It no longer may ${what}.`);
  };
  flag(a.mutate, b.mutate, 'edit the scene and call tools that change the project');
  flag(a.network, b.network, 'reach the network');
  flag(a.read_scene, b.read_scene, 'read the scene');
  sentences.push(...fileChanges(b.files.write, a.files.write, 'write'));
  sentences.push(...fileChanges(b.files.read, a.files.read, 'read'));
  const moreCalls = b.calls.filter((name) => !a.calls.includes(name));
  const fewerCalls = a.calls.filter((name) => !b.calls.includes(name));
  if (moreCalls.length > 0) sentences.push(`It now may also call ${moreCalls.join(', ')}.`);
  if (fewerCalls.length > 0) sentences.push(`It no longer may call ${fewerCalls.join(', ')}.`);
  const limits: readonly (readonly [keyof Limits, string])[] = [
    ['instructions', 'instructions'],
    ['timeout_ms', 'milliseconds'],
    ['max_output_bytes', 'bytes of output'],
    ['max_calls', 'nested calls'],
  ];
  for (const [key, unit] of limits) {
    const [from, to] = [before.limits[key], now.limits[key]];
    if (from === to) continue;
    sentences.push(`Its limit of ${unit} was ${to > from ? 'raised' : 'lowered'} from ${from} to ${to}.`);
  }
  const order = (sentence: string): number => (/^It now|raised/.test(sentence) ? 0 : 1);
  return sentences.sort((x, y) => order(x) - order(y));
}
