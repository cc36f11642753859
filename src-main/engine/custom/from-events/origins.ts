/** Where the values of a call come from: results of calls before it, as far as that is certain. */
import { isJsonObject, valueAt, type Json } from '../../json';
import type { RecordedCall } from './recorded';
import { keyOf, schemaAt, takesEntity, unitsOf, type Path, type Unit } from './units';

/** A place in the result of a call, by the call's index. */
export interface Source {
  readonly call: number;
  readonly path: Path;
}

/** Values of one result that are looked at. */
const MAX_NODES = 5_000;

const ID_KEY = /^(?:id|ids|entity|entities|created|copies|\w+_ids?)$/;
const PATH_KEY = /^(?:path|file|asset)$/;

interface Node {
  readonly path: Path;
  readonly value: Json;
}

export class Origins {
  private readonly nodes: readonly (readonly Node[])[];
  /** Values that stand in a call's own arguments: what it gives back of them comes from further up. */
  private readonly given: readonly ReadonlySet<string>[];

  constructor(private readonly calls: readonly RecordedCall[]) {
    this.nodes = calls.map((call) => nodesOf(call.result));
    this.given = calls.map((call) => new Set(unitsOf(call.args).flatMap(({ value }) => scalars(value))));
  }

  /** The earlier result that a value was taken from; undefined where none, or more than one, could be it. */
  of(call: number, { path, value }: Unit): Source | undefined {
    const record = this.calls[call];
    if (record === undefined) return undefined;
    const schema = schemaAt(record.tool.inputSchema, path);
    if (takesEntity(schema, path)) {
      const id = typeof value === 'string' && /^#\d+$/.test(value) ? Number(value.slice(1)) : value;
      return typeof id === 'number'
        ? this.ofEntity(call, id)
        : typeof value === 'string'
          ? this.ofName(call, value)
          : undefined;
    }
    if (typeof value === 'string' && PATH_KEY.test(keyOf(path))) return this.ofPath(call, value);
    return undefined;
  }

  /** The same for each element of a list; undefined unless all of them are certain. */
  ofElements(call: number, { path, value }: Unit): readonly Source[] | undefined {
    if (!Array.isArray(value) || value.length === 0) return undefined;
    const sources = (value as readonly Json[]).map((item, index) =>
      this.of(call, { path: [...path, index], value: item }),
    );
    return sources.every((source) => source !== undefined) ? sources : undefined;
  }

  /**
   * The array in an earlier result whose elements hold the values in their order, all of them and no more: each at `rest` of
   * its element.
   */
  ofSequence(
    call: number,
    values: readonly Json[],
  ): { readonly call: number; readonly array: Path; readonly rest: Path } | undefined {
    const [first] = values;
    if (typeof first !== 'string' && typeof first !== 'number') return undefined;
    for (let earlier = call - 1; earlier >= 0; earlier -= 1) {
      for (const node of this.nodes[earlier] ?? []) {
        if (node.value !== first) continue;
        const at = node.path.indexOf(0);
        if (at < 0) continue;
        const [array, rest] = [node.path.slice(0, at), node.path.slice(at + 1)];
        const list = valueAt(this.calls[earlier]?.result, array);
        if (!Array.isArray(list) || list.length !== values.length) continue;
        if (values.every((value, index) => valueAt((list as readonly Json[])[index], rest) === value))
          return { call: earlier, array, rest };
      }
    }
    return undefined;
  }

  /** The place in a call's result that holds a value which is not in its arguments. */
  placeOf(call: number, value: Json): Path | undefined {
    if (this.given[call]?.has(JSON.stringify(value)) === true) return undefined;
    return this.nodes[call]?.find((node) => node.value === value)?.path;
  }

  private ofEntity(call: number, id: number): Source | undefined {
    const found: Source[] = [];
    for (let earlier = call - 1; earlier >= 0; earlier -= 1) {
      if (this.given[earlier]?.has(JSON.stringify(id)) === true) continue;
      const places = (this.nodes[earlier] ?? []).filter(
        ({ path, value }) => value === id && ID_KEY.test(keyOf(path)),
      );
      const [place] = places;
      if (place === undefined) continue;
      // Whoever made it is where it comes from, whatever mentions it later.
      if (this.calls[earlier]?.entities.includes(id) === true) return { call: earlier, path: place.path };
      if (places.length === 1 && this.isSingle(earlier, place.path))
        found.push({ call: earlier, path: place.path });
      else return undefined;
    }
    return found.length === 1 ? found[0] : undefined;
  }

  /** An entity that an earlier call made and that is named here by its name. */
  private ofName(call: number, name: string): Source | undefined {
    const found: Source[] = [];
    for (let earlier = call - 1; earlier >= 0; earlier -= 1) {
      const record = this.calls[earlier];
      const { result } = record ?? {};
      if (!isJsonObject(result) || result.name !== name || typeof result.id !== 'number') continue;
      if (
        record?.entities.includes(result.id) === true &&
        !this.given[earlier]?.has(JSON.stringify(result.id))
      )
        found.push({ call: earlier, path: ['id'] });
    }
    return found.length === 1 ? found[0] : undefined;
  }

  private ofPath(call: number, text: string): Source | undefined {
    const found: Source[] = [];
    for (let earlier = call - 1; earlier >= 0; earlier -= 1) {
      if (this.given[earlier]?.has(JSON.stringify(text)) === true) continue;
      const places = (this.nodes[earlier] ?? []).filter(
        ({ path, value }) => value === text && PATH_KEY.test(keyOf(path)),
      );
      for (const { path } of places) if (this.isSingle(earlier, path)) found.push({ call: earlier, path });
    }
    return found.length === 1 ? found[0] : undefined;
  }

  /** Which element of several it is depends on what else is there: then the place is not certain. */
  private isSingle(call: number, path: Path): boolean {
    return path.every((part, index) => {
      if (typeof part !== 'number') return true;
      const list = valueAt(this.calls[call]?.result, path.slice(0, index));
      return Array.isArray(list) && list.length === 1;
    });
  }
}

function nodesOf(result: Json): readonly Node[] {
  const nodes: Node[] = [];
  const visit = (value: Json, path: Path): void => {
    if (nodes.length >= MAX_NODES) return;
    if (Array.isArray(value))
      (value as readonly Json[]).forEach((item, index) => {
        visit(item, [...path, index]);
      });
    else if (isJsonObject(value))
      for (const [key, item] of Object.entries(value)) visit(item, [...path, key]);
    else nodes.push({ path, value });
  };
  visit(result, []);
  return nodes;
}

function scalars(value: Json): string[] {
  return Array.isArray(value)
    ? (value as readonly Json[]).map((item) => JSON.stringify(item))
    : [JSON.stringify(value)];
}
