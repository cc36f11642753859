/** What a definition says of other tools, checked against the tools that there are. */
import { hasWildcard, globMatches } from '../tools/glob';
import { didYouMean, listNames } from '../text/suggest';
import type { ToolDefinition } from '../tools/definition';
import { problemsFailure, type JsonPath, type Problem } from './problems';
import type { CustomDefinition, FoundEffects } from './types';
import { succeed, type Outcome } from '../errors';

/** What is known of the tools of a project. */
export interface KnownTools {
  get(name: string): ToolDefinition | undefined;
  names(): readonly string[];
  /** The tools that a custom tool was found to call, by name. */
  callees(name: string): readonly string[];
  /** What a custom tool's code or steps were found to use; undefined where they are not here. */
  effects(name: string): FoundEffects | undefined;
  /** Whether a tool is a composite, which calls its steps' tools whatever happens. */
  isComposite(name: string): boolean;
}

/** Whether calling it changes the project. What says nothing of itself counts as changing. */
export function changesProject(tool: ToolDefinition): boolean {
  return tool.mutates || tool.outsideScene === true || !tool.annotations.readOnlyHint;
}

/**
 * Checks `calls`, steps and the set-up of tests. `strict` tells which names of unknown tools are refused; the others
 * are only remarked on, since the tool that they name may come later.
 * Errors: `invalid_definition`.
 */
export function checkReferences(
  definition: CustomDefinition,
  tools: KnownTools,
  strict: (tool: string) => boolean,
): Outcome<string[]> {
  const problems: Problem[] = [];
  const warnings: string[] = [];
  const unknown = (path: JsonPath, name: string): void => {
    const message = `there is no tool "${name}"`;
    const hint =
      didYouMean(name, tools.names()) ??
      didYouMean(`user_${name}`, tools.names()) ??
      'tool_search finds tools by what they do.';
    if (strict(name)) problems.push({ path, message, hint });
    else warnings.push(`${message.charAt(0).toUpperCase()}${message.slice(1)}, which it may call. ${hint}`);
  };
  for (const [index, pattern] of definition.capabilities.calls.entries()) {
    checkPattern(definition, pattern, ['capabilities', 'calls', index], {
      tools,
      problems,
      warnings,
      unknown,
    });
  }
  const { calls } = definition.capabilities;
  for (const [index, step] of (definition.steps ?? []).entries()) {
    const path = ['steps', index, 'tool'];
    if (tools.get(step.tool) === undefined && step.tool !== definition.name) {
      // Told already where the step's tool stands in calls by its name.
      if (!calls.includes(step.tool)) unknown(path, step.tool);
    } else if (!calls.some((glob) => globMatches(glob, step.tool))) {
      problems.push({
        path,
        message: `"${step.tool}" is not among the capabilities' calls`,
        hint: `Add "${step.tool}" to capabilities.calls, or leave calls out.`,
      });
    }
  }
  for (const [index, test] of definition.tests.entries()) {
    for (const [at, step] of (test.setup ?? []).entries()) {
      if (tools.get(step.tool) === undefined) unknown(['tests', index, 'setup', at, 'tool'], step.tool);
    }
  }
  if (problems.length > 0)
    return problemsFailure(`The definition of ${JSON.stringify(definition.name)}`, problems);
  return succeed([...warnings, ...pendingWarnings(definition, tools)]);
}

interface PatternCheck {
  readonly tools: KnownTools;
  readonly problems: Problem[];
  readonly warnings: string[];
  readonly unknown: (path: JsonPath, name: string) => void;
}

function checkPattern(
  definition: CustomDefinition,
  pattern: string,
  path: JsonPath,
  { tools, problems, warnings, unknown }: PatternCheck,
): void {
  const matching = hasWildcard(pattern)
    ? tools.names().filter((name) => globMatches(pattern, name) && tools.get(name)?.governance !== true)
    : [pattern];
  if (matching.length === 0) {
    warnings.push(`No tool matches "${pattern}" at present.`);
    return;
  }
  const found = matching.map((name) => tools.get(name));
  if (definition.kind === 'wander') warnUnwaited(found, warnings);
  if (!hasWildcard(pattern)) {
    const [tool] = found;
    if (tool === undefined) {
      if (pattern !== definition.name) unknown(path, pattern);
      return;
    }
    if (tool.governance === true) {
      problems.push({
        path,
        message: `"${pattern}" can't be called from a tool: it decides over tools`,
        hint: 'Leave it out.',
      });
      return;
    }
  }
  // Custom tools may change what they may do at any time, so they are looked at on each call.
  const changing = found.flatMap((tool) =>
    tool !== undefined && tool.custom === undefined && changesProject(tool) ? [tool.name] : [],
  );
  const custom = found.flatMap((tool) => (tool?.custom?.capabilities.mutate === true ? [tool.name] : []));
  const all = [...changing, ...custom];
  if (definition.capabilities.mutate || all.length === 0) return;
  const which = hasWildcard(pattern)
    ? `"${pattern}" matches ${listNames(all, 4)}, which change`
    : `"${pattern}" changes`;
  problems.push({
    path,
    message: `${which} the project, and the capabilities do not have "mutate"`,
    hint: hasWildcard(pattern)
      ? 'Set "mutate": true, or name the reading tools one by one.'
      : 'Set "mutate": true.',
  });
}

/** Wander code runs in one turn, and the answer of a client takes longer. */
function warnUnwaited(tools: readonly (ToolDefinition | undefined)[], warnings: string[]): void {
  for (const tool of tools) {
    if (tool?.kind !== 'external') continue;
    warnings.push(
      `${tool.name}, which it may call, is served by a client, and Wander code can't wait for one: that call fails. Call it from a composite tool.`,
    );
  }
}

/** Tools that it calls and that can't run now. */
function pendingWarnings(definition: CustomDefinition, tools: KnownTools): string[] {
  return definition.capabilities.calls.flatMap((name) => {
    const custom = tools.get(name)?.custom;
    if (custom === undefined || custom.status === 'active' || name === definition.name) return [];
    return [
      `${name}, which it calls, is ${custom.status.replaceAll('_', ' ')}: calls of it fail until it is active.`,
    ];
  });
}

/**
 * A way from the tool back to itself through the tools that it calls, or undefined. `certain` where every tool on the way
 * is a composite without a condition, so that a call could never end.
 */
export function findCycle(
  definition: CustomDefinition,
  callees: readonly string[],
  tools: KnownTools,
): { readonly chain: readonly string[]; readonly certain: boolean } | undefined {
  const seen = new Set<string>();
  const queue: { name: string; chain: readonly string[] }[] = callees.map((name) => ({
    name,
    chain: [definition.name, name],
  }));
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    if (next.name === definition.name) {
      const certain =
        definition.kind === 'composite' && next.chain.slice(1, -1).every((name) => tools.isComposite(name));
      return { chain: next.chain, certain };
    }
    if (seen.has(next.name)) continue;
    seen.add(next.name);
    for (const name of tools.callees(next.name)) queue.push({ name, chain: [...next.chain, name] });
  }
  return undefined;
}
