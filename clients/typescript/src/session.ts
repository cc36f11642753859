/** A connection that speaks for one agent: the engine's feed and permissions know it by that. */
import type { CallOptions, Connection } from './connection';
import type { JsonObject } from './json';
import type { ToolResult } from './result';
import { toolsOf, type Tools } from './tool-calls';

export class AgentSession {
  /** `session.tools.scene_query({ tag: 'hazard' })`. */
  readonly tools: Tools = toolsOf((tool, args, options) => this.call(tool, args, options));

  constructor(private readonly connection: Connection) {}

  /** The name that it goes by: `<client>/<agent>`. */
  get name(): string {
    return this.connection.name;
  }

  call(tool: string, args: JsonObject = {}, options: CallOptions = {}): Promise<ToolResult> {
    return this.connection.call(tool, args, options);
  }

  close(): Promise<void> {
    return this.connection.close();
  }
}
