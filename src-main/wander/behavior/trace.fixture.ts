/** A game played in memory, and what happened in it as lines of text. */
import { MemoryScene, type EntityDraft } from '../testkit/memory-scene';
import type { AttachedScript, PlayInput, PlayOptions, ScriptPlace, StepReport } from './contract';
import { createPlay } from './play';

export interface Played {
  readonly scene: MemoryScene;
  readonly trace: readonly string[];
  readonly reports: readonly StepReport[];
}

export interface PlaySetup extends Partial<Omit<PlayOptions, 'host'>> {
  readonly scene?: readonly EntityDraft[];
  readonly scripts: readonly AttachedScript[] | ((step: number) => readonly AttachedScript[]);
  readonly steps: number;
  readonly inputs?: { readonly [step: string]: PlayInput };
  /** Runs before a step. */
  readonly before?: (step: number, scene: MemoryScene) => void;
}

export const ONE: readonly EntityDraft[] = [{ name: 'One' }];

export function play(setup: PlaySetup): Played {
  const { scripts, steps, inputs = {}, before, seed = 1, instructions, stopped } = setup;
  const scene = new MemoryScene(setup.scene ?? ONE);
  let step = 1;
  const game = createPlay({
    host: { scene, scripts: () => (typeof scripts === 'function' ? scripts(step) : scripts) },
    seed,
    ...(instructions !== undefined && { instructions }),
    ...(stopped && { stopped }),
  });
  const reports: StepReport[] = [];
  for (; step <= steps; step += 1) {
    before?.(step, scene);
    reports.push(game.step(inputs[String(step)]));
  }
  return { scene, reports, trace: reports.flatMap(traceLines) };
}

/** One text on the first entity. */
export const on = (source: string, entity = 1, name = 'script'): AttachedScript => ({ entity, name, source });

/** In the order of kinds; within a kind, in that in which it happened. */
export function traceLines(report: StepReport): readonly string[] {
  const { step, logs, errors, events, states, vars } = report;
  const who = ({ entity }: ScriptPlace): string => `${step} #${entity}`;
  return [
    ...states.map((change) => `${who(change)} ${change.from ?? '-'} > ${change.to}`),
    ...events.map((event) => {
      const to = event.to === undefined ? '' : ` to #${event.to}`;
      return `${who(event.from)} emits ${event.name} ${JSON.stringify(event.data)}${to}`;
    }),
    ...logs.map((log) => `${who(log)} ${log.text}`),
    ...vars.map(({ entity, name, value }) => `${step} #${entity} ${name} = ${JSON.stringify(value)}`),
    ...errors.map((error) => {
      const { line, message } = error.error;
      return `${who(error)} ${error.handler}, line ${line ?? 0}: ${message}${error.disabled ? ' (disabled)' : ''}`;
    }),
  ];
}
