/** What code was found to use, beside what it declares; and what a tool may do now that it could not when last approved. */
import { hasWildcard, globMatches, pathAllowed } from '../tools/glob';
import { listNames } from '../text/suggest';
import type { Capabilities, Limits } from '../tools/definition';
import type { CustomDefinition, FoundEffects } from './types';

const quoted = (names: readonly string[]): string =>
  listNames(
    names.map((name) => `"${name}"`),
    8,
  );

/** One sentence for each: declared and not used, used and not declared, not to be bounded. Empty where all fits. */
export function remarksOf(definition: CustomDefinition, found: FoundEffects | undefined): string[] {
  if (found === undefined) return [];
  const { capabilities } = definition;
  const remarks: string[] = [];
  const callsUnbounded = found.unbounded.some((what) => what.includes('tool'));
  const filesUnbounded = found.unbounded.some((what) => what.includes('file') || what.includes('folder'));

  if (definition.kind === 'wander') {
    const writesByTool = callsUnbounded || found.calls.length > 0;
    if (capabilities.mutate && !found.mutates && !writesByTool) {
      remarks.push('It declares that it edits the scene, and its code was found to change nothing.');
    }
    if (!capabilities.mutate && found.mutates) {
      remarks.push(
        `Its code changes the scene${found.writes.length > 0 ? ` (${listNames(found.writes, 8)})` : ''}, which it does not declare: that fails when it gets there.`,
      );
    }
  }
  const unusedCalls = capabilities.calls.filter(
    (pattern) => !found.calls.some((name) => globMatches(pattern, name)),
  );
  if (unusedCalls.length > 0 && !callsUnbounded)
    remarks.push(`It may call ${quoted(unusedCalls)}, and was not found to.`);
  const wide = capabilities.calls.filter(
    (pattern) => hasWildcard(pattern) && found.calls.some((name) => globMatches(pattern, name)),
  );
  if (wide.length > 0 && !callsUnbounded) {
    const used = found.calls.filter((name) => wide.some((pattern) => globMatches(pattern, name)));
    remarks.push(
      `It may call everything that ${quoted(wide)} matches, and was found to call only ${quoted(used)}.`,
    );
  }
  const undeclared = found.calls.filter(
    (name) => !capabilities.calls.some((pattern) => globMatches(pattern, name)),
  );
  if (undeclared.length > 0)
    remarks.push(`It calls ${quoted(undeclared)}, which it does not declare: that call fails.`);

  for (const [access, paths] of [
    ['read', found.files_read],
    ['write', found.files_written],
  ] as const) {
    const declared =
      access === 'read'
        ? [...capabilities.files.read, ...capabilities.files.write]
        : capabilities.files.write;
    const outside = paths.filter((path) => !pathAllowed(declared, path));
    if (outside.length > 0)
      remarks.push(`It ${access}s ${quoted(outside)}, which it does not declare: that fails.`);
    const unused = capabilities.files[access].filter(
      (pattern) => !paths.some((path) => pathAllowed([pattern], path)),
    );
    // A composite's own files are those of the tools that it calls.
    if (unused.length > 0 && !filesUnbounded && definition.kind === 'wander') {
      remarks.push(`It may ${access} files in ${quoted(unused)}, and was not found to.`);
    }
  }
  for (const what of found.unbounded) remarks.push(`Not to be told from the code: ${what}.`);
  return remarks;
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
