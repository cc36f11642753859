/** Calls and places of the oracle. */
import type { Expression } from '../ast';
import type { Run } from '../context';
import {
  callMethod,
  callValue,
  candidatesFor,
  changesReceiver,
  entryFor,
  heldFunction,
  keepsArguments,
  noSuchMethod,
} from '../dispatch';
import type { Site } from '../errors';
import { changeAt, changeTemporary, owned, readAt, type Change, type Step } from '../places';
import { arityFailure, callEntry, vecAsList } from '../stdlib/define';
import { libraryFunction } from '../stdlib/registry';
import { withArticle } from '../type-names';
import { Fn, List, MapValue, Vec, type Value } from '../values';
import { evaluate, keptValue, operand, type Env } from './oracle';

/* ---- calls ----------------------------------------------------------------------------------------------------------- */

export function call(run: Run, env: Env, node: Extract<Expression, { kind: 'call' }>): Value {
  const site = env.site(node.callee);
  const { callee } = node;
  const binding = callee.kind === 'name' ? callee.binding : undefined;
  if (binding?.kind === 'function' || binding?.kind === 'builtin')
    return namedCall(run, env, binding, node.arguments, site);
  const value = evaluate(run, env, callee);
  if (value instanceof Fn) {
    return callValue(
      run,
      value,
      node.arguments.map((argument) => keptValue(run, env, argument)),
      site,
    );
  }
  const { fallback } = node;
  if (fallback?.kind === 'function' || fallback?.kind === 'builtin')
    return namedCall(run, env, fallback, node.arguments, site);
  run.site = site;
  return run.fail(
    `${callee.kind === 'name' ? `"${callee.text}"` : 'this'} is ${withArticle(value)}, and can't be called`,
  );
}

type Named = Extract<
  NonNullable<Extract<Expression, { kind: 'name' }>['binding']>,
  { kind: 'function' | 'builtin' }
>;

function namedCall(run: Run, env: Env, binding: Named, nodes: readonly Expression[], site: Site): Value {
  if (binding.kind === 'function') {
    const code = env.program.functionOf(binding.declaration);
    const args = nodes.map((node) => keptValue(run, env, node));
    if (args.length >= code.least && args.length <= code.most) return code.invoke(run, [], args, site);
    run.site = site;
    return arityFailure(run, code, args.length);
  }
  const entry = libraryFunction(binding.name);
  if (entry === undefined) return null;
  if (entry.constant === true) {
    run.site = site;
    return run.fail(`${entry.name} is a value, and can't be called`);
  }
  const isWrong = nodes.length < entry.least || nodes.length > entry.most;
  const args = nodes.map((node, index) =>
    isWrong || entry.parameters[index]?.keeps === true
      ? keptValue(run, env, node)
      : operand(run, env, node, ...nodes.slice(index + 1)),
  );
  run.site = site;
  return callEntry(run, entry, undefined, args);
}

export function method(run: Run, env: Env, node: Extract<Expression, { kind: 'method' }>): Value {
  const site = env.site(node.name);
  if (node.member?.kind === 'function') return namedCall(run, env, node.member, node.arguments, site);
  if (node.member !== undefined) {
    run.site = site;
    return run.fail(`${node.name.text} is a constant of the module, and can't be called`);
  }
  const candidates = candidatesFor(node.name.text);
  if (!changesReceiver(candidates)) {
    const receiver = operand(run, env, node.subject, ...node.arguments);
    const args = node.arguments.map((argument, index) =>
      operand(run, env, argument, ...node.arguments.slice(index + 1)),
    );
    run.site = site;
    return callMethod(run, candidates, receiver, args, site);
  }
  const steps = stepsOf(run, env, node.subject);
  const keeps = keepsArguments(candidates);
  const args = node.arguments.map((argument) =>
    keeps ? keptValue(run, env, argument) : evaluate(run, env, argument),
  );
  return changingMethod(run, env, node, steps, args);
}

function changingMethod(
  run: Run,
  env: Env,
  node: Extract<Expression, { kind: 'method' }>,
  steps: readonly Step[],
  args: readonly Value[],
): Value {
  const site = env.site(node.name);
  const candidates = candidatesFor(node.name.text);
  if (candidates.list?.replacesReceiver === true) {
    const root = evaluate(run, env, rootOf(node.subject));
    run.site = site;
    const receiver = readAt(run, root, steps);
    const list = receiver instanceof Vec ? vecAsList(receiver) : receiver;
    if (!(list instanceof List)) return callMethod(run, candidates, receiver, args, site);
    const replacement = callEntry(run, candidates.list, list, args);
    changePlace(run, env, node.subject, site, steps, { replaces: true, apply: () => replacement });
    return null;
  }
  let result: Value = null;
  let held: Fn | undefined;
  changePlace(run, env, node.subject, site, steps, {
    replaces: false,
    apply: (old) => {
      const receiver = old instanceof Vec && candidates.list !== undefined ? vecAsList(old) : old;
      const entry = entryFor(candidates, receiver);
      if (entry === undefined || !(receiver instanceof List || receiver instanceof MapValue)) {
        held = heldFunction(candidates, receiver) ?? noSuchMethod(run, candidates.name, receiver);
        return old;
      }
      const mine = owned(run, receiver);
      result = callEntry(run, entry, mine, args);
      return mine;
    },
  });
  return held === undefined ? result : callValue(run, held, args, site);
}

/* ---- places ---------------------------------------------------------------------------------------------------------- */

const isStep = (node: Expression): node is Extract<Expression, { kind: 'member' | 'index' }> =>
  (node.kind === 'member' && node.member === undefined) || node.kind === 'index';

function rootOf(node: Expression): Expression {
  return isStep(node) ? rootOf(node.subject) : node;
}

/** The steps of a place, those nearest to the root first. */
export function stepsOf(run: Run, env: Env, node: Expression): Step[] {
  if (!isStep(node)) return [];
  const before = stepsOf(run, env, node.subject);
  if (node.kind === 'member') return [...before, { member: true, key: node.name.text }];
  return [...before, { member: false, key: evaluate(run, env, node.index) }];
}

export function changePlace(
  run: Run,
  env: Env,
  node: Expression,
  site: Site,
  steps: readonly Step[],
  change: Change,
): void {
  const root = rootOf(node);
  if (root.kind === 'name' && root.binding?.kind === 'local') {
    const cell = env.cell(root.binding.variable);
    run.site = site;
    cell.value = changeAt(run, cell.value, steps, 0, change);
    return;
  }
  const value = evaluate(run, env, root);
  run.site = site;
  if (root.kind === 'name' && root.binding?.kind === 'constant') {
    run.fail(
      `${root.text} is a constant, and can't be changed`,
      `Copy it first: let items = ${root.text}, then change items.`,
    );
  }
  changeTemporary(run, value, steps, change);
}
