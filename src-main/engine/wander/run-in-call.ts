/** Runs a program as a call of a tool: over the call's own transaction, within its limits, its failures as the door's. */
import { createHash } from 'node:crypto';
import { ERROR_CODES, ToolFailure, toolError, type ErrorCode } from '../errors';
import type { JsonObject } from '../json';
import type { Capabilities, Limits, ToolContext } from '../tools/definition';
import type { CompiledProgram } from '../../wander/compile/program';
import type { RunError } from '../../wander/diagnostic';
import { runProgram, type RunOutcome } from '../../wander/run';
import { hostFor, type HostProject } from './call-host';
import { collectGarbage, heapBytes } from './heap';
import { raiseInlining } from './inlining';

/** Bytes of values that one run may hold. */
const MEMORY_BYTES = 64 * 1024 * 1024;

/** Of what was logged before a failure, as many lines as show how it came to it. */
const LOGS_OF_FAILURE = 20;

const MAX_FRAMES = 30;

export interface ProgramFacts {
  /** The tool that it is the code of. */
  readonly name: string;
  /** Project-relative path of its text, where it stands in a file. */
  readonly file?: string;
  readonly capabilities: Pick<Capabilities, 'read_scene' | 'mutate'>;
  readonly limits: Pick<Limits, 'instructions' | 'max_output_bytes'>;
  readonly inputSchema?: JsonObject;
  /** Random numbers start from it: see `seedOf`. */
  readonly seed: number | (() => number);
}

/** The same for the same text. */
export function seedOf(text: string): number {
  return parseInt(createHash('sha256').update(text).digest('hex').slice(0, 8), 16);
}

export function runInCall(
  program: CompiledProgram,
  facts: ProgramFacts,
  args: JsonObject,
  context: ToolContext,
  project: HostProject,
): RunOutcome {
  const outcome = runProgram(program, {
    host: hostFor(facts.capabilities, project, context),
    args,
    ...(facts.inputSchema === undefined ? {} : { argsSchema: facts.inputSchema }),
    limits: {
      instructions: facts.limits.instructions,
      deadline: context.deadline,
      now: () => performance.now(),
      memoryBytes: MEMORY_BYTES,
      outputBytes: facts.limits.max_output_bytes,
      stopped: () => context.aborted,
      heapBytes,
      collect: collectGarbage,
    },
    seed: facts.seed,
  });
  if (program.ran(outcome.instructions) !== undefined) raiseInlining();
  return outcome;
}

/**
 * The failure of a run: the line in the message; in `data` the place, the call stack (`[{function, line, column, file}]`,
 * innermost first), the last lines that it logged, and the instructions used.
 */
export function failureOf(
  outcome: Extract<RunOutcome, { ok: false }>,
  facts: Pick<ProgramFacts, 'name' | 'file'>,
): ToolFailure {
  const { error, logs, instructions } = outcome;
  const { message, hint, line, column, stack } = error;
  const file = error.file ?? facts.file;
  const data: JsonObject = {
    tool: facts.name,
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
    ...(line === undefined || file === undefined ? {} : { file }),
    stack: stack.slice(0, MAX_FRAMES).map((frame): JsonObject => ({
      ...(facts.file === undefined ? {} : { file: facts.file }),
      ...frame,
    })),
    ...(logs.length === 0 ? {} : { logs: logs.slice(-LOGS_OF_FAILURE) }),
    instructions,
  };
  return new ToolFailure(
    toolError(codeOf(error), `${nameLimit(message, facts.name)}${placeOf(error, facts.file)}`, hint, data),
  );
}

/** A result that is too large is told as one of this tool, with the limit that it may raise. */
function nameLimit(message: string, tool: string): string {
  const text = message.replace(/\.$/, '');
  return /^the result is larger than \d+ bytes$/.test(text)
    ? `${text.replace('the result', `the result of ${tool}`)} (limits.max_output_bytes)`
    : text;
}

function placeOf({ message, line, file }: RunError, own: string | undefined): string {
  // What a tool that it called failed with has its line already.
  if (line === undefined || /\(line \d+\)/.test(message)) return '';
  return file !== undefined && file !== own ? ` (${file}, line ${line})` : ` (line ${line})`;
}

function codeOf({ code }: RunError): ErrorCode {
  return ERROR_CODES.find((known) => known === code) ?? 'runtime_error';
}
