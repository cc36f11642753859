/** A definition as its file has it: stable order, two spaces, fields that are not known at the end. */
import type { Json, JsonObject } from '../json';
import { FORMAT } from './definition';
import type { CustomDefinition } from './types';

/** The JSON of the `.tool.json` file. The code of a Wander tool stands in its own file. */
export function definitionJson(definition: CustomDefinition): JsonObject {
  const { capabilities, limits, provenance } = definition;
  const files: [string, Json][] = [
    ...(capabilities.files.read.length > 0 ? [['read', capabilities.files.read] as [string, Json]] : []),
    ...(capabilities.files.write.length > 0 ? [['write', capabilities.files.write] as [string, Json]] : []),
  ];
  // What the steps call says itself; written down, it would have to be kept in step by hand.
  const derived =
    definition.kind === 'composite' &&
    sameNames(
      capabilities.calls,
      (definition.steps ?? []).map((step) => step.tool),
    );
  const entries: [string, Json | undefined][] = [
    ['format', FORMAT],
    ['name', definition.name],
    ['title', definition.title],
    ['category', definition.category],
    ['description', definition.description],
    ['kind', definition.kind],
    ['input_schema', definition.input_schema],
    ['output_schema', definition.output_schema],
    [
      'capabilities',
      {
        read_scene: capabilities.read_scene,
        mutate: capabilities.mutate,
        ...(derived ? {} : { calls: capabilities.calls }),
        files: Object.fromEntries(files),
        network: capabilities.network,
      },
    ],
    ['limits', { ...limits }],
    ['source', definition.source],
    ['steps', definition.steps?.map((step): JsonObject => ({ ...step }))],
    ['result', definition.result],
    ['tests', definition.tests.map((test): JsonObject => ({ ...test, expect: { ...test.expect } }))],
    ['enabled', definition.enabled],
    ['disabled_by', definition.disabled_by],
    ['version', definition.version],
    ['author', definition.author],
    ['provenance', provenance === undefined ? undefined : { ...provenance }],
    ...Object.entries(definition.extra ?? {}),
  ];
  return Object.fromEntries(entries.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));
}

function sameNames(a: readonly string[], b: readonly string[]): boolean {
  const names = new Set(b);
  return names.size === new Set(a).size && a.every((name) => names.has(name));
}

/** The text of the `.tool.json` file. */
export function formatDefinition(definition: CustomDefinition): string {
  return `${JSON.stringify(definitionJson(definition), null, 2)}\n`;
}
