/** Prints the result of a tool. */
import type { ToolError } from '../engine/errors';
import type { Json } from '../engine/json';
import { runFacts, stackLines, textsOf } from '../engine/text/run-facts';
import type { ToolResult } from '../engine/tools/definition';
import { EXIT } from './exit-codes';
import type { Io } from './io';

/** Prints a result, as text or as JSON (one object: `{ok: true, text, …}` or `{ok: false, error}`); gives the exit code. */
export function showResult(io: Io, result: ToolResult, json: boolean): number {
  if (json) {
    io.out(
      JSON.stringify(
        result.ok ? { ...result, images: result.images?.length, content: result.content?.length } : result,
        null,
        2,
      ),
    );
    return result.ok ? EXIT.ok : EXIT.failed;
  }
  if (!result.ok) {
    showError(io, result.error);
    return EXIT.failed;
  }
  io.out(result.text);
  showLogs(io, result.structured?.['logs']);
  for (const warning of result.warnings ?? [])
    io.errStyled(`${io.paint('stderr', 'yellow', 'warning:')} ${io.paint('stderr', 'plain', warning)}`);
  return EXIT.ok;
}

export function showError(io: Io, error: ToolError): void {
  io.errStyled(
    `${io.paint('stderr', 'red', `error [${error.code}]:`)} ${io.paint('stderr', 'bold', error.message)}`,
  );
  if (error.hint !== undefined)
    io.errStyled(`${io.paint('stderr', 'cyan', 'hint:')} ${io.paint('stderr', 'plain', error.hint)}`);
  const { stack, logs } = runFacts(error.data);
  for (const line of stackLines(stack)) io.errStyled(`  ${io.paint('stderr', 'dim', line)}`);
  showLogs(io, logs);
}

/** What the code logged, beside the result. */
export function showLogs(io: Io, logs: Json | undefined): void {
  for (const line of textsOf(logs))
    io.errStyled(`${io.paint('stderr', 'cyan', 'log:')} ${io.paint('stderr', 'plain', line)}`);
}
