/** Statements of the oracle. */
import type { Block, Statement } from '../ast';
import type { Run } from '../context';
import { Stop, type Site } from '../errors';
import { itemsOf } from '../compile/loops';
import { equal, truthy } from '../operators';
import { destroyEntity, lookAt, moveBy, moveToward, turnBy } from '../scene-statements';
import { textOf } from '../text';
import { withArticle } from '../type-names';
import { MapValue, type Value } from '../values';
import { blockWeight, iterationWeight } from '../weights';
import { arithmetic, evaluate, keptValue, operand, returned, type Env } from './oracle';
import { changePlace, stepsOf } from './oracle-calls';

export type End =
  { readonly kind: 'next' | 'break' | 'continue' } | { readonly kind: 'return'; readonly value: Value };

const NEXT: End = { kind: 'next' };

export function runBlock(run: Run, env: Env, block: Block): End {
  for (const statement of block.statements) {
    const end = runStatement(run, env, statement);
    if (end.kind !== 'next') return end;
  }
  return NEXT;
}

function charge(run: Run, weight: number, site: Site): void {
  run.fuel -= weight;
  if (run.fuel < 0) run.refill(site);
}

function runArm(run: Run, env: Env, block: Block): End {
  charge(run, blockWeight(block), env.site(block.statements[0] ?? block));
  return runBlock(run, env, block);
}

function runStatement(run: Run, env: Env, node: Statement): End {
  switch (node.kind) {
    case 'let': {
      const value = keptValue(run, env, node.value);
      if (node.redeclares === true && node.variable !== undefined) env.cell(node.variable).value = value;
      else env.declare(node.variable, value);
      return NEXT;
    }
    case 'assign':
      assign(run, env, node);
      return NEXT;
    case 'if': {
      const arm = node.arms.find(({ condition }) => truthy(evaluate(run, env, condition)));
      const body = arm?.body ?? node.otherwise;
      return body === undefined ? NEXT : runArm(run, env, body);
    }
    case 'match':
      return runMatch(run, env, node);
    case 'while':
    case 'repeat':
    case 'for-range':
    case 'for-each':
      return runLoop(run, env, node);
    case 'break':
    case 'continue':
      return { kind: node.kind };
    case 'return':
      return { kind: 'return', value: node.value === undefined ? null : returned(run, env, node.value) };
    case 'stop':
      throw new Stop();
    case 'expression':
      evaluate(run, env, node.expression);
      return NEXT;
    case 'bad-statement':
    case 'wait':
    case 'every':
    case 'after':
    case 'go':
    case 'expect':
    case 'press':
    case 'hold':
    case 'release':
    case 'click':
      // Behaviours only, which the oracle leaves out.
      return NEXT;
    default:
      runEffect(run, env, node);
      return NEXT;
  }
}

function runMatch(run: Run, env: Env, node: Extract<Statement, { kind: 'match' }>): End {
  const subject = operand(run, env, node.subject, ...node.arms.flatMap((arm) => arm.values));
  for (const arm of node.arms) {
    for (const value of arm.values) {
      const candidate = evaluate(run, env, value);
      run.site = env.site(value);
      if (equal(run, subject, candidate)) return runArm(run, env, arm.body);
    }
  }
  return node.otherwise === undefined ? NEXT : runArm(run, env, node.otherwise);
}

function assign(run: Run, env: Env, node: Extract<Statement, { kind: 'assign' }>): void {
  const { target, operator } = node;
  if (target.kind === 'bad-expression') return;
  const operation = operator === '=' ? undefined : (operator.slice(0, 1) as '+' | '-' | '*' | '/' | '%');
  const right = operation === undefined ? keptValue(run, env, node.value) : evaluate(run, env, node.value);
  if (target.kind === 'name') {
    if (target.binding?.kind !== 'local') return;
    const cell = env.cell(target.binding.variable);
    run.site = env.site(node.operatorSpan);
    cell.value = operation === undefined ? right : arithmetic(run, operation, cell.value, right);
    return;
  }
  const steps = stepsOf(run, env, target);
  const site = env.site(target.kind === 'member' ? target.name : target.bracket);
  changePlace(run, env, target, site, steps, {
    replaces: operation === undefined,
    apply: (old) => {
      if (operation === undefined) return right;
      run.site = env.site(node.operatorSpan);
      const value = arithmetic(run, operation, old, right);
      run.site = site;
      return value;
    },
  });
}

