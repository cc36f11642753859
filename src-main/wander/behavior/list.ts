/** What a source text holds. */
import type { BehaviorDeclaration, VarDeclaration } from '../ast-behaviors';
import { handlersOf, testsOf, type PlacedHandler, type PlacedTest } from '../declarations';
import type { LineTable } from '../positions';
import { TRIGGERS } from '../triggers';
import type { Environment } from '../types/environment';
import { asWritten } from '../types/type';
import { constantValue } from './constant-value';
import type {
  BehaviorInfo,
  HandlerInfo,
  ListBehaviors,
  ParamInfo,
  TestInfo,
  TriggerKind,
  VarInfo,
} from './contract';
import { analyseScript } from './load';

const KINDS: ReadonlySet<string> = new Set<TriggerKind>([
  'start',
  'tick',
  'event',
  'key',
  'action',
  'click',
  'collide',
  'collide_end',
  'trigger_enter',
  'trigger_exit',
  'enter',
  'exit',
]);
const isKind = (word: string): word is TriggerKind => KINDS.has(word) && TRIGGERS.has(word);

/** Also of a text with errors: what could be read of it. */
export const listBehaviors: ListBehaviors = (source, options = {}) => {
  const { unit, diagnostics, environment } = analyseScript(source, options);
  const { file, lines } = unit;
  const tests = testsOf(file).map((placed) => testInfo(placed, lines));
  return {
    behaviors: file.behaviors.map((behavior) => {
      const own = tests.filter((test) => test.behavior === behavior.name.text);
      return behaviorInfo(behavior, own, lines, environment);
    }),
    tests: tests.filter(({ behavior }) => behavior === undefined),
    functions: file.functions.map(({ name }) => name.text),
    diagnostics,
  };
};

function testInfo({ test, behavior }: PlacedTest, lines: LineTable): TestInfo {
  const line = lines.lineOf(test.start);
  return { name: test.name, line, ...(behavior && { behavior: behavior.name.text }) };
}

function behaviorInfo(
  behavior: BehaviorDeclaration,
  tests: readonly TestInfo[],
  lines: LineTable,
  environment: Environment,
): BehaviorInfo {
  const { name, intent, vars, states, start } = behavior;
  const isParam = ({ kind }: VarDeclaration): boolean => kind === 'param-declaration';
  return {
    name: name.text,
    ...(intent !== undefined && { intent }),
    params: vars.filter(isParam).map((declaration) => paramInfo(declaration, lines, environment)),
    vars: vars
      .filter((declaration) => !isParam(declaration))
      .map((declaration) => varInfo(declaration, lines, environment)),
    handlers: handlersOf(behavior).flatMap((placed) => handlerInfo(placed, lines)),
    states: states.map((state) => state.name.text),
    tests,
    line: lines.lineOf(start),
  };
}

function varInfo({ name, variable }: VarDeclaration, lines: LineTable, environment: Environment): VarInfo {
  const type = variable === undefined ? 'any' : asWritten(environment.variable(variable));
  return { name: name.text, type, line: lines.lineOf(name.start) };
}

function paramInfo(declaration: VarDeclaration, lines: LineTable, environment: Environment): ParamInfo {
  const { value, range, doc } = declaration;
  const [min, max] = [range?.min, range?.max].map((end) => end && constantValue(end));
  return {
    ...varInfo(declaration, lines, environment),
    default: constantValue(value) ?? null,
    ...(typeof min === 'number' && { min }),
    ...(typeof max === 'number' && { max }),
    ...(doc !== undefined && { doc }),
  };
}

/** Handlers of what never happens here are left out. */
function handlerInfo({ handler, state }: PlacedHandler, lines: LineTable): readonly HandlerInfo[] {
  const { word, argument } = handler.trigger;
  if (!isKind(word)) return [];
  return [
    {
      trigger: word,
      ...(argument !== undefined && { argument }),
      ...(state && { state: state.name.text }),
      line: lines.lineOf(handler.start),
    },
  ];
}
