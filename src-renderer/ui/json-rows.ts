/** A JSON value as the rows that are visible of it: children are looked at only when their parent is open. */

export interface JsonRow {
  /** Names the place in the value: `/args/items/3`. Also the key under which its openness is kept. */
  readonly path: string;
  readonly depth: number;
  readonly key: string;
  readonly value: unknown;
  /** Number of children; undefined for plain values. */
  readonly size?: number;
  /** Stands for children that are not shown yet; opening it shows more of `path`'s parent. */
  readonly more?: number;
}

/** Children of one value that are shown before one asks for more. */
export const CHILDREN_AT_ONCE = 100;

interface Work {
  readonly path: string;
  readonly depth: number;
  readonly key: string;
  readonly value: unknown;
  readonly more?: number;
}

/**
 * The visible rows, without recursion, so depth costs no stack. `open` holds paths of open values; `limits` how many
 * children a path shows where that is more than `CHILDREN_AT_ONCE`.
 */
export function jsonRows(
  value: unknown,
  open: ReadonlySet<string>,
  limits: ReadonlyMap<string, number>,
): readonly JsonRow[] {
  const rows: JsonRow[] = [];
  const stack: Work[] = [{ path: '', depth: 0, key: '', value }];
  for (let work = stack.pop(); work !== undefined; work = stack.pop()) {
    if (work.more !== undefined) {
      rows.push({ ...work, value: undefined });
      continue;
    }
    const children = childrenOf(work.value);
    rows.push({ ...work, ...(children === undefined ? {} : { size: children.length }) });
    if (children === undefined || !open.has(work.path)) continue;
    const limit = limits.get(work.path) ?? CHILDREN_AT_ONCE;
    const depth = work.depth + 1;
    if (children.length > limit) {
      stack.push({ path: work.path, depth, key: '', value: undefined, more: children.length - limit });
    }
    for (let index = Math.min(children.length, limit) - 1; index >= 0; index -= 1) {
      const child = children[index];
      if (child)
        stack.push({
          path: `${work.path}/${child[0].replace(/~/g, '~0').replace(/\//g, '~1')}`,
          depth,
          key: child[0],
          value: child[1],
        });
    }
  }
  return rows;
}

function childrenOf(value: unknown): readonly (readonly [string, unknown])[] | undefined {
  if (Array.isArray(value)) return value.map((item, index) => [String(index), item as unknown]);
  if (typeof value === 'object' && value !== null) return Object.entries(value);
  return undefined;
}

/** One line that tells a closed object or array from another: `{ id: 12, name: "Door", … }`. At most `room` characters or so. */
export function jsonSummary(value: unknown, room = 60): string {
  const children = childrenOf(value);
  if (children === undefined) return plainValue(value, room);
  const isArray = Array.isArray(value);
  if (children.length === 0) return isArray ? '[]' : '{}';
  let text = '';
  for (const [key, child] of children) {
    const inner =
      typeof child === 'object' && child !== null
        ? Array.isArray(child)
          ? arrayInside(child)
          : '{…}'
        : plainValue(child, 24);
    const part = isArray ? inner : `${key}: ${inner}`;
    if (text.length + part.length > room) {
      text += text === '' ? '…' : ', …';
      break;
    }
    text += text === '' ? part : `, ${part}`;
  }
  return isArray ? `[${text}]` : `{ ${text} }`;
}

const FEW = 4;

/** A place or a colour says more than how many numbers it has. */
function arrayInside(items: readonly unknown[]): string {
  const isShort = items.length <= FEW && items.every((item) => typeof item === 'number');
  return isShort
    ? `[${items.map((item) => String(Math.round(Number(item) * 1e4) / 1e4)).join(', ')}]`
    : `[${items.length}]`;
}

function plainValue(value: unknown, room: number): string {
  if (typeof value !== 'string') return String(value);
  return JSON.stringify(value.length > room ? `${value.slice(0, room)}…` : value);
}
