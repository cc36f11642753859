/** What a run of Wander code leaves beside its error or result: call stack, logs, what it used. Read as `src-main/engine/text/run-facts` writes it. */
import { arrayOf, numberOf, objectOf, stringOf, stringsOf } from './read-json';

export interface StackFrame {
  readonly function: string;
  readonly line: number;
  readonly column: number;
  /** Project-relative; absent for a text that stands in no file. */
  readonly file?: string;
}

/** The call stack in an error's data, innermost first; empty where there is none. */
export function stackOf(data: unknown): readonly StackFrame[] {
  return arrayOf(objectOf(data)['stack']).flatMap((value) => {
    const frame = objectOf(value);
    const name = stringOf(frame['function']);
    const line = numberOf(frame['line']);
    if (name === undefined || line === undefined) return [];
    const file = stringOf(frame['file']);
    return [
      {
        function: name,
        line,
        column: numberOf(frame['column']) ?? 1,
        ...(file === undefined ? {} : { file }),
      },
    ];
  });
}

export function logsOf(data: unknown): readonly string[] {
  return stringsOf(objectOf(data)['logs']);
}

/** `1,234 instructions · 0.12 % of the limit`; undefined where the run was not of code. */
export function usedText(instructions: number | undefined, limit: number | undefined): string | undefined {
  if (instructions === undefined) return undefined;
  const used = `${instructions.toLocaleString('en')} ${instructions === 1 ? 'instruction' : 'instructions'}`;
  if (limit === undefined) return used;
  const percent = (instructions / limit) * 100;
  // Two digits that count, so that little is not nothing.
  const shown = percent >= 10 ? Math.round(percent) : Number(percent.toPrecision(2));
  return `${used} · ${shown} % of the limit`;
}
