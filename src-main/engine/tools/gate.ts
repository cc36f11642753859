/**
 * May this call be made? One function for every way in and every kind of tool: a call from a client, a step of a batch or
 * composite, a Wander tool's `call_tool`, an external tool's callback.
 */
import { toolError, type ToolError } from '../errors';
import type { JsonObject } from '../json';
import { callDeniedBy } from './capabilities';
import type { Caller, EffectiveCapabilities, Narrowed, ToolDefinition } from './definition';
import type { Permissions } from './permissions';

/** Custom tools on one chain of calls. */
const MAX_CUSTOM_DEPTH = 8;

/** Frames on one chain, batches and the like included. */
const MAX_DEPTH = 64;

/** What stands around a call. */
export interface GateContext {
  readonly caller: Caller;
  readonly dryRun: boolean;
  /** 0 for a call from a person or client. */
  readonly depth: number;
  /** Names of the tools around it, outermost first. */
  readonly chain: readonly string[];
  /** How many of them are custom. */
  readonly customDepth: number;
  readonly capabilities?: EffectiveCapabilities;
  /** The tool that makes the call, if one does, and whether it may change anything. */
  readonly parent?: { readonly name: string; readonly mutates: boolean };
  /** Whether a transaction of this call is open. */
  readonly inTransaction: boolean;
  /** What agents of the roster may do. */
  readonly permissions?: Permissions;
  /** Tools that a person allowed for the call around this one; undefined where nobody was asked. */
  readonly allowed?: ReadonlySet<string>;
  /** Whether the arguments are those that will run, checked and with their defaults. */
  readonly validated: boolean;
}

/** Whether the gate has to look at the validated arguments too: at first a value may stand there as text. */
export function judgesArguments(tool: ToolDefinition): boolean {
  return tool.humanOnly !== undefined || tool.reads !== undefined || tool.operations !== undefined;
}

/** Why the call is refused; undefined when it may go on. */
export function gate(tool: ToolDefinition, args: JsonObject, context: GateContext): ToolError | undefined {
  return (
    statusRefusal(tool, context) ??
    governanceRefusal(tool, args, context) ??
    permissionRefusal(tool, args, context) ??
    capabilityRefusal(tool, context) ??
    depthRefusal(tool, context) ??
    placeRefusal(tool, context)
  );
}

function statusRefusal(tool: ToolDefinition, context: GateContext): ToolError | undefined {
  const { custom } = tool;
  if (custom === undefined || custom.status === 'active') return undefined;
  if (context.dryRun && testable(custom.status, context.depth)) return undefined;
  return (
    custom.refusal ??
    toolError(
      'tool_disabled',
      `${tool.name} is ${custom.status.replaceAll('_', ' ')}.`,
      'tool_inspect tells why.',
    )
  );
}

/** What waits for a person can be tested, for its edits are rolled back; around it, only what could be allowed later. */
function testable(status: string, depth: number): boolean {
  if (status === 'invalid' || status === 'offline') return false;
  return depth === 0 || status === 'pending_approval';
}

function governanceRefusal(
  tool: ToolDefinition,
  args: JsonObject,
  context: GateContext,
): ToolError | undefined {
  if (tool.governance === true && context.parent !== undefined) {
    return toolError(
      'capability_denied',
      `${tool.name} can never be called from a tool (here ${context.parent.name}).`,
      'Call it directly.',
    );
  }
  // What a custom tool does is its author's doing, not that of the person who happens to run it.
  const isHuman = context.caller.kind === 'human' && context.customDepth === 0;
  return isHuman ? undefined : tool.humanOnly?.(args, context.caller);
}

function permissionRefusal(
  tool: ToolDefinition,
  args: JsonObject,
  context: GateContext,
): ToolError | undefined {
  const { permissions, caller, dryRun, parent, allowed, validated } = context;
  if (permissions === undefined || (!validated && judgesArguments(tool))) return undefined;
  return permissions.refusal(caller, tool, args, {
    dryRun,
    nested: parent !== undefined,
    ...(allowed === undefined ? {} : { allowed }),
  });
}

