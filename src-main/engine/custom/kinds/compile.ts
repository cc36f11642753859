/** Compiles a definition to what runs, whatever its kind. */
import { fail, succeed, type Outcome } from '../../errors';
import { failed } from '../../tools/result';
import type { HostProject } from '../../wander/call-host';
import type { KnownTools } from '../references';
import type { ServedTools } from '../served';
import type { CustomDefinition } from '../types';
import { compileComposite, runComposite } from './composite';
import { NO_EFFECTS, type Compiled } from './compiled';
import { compositeEffects } from './composite-effects';
import { compileExternal } from './external';
import { compileWander } from './wander';

export interface CompileFacts {
  readonly project: HostProject;
  readonly componentTypes: readonly string[];
  readonly tools: KnownTools;
  readonly served: Pick<ServedTools, 'get'>;
}

/** Errors: `invalid_definition`, with file and line for code and the place in the definition for templates. */
export function compileDefinition(
  definition: CustomDefinition,
  facts: CompileFacts,
  module: (path: string) => string | undefined,
): Outcome<Compiled> {
  switch (definition.kind) {
    case 'wander':
      return compileWander(definition, facts.project, { componentTypes: facts.componentTypes }, module);
    case 'composite': {
      const program = compileComposite(definition);
      if (!program.ok) return program;
      return succeed({
        modules: new Map(),
        warnings: [],
        effects: compositeEffects(definition.steps ?? [], facts.tools),
        run: (args, context, onRun) => runComposite(program.value, definition.name, args, context, onRun),
      });
    }
    case 'external':
      return succeed(compileExternal(definition, facts.served));
    case 'script':
      return succeed({
        modules: new Map(),
        warnings: [],
        effects: { ...NO_EFFECTS, unbounded: ['what the process that serves it does'] },
        run: () =>
          failed(
            'tool_offline',
            `${definition.name} can't run: nothing serves it.`,
            'Tools in JavaScript do not run yet.',
          ),
      });
    default:
      return fail(
        'invalid_definition',
        'This kind of tool is not known.',
        'The kinds are wander, composite, external and script.',
      );
  }
}
