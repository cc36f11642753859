/**
 * The typed API between the window and the main process: types only, the one file that both sides import.
 *
 * The window has no second way in: whatever it does to a project is a tool call by the actor `user`. What it reads, it
 * reads from tools and from the event log, with a cursor of its own.
 */
import type { EngineEvent } from '../src-main/engine/events/event';
import type { JsonObject } from '../src-main/engine/json';
import type { ToolError } from '../src-main/engine/errors';
import type { McpClient } from '../src-main/server/mcp-clients';
import type { ToolResult } from '../src-main/engine/tools/definition';

export type { EngineEvent, ToolEventData } from '../src-main/engine/events/event';
export type { Json, JsonObject } from '../src-main/engine/json';
export type { Entity, Environment, PropertyChange, Vec3 } from '../src-main/engine/scene/entity';
export type { Capabilities, Limits, ToolResult, ToolStatus } from '../src-main/engine/tools/definition';
export type { ToolError } from '../src-main/engine/errors';
export type { LoopStatus } from '../src-main/engine/studio/loop-types';
export type { McpClient } from '../src-main/server/mcp-clients';
export type {
  Approval,
  CallRecord,
  CustomKind,
  FoundEffects,
  LeastCapabilities,
  LibraryInspection,
  LibraryRelation,
  LibraryTool,
  Narrowing,
  Policy,
  RemovedTool,
  TestCoverage,
  TestDifference,
  TestRecord,
  ToolInspection,
  ToolListing,
  ToolStatistics,
  ToolSummary,
  ToolTest,
} from '../src-main/engine/custom/types';

export type {
  ChannelSummary,
  FeedbackStatus,
  Priority,
  Severity,
  StudioComment,
  StudioDecision,
  StudioEventData,
  StudioFeedback,
  StudioMember,
  StudioMessage,
  StudioOverview,
  StudioPresence,
  StudioProblem,
  StudioTask,
  TaskStatus,
  Verdict,
} from '../src-main/engine/studio/types';
export type {
  LoopAssignment,
  LoopHistoryEntry,
  LoopReport,
  LoopRun,
  LoopStage,
  LoopSummary,
  StudioLoop,
} from '../src-main/engine/studio/loop-types';

export interface RecentProject {
  readonly name: string;
  readonly folder: string;
}

/** An agent that is connected now. */
export interface ConnectionInfo {
  readonly actor: string;
  /** `http`, `socket` or `stdio`. */
  readonly transport: string;
  /** Seconds since the Unix epoch. */
  readonly since: number;
}

export interface AppInfo {
  readonly version: string;
  readonly platform: string;
  /** The project that the window has open; null shows the welcome view. */
  readonly project: { readonly name: string; readonly folder: string } | null;
  /** Why the project that was asked for is not open. */
  readonly problem: ToolError | null;
  /** Newest first. */
  readonly recent: readonly RecentProject[];
  /** The MCP port, or why it is closed; it opens once the window shows the project. */
  readonly mcp:
    | { readonly opening: true }
    | { readonly url: string; readonly socket: string; readonly tokenFile: string }
    | { readonly error: string };
  readonly connections: readonly ConnectionInfo[];
  readonly theme: 'light' | 'dark';
}

/** Which project to open in the window: `choose` asks with the system's folder dialog; `create` asks where and makes one there. */
export type OpenRequest =
  /** With `create`, a folder that is no project yet becomes one. */
  | { readonly kind: 'folder'; readonly folder: string; readonly create?: boolean }
  | { readonly kind: 'choose' }
  | { readonly kind: 'sample' }
  | { readonly kind: 'create' };

/** What became of it. When it is `opened`, the window reloads on the project. */
export type OpenOutcome =
  | { readonly outcome: 'opened' }
  | { readonly outcome: 'cancelled' }
  | { readonly outcome: 'failed'; readonly error: ToolError };

/** An entry of the application menu, made from the window's table of commands. */
export interface MenuCommand {
  readonly id: string;
  readonly title: string;
  /** `app` is the menu with the application’s name on macOS, and part of `file` elsewhere. */
  readonly menu: 'app' | 'file' | 'edit' | 'view' | 'go' | 'play' | 'tools' | 'help';
  /** A line parts groups. */
  readonly group: number;
  /** As in the table of commands: `Mod+Shift+P`. */
  readonly keys?: string;
  /** One of several neighbours, of which one is chosen. */
  readonly checked?: boolean;
  /** What the system does with text: the command takes its place while it is enabled. */
  readonly insteadOf?: 'cut' | 'copy' | 'paste';
  readonly enabled: boolean;
}

