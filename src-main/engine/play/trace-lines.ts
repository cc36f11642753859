/** One step as lines of the trace: what came in, what behaviours did, what changed in the scene. */
import type { Json } from '../json';
import { diffEntities, essence } from '../scene/changes';
import type { EntityChanges } from '../scene/transaction';
import type { PlayInput, ScriptPlace, StepReport } from '../../wander/behavior/contract';

/** `12 #3 position [0,1.5,0]`, `12 log #3 pulse/Lantern line 4: "lit"`. */
export function traceLines(report: StepReport, input: PlayInput, changes: EntityChanges): string[] {
  const { step } = report;
  const lines: string[] = [];
  const add = (text: string): void => void lines.push(`${step} ${text}`);
  if (Object.keys(input).length > 0) add(`input ${JSON.stringify(input)}`);
  for (const { from, to, ...place } of report.states)
    add(`state ${placeText(place)} ${from === undefined ? '' : `${from} → `}${to}`);
  for (const { name, from, to, data } of report.events)
    add(
      `emit ${placeText(from)} ${JSON.stringify(name)}${to === undefined ? '' : ` to #${to}`} ${JSON.stringify(data)}`,
    );
  for (const { text, line, ...place } of report.logs)
    add(`log ${placeText(place)} line ${line}: ${JSON.stringify(text)}`);
  for (const { error, handler, disabled, ...place } of report.errors)
    add(
      `error ${placeText(place)} ${handler}${error.line === undefined ? '' : ` line ${error.line}`}: ${JSON.stringify(error.message)}${disabled ? ' (disabled)' : ''}`,
    );
  for (const [id, { before, after }] of changes) {
    if (before === null) {
      if (after !== null) add(`#${id} created ${JSON.stringify(essence(after))}`);
    } else if (after === null) {
      add(`#${id} deleted`);
    } else {
      for (const { path, after: value } of diffEntities(before, after))
        add(`#${id} ${path.join('.')} ${jsonText(value)}`);
    }
  }
  return lines;
}

function placeText({ entity, script, behavior }: ScriptPlace): string {
  return `#${entity} ${script}/${behavior}`;
}

function jsonText(value: Json | undefined): string {
  return value === undefined ? 'removed' : JSON.stringify(value);
}
