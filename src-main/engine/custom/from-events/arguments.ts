/** The arguments of a draft: names that are free, schemas, and the recorded values as defaults. */
import type { Json, JsonObject } from '../../json';

const MAX_NAME = 40;

export interface Argument {
  readonly name: string;
  readonly schema: JsonObject;
  /** Undefined where the log does not have the value: then it has to be given. */
  readonly initial: Json | undefined;
}

export class DraftArguments {
  private readonly all = new Map<string, Argument>();

  get list(): readonly Argument[] {
    return [...this.all.values()];
  }

  /** Takes a value up under a name, or one like it that is free; the same value under the same name is one argument. */
  take(wanted: string, schema: JsonObject, initial: Json | undefined): string {
    const base = plainName(wanted);
    let name = base;
    for (let number = 2; ; number += 1) {
      const known = this.all.get(name);
      if (known === undefined) break;
      if (initial !== undefined && JSON.stringify(known.initial) === JSON.stringify(initial)) return name;
      name = `${base}_${number}`;
    }
    this.all.set(name, { name, schema, initial });
    return name;
  }

  /** The input schema: what has a default need not be given. */
  schema(): JsonObject {
    const required = this.list.filter((each) => each.initial === undefined).map((each) => each.name);
    return {
      type: 'object',
      properties: Object.fromEntries(
        this.list.map(({ name, schema, initial }) => [
          name,
          initial === undefined ? schema : { ...schema, default: initial },
        ]),
      ),
      ...(required.length === 0 ? {} : { required }),
      additionalProperties: false,
    };
  }

  /** Arguments as somebody would give them: the recorded values. */
  example(): JsonObject {
    return Object.fromEntries(
      this.list.slice(0, 4).map(({ name, initial }): [string, Json] => [name, initial ?? '…']),
    );
  }
}

function plainName(text: string): string {
  const plain = text
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, MAX_NAME);
  return plain === '' ? 'value' : plain;
}

/** `name` → `names`, `entity` → `entities`, `mesh` → `meshes`. */
export function pluralOf(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(?:s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}
