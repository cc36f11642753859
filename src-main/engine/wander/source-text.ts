/** The text that a call is about: given in it, or a file of the project. And the files that such a text uses. */
import { basename } from 'node:path';
import { fail, succeed, type Outcome } from '../errors';
import { isJsonObject, type Json, type JsonObject } from '../json';
import { readTextFile, statIfThere } from '../project/files';
import { below, folderOf } from '../project/held-folder';
import type { ResolvedPath } from '../project/paths';
import type { Project } from '../project/project';
import { parseJsonText } from '../text/json-text';
import { optionalText } from '../tools/builtin/args';
import { text } from '../tools/builtin/define';
import { unwrap } from '../tools/builtin/entities';
import { readable } from '../tools/builtin/file-access';
import type { ToolContext } from '../tools/definition';

/** The language takes texts up to 512 KiB; what is a little larger is still told so by its line. */
const MAX_BYTES = 1_048_576;

/** How a text that stands in no file is called in messages. */
export const UNNAMED = 'the source';

/** The arguments by which a call names its text. */
export const SOURCE_INPUT: Readonly<Record<string, JsonObject>> = {
  source: text('The code. Or give "path".', { examples: ['fn run(args)\n  return count("enemy")\nend'] }),
  path: text('In place of "source": a .wander file of the project.', {
    minLength: 1,
    maxLength: 1_000,
    examples: ['scripts/door.wander'],
  }),
};

export interface SourceText {
  readonly source: string;
  /** Project-relative; absent where the text was given. */
  readonly path?: string;
  /** For a tool's code: what the definition beside it says. */
  readonly tool?: ToolFacts;
}

/** What a tool's definition says that checking its code needs. */
export interface ToolFacts {
  readonly inputSchema?: Json;
  readonly mutate?: boolean;
  readonly limits?: { readonly instructions?: number; readonly timeout_ms?: number };
}

export function toolFacts(definition: unknown): ToolFacts {
  if (!isJsonObject(definition)) return {};
  const { capabilities, limits } = definition;
  return {
    ...(definition.input_schema === undefined ? {} : { inputSchema: definition.input_schema }),
    mutate: isJsonObject(capabilities) && capabilities.mutate === true,
    ...(isJsonObject(limits) ? { limits: boundsOf(limits) } : {}),
  };
}

/** Those that a definition may have; what is out of bounds is as if it was not there. */
function boundsOf({ instructions, timeout_ms: timeout }: JsonObject): NonNullable<ToolFacts['limits']> {
  const isBetween = (value: Json | undefined, most: number): value is number =>
    typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= most;
  return {
    ...(isBetween(instructions, 50_000_000) ? { instructions } : {}),
    ...(isBetween(timeout, 120_000) ? { timeout_ms: timeout } : {}),
  };
}

/** Errors: `invalid_arguments` unless exactly one of the two is given; for a path those of reading, `permission_denied`, `not_found`, `io_error`. */
export function sourceText(args: JsonObject, project: Project, context: ToolContext): Outcome<SourceText> {
  const source = optionalText(args, 'source');
  const path = optionalText(args, 'path');
  if ((source === undefined) === (path === undefined)) {
    return fail(
      'invalid_arguments',
      'Give either "source" or "path".',
      'For example {"path": "scripts/door.wander"}.',
    );
  }
  if (source !== undefined) return succeed({ source });
  const place = readable(project, path ?? '', context);
  if (!place.relative.endsWith('.wander')) {
    return fail('invalid_arguments', `"${path ?? ''}" is no .wander file.`, 'file_read reads other files.');
  }
  const read = readTextFile(place, { maxBytes: MAX_BYTES });
  if (!read.ok) return read;
  const definition = definitionBeside(place);
  return succeed({
    source: read.value,
    path: place.relative,
    ...(definition === undefined ? {} : { tool: definition }),
  });
}

/** Facts of the tool that a file is the code of: its neighbour of the same name. */
function definitionBeside(code: ResolvedPath): ToolFacts | undefined {
  const neighbour = below(folderOf(code), basename(code.real).replace(/\.wander$/, '.tool.json'));
  if (statIfThere(neighbour) === undefined) return undefined;
  const found = readTextFile(neighbour, { maxBytes: MAX_BYTES });
  const parsed = found.ok ? parseJsonText(found.value) : undefined;
  return parsed?.ok === true ? toolFacts(parsed.value) : {};
}

/** Gives the files that a text uses, as far as the call may read them. */
export function moduleSource(project: Project, context: ToolContext): (path: string) => string | undefined {
  return (path) => {
    const place = project.locate(path);
    if (!place.ok || statIfThere(place.value) === undefined) return undefined;
    // A call that may not read it fails; that it is there is no secret then.
    return unwrap(readTextFile(readable(project, path, context), { maxBytes: MAX_BYTES }));
  };
}
