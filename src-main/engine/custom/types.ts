/** Custom tools as files and as seen from outside: definition, tests, records of test runs, summaries. */
import type { Json, JsonObject } from '../json';
import type { PropertyChange } from '../scene/entity';
import type { Capabilities, Limits, ToolStatus } from '../tools/definition';
import type { ToolError } from '../errors';

export type Policy = 'off' | 'ask' | 'auto' | 'trust';

export type CustomKind = 'wander' | 'composite' | 'external' | 'script';

export interface CompositeStep {
  readonly id?: string;
  readonly tool: string;
  readonly args?: Json;
  /** A template of an array or a count. */
  readonly for_each?: Json;
  /** Name of the loop variable; `item` by default. */
  readonly as?: string;
  readonly when?: Json;
  readonly continue_on_error?: boolean;
  readonly note?: string;
}

export interface TestExpectation {
  readonly ok?: boolean;
  readonly error?: string;
  readonly result?: Json;
  readonly contains?: string;
  readonly max_ms?: number;
}

export interface ToolTest {
  readonly name: string;
  readonly setup?: readonly { readonly tool: string; readonly args?: JsonObject }[];
  readonly args?: JsonObject;
  readonly expect?: TestExpectation;
}

export interface Provenance {
  readonly created_by: string;
  /** ISO 8601, UTC. */
  readonly created_at: string;
  readonly updated_by?: string;
  readonly updated_at?: string;
}

/** `tools/<name>.tool.json`, parsed and with its defaults; the code of a Wander tool is in `code`. */
export interface CustomDefinition {
  readonly format: 'skywalker.tool/1';
  /** With prefix: `user_enemies_near`. */
  readonly name: string;
  readonly title?: string;
  readonly category: string;
  readonly description: string;
  readonly kind: CustomKind;
  readonly input_schema: JsonObject;
  readonly output_schema?: JsonObject;
  readonly capabilities: Capabilities;
  readonly limits: Limits;
  /** Wander source text. */
  readonly code?: string;
  /** Project-relative path of the Wander file. */
  readonly source?: string;
  readonly steps?: readonly CompositeStep[];
  readonly result?: Json;
  readonly tests: readonly ToolTest[];
  readonly enabled: boolean;
  /** Who turned it off. */
  readonly disabled_by?: string;
  readonly version: number;
  readonly author: string;
  readonly provenance?: Provenance;
  /** Fields this version does not know; they survive a load and save. */
  readonly extra?: JsonObject;
}

export interface Approval {
  readonly name: string;
  readonly hash: string;
  readonly status: 'approved' | 'rejected';
  readonly by: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly reason?: string;
  /** Of a tool that clients serve: the actor that served it when it was decided on. An approval holds for that one only. */
  readonly owner?: string;
  /** What this user calls the owner of a teammate's key. */
  readonly signed_by?: string;
}

/** Who signed a decision with a key that is not trusted here. The signature fits; who it is, only a person can say. */
export interface Signer {
  readonly key: string;
  /** To be compared: eight groups of four hexadecimal digits. */
  readonly fingerprint: string;
  /** What the decision says of itself. */
  readonly by: string;
  readonly at: string;
  readonly status: 'approved' | 'rejected';
  /** Of the definition that it is about. */
  readonly hash: string;
}

export interface ToolStatistics {
  readonly calls: number;
  readonly errors: number;
  readonly total_ms: number;
  readonly last_called?: string;
  /** Actor → calls. */
  readonly callers: Readonly<Record<string, number>>;
}

/** Who serves an external tool. */
export interface ToolHost {
  /** `H-3`; none where nobody serves it. */
  readonly id?: string;
  /** What the client calls itself. A stranger's words. */
  readonly label?: string;
  /** The actor that registered it. */
  readonly owner: string;
  readonly transport?: 'poll' | 'connection';
  readonly online: boolean;
  /** Whose it was when a person approved it, where that is another than the owner now. */
  readonly approved_for?: string;
}

/** One entry of `tool_list_custom`. */
export interface ToolSummary {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly category: string;
  readonly kind: CustomKind;
  readonly status: ToolStatus;
  /** Why it is not active, in words. */
  readonly reason?: string;
  readonly capabilities: Capabilities;
  readonly author: string;
  readonly version: number;
  readonly hash: string;
  /** ISO 8601, UTC: when the definition last changed. */
  readonly changed_at?: string;
  /** Of external tools. */
  readonly host?: ToolHost;
  readonly statistics: ToolStatistics;
  readonly tests: { readonly total: number; readonly passed?: number; readonly failed?: number };
  readonly files: readonly string[];
}

/**
 * How a tool of the library stands to the project's tool of its name: the project has none; both are the same; the project
 * has what the library had before; the project has changed it since; or the two have nothing to do with each other.
 */
export type LibraryRelation = 'absent' | 'same' | 'library_newer' | 'project_newer' | 'different';

/** A tool of the user's own library. */
export interface LibraryTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly kind: CustomKind;
  readonly hash: string;
  readonly version: number;
  readonly author: string;
  readonly capabilities?: Capabilities;
  /** Number of its tests. */
  readonly tests: number;
  /** Files that its code uses, which come along. */
  readonly modules?: readonly string[];
  readonly promoted_by?: string;
  /** ISO 8601, UTC. */
  readonly promoted_at?: string;
  readonly relation: LibraryRelation;
  /** Version of the project's tool of its name. */
  readonly project_version?: number;
  /** Why it can't be taken up. */
  readonly problem?: string;
}

