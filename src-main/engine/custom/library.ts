/** The user's own tools, outside every project: `<user folder>/tools`. A project takes one up only with its own approval. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fail, succeed, type Outcome } from '../errors';
import { isJsonObject, type JsonObject } from '../json';
import { readTextFile } from '../project/files';
import { didYouMean } from '../text/suggest';
import { parseReviewedJson } from '../text/json-text';
import { definitionJson } from './definition-file';
import { parseDefinition } from './definition';
import { definitionHash } from './hash';
import { baseOf, normaliseName } from './names';
import { writePrivateFile } from './private-files';
import type { CustomDefinition, LibraryTool } from './types';

export class UserLibrary {
  private readonly folder: string;

  constructor(userFolder: string) {
    this.folder = join(userFolder, 'tools');
  }

  /** Sorted by name; a file that is broken is there with its reason. */
  list(): LibraryTool[] {
    return this.bases().map((base) => {
      const found = this.read(base);
      if (!found.ok)
        return {
          name: `user_${base}`,
          description: '',
          kind: 'wander',
          hash: '',
          problem: found.error.message,
        };
      const parsed = parseDefinition(found.value, { from: 'file' });
      if (!parsed.ok)
        return {
          name: `user_${base}`,
          description: '',
          kind: 'wander',
          hash: '',
          problem: parsed.error.message,
        };
      const { definition } = parsed.value;
      return {
        name: definition.name,
        description: definition.description,
        kind: definition.kind,
        hash: definitionHash(definition),
      };
    });
  }

  /** What an author wrote of a library tool, the code in `wander`. `not_found` with a did-you-mean. */
  find(name: string): Outcome<JsonObject> {
    const normal = normaliseName(name);
    const base = normal.ok ? baseOf(normal.value) : '';
    const bases = this.bases();
    if (bases.includes(base)) return this.read(base);
    return fail(
      'not_found',
      `There is no tool ${JSON.stringify(name)} in the user's library.`,
      didYouMean(base, bases) ?? 'tool_list_custom {"include_library": true} lists it.',
    );
  }

  /** Copies a tool there, in place of an earlier one of its name. Gives the path of the file. Throws a `ToolFailure`. */
  put(definition: CustomDefinition): string {
    const base = baseOf(definition.name);
    const rest = definitionJson({ ...definition, source: undefined, enabled: true, disabled_by: undefined });
    const path = join(this.folder, `${base}.tool.json`);
    if (definition.code !== undefined) writePrivateFile(join(this.folder, `${base}.wander`), definition.code);
    writePrivateFile(path, `${JSON.stringify(rest, null, 2)}\n`);
    return path;
  }

  private bases(): string[] {
    if (!existsSync(this.folder)) return [];
    return readdirSync(this.folder)
      .filter((name) => name.endsWith('.tool.json') && !name.startsWith('.'))
      .map((name) => name.slice(0, -'.tool.json'.length))
      .filter((base) => normaliseName(base).ok)
      .sort();
  }

  private read(base: string): Outcome<JsonObject> {
    const text = readTextFile(join(this.folder, `${base}.tool.json`));
    if (!text.ok) return text;
    const json = parseReviewedJson(text.value);
    if (!json.ok)
      return fail(
        'invalid_definition',
        `${base}.tool.json of the library, line ${json.line}: ${json.message}.`,
      );
    if (!isJsonObject(json.value))
      return fail('invalid_definition', `${base}.tool.json of the library is no JSON object.`);
    const raw = json.value;
    if (raw.steps !== undefined || typeof raw.wander === 'string') return succeed(raw);
    const code = readTextFile(join(this.folder, `${base}.wander`));
    return code.ok ? succeed({ ...raw, wander: code.value }) : code;
  }
}
