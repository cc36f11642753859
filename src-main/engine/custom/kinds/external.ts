/** Tools that a connected client serves: the engine checks everything around the call, and the client does the work. */
import type { Steps, ToolResult } from '../../tools/definition';
import { failed } from '../../tools/result';
import type { ServedTools } from '../served';
import type { CustomDefinition } from '../types';
import { NO_EFFECTS, type Compiled } from './compiled';

export function compileExternal(
  { name, limits }: Pick<CustomDefinition, 'name' | 'limits'>,
  served: Pick<ServedTools, 'get'>,
): Compiled {
  return {
    modules: new Map(),
    warnings: [],
    effects: { ...NO_EFFECTS, unbounded: ['what the process that serves it does'] },
    run: (args, context) => {
      // Whoever serves it when it is called: a client that comes back is another one.
      const server = served.get(name);
      if (server !== undefined) return bounded(server.run(name, args, context), limits.max_output_bytes);
      return failed(
        'tool_offline',
        `${name} can't run: the client that serves it is not connected.`,
        'Start the client again; it registers its tools when it connects.',
      );
    },
  };
}

/** The data of a failure is as much an answer as a result is: without it where it is larger than that may be. */
function* bounded(steps: Steps<ToolResult>, limit: number): Steps<ToolResult> {
  const result = yield* steps;
  if (result.ok || result.error.data === undefined) return result;
  const bytes = Buffer.byteLength(JSON.stringify(result.error.data));
  if (bytes <= limit) return result;
  const { code, message, hint } = result.error;
  const left = `Its structured data is left out: ${bytes} bytes, and the limit is ${limit} (limits.max_output_bytes).`;
  return failed(code, message, hint === undefined ? left : `${hint} ${left}`);
}