/** `tool_inspect`'s structured result with `library`. */
export interface LibraryInspection extends LibraryTool {
  readonly status: 'library';
  readonly definition: JsonObject;
  readonly code?: string;
  readonly full_code?: string;
  readonly input_schema: JsonObject;
  readonly limits: Limits;
  /** The project's tool of its name, where that is another. */
  readonly project?: {
    readonly hash: string;
    readonly definition: JsonObject;
    readonly code?: string;
    readonly full_code?: string;
  };
  /** What the project's tool could do then that it can't now, and the other way round. */
  readonly capability_changes?: readonly string[];
}

/** A tool that was removed and can come back for as long as the project is open. */
export interface RemovedTool {
  readonly name: string;
  readonly by: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** `tool_list_custom`'s structured result. */
export interface ToolListing {
  readonly tools: readonly ToolSummary[];
  /** The policy in force. */
  readonly policy: Policy;
  /** Why game.json says another one, where it does. */
  readonly policy_note?: string;
  /** Why the tools folder, the audit or the statistics can't be read or written at present. */
  readonly problems?: readonly string[];
  /** With `include_library`. */
  readonly library?: readonly LibraryTool[];
  /** Tools that were removed and can come back, the last one first. */
  readonly removed?: readonly RemovedTool[];
}

/** What the code or steps were found to use; `unbounded` names what the checker can't bound, in words. */
export interface FoundEffects {
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  readonly builtins: readonly string[];
  readonly calls: readonly string[];
  readonly files_read: readonly string[];
  readonly files_written: readonly string[];
  readonly mutates: boolean;
  /** It looks at the scene itself, whatever it reads there. */
  readonly uses_scene: boolean;
  readonly unbounded: readonly string[];
}

export type CapabilityName = 'read_scene' | 'mutate' | 'calls' | 'files.read' | 'files.write';

/** One capability that could be narrower. */
export interface Narrowing {
  readonly capability: CapabilityName;
  readonly from: boolean | readonly string[];
  readonly to: boolean | readonly string[];
  /** `code`: its text tells (of a composite, its steps). `calls`: seen in recorded calls, since the text does not tell. */
  readonly known_from: 'code' | 'calls';
}

/** The capabilities that are enough, where they are fewer than those that are declared. */
export interface LeastCapabilities {
  /** As `tool_define` takes them. */
  readonly capabilities: Capabilities;
  readonly narrowings: readonly Narrowing[];
  /** Calls that were looked at, where any narrowing is known from calls. */
  readonly recorded_calls?: number;
  /** Stay as declared, since the text does not tell what is needed and no recorded call does. */
  readonly kept: readonly CapabilityName[];
}

export interface CallRecord {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly actor: string;
  readonly ok: boolean;
  readonly ms: number;
  readonly args?: Json;
  readonly error?: ToolError;
}

/** `tool_inspect`'s structured result. */
export interface ToolInspection extends ToolSummary {
  /** The `.tool.json` as it would be written (without inline code). */
  readonly definition: JsonObject;
  readonly code?: string;
  /** The code followed by every file that it uses: what an approval is about. Only where it uses some. */
  readonly full_code?: string;
  readonly input_schema: JsonObject;
  readonly limits: Limits;
  readonly provenance?: Provenance;
  readonly approval?: Approval;
  /** Where the decision in the project's file counts not because of its key. */
  readonly untrusted_signer?: Signer;
  /** The definition that was last approved, where it is another than the present one. */
  readonly approved?: {
    readonly hash: string;
    readonly definition: JsonObject;
    readonly code?: string;
    readonly full_code?: string;
    readonly approval: Approval;
  };
  /** Changes of capabilities and limits since the last approval, one sentence each. */
  readonly capability_changes?: readonly string[];
  readonly found?: FoundEffects;
  /** The least set of capabilities, where it is less than what is declared. */
  readonly least?: LeastCapabilities;
  /** Capabilities that are declared and not used, and the like, in words. */
  readonly remarks: readonly string[];
  readonly recent: readonly CallRecord[];
  readonly last_tests?: readonly TestRecord[];
}

export interface TestDifference {
  /** Path of the difference, such as `result.enemies[0].hp`. */
  readonly path: string;
  readonly expected: Json;
  readonly actual: Json;
}

/** What of a tool one test came to. */
export interface TestCoverage {
  /** Lines of the tool's own code that hold statements, or steps of a composite. */
  readonly unit: 'line' | 'step';
  /** How many there are. */
  readonly of: number;
  /** Those that did not run, or not all of whose statements did, from 1. */
  readonly missed: readonly number[];
}

/** One test's run, or one dry call of `tool_test`. */
export interface TestRecord {
  readonly name: string;
  readonly ok: boolean;
  readonly ms: number;
  /** Used of the budget, and the budget; of code only. */
  readonly instructions?: number;
  readonly instruction_limit?: number;
  readonly result?: Json;
  readonly logs?: readonly string[];
  readonly warnings?: readonly string[];
  readonly error?: ToolError;
  readonly expected?: Json;
  readonly differences?: readonly TestDifference[];
  readonly scene_changes: readonly PropertyChange[];
  /** Absent for tools whose code can't be seen, and where nothing ran. */
  readonly covers?: TestCoverage;
  /** What the run would have done and could not be tried: files that were not written, tools that were not run. */
  readonly not_exercised?: readonly string[];
}
