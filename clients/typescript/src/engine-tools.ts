/** The tools of the engine, typed. Made from their definitions by `npm run docs`. */
import type { CallOptions } from './connection';
import type { ToolResult } from './result';

export interface EngineTools {
  /** Moves a file of the project into its trash (.skywalker/trash), from where a person can take it back. */
  readonly asset_delete: (args: {
    readonly asset: string;
    readonly force?: boolean;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Brings a file into the project: from base64 `data`, or from a `path` (anywhere on the disk for people; inside the project for agents). */
  readonly asset_import: (args?: {
    readonly path?: string;
    readonly data?: string;
    readonly to?: string;
    readonly overwrite?: boolean;
    readonly create_entity?: boolean;
    readonly position?: readonly number[];
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Lists the project’s assets with type, size and how many entities show each model. */
  readonly asset_list: (args?: {
    readonly type?: "scene" | "tool" | "material" | "mesh" | "texture" | "audio" | "video" | "font" | "script" | "data" | "other";
    readonly query?: string;
    readonly limit?: number;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Makes several calls as one change: all of them or, when one fails, none, and one undo step. */
  readonly batch: (args: {
    readonly operations: readonly {
      readonly tool: string;
      readonly args?: Readonly<Record<string, unknown>>;
    }[];
    readonly label?: string;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Lists the behaviours of the project’s .wander files (or of one `path`) with intent, params with their ranges, states, what they react to and their tests; and what is wrong with the files. */
  readonly behavior_list: (args?: {
    readonly path?: string;
    readonly entity?: number | string;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Takes a behaviour off an entity. */
  readonly behavior_remove: (args: {
    readonly entity: number | string;
    readonly name: string;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Puts a behaviour on an entity, or changes one that stands there under this name: only what is given changes. */
  readonly behavior_set: (args: {
    readonly entity: number | string;
    readonly name: string;
    readonly file?: string;
    readonly source?: string;
    readonly behavior?: string;
    readonly params?: Readonly<Record<string, unknown>>;
    readonly intent?: string;
    readonly enabled?: boolean;
    readonly allow_errors?: boolean;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** For people only: allows one waiting call of an agent, once, or declines it with a reason that the agent gets to read. */
  readonly call_answer: (args: {
    readonly call: string;
    readonly allow: boolean;
    readonly reason?: string;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** For people only: stops a call that runs or waits, whoever made it. */
  readonly call_cancel: (args: {
    readonly call: string;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Lists the calls that have begun and not ended: who called which tool, since when, and whether it waits for a person. */
  readonly call_running: (args?: Record<string, never>, options?: CallOptions) => Promise<ToolResult>;
  /** Lists the calls of agents that wait for a person to allow or decline them: who, which tool, with which arguments, what it may do, and until when it waits. */
  readonly call_waiting: (args?: {
    readonly call?: string;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Gives the JSON Schema of a component type: its fields with units, ranges, defaults and what they mean. */
  readonly component_schema: (args?: {
    readonly component?: string;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Tells the engine’s version, the open project and scene, the component types and the categories of tools, with the conventions for units and references. */
  readonly engine_info: (args?: Record<string, never>, options?: CallOptions) => Promise<ToolResult>;
  /** Gives entities, with everything below them, as data that entity_paste makes again, here or in another scene. */
  readonly entity_copy: (args: {
    readonly entities: readonly (number | string)[];
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Makes an entity. */
  readonly entity_create: (args: {
    readonly name: string;
    readonly mesh?: string;
    readonly color?: string;
    readonly position?: readonly number[];
    readonly rotation?: readonly number[];
    readonly scale?: readonly number[];
    readonly tags?: readonly string[];
    readonly vars?: Readonly<Record<string, unknown>>;
    readonly components?: Readonly<Record<string, unknown>>;
    readonly parent?: number | string | null;
    readonly enabled?: boolean;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Deletes one entity or several, with everything below them. */
  readonly entity_delete: (args?: {
    readonly entity?: number | string;
    readonly entities?: readonly (number | string)[];
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Copies one entity or several, with everything below them, beside the originals. */
  readonly entity_duplicate: (args?: {
    readonly entity?: number | string;
    readonly entities?: readonly (number | string)[];
    readonly name?: string;
    readonly offset?: readonly number[];
    readonly count?: number;
    readonly parent?: number | string | null;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Gives everything about one entity: all components with all fields, tags, vars, its parent, children, path, and its place in the world. */
  readonly entity_get: (args: {
    readonly entity: number | string;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Makes the entities that entity_copy gave, with new ids, below `parent` where it is given, moved by `offset`. */
  readonly entity_paste: (args: {
    readonly data: Readonly<Record<string, unknown>>;
    readonly parent?: number | string | null;
    readonly offset?: readonly number[];
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Lists what refers to an entity, before it is renamed or deleted: children, component fields that hold entities, and scripts that name it. */
  readonly entity_refs: (args?: {
    readonly entity?: number | string;
    readonly limit?: number;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Changes an entity; only what is given changes. */
  readonly entity_update: (args: {
    readonly entity: number | string;
    readonly name?: string;
    readonly parent?: number | string | null;
    readonly enabled?: boolean;
    readonly tags?: readonly string[];
    readonly add_tags?: readonly string[];
    readonly remove_tags?: readonly string[];
    readonly position?: readonly number[];
    readonly rotation?: readonly number[];
    readonly scale?: readonly number[];
    readonly color?: string;
    readonly mesh?: string;
    readonly vars?: Readonly<Record<string, unknown>>;
    readonly components?: Readonly<Record<string, unknown>>;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Reads the stream of what happens in the project, the same that the Activity feed shows, without consuming it. */
  readonly events_poll: (args?: {
    readonly since?: number;
    readonly types?: readonly string[];
    readonly actors?: readonly string[];
    readonly exclude_actors?: readonly string[];
    readonly limit?: number;
    readonly wait_ms?: number;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Lists files and folders of the project, below `folder`. */
  readonly file_list: (args?: {
    readonly folder?: string;
    readonly pattern?: string;
    readonly recursive?: boolean;
    readonly limit?: number;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Gives a text file of the project, or some of its lines, with its `revision`: pass that to file_write, so that nothing written meanwhile is lost. */
  readonly file_read: (args: {
    readonly path: string;
    readonly offset?: number;
    readonly limit?: number;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Finds a text in the project’s files, line by line, without regard to case unless `case_sensitive`. */
  readonly file_search: (args: {
    readonly query: string;
    readonly pattern?: string;
    readonly regex?: boolean;
    readonly case_sensitive?: boolean;
    readonly limit?: number;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Writes a whole text file of the project; missing folders are made. */
  readonly file_write: (args: {
    readonly path: string;
    readonly text: string;
    readonly revision?: string;
    readonly create_only?: boolean;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Reads or changes game.json. */
  readonly game_settings: (args?: {
    readonly operation?: "get" | "set";
    readonly settings?: Readonly<Record<string, unknown>>;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Explains a topic (start, entities, units, undo, batch, queries, custom_tools, hosted_tools, permissions, studio, capabilities, errors, play, files, saving, events), a tool by its name, or a category of tools. */
  readonly help: (args?: {
    readonly topic?: string;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Lists, undoes and redoes changes of the scene. */
  readonly history: (args: {
    readonly action: "list" | "undo" | "redo" | "revert";
    readonly steps?: number;
    readonly step?: number;
    readonly limit?: number;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** What behaviours have logged in the present play or the last, and the errors that they ran into, with step, entity, file and line. */
  readonly logs: (args?: {
    readonly limit?: number;
    readonly since?: number;
    readonly level?: "log" | "warning" | "error";
    readonly entity?: number | string;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Tells the project’s name, folder, scenes, open scene, policy for custom tools, and how many files and tools it has. */
  readonly project_info: (args?: Record<string, never>, options?: CallOptions) => Promise<ToolResult>;
  /** Compares the open scene with its file, or with another scene file: which entities are new, gone or changed, and each property before (in the file) and after (in the scene). */
  readonly scene_diff: (args?: {
    readonly path?: string;
    readonly limit?: number;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Lists the scene files of the project, and says which is open and which is the main one. */
  readonly scene_list: (args?: Record<string, never>, options?: CallOptions) => Promise<ToolResult>;
  /** Opens a scene file of the project in place of the open scene. */
  readonly scene_load: (args: {
    readonly path: string;
    readonly discard?: boolean;
    readonly if_changed?: boolean;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Starts a new scene in place of the open one, with a ground, a cube, a light and a camera, or `empty`. */
  readonly scene_new: (args: {
    readonly name: string;
    readonly empty?: boolean;
    readonly discard?: boolean;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Shows the scene as an outline: one line for each entity with id, name, mesh or components, colour, position and tags, children below their parents, then the environment, the selection and the tags in use. */
  readonly scene_overview: (args?: {
    readonly max_entities?: number;
    readonly root?: number | string;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Finds entities by name, tag, component, place and properties; all conditions must hold. */
  readonly scene_query: (args?: {
    readonly name?: string;
    readonly tag?: string;
    readonly component?: string;
    readonly near?: readonly number[];
    readonly radius?: number;
    readonly where?: Readonly<Record<string, unknown>>;
    readonly limit?: number;
    readonly offset?: number;
    readonly fields?: readonly string[];
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Deals with unsaved work that a crash left behind as an autosave. */
  readonly scene_recover: (args: {
    readonly action: "status" | "restore" | "discard";
    readonly recovery?: string;
    readonly discard?: boolean;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Writes the scene to its file, or to `path`, which is its file from then on. */
  readonly scene_save: (args?: {
    readonly path?: string;
    readonly overwrite?: boolean;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Looks for what is probably wrong: links that point at nothing, models that are missing, scales of zero, behaviours that can’t run, no light, no camera or several that are primary, names that mean several entities among siblings. */
  readonly scene_validate: (args?: {
    readonly limit?: number;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Tells which entities are selected in the editor: what a person most likely means by "this". */
  readonly selection_get: (args?: Record<string, never>, options?: CallOptions) => Promise<ToolResult>;
  /** Selects entities in the editor, in place of the present selection; an empty list selects nothing. */
  readonly selection_set: (args: {
    readonly entities: readonly (number | string)[];
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Plays the scene: its behaviours run on a copy of it, so edits go on meanwhile and are not seen by the play, and stop leaves the scene as it is. */
  readonly sim_control: (args: {
    readonly action: "play" | "pause" | "stop" | "step" | "status";
    readonly steps?: number;
    readonly seed?: number;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Does in a play what a person would do: taps or holds keys, sets actions, clicks an entity, and sends events to behaviours. */
  readonly sim_input: (args?: {
    readonly press?: readonly string[];
    readonly hold?: readonly string[];
    readonly release?: readonly string[];
    readonly release_all?: boolean;
    readonly actions?: readonly (string | {
      readonly name: string;
      readonly value?: number | readonly number[];
      readonly steps?: number;
    })[];
    readonly click?: number | string;
    readonly event?: string;
    readonly data?: unknown;
    readonly target?: number | string;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Reads the scene of a play, while it is played or paused: the entities that the play has changed, those of `entities`, or `all`. */
  readonly sim_state: (args?: {
    readonly entities?: readonly (number | string)[];
    readonly fields?: readonly string[];
    readonly all?: boolean;
    readonly since?: number;
    readonly limit?: number;
    readonly offset?: number;
    readonly scripts?: boolean;
    readonly trace?: number;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** What an agent of the roster needs to begin: who it is, as a system prompt made from its entry, and the tools that it is offered, each with whether it may call them at once ("allow") or a person is asked first ("ask"). */
  readonly studio_agent_brief: (args: {
    readonly agent: string;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Adds an agent to the roster (agents/<id>.agent.json) or changes it; what is not given stays. */
  readonly studio_agent_define: (args: {
    readonly id: string;
    readonly autonomy?: "observe" | "ask" | "autonomous";
    readonly permissions?: Readonly<Record<string, unknown>>;
    readonly name?: string;
    readonly role?: string;
    readonly discipline?: string;
    readonly focus?: string;
    readonly focus_tags?: readonly string[];
    readonly persona?: string;
    readonly mission?: string;
    readonly instructions?: string;
    readonly provider?: string;
    readonly model?: string;
    readonly reports_to?: string;
    readonly color?: string;
    readonly face?: string;
    readonly max_rounds?: number;
    readonly memory?: readonly string[];
    readonly playtest?: Readonly<Record<string, unknown>>;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Lists the agents of the roster with what each may do. */
  readonly studio_agent_list: (args?: {
    readonly include_profiles?: boolean;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** For people only: takes an agent out of the roster and deletes its entry. */
  readonly studio_agent_remove: (args: {
    readonly agent: string;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** For direction, production and the person: what is done about a feedback, and why. */
  readonly studio_decide: (args: {
    readonly feedback: string;
    readonly verdict: "act" | "drop" | "defer" | "merge_into";
    readonly rationale: string;
    readonly tasks?: readonly {
      readonly title: string;
      readonly description?: string;
      readonly acceptance?: readonly string[];
      readonly discipline?: string;
      readonly assignee?: string;
      readonly priority?: "low" | "normal" | "high" | "critical";
      readonly depends_on?: readonly string[];
      readonly links?: {
        readonly feedback?: readonly string[];
        readonly entities?: readonly (number | string)[];
        readonly assets?: readonly string[];
        readonly captures?: readonly string[];
      };
    }[];
    readonly task_ids?: readonly string[];
    readonly merge_into?: string;
    readonly targets?: Readonly<Record<string, unknown>>;
    readonly metrics_before?: Readonly<Record<string, unknown>>;
    readonly redecide?: boolean;
    readonly as?: string;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Gives feedback, the newest first, each with the decision about it. */
  readonly studio_feedback_list: (args?: {
    readonly status?: "all" | "needs_decision" | "active" | "open" | "accepted" | "dropped" | "deferred" | "in_progress" | "fixed" | "verified" | "regressed";
    readonly category?: "fun" | "difficulty" | "clarity" | "visuals" | "audio" | "performance" | "bug" | "narrative" | "accessibility";
    readonly feedback?: string;
    readonly limit?: number;
    readonly offset?: number;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Reports what was found while playing or looking (studio/feedback.json); direction or the person then decides about it. */
  readonly studio_feedback_submit: (args: {
    readonly category: "fun" | "difficulty" | "clarity" | "visuals" | "audio" | "performance" | "bug" | "narrative" | "accessibility";
    readonly severity?: "low" | "medium" | "high" | "critical";
    readonly summary: string;
    readonly details?: string;
    readonly target?: string;
    readonly evidence?: Readonly<Record<string, unknown>>;
    readonly fingerprint?: string;
    readonly as?: string;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Changes what is given of a feedback, or comments on it; evidence is merged. */
  readonly studio_feedback_update: (args: {
    readonly feedback: string;
    readonly status?: "open" | "accepted" | "dropped" | "deferred" | "in_progress" | "fixed" | "verified" | "regressed";
    readonly category?: "fun" | "difficulty" | "clarity" | "visuals" | "audio" | "performance" | "bug" | "narrative" | "accessibility";
    readonly severity?: "low" | "medium" | "high" | "critical";
    readonly summary?: string;
    readonly details?: string;
    readonly target?: string;
    readonly evidence?: Readonly<Record<string, unknown>>;
    readonly comment?: string;
    readonly as?: string;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Gives messages, the oldest first: without more, those that are to you (by name, role or mention), in threads of yours, or to nobody in #general, and that you have not read; they count as read then. */
  readonly studio_inbox: (args?: {
    readonly unread_only?: boolean;
    readonly channel?: string;
    readonly thread?: string;
    readonly after?: string;
    readonly before?: string;
    readonly agent?: string;
    readonly limit?: number;
    readonly as?: string;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Gives a loop the reports that its stage waits for; with the last of them it goes on. */
  readonly studio_loop_advance: (args: {
    readonly loop: string;
    readonly reports?: readonly {
      readonly agent?: string;
      readonly report: string;
      readonly signoff?: boolean;
      readonly usage?: Readonly<Record<string, unknown>>;
      readonly metrics?: Readonly<Record<string, unknown>>;
    }[];
    readonly approve?: boolean;
    readonly signoff?: boolean;
    readonly complete_stage?: boolean;
    readonly as?: string;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Makes or changes a loop (studio/loops/<name>.loop.json): stages that agents of the roster go through again and again until it stops. */
  readonly studio_loop_define: (args?: {
    readonly name?: string;
    readonly template?: "playtest_fix_verify" | "art_pass_with_critic" | "balance_tuning" | "vertical_slice_sprint" | "bug_bash";
    readonly goal?: string;
    readonly description?: string;
    readonly stages?: readonly {
      readonly id: string;
      readonly kind?: "agents" | "playtest";
      readonly assignees?: readonly string[];
      readonly instruction?: string;
      readonly parallel?: boolean;
      readonly only_with_tasks?: boolean;
      readonly inputs?: readonly string[];
      readonly playtest?: Readonly<Record<string, unknown>>;
      readonly file_feedback?: boolean;
      readonly verify_fixed?: boolean;
      readonly gate?: {
        readonly skip_if?: "no_open_feedback" | "no_todo_tasks" | "no_fixed_feedback" | "first_iteration" | "not_first_iteration";
        readonly approval?: "human";
      };
    }[];
    readonly stop?: {
      readonly max_iterations?: number;
      readonly metric_targets?: Readonly<Record<string, unknown>>;
      readonly director_signoff?: boolean;
      readonly token_budget?: number;
      readonly time_budget_minutes?: number;
    };
    readonly delete?: boolean;
    readonly as?: string;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Begins a loop at its first stage, and tells who is to do what: "assignments" holds a prompt for each. */
  readonly studio_loop_start: (args: {
    readonly loop: string;
    readonly goal?: string;
    readonly max_iterations?: number;
    readonly as?: string;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Without "loop" lists the loops and the templates; with it tells where that one is, what was reported, and who is to do what now. */
  readonly studio_loop_status: (args?: {
    readonly loop?: string;
    readonly history?: boolean;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Ends a loop where it is; what was reported is kept until it is started again. */
  readonly studio_loop_stop: (args: {
    readonly loop: string;
    readonly reason?: string;
    readonly as?: string;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Writes a message to the team: to agents of the roster, roles ("@level_designer"), everybody ("@all") or the person ("user"); without "to", to whoever reads the channel. */
  readonly studio_message_send: (args: {
    readonly text: string;
    readonly to?: readonly string[];
    readonly channel?: string;
    readonly reply_to?: string;
    readonly task?: string;
    readonly feedback?: string;
    readonly kind?: string;
    readonly data?: Readonly<Record<string, unknown>>;
    readonly as?: string;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Shows the team at a glance: who is in the roster and what they are doing, the board in numbers, feedback that waits for a decision, recent decisions, loops, channels with what you have not read. */
  readonly studio_overview: (args?: {
    readonly include_catalog?: boolean;
    readonly as?: string;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Tells the team what you are doing, or what you wait for. */
  readonly studio_presence: (args: {
    readonly status: "working" | "idle" | "waiting" | "blocked";
    readonly activity?: string;
    readonly agent?: string;
    readonly as?: string;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Makes a task yours and begins it; of two that claim it at once, one gets it. */
  readonly studio_task_claim: (args?: {
    readonly task?: string;
    readonly agent?: string;
    readonly as?: string;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Puts a task on the team’s board (studio/board.json). */
  readonly studio_task_create: (args: {
    readonly title: string;
    readonly description?: string;
    readonly acceptance?: readonly string[];
    readonly discipline?: string;
    readonly assignee?: string;
    readonly priority?: "low" | "normal" | "high" | "critical";
    readonly status?: "backlog" | "todo" | "doing" | "review" | "done" | "dropped";
    readonly depends_on?: readonly string[];
    readonly links?: {
      readonly feedback?: readonly string[];
      readonly entities?: readonly (number | string)[];
      readonly assets?: readonly string[];
      readonly captures?: readonly string[];
    };
    readonly feedback?: readonly string[];
    readonly as?: string;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Gives tasks, the most urgent first, and the board in words. */
  readonly studio_task_list: (args?: {
    readonly status?: "all" | "open" | "backlog" | "todo" | "doing" | "review" | "done" | "dropped";
    readonly assignee?: string;
    readonly discipline?: string;
    readonly mine?: boolean;
    readonly task?: string;
    readonly limit?: number;
    readonly offset?: number;
    readonly as?: string;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Changes what is given of a task, or comments on it; links are added, lists replaced. */
  readonly studio_task_update: (args: {
    readonly task: string;
    readonly title?: string;
    readonly description?: string;
    readonly acceptance?: readonly string[];
    readonly discipline?: string;
    readonly assignee?: string;
    readonly priority?: "low" | "normal" | "high" | "critical";
    readonly status?: "backlog" | "todo" | "doing" | "review" | "done" | "dropped";
    readonly depends_on?: readonly string[];
    readonly links?: {
      readonly feedback?: readonly string[];
      readonly entities?: readonly (number | string)[];
      readonly assets?: readonly string[];
      readonly captures?: readonly string[];
    };
    readonly comment?: string;
    readonly as?: string;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Renames a tag on every entity that has it; where an entity has the new tag already, the two become one. */
  readonly tag_rename: (args: {
    readonly from: string;
    readonly to: string;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** For people only: approves a custom tool as it is now, or rejects it with a reason that its author can read. */
  readonly tool_approve: (args: {
    readonly name: string;
    readonly approve?: boolean;
    readonly hash?: string;
    readonly reason?: string;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Makes a tool of your own, or changes one: fields that are not given stay as they are. */
  readonly tool_define: (args?: {
    readonly name?: string;
    readonly title?: string | null;
    readonly category?: string | null;
    readonly description?: string;
    readonly kind?: string | null;
    readonly input_schema?: Readonly<Record<string, unknown>> | null;
    readonly output_schema?: Readonly<Record<string, unknown>> | null;
    readonly capabilities?: {
      readonly read_scene?: boolean;
      readonly mutate?: boolean;
      readonly calls?: readonly string[];
      readonly files?: {
        readonly read?: readonly string[];
        readonly write?: readonly string[];
        readonly [key: string]: unknown;
      } | null;
      readonly [key: string]: unknown;
    } | null;
    readonly limits?: {
      readonly instructions?: number;
      readonly timeout_ms?: number;
      readonly max_output_bytes?: number;
      readonly max_calls?: number;
      readonly [key: string]: unknown;
    } | null;
    readonly wander?: string | null;
    readonly source?: string | null;
    readonly steps?: readonly (Readonly<Record<string, unknown>>)[] | null;
    readonly result?: unknown;
    readonly tests?: readonly (Readonly<Record<string, unknown>>)[] | null;
    readonly enabled?: boolean;
    readonly from_library?: string;
    readonly dry_run?: boolean;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Turns a custom tool off, keeping its files and its approval, or on again. */
  readonly tool_enable: (args: {
    readonly name: string;
    readonly enabled: boolean;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Makes the draft of a composite tool from calls that were recorded in the event log: values that differ between repeated calls, and those that "lift" names, become arguments with the recorded values as defaults; what one call gave and a later one used becomes a template; repeated calls become one step with for_each. */
  readonly tool_from_events: (args: {
    readonly events: readonly (number | string)[];
    readonly name: string;
    readonly lift?: readonly string[];
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Makes inputs from the input schema of a custom tool, the edges of each argument first and then random ones, and runs the tool on each as a dry run within its limits; everything is rolled back. */
  readonly tool_fuzz: (args?: {
    readonly name?: string;
    readonly definition?: {
      readonly name?: string;
      readonly title?: string | null;
      readonly category?: string | null;
      readonly description?: string;
      readonly kind?: string | null;
      readonly input_schema?: Readonly<Record<string, unknown>> | null;
      readonly output_schema?: Readonly<Record<string, unknown>> | null;
      readonly capabilities?: {
        readonly read_scene?: boolean;
        readonly mutate?: boolean;
        readonly calls?: readonly string[];
        readonly files?: {
          readonly read?: readonly string[];
          readonly write?: readonly string[];
          readonly [key: string]: unknown;
        } | null;
        readonly [key: string]: unknown;
      } | null;
      readonly limits?: {
        readonly instructions?: number;
        readonly timeout_ms?: number;
        readonly max_output_bytes?: number;
        readonly max_calls?: number;
        readonly [key: string]: unknown;
      } | null;
      readonly wander?: string | null;
      readonly source?: string | null;
      readonly steps?: readonly (Readonly<Record<string, unknown>>)[] | null;
      readonly result?: unknown;
      readonly tests?: readonly (Readonly<Record<string, unknown>>)[] | null;
      readonly [key: string]: unknown;
    };
    readonly runs?: number;
    readonly seed?: number;
    readonly from?: number;
    readonly inputs?: readonly (Readonly<Record<string, unknown>>)[];
    readonly setup?: readonly {
      readonly tool: string;
      readonly args?: Readonly<Record<string, unknown>>;
      readonly [key: string]: unknown;
    }[];
    readonly keep?: boolean;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Which processes serve tools of this project: each host with its label, owner, tools, calls queued, in flight and served, and the seconds since its last poll; and the cursor range of events_poll. */
  readonly tool_host_list: (args?: Record<string, never>, options?: CallOptions) => Promise<ToolResult>;
  /** Fetches the calls that others made of your tools (see tool_host_register), and keeps your host alive. */
  readonly tool_host_poll: (args: {
    readonly host: string;
    readonly wait_ms?: number;
    readonly max?: number;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Offers tools that your own process implements to every agent: each becomes a tool py_<name>. */
  readonly tool_host_register: (args: {
    readonly tools: readonly {
      readonly name: string;
      readonly title?: string;
      readonly description?: string;
      readonly input_schema?: Readonly<Record<string, unknown>>;
      readonly mutates?: boolean;
      readonly capabilities?: Readonly<Record<string, unknown>>;
      readonly limits?: Readonly<Record<string, unknown>>;
      readonly [key: string]: unknown;
    }[];
    readonly host?: string;
    readonly label?: string;
    readonly ttl_seconds?: number;
    readonly replace?: boolean;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Answers one call fetched with tool_host_poll: text for models and people, structured for programs, PNG images as base64, or is_error with the reason in text. */
  readonly tool_host_reply: (args: {
    readonly host: string;
    readonly call: number;
    readonly text?: string;
    readonly structured?: Readonly<Record<string, unknown>>;
    readonly images?: readonly string[];
    readonly is_error?: boolean;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Stops serving the tools of a host: they disappear, and calls that wait for it fail. */
  readonly tool_host_unregister: (args: {
    readonly host: string;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Everything there is to know of one custom tool: definition, code, status and why, approval, what it declares beside what its code was found to use, what changed since it was approved, statistics, the last calls and errors, its tests. */
  readonly tool_inspect: (args: {
    readonly name: string;
    readonly library?: boolean;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Lists every custom tool of the project with its status (active, pending_approval, rejected, disabled, offline, invalid, policy_off), why it is not active, what it may do, its author, version, hash and statistics; and the policy. */
  readonly tool_list_custom: (args?: {
    readonly status?: "active" | "pending_approval" | "rejected" | "disabled" | "offline" | "invalid" | "policy_off";
    readonly kind?: "wander" | "composite" | "external" | "script";
    readonly reload?: boolean;
    readonly include_library?: boolean;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Reads the project's policy for custom tools, or sets it: "off" (none runs), "ask" (all need approval), "auto" (the default: those that edit, write files or reach the network need approval), "trust" (all run at once). */
  readonly tool_policy: (args?: {
    readonly policy?: "off" | "ask" | "auto" | "trust";
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Copies a custom tool, with the files that its code uses, into the user's own library, for use in other projects. */
  readonly tool_promote: (args: {
    readonly name: string;
    readonly remove?: boolean;
    readonly restore?: boolean;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Takes a custom tool away: its files are deleted and its approval is withdrawn. */
  readonly tool_remove: (args: {
    readonly name: string;
    readonly restore?: boolean;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** For people only, in the window: moves this user's private key from its file into the operating system's key store. */
  readonly tool_seal_key: (args?: Record<string, never>, options?: CallOptions) => Promise<ToolResult>;
  /** Finds tools by what they do, the most fitting first: names, titles and descriptions are searched, custom tools too, also ones that are not active. */
  readonly tool_search: (args: {
    readonly query: string;
    readonly category?: string;
    readonly limit?: number;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Runs the tests of a custom tool, one of them, or one dry call with arguments of yours. */
  readonly tool_test: (args?: {
    readonly name?: string;
    readonly definition?: {
      readonly name?: string;
      readonly title?: string | null;
      readonly category?: string | null;
      readonly description?: string;
      readonly kind?: string | null;
      readonly input_schema?: Readonly<Record<string, unknown>> | null;
      readonly output_schema?: Readonly<Record<string, unknown>> | null;
      readonly capabilities?: {
        readonly read_scene?: boolean;
        readonly mutate?: boolean;
        readonly calls?: readonly string[];
        readonly files?: {
          readonly read?: readonly string[];
          readonly write?: readonly string[];
          readonly [key: string]: unknown;
        } | null;
        readonly [key: string]: unknown;
      } | null;
      readonly limits?: {
        readonly instructions?: number;
        readonly timeout_ms?: number;
        readonly max_output_bytes?: number;
        readonly max_calls?: number;
        readonly [key: string]: unknown;
      } | null;
      readonly wander?: string | null;
      readonly source?: string | null;
      readonly steps?: readonly (Readonly<Record<string, unknown>>)[] | null;
      readonly result?: unknown;
      readonly tests?: readonly (Readonly<Record<string, unknown>>)[] | null;
      readonly [key: string]: unknown;
    };
    readonly args?: Readonly<Record<string, unknown>>;
    readonly setup?: readonly {
      readonly tool: string;
      readonly args?: Readonly<Record<string, unknown>>;
      readonly [key: string]: unknown;
    }[];
    readonly test?: string;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Lists the keys whose approvals count for this user and those that signed approvals of this project and do not, or (people only) trusts a teammate's key or takes that back. */
  readonly tool_trust: (args?: {
    readonly key?: string;
    readonly trust?: boolean;
    readonly label?: string;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Moves, turns and scales an entity. */
  readonly transform: (args: {
    readonly entity: number | string;
    readonly position?: readonly number[];
    readonly rotation?: readonly number[];
    readonly scale?: readonly number[];
    readonly translate?: readonly number[];
    readonly rotate?: readonly number[];
    readonly space?: "local" | "world";
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Takes a picture of the scene (PNG) and tells which entities can be seen, with their boxes in pixels. */
  readonly viewport_capture: (args?: {
    readonly width?: number;
    readonly height?: number;
    readonly annotate?: boolean;
    readonly eye?: readonly number[];
    readonly target?: readonly number[];
    readonly fov?: number;
    readonly camera_entity?: number | string;
    readonly play?: boolean;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Moves the scene view so that entities fill it, or the whole scene where none is given. */
  readonly viewport_focus: (args?: {
    readonly entity?: number | string;
    readonly entities?: readonly (number | string)[];
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Checks Wander code without running it: syntax, names, types, unused variables, each with line, column, the line itself, a hint and where possible a fix. */
  readonly wander_check: (args?: {
    readonly source?: string;
    readonly path?: string;
    readonly tool?: boolean;
    readonly format?: boolean;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Gives Wander code in its canonical form: two spaces for each level, one statement a line, comments kept. */
  readonly wander_format: (args?: {
    readonly source?: string;
    readonly path?: string;
    readonly write?: boolean;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Explains the Wander language: a topic of the guide (language, values, statements, operators, functions, types, entities, tools, limits, errors, behaviors), a group of the library (math, vector, color, random, text, list, map, scene, change, general, game, tool), or a function or method by its name, with its parameters, what it gives and an example. */
  readonly wander_reference: (args?: {
    readonly topic?: string;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Runs `fn run(args)` of Wander code on the open scene as a dry run, and answers with its result, its logs, the instructions it used, and the changes it would have made; nothing is kept. */
  readonly wander_run: (args?: {
    readonly source?: string;
    readonly path?: string;
    readonly args?: Readonly<Record<string, unknown>>;
    readonly profile?: boolean;
  }, options?: CallOptions) => Promise<ToolResult>;
  /** Runs `test` blocks of behaviours: of all .wander files, of one `path`, of `source`, or of what stands on an `entity`. */
  readonly wander_test: (args?: {
    readonly path?: string;
    readonly source?: string;
    readonly entity?: number | string;
    readonly name?: string;
  }, options?: CallOptions) => Promise<ToolResult>;
}
