/** The custom tools that the registry holds: what can run, and for what is broken a tool that says why. */
import { ToolFailure } from '../errors';
import type { ToolRegistry } from '../tools/registry';
import type { ResolvedStatus } from './policy';
import type { KnownTools } from './references';
import type { StoredTool } from './store';
import { brokenTool, toolOf } from './tool-definition';

export class RegisteredTools {
  /** Names that the registry has from here. */
  private readonly own = new Set<string>();

  constructor(private readonly registry: ToolRegistry) {}

  has(name: string): boolean {
    return this.own.has(name);
  }

  remove(name: string): void {
    if (this.own.delete(name)) this.registry.unregister(name);
  }

  /** In the place of what was there. `refresh` looks at the tool's files before a call. */
  put(stored: StoredTool, resolved: ResolvedStatus, refresh: () => boolean, tools: KnownTools): void {
    const { name, definition, compiled, hash } = stored;
    const { status, refusal } = resolved;
    this.remove(name);
    const tool =
      definition === undefined || compiled === undefined
        ? refusal && brokenTool(name, refusal, refresh)
        : toolOf(definition, compiled, hash, { status, refusal, refresh }, tools);
    if (!tool) return;
    try {
      this.registry.register(tool);
      this.own.add(name);
    } catch (error) {
      // A name that no tool can have stays in the list, with its reason, and is called by nobody.
      if (!(error instanceof ToolFailure)) throw error;
    }
  }
}
