/** What a call made by a custom tool may do: the intersection along the chain of tools. It only ever narrows. */
import type { Capabilities, EffectiveCapabilities, Narrowed } from './definition';
import { globMatches, pathAllowed } from './glob';

const NARROWED: readonly Narrowed[] = ['read_scene', 'mutate', 'network'];

/** The capabilities of a tool's own code, called by something that has `above` (undefined: a person or client). */
export function narrow(
  above: EffectiveCapabilities | undefined,
  tool: string,
  own: Capabilities,
): EffectiveCapabilities {
  const narrowedBy: Partial<Record<Narrowed, string>> = { ...above?.narrowedBy };
  for (const what of NARROWED) if (!own[what]) narrowedBy[what] ??= tool;
  return {
    narrowedBy,
    read_scene: own.read_scene && (above?.read_scene ?? true),
    mutate: own.mutate && (above?.mutate ?? true),
    network: own.network && (above?.network ?? true),
    calls: [...(above?.calls ?? []), { tool, allow: own.calls }],
    files: [...(above?.files ?? []), { tool, read: own.files.read, write: own.files.write }],
  };
}

/** The first tool on the chain whose `calls` do not allow this one. */
export function callDeniedBy(capabilities: EffectiveCapabilities, name: string): string | undefined {
  return capabilities.calls.find(({ allow }) => !allow.some((glob) => globMatches(glob, name)))?.tool;
}

/**
 * The first tool on the chain whose `files` do not allow the project-relative path (normalised already); undefined where
 * all do, and for calls that no custom tool makes. What a tool may write it may read.
 */
export function fileDeniedBy(
  capabilities: EffectiveCapabilities | undefined,
  access: 'read' | 'write',
  path: string,
): string | undefined {
  return capabilities?.files.find((entry) => {
    const places = access === 'write' ? entry.write : [...entry.read, ...entry.write];
    return !pathAllowed(places, path);
  })?.tool;
}
