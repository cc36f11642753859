/**
 * Bounds what validating against a schema can cost, before it is compiled. Two schemas of a hundred bytes can take
 * exponential time: references that fan out (`a: anyOf [b, b]`, `b: anyOf [c, c]`, …) and recursion inside alternatives
 * (each level of the value doubles the work).
 */
import { isJsonObject, type Json, type JsonObject } from '../json';
import { resolvePointer, subSchemas } from './schema-walk';

/** Most schema nodes that one value may be checked against, references written out. */
const MAX_COST = 20_000;

/** Costs are not counted further. */
const MAX_TOTAL = 1_000_000;

/** What checking a value takes, in comparisons. */
export interface CheckingCost {
  /** Whatever the value. */
  readonly once: number;
  /** At most, for each value in it that is one of many: an element, or a property of any name. */
  readonly each: number;
}

/** Of a sound schema. `enum`, `const`, `default`, `required` and unique objects count with their size. */
export function checkingCost(root: JsonObject): CheckingCost {
  return new SchemaGraph(root, weightOf).checking();
}

function weightOf(node: JsonObject): number {
  const required = Array.isArray(node.required) ? node.required.length : 0;
  return 1 + required + sizeOf(node.enum) + sizeOf(node.const) + sizeOf(node.default);
}

/** Values in a value. */
function sizeOf(value: Json | undefined): number {
  if (Array.isArray(value))
    return (value as readonly Json[]).reduce<number>((sum, each) => sum + sizeOf(each), 1);
  if (isJsonObject(value)) return Object.values(value).reduce<number>((sum, each) => sum + sizeOf(each), 1);
  return value === undefined ? 0 : 1;
}

interface Edge {
  readonly to: JsonObject;
  readonly place?: string;
}

/** Problems in words; the pointers in them are relative to `root`. References have to resolve. */
export function costProblems(root: JsonObject): string[] {
  const graph = new SchemaGraph(root);
  const loop = graph.loopInPlace();
  if (loop)
    return [
      'A "$ref" leads back to itself without going into a property or element, so it could never be checked.',
    ];
  if (graph.recursesTwice()) {
    return [
      'It refers to itself from two alternatives for the same property or element, which can take exponential time. ' +
        'Let one alternative alone recurse.',
    ];
  }
  const cost = graph.cost(root);
  return cost > MAX_COST ? [`Its references and alternatives multiply to more than ${MAX_COST} checks.`] : [];
}

class SchemaGraph {
  private readonly edges = new Map<JsonObject, readonly Edge[]>();
  private readonly reach = new Map<JsonObject, ReadonlySet<JsonObject>>();
  private readonly costs = new Map<JsonObject, number>();

  constructor(
    private readonly root: JsonObject,
    private readonly weight: (node: JsonObject) => number = () => 1,
  ) {
    const pending: JsonObject[] = [root];
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      if (this.edges.has(node)) continue;
      const edges = this.edgesOf(node);
      this.edges.set(node, edges);
      pending.push(...edges.map((edge) => edge.to));
    }
  }

  loopInPlace(): boolean {
    const done = new Set<JsonObject>();
    const open = new Set<JsonObject>();
    const visit = (node: JsonObject): boolean => {
      if (open.has(node)) return true;
      if (done.has(node)) return false;
      open.add(node);
      const found = this.from(node).some((edge) => edge.place === undefined && visit(edge.to));
      open.delete(node);
      done.add(node);
      return found;
    };
    return [...this.edges.keys()].some(visit);
  }

  /** Whether checking one value against some node can check the same part of it twice against its own cycle. */
  recursesTwice(): boolean {
    for (const node of this.edges.keys()) {
      if (!this.reachable(node).has(node)) continue;
      const places = new Map<string, number>();
      if (!this.countPlaces(node, node, places, { left: MAX_COST })) return true;
      const anywhere = places.get('.*') ?? 0;
      for (const [place, count] of places) {
        if (count > 1 || (place.startsWith('.') && place !== '.*' && anywhere > 0)) return true;
        if (place.startsWith('[') && place !== '[]' && (places.get('[]') ?? 0) > 1) return true;
      }
    }
    return false;
  }

  /** Nodes visited for one value, each `$ref` written out, each step of a recursion once. */
  cost(node: JsonObject): number {
    const known = this.costs.get(node);
    if (known !== undefined) return known;
    let total = this.weight(node);
    for (const edge of this.from(node)) {
      if (edge.place !== undefined && this.reachable(edge.to).has(node)) continue;
      total = Math.min(total + this.cost(edge.to), MAX_TOTAL);
    }
    this.costs.set(node, total);
    return total;
  }

  checking(): CheckingCost {
    const fans = new Map<JsonObject, number>();
    /** What each of many values in a value that is checked against a node is checked against, alternatives included. */
    const fan = (node: JsonObject): number => {
      const known = fans.get(node);
      if (known !== undefined) return known;
      let total = node.uniqueItems === true && typeof node.maxItems === 'number' ? node.maxItems : 0;
      for (const { to, place } of this.from(node)) {
        if (place === undefined) total += fan(to);
        // One property may be looked at in each level of a recursion.
        else if (['.*', '[]', '~'].includes(place) || this.reachable(to).has(node)) total += this.cost(to);
        total = Math.min(total, MAX_TOTAL);
      }
      fans.set(node, total);
      return total;
    };
    return { once: this.cost(this.root), each: Math.max(...[...this.edges.keys()].map(fan)) };
  }

  /** Counts, by place, the ways from a node into parts of the value that lead back to `target`; false when too many. */
  private countPlaces(
    node: JsonObject,
    target: JsonObject,
    places: Map<string, number>,
    budget: { left: number },
  ): boolean {
    budget.left -= 1;
    if (budget.left < 0) return false;
    for (const edge of this.from(node)) {
      if (edge.place === undefined) {
        if (!this.countPlaces(edge.to, target, places, budget)) return false;
      } else if (edge.to === target || this.reachable(edge.to).has(target)) {
        places.set(edge.place, (places.get(edge.place) ?? 0) + 1);
      }
    }
    return true;
  }

  private reachable(node: JsonObject): ReadonlySet<JsonObject> {
    const known = this.reach.get(node);
    if (known !== undefined) return known;
    const found = new Set<JsonObject>();
    const pending = this.from(node).map((edge) => edge.to);
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (found.has(next)) continue;
      found.add(next);
      pending.push(...this.from(next).map((edge) => edge.to));
    }
    this.reach.set(node, found);
    return found;
  }

  private from(node: JsonObject): readonly Edge[] {
    return this.edges.get(node) ?? [];
  }

  private edgesOf(node: JsonObject): Edge[] {
    const edges: Edge[] = [];
    const add = (schema: Json | undefined, place?: string): void => {
      if (isJsonObject(schema)) edges.push({ to: schema, place });
    };
    if (typeof node.$ref === 'string') add(resolvePointer(this.root, node.$ref));
    for (const sub of subSchemas(node)) add(sub.schema, sub.place);
    return edges;
  }
}
