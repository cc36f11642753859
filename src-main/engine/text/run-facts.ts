/** What a failed run of Wander code leaves in an error's `data`: call stack, logs, instructions used. For everybody who shows errors. */
import { isJsonObject, type Json, type JsonObject } from '../json';

export interface Frame {
  readonly function: string;
  readonly line: number;
  readonly column: number;
  /** Project-relative; absent for a text that stands in no file. */
  readonly file?: string;
}

export interface RunFacts {
  /** Innermost first. */
  readonly stack: readonly Frame[];
  readonly logs: readonly string[];
  readonly instructions?: number;
}

/** Empty where the data is of another error. */
export function runFacts(data: Json | undefined): RunFacts {
  if (!isJsonObject(data)) return { stack: [], logs: [] };
  const { instructions } = data;
  return {
    stack: listOf(data.stack).flatMap((frame) => frameOf(frame) ?? []),
    logs: textsOf(data.logs),
    ...(typeof instructions === 'number' ? { instructions } : {}),
  };
}

function frameOf(value: Json): Frame | undefined {
  if (!isJsonObject(value)) return undefined;
  const { function: name, line, column, file } = value;
  if (typeof name !== 'string' || typeof line !== 'number') return undefined;
  return {
    function: name,
    line,
    column: typeof column === 'number' ? column : 1,
    ...(typeof file === 'string' ? { file } : {}),
  };
}

/** `in half (scripts/half.wander:2:10)`, innermost first. */
export function stackLines(stack: readonly Frame[]): string[] {
  return stack.map(({ function: name, line, column, file }) =>
    file === undefined
      ? `in ${name} (line ${line}, column ${column})`
      : `in ${name} (${file}:${line}:${column})`,
  );
}

/** A share of a budget: `0.01 %`, `12 %`. Two digits that count, so that little is not nothing. */
export function shareText(used: number, limit: number): string {
  const percent = (used / limit) * 100;
  return `${percent >= 10 ? Math.round(percent) : Number(percent.toPrecision(2))} %`;
}

export function textsOf(value: Json | undefined): string[] {
  return listOf(value).filter((each) => typeof each === 'string');
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

/** The parts as they go into an event: bounded, and only where there are any. */
export function briefRunFacts(data: Json | undefined): JsonObject {
  const { stack, logs, instructions } = runFacts(data);
  return {
    ...(stack.length === 0 ? {} : { stack: stack.slice(0, 12).map((frame): JsonObject => ({ ...frame })) }),
    ...(logs.length === 0 ? {} : { logs: logs.slice(-10).map((line) => line.slice(0, 400)) }),
    ...(instructions === undefined ? {} : { instructions }),
  };
}
