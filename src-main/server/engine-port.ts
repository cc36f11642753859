/** What the server needs of an open project. The engine is one; tests bring a smaller one. */
import type { EngineEvent } from '../engine/events/event';
import type { Hosts } from '../engine/hosts/hosts';
import type { Caller, CallRequest, ToolDefinition, ToolResult } from '../engine/tools/definition';

export interface EnginePort {
  /** Of the product. */
  readonly version: string;
  readonly project: {
    /** Absolute. */
    readonly folder: string;
    readonly settings: { readonly name: string };
  };
  readonly registry: {
    /** Also finds custom tools that are pending, disabled or broken. */
    get(name: string): ToolDefinition | undefined;
    /** What clients are shown, sorted by name. */
    active(): readonly ToolDefinition[];
    all(): readonly ToolDefinition[];
    /** Once for each burst of changes. Returns what ends it. */
    onChanged(listener: () => void): () => void;
  };
  readonly events: {
    append(event: Omit<EngineEvent, 'seq' | 'time'>): unknown;
    subscribe(listener: (event: EngineEvent) => void): () => void;
  };
  /** What a caller is shown, sorted by name; without it everybody is shown what is active. */
  offered?(caller: Caller): readonly ToolDefinition[];
  /** Clients that serve tools; without it none can. */
  readonly hosts?: Hosts;
  /** The one door. */
  call(request: CallRequest): Promise<ToolResult>;
}

/** The tools that a caller is shown. */
export function toolsFor(engine: EnginePort, caller: Caller): readonly ToolDefinition[] {
  return engine.offered?.(caller) ?? engine.registry.active();
}
