/** What a file declares, whether at its top or within its behaviours. */
import type { ConstDeclaration, Expression, File, FnDeclaration } from './ast';
import type {
  BehaviorDeclaration,
  HandlerDeclaration,
  StateDeclaration,
  TestDeclaration,
} from './ast-behaviors';

/** Something that does what its code says: effects are noted by it. */
export type CodeOwner = FnDeclaration | HandlerDeclaration | TestDeclaration | BehaviorDeclaration;

export function allFunctions(file: File): readonly FnDeclaration[] {
  return [...file.functions, ...file.behaviors.flatMap(({ functions }) => functions)];
}

export function allConstants(file: File): readonly ConstDeclaration[] {
  return [...file.constants, ...file.behaviors.flatMap(({ constants }) => constants)];
}

export interface PlacedHandler {
  readonly handler: HandlerDeclaration;
  readonly state: StateDeclaration | undefined;
}

/** The behaviour's own handlers first, then those of its states. */
export function handlersOf(behavior: BehaviorDeclaration): readonly PlacedHandler[] {
  return [
    ...behavior.handlers.map((handler) => ({ handler, state: undefined })),
    ...behavior.states.flatMap((state) => state.handlers.map((handler) => ({ handler, state }))),
  ];
}

export interface PlacedTest {
  readonly test: TestDeclaration;
  readonly behavior: BehaviorDeclaration | undefined;
}

/** In the order of the text. Tests at the top belong to the behaviour that bare members make up, where there is one. */
export function testsOf(file: File): readonly PlacedTest[] {
  const main = file.behaviors.find(({ implicit }) => implicit);
  return [
    ...file.behaviors.flatMap((behavior) => behavior.tests.map((test) => ({ test, behavior }))),
    ...file.tests.map((test) => ({ test, behavior: main })),
  ].sort((a, b) => a.test.start - b.test.start);
}

/** All code of a file that something may begin with; the vars of behaviours, which all the rest may use, first. */
export function codeOf(file: File): readonly CodeOwner[] {
  return [
    ...file.behaviors,
    ...allFunctions(file),
    ...file.behaviors.flatMap((behavior) => handlersOf(behavior).map(({ handler }) => handler)),
    ...testsOf(file).map(({ test }) => test),
  ];
}

/** The code of one behaviour, itself included. */
export function ownersOf(behavior: BehaviorDeclaration): readonly CodeOwner[] {
  const { functions, tests } = behavior;
  return [behavior, ...functions, ...handlersOf(behavior).map(({ handler }) => handler), ...tests];
}

/** Functions, handlers and tests: what has statements. */
export function bodiesOf(file: File): readonly Exclude<CodeOwner, BehaviorDeclaration>[] {
  return codeOf(file).filter((owner) => owner.kind !== 'behavior');
}

/** Values that stand outside of functions, in constants, vars and ranges. */
export function loneValues(file: File): readonly Expression[] {
  const ofVars = file.behaviors.flatMap(({ vars }) =>
    vars.flatMap(({ value, range }) => [value, ...(range === undefined ? [] : [range.min, range.max])]),
  );
  return [...allConstants(file).map(({ value }) => value), ...ofVars];
}

/** The behaviour whose names are known at an offset. */
export function behaviorAt(file: File, offset: number): BehaviorDeclaration | undefined {
  return file.behaviors.find(({ implicit, start, end }) => implicit || (start <= offset && offset <= end));
}