type Loop = Extract<Statement, { kind: 'while' | 'repeat' | 'for-range' | 'for-each' }>;

function runLoop(run: Run, env: Env, node: Loop): End {
  const weight = iterationWeight(node.body, node.kind === 'while' ? node.condition : undefined);
  for (const setVariables of iterations(run, env, node)) {
    charge(run, weight, env.site(node));
    // The loop's variables are set when the iteration has been paid.
    setVariables();
    const end = runBlock(run, env, node.body);
    if (end.kind === 'break') break;
    if (end.kind === 'return') return end;
  }
  return NEXT;
}

function* iterations(run: Run, env: Env, node: Loop): Generator<() => void> {
  const nothing = (): void => undefined;
  switch (node.kind) {
    case 'while':
      while (truthy(evaluate(run, env, node.condition))) yield nothing;
      return;
    case 'repeat': {
      const times = numberFor(
        run,
        env.site(node.times),
        'repeat: the number of times',
        evaluate(run, env, node.times),
      );
      for (let done = 0; done < times; done += 1) yield nothing;
      return;
    }
    case 'for-range': {
      const from = evaluate(run, env, node.from);
      const to = evaluate(run, env, node.to);
      const by = node.step === undefined ? 1 : evaluate(run, env, node.step);
      const start = numberFor(run, env.site(node.from), 'the start of a range', from);
      const end = numberFor(run, env.site(node.to), 'the end of a range', to);
      const step = numberFor(run, env.site(node.step ?? node), 'the step of a range', by);
      if (step === 0) run.fail('the step of a range is 0, so it would never end');
      const inside = (at: number): boolean =>
        (step > 0 ? at < end : at > end) || (node.inclusive && at === end);
      for (let at = start; inside(at); at += step) yield () => env.declare(node.variable, at);
      return;
    }
    case 'for-each': {
      const value = evaluate(run, env, node.subject);
      run.site = env.site(node.subject);
      const keys = value instanceof MapValue ? value.keys() : undefined;
      const items = itemsOf(run, value);
      for (let index = 0; index < items.length; index += 1) {
        const item = items[index] ?? null;
        const key = keys === undefined ? undefined : (keys[index] ?? null);
        yield () => {
          if (node.second === undefined) env.declare(node.firstVariable, key ?? env.keepItem(item));
          else {
            env.declare(node.firstVariable, key ?? index);
            env.declare(node.secondVariable, env.keepItem(item));
          }
        };
      }
    }
  }
}

function numberFor(run: Run, site: Site, what: string, value: Value): number {
  run.site = site;
  return typeof value === 'number' ? value : run.fail(`${what} must be a number, not ${withArticle(value)}`);
}

type Effect = Extract<Statement, { kind: 'log' | 'destroy' | 'move' | 'rotate' | 'look' | 'emit' }>;

function runEffect(run: Run, env: Env, node: Effect): void {
  if (node.kind === 'emit') {
    if (node.payload !== undefined) keptValue(run, env, node.payload);
    if (node.target !== undefined) evaluate(run, env, node.target);
    return;
  }
  const value = evaluate(run, env, node.kind === 'log' ? node.value : node.target);
  switch (node.kind) {
    case 'log':
      run.site = env.site(node);
      return run.log(textOf(run, value));
    case 'destroy':
      run.site = env.site(node);
      return destroyEntity(run, value);
    case 'rotate': {
      const by = evaluate(run, env, node.by);
      run.site = env.site(node);
      return turnBy(run, value, by);
    }
    case 'look': {
      const at = evaluate(run, env, node.at);
      run.site = env.site(node);
      return lookAt(run, value, at);
    }
    case 'move': {
      const [by, toward, speed] = [node.by, node.toward, node.speed].map((part) =>
        part === undefined ? null : evaluate(run, env, part),
      );
      run.site = env.site(node);
      return node.by === undefined
        ? moveToward(run, value, toward ?? null, speed ?? null)
        : moveBy(run, value, by ?? null);
    }
  }
}
