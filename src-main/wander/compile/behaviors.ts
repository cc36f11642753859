/** From the tree of a text with behaviours to what the step machine runs. */
import type { FunctionParts } from '../ast';
import type {
  BehaviorDeclaration,
  HandlerDeclaration,
  StateDeclaration,
  VarDeclaration,
} from '../ast-behaviors';
import type { Run } from '../context';
import { handlersOf, testsOf } from '../declarations';
import type { Site, SiteUnit } from '../errors';
import type { Steps } from '../game';
import { triggerText } from '../triggers';
import type { Unit } from '../unit';
import { Cell, type Shape, type Value } from '../values';
import { depthWeight, expressionWeight, functionWeight } from '../weights';
import { NEXT, type Frame } from './code';
import { compileParts } from './program';
import { FunctionScope, type ProgramScope } from './scope';
import { compileKept } from './sharing';
import { compileBlock } from './statements';
import { compileSteps, waits, type Piece } from './steps';

/** A text without errors whose behaviours can run on any number of entities. It holds no state of theirs. */
export interface BehaviorProgram {
  readonly root: Shape;
  readonly unit: SiteUnit;
  readonly behaviors: readonly BehaviorCode[];
  readonly tests: readonly TestCode[];
}

export interface BehaviorCode {
  readonly name: string;
  readonly vars: readonly VarCode[];
  readonly handlers: HandlerTable;
  readonly states: readonly StateCode[];
  /** Of all events that some handler answers to. */
  readonly eventNames: readonly string[];
}

export interface StateCode {
  readonly name: string;
  readonly handlers: HandlerTable;
}

/** Handlers by the word of their trigger, in the order of the text. */
export type HandlerTable = ReadonlyMap<string, readonly HandlerCode[]>;

export interface VarCode {
  readonly name: string;
  readonly isParam: boolean;
  readonly site: Site;
  /** Works the first value out. */
  readonly first: (run: Run) => Value;
}

/** Code that has begun and may wait. */
export interface Begun {
  readonly steps: Steps;
  /** Its variables, and whatever else it holds. */
  readonly frame: Frame;
}

/** Code that runs by itself. */
export interface RootCode {
  /** `on event "hit"`, for errors. */
  readonly text: string;
  readonly site: Site;
  /** It may wait: then `begin` gives steps. */
  readonly waits: boolean;
  /** Begins on variables of its own. What runs to its end has ended when this comes back. */
  readonly begin: (run: Run, given: Value) => Begun | undefined;
  /** What it takes of the depth that calls may have. */
  readonly depth: number;
}

export interface HandlerCode extends RootCode {
  readonly trigger: string;
  readonly argument: string | undefined;
}

export interface TestCode extends RootCode {
  readonly name: string;
  readonly behavior: string | undefined;
}

/** Compiles a text that was analysed as a script and has no errors. */
export function compileBehaviors(main: Unit, modules: ReadonlyMap<string, Unit>): BehaviorProgram {
  const { scope, unit } = compileParts(main, modules, { behaviors: true });
  return {
    root: scope.root,
    unit,
    behaviors: main.file.behaviors.map((behavior) => compileBehavior(scope, unit, behavior)),
    tests: testsOf(main.file).map(({ test, behavior }) => ({
      ...compileRoot(scope, unit, test, {
        text: `test ${JSON.stringify(test.name)}`,
        site: { start: test.start, unit },
        timers: 'armed',
      }),
      name: test.name,
      behavior: behavior?.name.text,
    })),
  };
}

function compileBehavior(program: ProgramScope, unit: SiteUnit, behavior: BehaviorDeclaration): BehaviorCode {
  const names = handlersOf(behavior)
    .filter(({ handler }) => handler.trigger.word === 'event')
    .map(({ handler }) => handler.trigger.argument ?? '');
  return {
    eventNames: [...new Set(names)],
    name: behavior.name.text,
    vars: behavior.vars.map((declaration) => compileVar(program, unit, declaration)),
    handlers: tableOf(behavior.handlers.map((handler) => compileHandler(program, unit, handler, undefined))),
    states: behavior.states.map((state) => ({
      name: state.name.text,
      handlers: tableOf(state.handlers.map((handler) => compileHandler(program, unit, handler, state))),
    })),
  };
}

function tableOf(handlers: readonly HandlerCode[]): HandlerTable {
  const table = new Map<string, HandlerCode[]>();
  for (const handler of handlers)
    table.set(handler.trigger, [...(table.get(handler.trigger) ?? []), handler]);
  return table;
}

function compileVar(program: ProgramScope, unit: SiteUnit, declaration: VarDeclaration): VarCode {
  const { name, value, kind } = declaration;
  const first = compileKept(new FunctionScope(program, unit, undefined), value);
  const weight = 1 + expressionWeight(value);
  const site = { start: value.start, unit };
  return {
    name: name.text,
    isParam: kind === 'param-declaration',
    site,
    first: (run) => {
      run.site = site;
      run.charge(weight);
      return first([[]], run);
    },
  };
}

function compileHandler(
  program: ProgramScope,
  unit: SiteUnit,
  handler: HandlerDeclaration,
  state: StateDeclaration | undefined,
): HandlerCode {
  const { trigger } = handler;
  const own = triggerText(trigger);
  const root = compileRoot(program, unit, handler, {
    text: state === undefined ? own : `${state.name.text}: ${own}`,
    site: { start: handler.start, unit },
    timers: trigger.word === 'tick' ? 'counted' : 'armed',
  });
  return { ...root, trigger: trigger.word, argument: trigger.argument };
}

function compileRoot(
  program: ProgramScope,
  unit: SiteUnit,
  parts: FunctionParts,
  facts: { readonly text: string; readonly site: Site; readonly timers: 'counted' | 'armed' },
): RootCode {
  const { text, site, timers } = facts;
  const scope = new FunctionScope(program, unit, undefined);
  scope.timers = timers;
  scope.slots = parts.frame.slots;
  const variable = parts.parameters[0]?.variable;
  const slot = variable === undefined ? undefined : scope.declare(variable);
  const isShared = variable?.captured === true;
  const body = compileBody(scope, parts, timers === 'counted');
  const weight = functionWeight(parts);
  const template: Frame = [[], ...new Array<null>(parts.frame.slots + scope.hidden).fill(null)];
  return {
    text,
    site,
    waits: body.steps !== undefined,
    depth: depthWeight(parts),
    begin(run, given) {
      run.fuel -= weight;
      if (run.fuel < 0) run.refill(site);
      const frame = template.slice();
      if (slot !== undefined) frame[slot] = isShared ? new Cell(given) : given;
      if (body.steps !== undefined) return { steps: body.steps(frame, run), frame };
      body.exec(frame, run);
      return undefined;
    },
  };
}

function compileBody(scope: FunctionScope, parts: FunctionParts, counted: boolean): Piece {
  if (parts.body.statements.length === 0) return { exec: () => NEXT };
  return waits(parts.body, counted)
    ? { steps: compileSteps(scope, parts.body) }
    : { exec: compileBlock(scope, parts.body) };
}
