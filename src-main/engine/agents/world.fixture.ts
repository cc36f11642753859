/** A project with a roster and the whole engine around it, for tests. */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Engine } from '../engine';
import type { EngineEvent } from '../events/event';
import { isJsonObject, type JsonObject } from '../json';
import { Project } from '../project/project';
import type { Caller, CallRequest, ToolResult } from '../tools/definition';

export const PERSON: Caller = { actor: 'user', kind: 'human' };
export const TERMINAL: Caller = { actor: 'cli', kind: 'human' };
export const STRANGER: Caller = { actor: 'mcp:test', kind: 'agent' };

/** A client that speaks for an agent of the roster. */
export function agent(id: string): Caller {
  return { actor: `mcp:test/${id}`, kind: 'agent' };
}

export class RosterWorld {
  private constructor(
    readonly folder: string,
    readonly engine: Engine,
  ) {}

  /** `roster`: id → the entry, or its text. */
  static async open(
    roster: Readonly<Record<string, JsonObject | string>> = {},
    settings: JsonObject = {},
  ): Promise<RosterWorld> {
    const folder = join(mkdtempSync(join(tmpdir(), 'sky-roster-')), 'project');
    const created = await Project.create(folder, { name: 'Test' });
    if (!created.ok) throw new Error(created.error.message);
    if (Object.keys(settings).length > 0)
      await created.value.updateSettings((raw) => ({ ...raw, ...settings }));
    mkdirSync(join(folder, 'agents'));
    for (const [id, entry] of Object.entries(roster)) writeEntry(folder, id, entry);
    return RosterWorld.reopen(folder);
  }

  /** A project that is there already. */
  static async reopen(folder: string): Promise<RosterWorld> {
    const opened = await Engine.open({ folder, userFolder: join(folder, '..', 'user') });
    if (!opened.ok) throw new Error(opened.error.message);
    return new RosterWorld(folder, opened.value);
  }

  close(): Promise<void> {
    return this.engine.close();
  }

  write(id: string, entry: JsonObject | string): void {
    writeEntry(this.folder, id, entry);
  }

  call(
    caller: Caller,
    tool: string,
    args: JsonObject = {},
    more: Partial<CallRequest> = {},
  ): Promise<ToolResult> {
    return this.engine.call({ tool, args, caller, ...more });
  }

  async ok(caller: Caller, tool: string, args: JsonObject = {}): Promise<JsonObject> {
    const result = await this.call(caller, tool, args);
    if (!result.ok)
      throw new Error(`${tool}: [${result.error.code}] ${result.error.message} ${result.error.hint ?? ''}`);
    return result.structured ?? { text: result.text };
  }

  /** `code: message` of a call that has to fail. */
  async error(caller: Caller, tool: string, args: JsonObject = {}): Promise<string> {
    const result = await this.call(caller, tool, args);
    if (result.ok) throw new Error(`${tool} was expected to fail, and gave ${result.text}`);
    return `${result.error.code}: ${result.error.message}`;
  }

  /** The calls that wait now, oldest first. */
  async waiting(): Promise<readonly JsonObject[]> {
    const { waiting } = await this.ok(PERSON, 'call_waiting');
    return Array.isArray(waiting) ? waiting.filter(isJsonObject) : [];
  }

  answer(call: string, allow: boolean, reason?: string): Promise<ToolResult> {
    return this.call(PERSON, 'call_answer', { call, allow, ...(reason === undefined ? {} : { reason }) });
  }

  /** Names of the scene's entities. */
  get names(): readonly string[] {
    return this.engine.scene.snapshot().entities.map((entity) => entity.name);
  }

  events(kind: string): readonly EngineEvent[] {
    return this.engine.events.read({ since: 0, limit: 1000, types: [kind] }).events;
  }

  /** Lines of the audit. */
  audit(): readonly JsonObject[] {
    return readFileSync(join(this.folder, '.skywalker/logs/custom_tools.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as JsonObject);
  }
}

/** The id by which a waiting call is answered. */
export function idOf(waiting: JsonObject): string {
  if (typeof waiting.call !== 'string') throw new Error('a waiting call without an id');
  return waiting.call;
}

function writeEntry(folder: string, id: string, entry: JsonObject | string): void {
  writeFileSync(
    join(folder, 'agents', `${id}.agent.json`),
    typeof entry === 'string' ? entry : JSON.stringify({ format: 'skywalker.agent/1', ...entry }),
  );
}

/** Resolves as soon as a condition holds; fails after ten seconds. */
export async function until(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`waited in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
