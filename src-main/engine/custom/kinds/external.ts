/** Tools that a connected client serves: the engine checks everything around the call, and the client does the work. */
import { failed } from '../../tools/result';
import type { ServedTools } from '../served';
import type { CustomDefinition } from '../types';
import { NO_EFFECTS, type Compiled } from './compiled';

export function compileExternal({ name }: CustomDefinition, served: Pick<ServedTools, 'get'>): Compiled {
  return {
    modules: new Map(),
    warnings: [],
    effects: { ...NO_EFFECTS, unbounded: ['what the process that serves it does'] },
    run: (args, context) =>
      // Whoever serves it when it is called: a client that comes back is another one.
      served.get(name)?.run(name, args, context) ??
      failed(
        'tool_offline',
        `${name} can't run: the client that serves it is not connected.`,
        'Start the client again; it registers its tools when it connects.',
      ),
  };
}
