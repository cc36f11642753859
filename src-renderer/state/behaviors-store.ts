/** The behaviours that the project's .wander files hold, and what stands on an entity. */
import { create } from 'zustand';
import type { Json, JsonObject, ToolError } from '../../src-preload/contract';
import { readTool } from './bridge';
import { onEvents } from './event-store';
import { arrayOf, booleanOf, numberOf, objectOf, stringOf } from './read-json';

export interface ParamFacts {
  readonly name: string;
  /** `number`, `string`, `bool`, `vec`, `color`, `entity`, `list`, `map`, `any`. */
  readonly type: string;
  readonly default: Json;
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly doc: string | undefined;
}

export interface BehaviorFacts {
  readonly name: string;
  readonly intent: string | undefined;
  readonly params: readonly ParamFacts[];
  /** From 1. */
  readonly line: number;
}

export interface TestFacts {
  readonly name: string;
  /** The name, with the behaviour's before it where the file has several of that name. */
  readonly label: string;
  readonly line: number;
}

export interface BehaviorFile {
  readonly path: string;
  /** Another one where the text is another. */
  readonly revision: string;
  readonly behaviors: readonly BehaviorFacts[];
  /** All of the file's tests, in the order of the text. */
  readonly tests: readonly TestFacts[];
}

/** One entry of `components.script.behaviors`, with what its code says. */
export interface Attached {
  readonly name: string;
  readonly file: string | undefined;
  /** Its code stands in the scene. */
  readonly inline: boolean;
  readonly behavior: string | undefined;
  readonly enabled: boolean;
  readonly params: JsonObject;
  /** Those that run. */
  readonly behaviors: readonly BehaviorFacts[];
  readonly problems: readonly AttachedProblem[];
}

export interface AttachedProblem {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly hint: string;
  readonly line: number | undefined;
}

interface BehaviorStore {
  readonly files: readonly BehaviorFile[];
  readonly loaded: boolean;
  /** Rises with each reading: what was read of an entity may be another by now. */
  readonly revision: number;
  readonly refresh: () => Promise<void>;
}

export const useBehaviors = create<BehaviorStore>((set) => ({
  files: [],
  loaded: false,
  revision: 0,
  refresh: async () => {
    const result = await readTool('behavior_list');
    if (!result.ok) return;
    const files = arrayOf(objectOf(result.structured)['files']).map(fileOf);
    set((state) => ({ files, loaded: true, revision: state.revision + 1 }));
  },
}));

/** Reads what stands on an entity. */
export async function readAttached(
  entity: number,
): Promise<{ readonly attached: readonly Attached[] } | { readonly error: ToolError }> {
  const result = await readTool('behavior_list', { entity });
  if (!result.ok) return { error: result.error };
  return { attached: arrayOf(objectOf(result.structured)['attached']).map(attachedOf) };
}

/** Keeps the files in step with what is written, here or by another program; call the result to stop. */
export function startBehaviors(): () => void {
  let soon: ReturnType<typeof setTimeout> | undefined;
  const refresh = (): void => {
    clearTimeout(soon);
    soon = setTimeout(() => void useBehaviors.getState().refresh(), 100);
  };
  void useBehaviors.getState().refresh();
  window.addEventListener('focus', refresh);
  const stop = onEvents((events) => {
    if (events.some(({ tool }) => tool === 'file_write')) refresh();
  });
  return () => {
    clearTimeout(soon);
    window.removeEventListener('focus', refresh);
    stop();
  };
}

function fileOf(value: Json): BehaviorFile {
  const file = objectOf(value);
  const behaviors = arrayOf(file['behaviors']).map(behaviorOf);
  const all = [
    ...arrayOf(file['behaviors']).flatMap((one) => arrayOf(objectOf(one)['tests'])),
    ...arrayOf(file['tests']),
  ].map(objectOf);
  const count = (name: Json | undefined): number => all.filter((one) => one['name'] === name).length;
  const tests = all.map((one): TestFacts => {
    const name = stringOf(one['name']) ?? '';
    const behavior = stringOf(one['behavior']);
    const label = count(one['name']) > 1 && behavior !== undefined ? `${behavior}: ${name}` : name;
    return { name, label, line: numberOf(one['line']) ?? 1 };
  });
  return {
    path: stringOf(file['path']) ?? '',
    revision: stringOf(file['revision']) ?? '',
    behaviors,
    tests: tests.sort((x, y) => x.line - y.line),
  };
}

function behaviorOf(value: Json): BehaviorFacts {
  const one = objectOf(value);
  return {
    name: stringOf(one['name']) ?? '',
    intent: stringOf(one['intent']),
    params: arrayOf(one['params']).map(paramOf),
    line: numberOf(one['line']) ?? 1,
  };
}

function paramOf(value: Json): ParamFacts {
  const one = objectOf(value);
  return {
    name: stringOf(one['name']) ?? '',
    type: stringOf(one['type']) ?? 'any',
    default: one['default'] ?? null,
    min: numberOf(one['min']),
    max: numberOf(one['max']),
    doc: stringOf(one['doc']),
  };
}

function attachedOf(value: Json): Attached {
  const one = objectOf(value);
  return {
    name: stringOf(one['name']) ?? '',
    file: stringOf(one['file']),
    inline: one['source'] !== undefined,
    behavior: stringOf(one['behavior']),
    enabled: booleanOf(one['enabled']) ?? true,
    params: objectOf(one['params']),
    behaviors: arrayOf(one['behaviors']).map(behaviorOf),
    problems: arrayOf(one['problems']).map((each) => {
      const problem = objectOf(each);
      return {
        severity: problem['severity'] === 'warning' ? 'warning' : 'error',
        message: stringOf(problem['message']) ?? '',
        hint: stringOf(problem['hint']) ?? '',
        line: numberOf(problem['line']),
      };
    }),
  };
}
