/** Reads and checks the `capabilities` and `limits` of a definition, and fills in their defaults. */
import type { Json } from '../json';
import type { Capabilities, Limits } from '../tools/definition';
import { filePatternProblem } from '../tools/file-patterns';
import { normaliseReference } from './names';
import type { Problems } from './problems';
import type { CustomKind } from './types';

const CAPABILITY_FIELDS = ['read_scene', 'mutate', 'calls', 'files', 'network'];
const LIMIT_FIELDS = ['instructions', 'timeout_ms', 'max_output_bytes', 'max_calls'];
const TOOL_PATTERN = /^[A-Za-z0-9_*?-]{1,64}$/;

/** Lifecycle, policy and host tools: what decides over tools can't be reached from one. */
export function isGovernanceName(name: string): boolean {
  return name.startsWith('tool_') && name !== 'tool_search';
}

/** Capabilities with their defaults: reads the scene, and nothing else. */
export function parseCapabilities(
  value: Json | undefined,
  kind: CustomKind,
  problems: Problems,
): Capabilities {
  const path = ['capabilities'];
  const raw = value === undefined || value === null ? {} : problems.object(value, path);
  if (raw === undefined) return NONE;
  problems.closed(raw, CAPABILITY_FIELDS, path);
  const read_scene = problems.flag(raw, 'read_scene', path, true);
  const mutate = problems.flag(raw, 'mutate', path, false);
  const network = problems.flag(raw, 'network', path, false);
  if (network && kind !== 'external' && kind !== 'script') {
    problems.add(
      [...path, 'network'],
      `is for external and script tools; a ${kind} tool can't reach the network`,
      'Leave it out.',
    );
  }
  if (mutate && !read_scene) {
    problems.add(
      [...path, 'read_scene'],
      'false means pure computation on an empty scene, which "mutate": true contradicts',
      'Leave one of the two out.',
    );
  }
  const calls = names(problems.entries(raw.calls, [...path, 'calls'], 200), [...path, 'calls'], problems);
  const files = { read: [] as string[], write: [] as string[] };
  if (raw.files !== undefined && raw.files !== null) {
    const fields = problems.object(raw.files, [...path, 'files']);
    if (fields !== undefined) {
      problems.closed(fields, ['read', 'write'], [...path, 'files']);
      files.read = places(fields.read, 'read', problems);
      files.write = places(fields.write, 'write', problems);
    }
  }
  return { read_scene, mutate, calls, files, network };
}

const NONE: Capabilities = {
  read_scene: true,
  mutate: false,
  calls: [],
  files: { read: [], write: [] },
  network: false,
};

function names(values: readonly Json[], path: readonly string[], problems: Problems): string[] {
  const found = new Set<string>();
  for (const [index, value] of values.entries()) {
    const name = typeof value === 'string' ? normaliseReference(value) : '';
    if (!TOOL_PATTERN.test(name)) {
      problems.add(
        [...path, index],
        `${JSON.stringify(value)} is no tool's name and no glob of names`,
        'Name tools such as "scene_query", or globs such as "entity_*".',
      );
    } else if (isGovernanceName(name)) {
      problems.add(
        [...path, index],
        `"${name}" can't be called from a tool: lifecycle and policy tools are for people and agents only`,
        'Leave it out.',
      );
    } else found.add(name);
  }
  return [...found];
}

function places(value: Json | undefined, access: 'read' | 'write', problems: Problems): string[] {
  const path = ['capabilities', 'files', access];
  const found = new Set<string>();
  for (const [index, place] of problems.entries(value, path, 50).entries()) {
    const problem = typeof place === 'string' ? filePatternProblem(place, access) : 'is not a text';
    if (typeof place === 'string' && problem === undefined) found.add(place);
    else {
      problems.add(
        [...path, index],
        `${JSON.stringify(place)}: ${problem ?? ''}`,
        'Name folders of the project such as "data/", or globs such as "data/*.json".',
      );
    }
  }
  return [...found];
}

/** Limits with their defaults. External tools wait for a client, so they have more time. */
export function parseLimits(value: Json | undefined, kind: CustomKind, problems: Problems): Limits {
  const path = ['limits'];
  const raw = value === undefined || value === null ? {} : (problems.object(value, path) ?? {});
  problems.closed(raw, LIMIT_FIELDS, path);
  return {
    instructions: problems.whole(raw, 'instructions', path, {
      min: 1000,
      max: 50_000_000,
      otherwise: 1_000_000,
    }),
    timeout_ms: problems.whole(raw, 'timeout_ms', path, {
      min: 10,
      max: 120_000,
      otherwise: kind === 'external' ? 30_000 : 5000,
    }),
    max_output_bytes: problems.whole(raw, 'max_output_bytes', path, {
      min: 256,
      max: 1_048_576,
      otherwise: 65_536,
    }),
    max_calls: problems.whole(raw, 'max_calls', path, { min: 0, max: 10_000, otherwise: 100 }),
  };
}
