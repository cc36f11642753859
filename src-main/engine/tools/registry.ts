/** Which tools there are. Knows nothing of what they do. */
import { ToolFailure, toolError } from '../errors';
import type { ToolDefinition } from './definition';
import { toolNameProblem } from './names';

export class ToolRegistry {
  private readonly tools = new Map<string, ToolDefinition>();
  private readonly listeners = new Set<() => void>();
  private sorted: readonly ToolDefinition[] | undefined;
  private announced = false;

  /** Throws a `ToolFailure`: `invalid_definition` for a name against the rule, `name_taken` for one that is there already. */
  register(definition: ToolDefinition): void {
    const problem = toolNameProblem(definition.name);
    if (problem !== undefined) throw new ToolFailure(toolError('invalid_definition', problem));
    if (this.tools.has(definition.name)) {
      throw new ToolFailure(
        toolError('name_taken', `There is a tool named ${definition.name} already.`, 'Choose another name.'),
      );
    }
    this.tools.set(definition.name, definition);
    this.changed();
  }

  /** Does nothing where there is no such tool. */
  unregister(name: string): void {
    if (this.tools.delete(name)) this.changed();
  }

  get(name: string): ToolDefinition | undefined {
    return this.tools.get(name);
  }

  /** Sorted by name, whatever their status. */
  all(): readonly ToolDefinition[] {
    this.sorted ??= [...this.tools.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
    return this.sorted;
  }

  /** What clients are shown. Custom tools are looked at each time, for their status changes by itself. */
  active(): readonly ToolDefinition[] {
    return this.all().filter((tool) => tool.custom === undefined || tool.custom.status === 'active');
  }

  /** Tells of changes, once for each burst. Returns what ends it. */
  onChanged(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private changed(): void {
    this.sorted = undefined;
    if (this.announced) return;
    this.announced = true;
    queueMicrotask(() => {
      this.announced = false;
      for (const listener of [...this.listeners]) listener();
    });
  }
}
