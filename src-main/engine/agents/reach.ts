/** Which tools a call may come to call: what a person is told, and asked about, before anything runs. */
import type { JsonObject } from '../json';
import type { ToolDefinition } from '../tools/definition';
import { globMatches, hasWildcard } from '../tools/glob';

/** Where tools are looked up; the list is another object whenever there are other tools. */
export interface ToolTable {
  get(name: string): ToolDefinition | undefined;
  all(): readonly ToolDefinition[];
}

/** A call that may be made: of a tool, with arguments where they are known already. */
export interface PossibleCall {
  readonly tool: ToolDefinition;
  readonly args?: JsonObject;
}

/** Custom tools that are followed below one call. What lies beyond is not covered, and so is refused when it is called. */
const MAX_FOLLOWED = 200;
const MAX_OPERATIONS = 10_000;

export class Reach {
  private known = new WeakMap<ToolDefinition, readonly ToolDefinition[]>();
  private table: readonly ToolDefinition[] | undefined;

  constructor(private readonly tools: ToolTable) {}

  /** The calls below a call, at every depth: those that its arguments name, and those that custom tools may make. */
  below(tool: ToolDefinition, args: JsonObject): readonly PossibleCall[] {
    const calls: PossibleCall[] = [];
    const open: PossibleCall[] = [{ tool, args }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (calls.length > MAX_OPERATIONS) break;
      if (next.tool.custom !== undefined) {
        for (const called of this.called(next.tool)) calls.push({ tool: called });
      } else if (next.args !== undefined) {
        for (const operation of next.tool.operations?.(next.args) ?? []) {
          const named = this.tools.get(operation.tool);
          if (named === undefined || named.governance === true) continue;
          const call = { tool: named, args: operation.args };
          calls.push(call);
          open.push(call);
        }
      }
    }
    return calls;
  }

  /** The tools that a custom tool may come to call, itself or through others. */
  private called(tool: ToolDefinition): readonly ToolDefinition[] {
    const table = this.tools.all();
    if (table !== this.table) {
      this.known = new WeakMap();
      this.table = table;
    }
    let found = this.known.get(tool);
    if (found === undefined) {
      found = this.follow(tool);
      this.known.set(tool, found);
    }
    return found;
  }

  private follow(tool: ToolDefinition): readonly ToolDefinition[] {
    const reached = new Set<ToolDefinition>();
    const open = [{ tool, within: undefined as ReadonlySet<ToolDefinition> | undefined }];
    const followed = new Set<ToolDefinition>([tool]);
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const own = this.matching(next.tool.custom?.capabilities.calls ?? []);
      const { within } = next;
      // A tool below may call what all around it may, and nothing more.
      const allowed = within === undefined ? own : new Set([...own].filter((each) => within.has(each)));
      for (const each of allowed) {
        reached.add(each);
        if (each.custom === undefined || followed.has(each) || followed.size >= MAX_FOLLOWED) continue;
        followed.add(each);
        open.push({ tool: each, within: allowed });
      }
    }
    return [...reached];
  }

  private matching(globs: readonly string[]): ReadonlySet<ToolDefinition> {
    const found = new Set<ToolDefinition>();
    for (const glob of globs) {
      const named = hasWildcard(glob)
        ? this.tools.all().filter((tool) => globMatches(glob, tool.name))
        : [this.tools.get(glob)];
      // What governs is never called from a tool.
      for (const tool of named) if (tool !== undefined && tool.governance !== true) found.add(tool);
    }
    return found;
  }
}
