/** What quick open offers for what was typed: tools, entities and files, the kind with the best fit first. */
import type { Entity, ToolSummary } from '../../src-preload/contract';
import type { EditorPosition } from '../state/editor-store';
import { fuzzyScore, scoredMatches, type Scored } from './fuzzy';

type Tool = Pick<ToolSummary, 'name'>;
type Named = Pick<Entity, 'id' | 'name'>;

export type GoItem<T extends Tool, E extends Named> =
  | { readonly kind: 'tool'; readonly key: string; readonly tool: T }
  | { readonly kind: 'entity'; readonly key: string; readonly entity: E }
  | { readonly kind: 'file'; readonly key: string; readonly path: string };

export interface GoGroup<T extends Tool, E extends Named> {
  readonly heading: 'Recent' | 'Tools' | 'Entities' | 'Files';
  readonly items: readonly GoItem<T, E>[];
}

export interface GoPlaces<T extends Tool, E extends Named> {
  readonly tools: readonly T[];
  readonly entities: { get(id: number): E | undefined; values(): Iterable<E> };
  readonly files: readonly string[];
}

const MOST_OF_A_KIND = 12;

/**
 * `recent` are keys of items, newest first. They come first while nothing is typed, save those that are gone. `#12` finds the
 * entity of that id.
 */
export function goGroups<T extends Tool, E extends Named>(
  { tools, entities, files }: GoPlaces<T, E>,
  typed: string,
  recent: readonly string[],
): readonly GoGroup<T, E>[] {
  const toolOf = (tool: T): GoItem<T, E> => ({ kind: 'tool', key: `tool:${tool.name}`, tool });
  const entityOf = (entity: E): GoItem<T, E> => ({ kind: 'entity', key: `entity:${entity.id}`, entity });
  const fileOf = (path: string): GoItem<T, E> => ({ kind: 'file', key: `file:${path}`, path });
  const known = (key: string): readonly GoItem<T, E>[] => {
    const at = key.indexOf(':');
    const name = key.slice(at + 1);
    const kind = key.slice(0, at);
    if (kind === 'tool') return tools.filter((tool) => tool.name === name).map(toolOf);
    if (kind === 'file') return files.includes(name) ? [fileOf(name)] : [];
    const entity = entities.get(Number(name));
    return kind === 'entity' && entity !== undefined ? [entityOf(entity)] : [];
  };
  const first = typed === '' ? recent.flatMap(known) : [];
  const shown = new Set(first.map(({ key }) => key));
  const group = <Item>(
    heading: GoGroup<T, E>['heading'],
    found: readonly Scored<Item>[],
    make: (item: Item) => GoItem<T, E>,
  ) => ({
    heading,
    score: found[0]?.score ?? 0,
    items: found.map(({ item }) => make(item)).filter(({ key }) => !shown.has(key)),
  });
  const groups = [
    group(
      'Tools',
      scoredMatches(tools, typed, ({ name }) => fuzzyScore(name, typed), MOST_OF_A_KIND),
      toolOf,
    ),
    group(
      'Entities',
      scoredMatches(entities.values(), typed, (entity) => scoreOfEntity(entity, typed), MOST_OF_A_KIND),
      entityOf,
    ),
    group(
      'Files',
      scoredMatches(files, typed, (path) => scoreOfPath(path, typed), MOST_OF_A_KIND),
      fileOf,
    ),
  ].filter(({ items }) => items.length > 0);
  if (typed !== '') groups.sort((a, b) => b.score - a.score);
  return [
    ...(first.length > 0 ? [{ heading: 'Recent' as const, items: first }] : []),
    ...groups.map(({ heading, items }) => ({ heading, items })),
  ];
}

function scoreOfEntity({ id, name }: Named, typed: string): number {
  return fuzzyScore(typed.startsWith('#') ? `#${id}` : name, typed);
}

/** The name of a file counts as much as its whole path, so that a folder of that name does not go before it. */
function scoreOfPath(path: string, typed: string): number {
  return Math.max(fuzzyScore(path, typed), fuzzyScore(path.slice(path.lastIndexOf('/') + 1), typed));
}

/** `name:12` and `name:12:3` name a line, and a column, of what is opened. */
export function splitPosition(typed: string): {
  readonly words: string;
  readonly position: EditorPosition | undefined;
} {
  const match = /^(.*?[^:]):(\d{1,7})?(?::(\d{1,7})?)?$/.exec(typed);
  if (match === null) return { words: typed, position: undefined };
  const [, words = '', line, column] = match;
  if (line === undefined) return { words, position: undefined };
  return {
    words,
    position: { line: Number(line), ...(column === undefined ? {} : { column: Number(column) }) },
  };
}
