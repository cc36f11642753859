/** An engine of the command's own, for a project that nobody has open. */
import { fail, type Outcome } from '../engine/errors';
import type { JsonObject } from '../engine/json';
import type { Engine } from '../engine/engine';
import type { Caller, ToolResult } from '../engine/tools/definition';
import { actorOfClient, SCRIPT_ACTOR } from '../server/identity';
import { listedTool } from '../server/tool-listing';
import { TOOL_ENTRY, type ProjectSession, type SessionOptions, type ToolEntry } from './session';

/**
 * Opens a project for this process alone. Fails with `conflict` where another process has it open (`data` says which), and
 * with the project's own reasons.
 */
export async function openEngine(
  folder: string,
  purpose: string,
  userFolder: string,
): Promise<Outcome<Engine>> {
  const { Engine: Opener } = await import('../engine/engine');
  const { observeEngine } = await import('../telemetry/telemetry');
  return Opener.open({
    folder,
    purpose,
    userFolder,
    observe: (engine) => observeEngine(engine, { userFolder }),
  });
}

export class OwnSession implements ProjectSession {
  readonly kind = 'own';
  private readonly caller: Caller;

  constructor(
    private readonly engine: Engine,
    options: SessionOptions,
  ) {
    this.caller = callerFor(options);
  }

  get project(): string {
    return this.engine.project.folder;
  }

  get actor(): string {
    return this.caller.actor;
  }

  get human(): boolean {
    return this.caller.kind === 'human';
  }

  get unsaved(): boolean {
    return this.engine.scene.dirty;
  }

  async call(tool: string, args: JsonObject, signal?: AbortSignal): Promise<ToolResult> {
    if (signal?.aborted === true) return fail('cancelled', 'The call was cancelled.');
    return this.engine.call({
      tool,
      args,
      caller: this.caller,
      ...(signal === undefined ? {} : { signal }),
    });
  }

  tools(): Promise<readonly ToolEntry[]> {
    return Promise.resolve(this.engine.registry.active().map((tool) => TOOL_ENTRY.parse(listedTool(tool))));
  }

  close(options?: { readonly discardUnsaved: boolean }): Promise<void> {
    return this.engine.close(options);
  }
}

function callerFor(options: SessionOptions): Caller {
  if (options.as !== undefined) return { actor: actorOfClient(options.as), kind: 'agent', mayWait: true };
  if (options.interactive) return { actor: 'cli', kind: 'human', mayWait: true };
  return { actor: SCRIPT_ACTOR, kind: 'agent', mayWait: true };
}