function capabilityRefusal(tool: ToolDefinition, context: GateContext): ToolError | undefined {
  const { capabilities, parent } = context;
  const changes = tool.mutates || tool.outsideScene === true;
  if (capabilities !== undefined) {
    const denied = callDeniedBy(capabilities, tool.name);
    if (denied !== undefined) {
      return denial(
        `${denied} may not call ${tool.name}.`,
        `Add "${tool.name}" to "calls" in the capabilities of ${denied}.`,
      );
    }
    // Not always the tool that makes the call: one around it may have less.
    const without = (what: Narrowed): string =>
      capabilities.narrowedBy?.[what] ?? context.chain.at(-1) ?? 'the tool';
    if (changes && !capabilities.mutate) {
      return denial(
        `${tool.name} changes the project, which ${without('mutate')} may not.`,
        `Set "mutate": true in the capabilities of ${without('mutate')}.`,
      );
    }
    if (!capabilities.read_scene && tool.custom === undefined && tool.usesScene !== false) {
      return denial(
        `${tool.name} uses the scene, which ${without('read_scene')} may not.`,
        `Set "read_scene": true in the capabilities of ${without('read_scene')}.`,
      );
    }
    const network = tool.custom?.capabilities.network ?? tool.annotations.openWorldHint;
    if (network && !capabilities.network) {
      return denial(
        `${tool.name} reaches the network, which ${without('network')} may not.`,
        `Only tools with "network": true may call it.`,
      );
    }
  }
  if (changes && parent?.mutates === false) {
    return denial(`${tool.name} changes the project, but ${parent.name} is read-only.`);
  }
  return undefined;
}

function depthRefusal(tool: ToolDefinition, context: GateContext): ToolError | undefined {
  const tooDeep =
    (tool.custom !== undefined && context.customDepth >= MAX_CUSTOM_DEPTH) || context.depth >= MAX_DEPTH;
  if (!tooDeep) return undefined;
  const limit = context.depth >= MAX_DEPTH ? `${MAX_DEPTH} calls` : `${MAX_CUSTOM_DEPTH} custom tools`;
  const chain = [...context.chain, tool.name];
  const shown = chain.length > 12 ? [...chain.slice(0, 6), '…', ...chain.slice(-5)] : chain;
  return toolError(
    'too_deep',
    `Calls are nested deeper than ${limit}: ${shown.join(' → ')}.`,
    'Do the work in fewer levels, or end the recursion.',
  );
}

/** Whether what a tool does could not be rolled back, so that a dry run has to leave it out. */
export function cannotRunDry(tool: ToolDefinition): boolean {
  return (tool.exclusive === true || tool.outsideScene === true) && tool.dryRunSafe !== true;
}

function placeRefusal(tool: ToolDefinition, context: GateContext): ToolError | undefined {
  if (context.dryRun && tool.ownDryRuns === true) {
    // It would wait for a turn that the run around it does not give back before it has ended.
    return toolError(
      'capability_denied',
      `${tool.name} makes dry runs of its own, so it can't be part of one.`,
      'Call it by itself.',
    );
  }
  if (context.dryRun && cannotRunDry(tool)) {
    return toolError(
      'capability_denied',
      `${tool.name} can't be run dry: what it does could not be rolled back.`,
      'Leave it out of tests.',
    );
  }
  if (tool.exclusive === true && context.inTransaction && !context.dryRun) {
    const around = context.parent?.name ?? 'another call';
    return toolError(
      'conflict',
      `${tool.name} can't run inside ${around}, whose changes are not finished.`,
      'Call it by itself, before or after.',
    );
  }
  return undefined;
}

function denial(message: string, hint?: string): ToolError {
  return toolError('capability_denied', message, hint);
}
