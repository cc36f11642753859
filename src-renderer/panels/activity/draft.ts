/** Drafts of tools from recorded calls, as the engine answers them, and the text that an editor opens. */
import type { JsonObject } from '../../../src-preload/contract';
import { arrayOf, isObject, objectOf, stringOf, stringsOf } from '../../state/read-json';

export interface Draft {
  readonly definition: JsonObject;
  readonly notes: readonly string[];
  /** Names of arguments that were made. */
  readonly args: readonly string[];
  readonly steps: number;
  /** Names of values that are arguments by now. */
  readonly lifted: ReadonlySet<string>;
}

export function readDraft(structured: JsonObject | undefined): Draft | undefined {
  const definition = structured?.['definition'];
  if (structured === undefined || !isObject(definition)) return undefined;
  return {
    definition,
    notes: stringsOf(structured['notes']),
    args: Object.keys(objectOf(objectOf(definition['input_schema'])['properties'])),
    steps: arrayOf(definition['steps']).length,
    // `#25 components.light.intensity` is known as `intensity`.
    lifted: new Set(
      arrayOf(structured['lifted'])
        .flatMap((each) => stringsOf(objectOf(each)['from']))
        .flatMap((from) => /([^.\s]+)$/.exec(from)?.[1] ?? []),
    ),
  };
}

/** `user_row_of_lamps` → `tools/row_of_lamps.tool.json`. */
export function draftPath(definition: JsonObject): string {
  return `tools/${(stringOf(definition['name']) ?? 'draft').replace(/^user_/, '')}.tool.json`;
}

/** The file as a person looks it over: the order in which one reads a definition. */
export function draftText(definition: JsonObject): string {
  const { name, description, input_schema, capabilities, steps, ...rest } = definition;
  const file = {
    format: 'skywalker.tool/1',
    name,
    author: 'user',
    description,
    input_schema,
    capabilities,
    steps,
    ...rest,
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Names of values in the arguments of calls that could be lifted, with how often each occurs; the most telling first. */
export function liftable(
  args: readonly JsonObject[],
): readonly { readonly key: string; readonly sample: string }[] {
  const samples = new Map<string, Set<string>>();
  const visit = (value: unknown, key: string, depth: number): void => {
    if (isObject(value) && depth < 4 && Object.keys(value).length > 0)
      for (const [name, item] of Object.entries(value)) visit(item, name, depth + 1);
    else samples.set(key, (samples.get(key) ?? new Set()).add(JSON.stringify(value)));
  };
  for (const each of args) for (const [key, value] of Object.entries(each)) visit(value, key, 0);
  return [...samples].map(([key, values]) => {
    const [first = ''] = values;
    const more = values.size > 1 ? ` and ${values.size - 1} more` : '';
    return { key, sample: `${first.length > 40 ? `${first.slice(0, 39)}…` : first}${more}` };
  });
}
