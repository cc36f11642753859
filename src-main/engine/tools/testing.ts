/** A door with a scene behind it and nothing else, for tests. */
import { EventLog } from '../events/event-log';
import type { Json, JsonObject } from '../json';
import { History } from '../scene/history';
import { Scene } from '../scene/scene';
import { formatScene } from '../scene/scene-file';
import type {
  Caller,
  Capabilities,
  Limits,
  MaybeSteps,
  ToolContext,
  ToolDefinition,
  ToolResult,
  ToolStatus,
} from './definition';
import { CallPipeline, type FinishedCall } from './pipeline';
import { ToolRegistry } from './registry';
import { textResult } from './result';

export const USER: Caller = { actor: 'user', kind: 'human' };
export const AGENT: Caller = { actor: 'mcp:claude-code', kind: 'agent' };

export interface TestDoor {
  readonly scene: Scene;
  readonly history: History;
  readonly events: EventLog;
  readonly registry: ToolRegistry;
  readonly pipeline: CallPipeline;
  readonly finished: FinishedCall[];
  /** What was logged of internal errors. */
  readonly logged: string[];
  /** The monotonic clock in milliseconds. */
  readonly clock: { ms: number | undefined };
  call(tool: string, args?: Json, caller?: Caller, signal?: AbortSignal): Promise<ToolResult>;
  /** Everything that a failed or dry call must leave as it was. */
  state(): string;
}

export function createDoor(tools: readonly ToolDefinition[] = []): TestDoor {
  const scene = new Scene({ seed: 1 });
  const history = new History(scene);
  const events = new EventLog({ now: () => 1_700_000_000 });
  const registry = new ToolRegistry();
  const logged: string[] = [];
  const clock: { ms: number | undefined } = { ms: undefined };
  const pipeline = new CallPipeline({
    registry,
    scene,
    history,
    events,
    now: () => 1_700_000_000,
    monotonic: () => clock.ms ?? performance.now(),
    log: (text) => logged.push(text),
  });
  const finished: FinishedCall[] = [];
  pipeline.onFinished((record) => finished.push(record));
  for (const tool of [...SCENE_TOOLS, ...tools]) registry.register(tool);
  return {
    scene,
    history,
    events,
    registry,
    pipeline,
    finished,
    logged,
    clock,
    call: (tool, args, caller = AGENT, signal) => pipeline.call({ tool, args, caller, signal }),
    state: () =>
      JSON.stringify({
        text: formatScene(scene),
        nextId: scene.nextId,
        revision: scene.revision,
        steps: history.steps().map((step) => step.id),
        undone: history.undone().map((step) => step.id),
        last: events.last,
      }),
  };
}

export type Run = (args: JsonObject, context: ToolContext) => MaybeSteps<ToolResult>;

/** A built-in tool with an open schema. */
export function builtin(name: string, run: Run, more: Partial<ToolDefinition> = {}): ToolDefinition {
  return {
    name,
    title: name,
    description: `The tool ${name} of a test.`,
    category: 'test',
    kind: 'builtin',
    inputSchema: { type: 'object', properties: {}, additionalProperties: true },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    mutates: false,
    run,
    ...more,
  };
}

export interface CustomFacts {
  readonly capabilities?: Partial<Capabilities>;
  readonly limits?: Partial<Limits>;
  readonly status?: ToolStatus;
}

/** A custom tool; it mutates where its capabilities say so, and may call everything unless they say what. */
export function custom(
  name: string,
  run: Run,
  facts: CustomFacts = {},
  more: Partial<ToolDefinition> = {},
): ToolDefinition {
  const capabilities: Capabilities = {
    read_scene: true,
    mutate: false,
    calls: ['*'],
    files: { read: [], write: [] },
    network: false,
    ...facts.capabilities,
  };
  return builtin(name, run, {
    kind: 'wander',
    mutates: capabilities.mutate,
    custom: {
      version: 1,
      author: 'mcp:claude-code',
      hash: 'h',
      capabilities,
      limits: {
        instructions: 1_000_000,
        timeout_ms: 5_000,
        max_output_bytes: 65_536,
        max_calls: 100,
        ...facts.limits,
      },
      status: facts.status ?? 'active',
    },
    ...more,
  });
}

/** `add {name}` makes an entity, `rename {id, name}` renames one, `look {id}` reads one, `break_down` makes one and fails. */
export const SCENE_TOOLS: readonly ToolDefinition[] = [
  builtin(
    'add',
    (args, { tx }) => {
      const { id } = tx.create({ name: textOf(args.name) });
      return textResult(`Added #${id}`, { id });
    },
    { mutates: true, title: 'Add' },
  ),
  builtin(
    'rename',
    (args, { tx }) => {
      tx.update(Number(args.id), { name: textOf(args.name) });
      return textResult('Renamed', {});
    },
    { mutates: true, title: 'Rename' },
  ),
  builtin('look', (args, { scene }) => {
    const entity = scene.get(Number(args.id));
    return entity === undefined
      ? { ok: false, error: { code: 'not_found', message: 'Nothing there.' } }
      : textResult(entity.name, { name: entity.name });
  }),
  builtin(
    'break_down',
    (_args, { tx }) => {
      tx.create({ name: 'Left behind?' });
      return { ok: false, error: { code: 'tool_failed', message: 'It broke down.' } };
    },
    { mutates: true, title: 'Break down' },
  ),
];

export function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}
