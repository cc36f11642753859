/** The definition that a call is about: a saved tool by its name, or one that is given. */
import { fail, succeed, type Outcome } from '../../errors';
import { isJsonObject, type JsonObject } from '../../json';
import type { ToolContext } from '../../tools/definition';
import { checkCandidate, type Candidate } from './candidate';
import { actorOf, findSound, type Workshop } from './workshop';

export function candidateOf(workshop: Workshop, args: JsonObject, context: ToolContext): Outcome<Candidate> {
  if (isJsonObject(args.definition)) {
    if (args.name !== undefined) return fail('invalid_arguments', 'Give "name" or "definition", not both.');
    return checkCandidate(workshop, args.definition, undefined, actorOf(context));
  }
  if (typeof args.name !== 'string')
    return fail(
      'invalid_arguments',
      'Give "name" or "definition".',
      'With "name" it is about a tool of the project, with "definition" about one that is not saved.',
    );
  const found = findSound(workshop, args.name);
  if (!found.ok) return found;
  const { definition, stored } = found.value;
  if (stored.compiled === undefined)
    return fail(
      'tool_invalid',
      `${stored.name} is broken.`,
      `tool_inspect tells what is wrong: {"name": "${stored.name}"}.`,
    );
  return succeed({ definition, compiled: stored.compiled, hash: stored.hash, warnings: stored.warnings });
}