export interface EventPage {
  readonly events: readonly EngineEvent[];
  /** Pass as the next `since`. */
  readonly next: number;
  readonly oldest: number;
  readonly truncated: boolean;
}

/** A picture among the results of a call, as the tool gave it: nobody has looked whether it is one. */
export interface CallPicture {
  /** Base64. */
  readonly data: string;
  readonly mimeType: string;
}

/**
 * Writing events to a file of the person's choice. `begin` asks where, `read` gives the events of the project's log on disk
 * page by page, oldest first, `write` adds lines, and only `end` with `keep` puts the file in its place.
 */
export type ExportStep =
  | { readonly step: 'begin'; readonly name: string }
  | { readonly step: 'read'; readonly id: string }
  | { readonly step: 'write'; readonly id: string; readonly text: string }
  | { readonly step: 'end'; readonly id: string; readonly keep: boolean };

export type ExportAnswer =
  | { readonly state: 'cancelled' }
  | { readonly state: 'begun'; readonly id: string; readonly file: string }
  | { readonly state: 'page'; readonly events: readonly EngineEvent[]; readonly done: boolean }
  | { readonly state: 'written' }
  | { readonly state: 'ended' }
  | { readonly state: 'failed'; readonly error: ToolError };

export type ThemeChoice = 'system' | 'light' | 'dark';

export interface FirstAnswers {
  readonly info: Promise<AppInfo>;
  /** The first page of the scene, and the scene as a whole; failed where no project is open. */
  readonly page: Promise<ToolResult>;
  readonly scene: Promise<ToolResult>;
}

/** What preload exposes as `window.skywalker`. */
export interface Bridge {
  info(): Promise<AppInfo>;
  /** What a window needs to show its project, asked for before the page's scripts were there; see first-calls.ts. */
  first(): FirstAnswers;
  /** The page shows its project: the MCP port opens, if it has not yet. Resolves when it is open, or can't be. */
  openPort(): Promise<void>;
  /** Calls a tool as `user`. With `id`, `cancel` ends it. */
  call(
    tool: string,
    args: JsonObject,
    options?: { readonly dryRun?: boolean; readonly id?: string },
  ): Promise<ToolResult>;
  /** Ends a call of this window that is under way; nothing where it has ended. */
  cancel(id: string): Promise<void>;
  /** Waits up to `waitMs` for events after `since`. */
  pollEvents(request: {
    readonly since: number;
    readonly limit: number;
    readonly waitMs: number;
  }): Promise<EventPage>;
  /** The newest events before `before`, at most `limit`, from the disk. `more`: there are older ones. */
  olderEvents(request: {
    readonly before: number;
    readonly limit: number;
  }): Promise<{ readonly events: readonly EngineEvent[]; readonly more: boolean }>;
  /** The pictures that a call gave; none where they are no longer kept. */
  pictures(call: string): Promise<readonly CallPicture[]>;
  /** The lines of the audit about a call, oldest first; none where it left none, or long ago. */
  auditOf(call: string): Promise<readonly JsonObject[]>;
  exportEvents(step: ExportStep): Promise<ExportAnswer>;
  /** Configuration text for one of the common MCP clients, and where it belongs. Only `address` holds the token. */
  clientConfiguration(
    client: McpClient | 'address',
  ): Promise<{ readonly text: string; readonly where: string }>;
  copyText(text: string): Promise<void>;
  setTheme(choice: ThemeChoice): Promise<void>;
  /** Opens a project: in this window when it has none, in a new one otherwise. */
  openProject(request: OpenRequest): Promise<OpenOutcome>;
  /** Puts the window's commands into the application menu. */
  setMenu(commands: readonly MenuCommand[]): Promise<void>;
  /** Commands chosen in the application menu, by command id. */
  onMenuCommand(listener: (command: string) => void): () => void;
  onThemeChanged(listener: (theme: 'light' | 'dark') => void): () => void;
  /** A file of the project is another on the disk, whoever changed it: its path from the project's folder. */
  onFileChanged(listener: (path: string) => void): () => void;
}

/** The methods of the bridge that go to the main process and come back with an answer. */
export type BridgeCall = Exclude<
  keyof Bridge,
  'first' | 'onMenuCommand' | 'onThemeChanged' | 'onFileChanged'
>;
