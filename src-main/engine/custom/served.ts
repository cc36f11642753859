/** Which tools a connected client serves now, and how it is called. The hosts put themselves in here. */
import type { JsonObject } from '../json';
import type { Steps, ToolContext, ToolResult } from '../tools/definition';

/** Who serves a tool, as anybody may know it. */
export interface HostFacts {
  /** `H-3`: what events and lists call it. Not what it proves itself with. */
  readonly id: string;
  readonly label?: string;
  /** The actor that registered it. */
  readonly owner: string;
  /** How calls get to it. */
  readonly transport: 'poll' | 'connection';
}

export interface Server {
  readonly facts: HostFacts;
  /** Has the client do a call. What it waits for gives way to the call's time limit. */
  run(tool: string, args: JsonObject, context: ToolContext): Steps<ToolResult>;
  /** Somebody took the tool away: it is not served any more. */
  released(tool: string): void;
}

export class ServedTools {
  private readonly servers = new Map<string, Server>();

  get(tool: string): Server | undefined {
    return this.servers.get(tool);
  }

  set(tool: string, server: Server): void {
    this.servers.set(tool, server);
  }

  /** Takes a tool away from whoever serves it. */
  release(tool: string): void {
    const server = this.servers.get(tool);
    this.servers.delete(tool);
    server?.released(tool);
  }

  /** Of that server only: another may serve the tool by now. */
  delete(tool: string, server: Server): void {
    if (this.servers.get(tool) === server) this.servers.delete(tool);
  }
}
