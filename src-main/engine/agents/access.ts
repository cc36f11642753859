/** What an agent of the roster may do with a tool: one pure function, which every way to a tool goes through. */
import type { JsonObject } from '../json';
import type { ToolDefinition } from '../tools/definition';
import { PERMISSIONS, type AgentProfile, type Autonomy, type Permission } from './profile';

/** What a call does: it reads, changes the project, or reaches outside it. */
export type Effect = 'reads' | 'changes' | 'open';

export interface Access {
  readonly permission: Permission;
  /** Why it is so, in words that complete "… because ". */
  readonly because: string;
}

/**
 * What a call with these arguments does; without arguments, the most that the tool can do. Of a custom tool what it is
 * granted counts, never what it says of itself.
 */
export function effectOf(tool: ToolDefinition, args?: JsonObject): Effect {
  const open = tool.custom?.capabilities.network ?? tool.annotations.openWorldHint;
  if (open) return 'open';
  // What it does is what the calls in it do, and each of them is looked at.
  if (tool.operations !== undefined) return 'reads';
  if (args !== undefined && tool.reads?.(args) === true) return 'reads';
  return tool.mutates || tool.outsideScene === true ? 'changes' : 'reads';
}

/** Permission for a call, of which the effect is known. A change in a dry run is not kept, so it needs no word of a person; what is off stays off. */
export function accessOf(
  profile: AgentProfile,
  tool: ToolDefinition,
  effect: Effect,
  dryRun = false,
): Access {
  const own = categoryAccess(profile, tool.category, effect, {
    // Messages and tasks are how the team talks. Who is in the team, and with what rights, is another matter.
    studio: tool.category === 'studio' && tool.custom === undefined && tool.governance !== true,
    dryRun,
  });
  // The category of a custom tool is what its author wrote: it can make the tool stricter, never looser.
  const access =
    tool.custom === undefined || tool.category === 'custom'
      ? own
      : stricter(own, categoryAccess(profile, 'custom', effect, { dryRun }));
  if (!dryRun || access.permission !== 'ask') return access;
  // What it reads reaches the agent all the same. Who may try a custom tool is the matter of the call that tries it.
  return effect === 'open' || (effect === 'reads' && tool.custom === undefined)
    ? { permission: 'off', because: `${access.because}, and a dry run can't wait for a person` }
    : { permission: 'allow', because: access.because };
}

/** Whether the agent is shown the tool at all: where some call of it could be made. */
export function isOffered(profile: AgentProfile, tool: ToolDefinition): boolean {
  if (accessOf(profile, tool, effectOf(tool)).permission !== 'off') return true;
  return tool.reads !== undefined && accessOf(profile, tool, 'reads').permission !== 'off';
}

/** What a profile says of a category and an effect. */
export function categoryAccess(
  profile: Rights,
  category: string,
  effect: Effect,
  options: { readonly studio?: boolean; readonly dryRun?: boolean } = {},
): Access {
  const { id, autonomy, permissions } = profile;
  const set = permissions.get(category);
  if (set !== undefined)
    return { permission: set, because: `the category "${category}" is "${set}" for ${id}` };
  if (options.studio === true) return { permission: 'allow', because: 'the studio is open to every agent' };
  return {
    permission: byAutonomy(autonomy, effect, options.dryRun === true),
    because: `the autonomy of ${id} is "${autonomy}"`,
  };
}

function byAutonomy(autonomy: Autonomy, effect: Effect, dryRun: boolean): Permission {
  if (effect === 'reads') return 'allow';
  if (autonomy === 'observe') return effect === 'changes' && dryRun ? 'allow' : 'off';
  if (autonomy === 'autonomous' && effect === 'changes') return 'allow';
  return 'ask';
}

/** Whether one profile lets its agent do anything that the other does not, or not without a person. */
export function isLooser(to: Rights, from: Rights, categories: Iterable<string>): boolean {
  // The empty one stands for every category that neither names.
  const all = new Set(['', ...categories, ...to.permissions.keys(), ...from.permissions.keys()]);
  for (const category of all) {
    for (const effect of EFFECTS) {
      const after = categoryAccess(to, category, effect).permission;
      if (rankOf(after) > rankOf(categoryAccess(from, category, effect).permission)) return true;
    }
  }
  return false;
}

const EFFECTS: readonly Effect[] = ['reads', 'changes', 'open'];

export type Rights = Pick<AgentProfile, 'id' | 'autonomy' | 'permissions'>;

/** The stricter of two; of equals the first. */
function stricter(a: Access, b: Access): Access {
  return rankOf(b.permission) < rankOf(a.permission) ? b : a;
}

/** Rises with what is allowed. */
function rankOf(permission: Permission): number {
  return PERMISSIONS.indexOf(permission);
}
