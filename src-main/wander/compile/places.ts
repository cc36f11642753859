/** Places that code changes: `x`, `x.a`, `x[i].b`, and calls of methods that change what they are called on. */
import type { Expression } from '../ast';
import type { Run } from '../context';
import type { Site } from '../errors';
import { changeAt, changeTemporary, readAt, type Change, type Step } from '../places';
import type { Value } from '../values';
import type { Eval, Frame } from './code';
import { compileExpression } from './expressions';
import type { FunctionScope } from './scope';

export interface Place {
  /** The steps, with their indexes worked out. */
  steps(frame: Frame, run: Run): Step[];
  /** What stands where the steps lead to. */
  read(frame: Frame, run: Run, steps: readonly Step[]): Value;
  /** The slot of a root that is a plain variable. */
  readonly slot: number | undefined;
  readonly length: number;
  /** Makes a change where the steps lead to. */
  change(frame: Frame, run: Run, steps: readonly Step[], change: Change): void;
}

interface Chain {
  readonly root: Expression;
  readonly steps: readonly { readonly member: boolean; readonly key: Eval }[];
}

function chainOf(scope: FunctionScope, node: Expression): Chain {
  const steps: { member: boolean; key: Eval }[] = [];
  let root = node;
  while ((root.kind === 'member' && root.member === undefined) || root.kind === 'index') {
    if (root.kind === 'index') steps.push({ member: false, key: compileExpression(scope, root.index) });
    else {
      const { text } = root.name;
      steps.push({ member: true, key: () => text });
    }
    root = root.subject;
  }
  return { root, steps: steps.reverse() };
}

/** Where `site` is told for what goes wrong on the way. */
export function compilePlace(scope: FunctionScope, node: Expression, site: Site): Place {
  const { root, steps } = chainOf(scope, node);
  const read = compileExpression(scope, root);
  const common = {
    read(frame: Frame, run: Run, taken: readonly Step[]): Value {
      const value = read(frame, run);
      run.site = site;
      return readAt(run, value, taken);
    },
    slot: scope.plainSlot(root),
    length: steps.length,
    steps: (frame: Frame, run: Run): Step[] =>
      steps.map(({ member, key }) => ({ member, key: key(frame, run) })),
  };
  if (root.kind === 'name' && root.binding?.kind === 'local') {
    const write = scope.writer(root.binding.variable);
    return {
      ...common,
      change(frame, run, taken, change) {
        run.site = site;
        write(frame, changeAt(run, read(frame, run), taken, 0, change), run);
      },
    };
  }
  const constant = root.kind === 'name' && root.binding?.kind === 'constant' ? root.text : undefined;
  return {
    ...common,
    change(frame, run, taken, change) {
      const value: Value = read(frame, run);
      run.site = site;
      if (constant !== undefined) {
        run.fail(
          `${constant} is a constant, and can't be changed`,
          `Copy it first: let items = ${constant}, then change items.`,
        );
      }
      changeTemporary(run, value, taken, change);
    },
  };
}
