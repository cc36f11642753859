/**
 * The hash that an approval holds for. It covers everything that decides what a tool does, may do, or tells a model:
 * name, kind, title, category, description, schemas, capabilities, limits, code with the modules it uses, steps, result.
 * It does not cover tests, version, author, provenance, enabled, unknown fields, the order of keys, indentation, line
 * ends, or the Unicode normal form.
 */
import { hash } from 'node:crypto';
import type { Json, JsonObject } from '../json';
import { canonicalJson, normaliseCode } from './json-form';
import type { CustomDefinition } from './types';

export function sha256(text: string | Uint8Array): string {
  return hash('sha256', text, 'hex');
}

/** The part of a definition that its hash covers. */
export function coveredPart(
  definition: CustomDefinition,
  modules: ReadonlyMap<string, string> = new Map(),
): JsonObject {
  const { capabilities, limits, steps } = definition;
  const entries: [string, Json][] = [
    ['name', definition.name],
    ['kind', definition.kind],
    ['title', definition.title ?? ''],
    ['category', definition.category],
    ['description', definition.description],
    ['input_schema', definition.input_schema],
    [
      'capabilities',
      {
        read_scene: capabilities.read_scene,
        mutate: capabilities.mutate,
        network: capabilities.network,
        calls: [...capabilities.calls].sort(),
        files: { read: [...capabilities.files.read].sort(), write: [...capabilities.files.write].sort() },
      },
    ],
    ['limits', { ...limits }],
  ];
  if (definition.output_schema !== undefined) entries.push(['output_schema', definition.output_schema]);
  if (definition.code !== undefined) entries.push(['code', normaliseCode(definition.code)]);
  if (steps !== undefined) entries.push(['steps', steps.map((step): JsonObject => ({ ...step }))]);
  if (definition.result !== undefined) entries.push(['result', definition.result]);
  if (modules.size > 0) {
    const texts = [...modules].map(([path, text]): [string, Json] => [path, normaliseCode(text)]);
    entries.push(['modules', Object.fromEntries(texts)]);
  }
  return Object.fromEntries(entries);
}

/**
 * SHA-256, in hexadecimal, over the canonical form of the covered part. `modules` holds the text of every file that the
 * code takes in with `use`, by its project-relative path.
 */
export function definitionHash(definition: CustomDefinition, modules?: ReadonlyMap<string, string>): string {
  return sha256(canonicalJson(coveredPart(definition, modules)));
}

/** The first characters of a hash, for people. */
export function shortHash(hash: string): string {
  return hash.slice(0, 12);
}
