/**
 * The typed API between the window and the main process: types only, the one file that both sides import.
 *
 * The window has no second way in: whatever it does to a project is a tool call by the actor `user`. What it reads, it
 * reads from tools and from the event log, with a cursor of its own.
 */
import type { EngineEvent } from '../src-main/engine/events/event';
import type { JsonObject } from '../src-main/engine/json';
import type { ToolResult } from '../src-main/engine/tools/definition';

export type { EngineEvent, ToolEventData } from '../src-main/engine/events/event';
export type { Json, JsonObject } from '../src-main/engine/json';
export type { Entity, Environment, PropertyChange, Vec3 } from '../src-main/engine/scene/entity';
export type { Capabilities, Limits, ToolResult, ToolStatus } from '../src-main/engine/tools/definition';
export type { ToolError } from '../src-main/engine/errors';
export type {
  Approval,
  CallRecord,
  CustomKind,
  FoundEffects,
  Policy,
  TestDifference,
  TestRecord,
  ToolInspection,
  ToolListing,
  ToolStatistics,
  ToolSummary,
  ToolTest,
} from '../src-main/engine/custom/types';

export interface AppInfo {
  readonly version: string;
  readonly platform: string;
  readonly project: { readonly name: string; readonly folder: string };
  /** The MCP port, or why it is closed. */
  readonly mcp: { readonly url: string; readonly socket: string; readonly tokenFile: string } | { readonly error: string };
  readonly theme: 'light' | 'dark';
}

export interface EventPage {
  readonly events: readonly EngineEvent[];
  /** Pass as the next `since`. */
  readonly next: number;
  readonly oldest: number;
  readonly truncated: boolean;
}

export type ThemeChoice = 'system' | 'light' | 'dark';

/** What preload exposes as `window.skywalker`. */
export interface Bridge {
  info(): Promise<AppInfo>;
  /** Calls a tool as `user`. */
  call(tool: string, args: JsonObject, options?: { readonly dryRun?: boolean }): Promise<ToolResult>;
  /** Waits up to `waitMs` for events after `since`. */
  pollEvents(request: { readonly since: number; readonly limit: number; readonly waitMs: number }): Promise<EventPage>;
  /** Configuration text for one of the common MCP clients, token included. */
  clientConfiguration(client: string): Promise<string>;
  copyText(text: string): Promise<void>;
  setTheme(choice: ThemeChoice): Promise<void>;
  /** Commands chosen in the application menu, by command id. */
  onMenuCommand(listener: (command: string) => void): () => void;
  onThemeChanged(listener: (theme: 'light' | 'dark') => void): () => void;
}
