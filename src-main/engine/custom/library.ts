/**
 * The user's own tools, outside every project: `<user folder>/tools`. A project takes one up only with its own approval: none
 * is kept here. Beside a definition and its code stands what the code uses, and where the tool came from.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { fail, succeed, type Outcome } from '../errors';
import { isJsonObject, type JsonObject } from '../json';
import { deleteFile, readTextFile } from '../project/files';
import { didYouMean } from '../text/suggest';
import { parseReviewedJson } from '../text/json-text';
import { definitionJson } from './definition-file';
import { parseDefinition } from './definition';
import { definitionHash } from './hash';
import { baseOf, normaliseName, USER_PREFIX } from './names';
import { readTextIfThere, writePrivateFile } from './private-files';
import type { CustomDefinition } from './types';

const aboutFile = z.object({
  format: z.literal('skywalker.library/1'),
  /** Files that the code uses, by project-relative path. */
  modules: z.record(z.string(), z.string()).default({}),
  by: z.string().optional(),
  /** ISO 8601, UTC. */
  at: z.string().optional(),
  /** Hashes that stood here before, the newest last. */
  earlier: z.array(z.string()).default([]),
  /** What each project had when it last took the tool from here or put it here: its hash, by the project's id. */
  projects: z.record(z.string(), z.string()).default({}),
});

type About = z.infer<typeof aboutFile>;

const NOTHING: About = { format: 'skywalker.library/1', modules: {}, earlier: [], projects: {} };

/** A tool's files. The definition last: what it needs is there when it is. */
const ENDINGS = ['.wander', '.library.json', '.tool.json'] as const;

/** Tools that can come back. */
const MAX_TAKEN = 100;

/** Hashes that are remembered. */
const MAX_EARLIER = 50;

export interface LibraryEntry {
  readonly name: string;
  /** As an author writes it, the code in `wander`. */
  readonly raw: JsonObject;
  readonly definition: CustomDefinition;
  readonly modules: ReadonlyMap<string, string>;
  readonly hash: string;
  readonly by?: string;
  readonly at?: string;
  readonly earlier: readonly string[];
  readonly projects: Readonly<Record<string, string>>;
}

export class UserLibrary {
  private readonly folder: string;
  /** Tools that were taken out from here, the last ones at the end: texts by the ending of the file. */
  private readonly taken = new Map<string, ReadonlyMap<string, string>>();

  constructor(userFolder: string) {
    this.folder = join(userFolder, 'tools');
  }

  /** Names, sorted. */
  names(): readonly string[] {
    return this.bases().map((base) => USER_PREFIX + base);
  }

  /** A tool of the library. `not_found` with a did-you-mean; `invalid_definition` where its file is broken. */
  find(name: string): Outcome<LibraryEntry> {
    const normal = normaliseName(name);
    const base = normal.ok ? baseOf(normal.value) : '';
    const bases = this.bases();
    if (bases.includes(base)) return this.entry(base);
    return fail(
      'not_found',
      `There is no tool ${JSON.stringify(name)} in the user's library.`,
      didYouMean(base, bases) ?? 'tool_list_custom {"include_library": true} lists it.',
    );
  }

  /** Copies a tool there, in place of an earlier one of its name. Gives the path of the file. Throws a `ToolFailure`. */
  put(
    definition: CustomDefinition,
    modules: ReadonlyMap<string, string>,
    facts: { readonly by: string; readonly at: string; readonly project: string; readonly hash: string },
  ): string {
    const base = baseOf(definition.name);
    const before = this.bases().includes(base) ? this.entry(base) : undefined;
    const old = before?.ok === true ? before.value : undefined;
    const rest = definitionJson({ ...definition, source: undefined, enabled: true, disabled_by: undefined });
    const path = join(this.folder, `${base}.tool.json`);
    const earlier = [
      ...(old?.earlier ?? []),
      ...(old === undefined || old.hash === facts.hash ? [] : [old.hash]),
    ];
    // The definition last: what it needs is there when it is.
    if (definition.code !== undefined) writePrivateFile(join(this.folder, `${base}.wander`), definition.code);
    this.writeAbout(base, {
      format: 'skywalker.library/1',
      modules: Object.fromEntries(modules),
      by: facts.by,
      at: facts.at,
      earlier: earlier.filter((hash) => hash !== facts.hash).slice(-MAX_EARLIER),
      projects: { ...old?.projects, [facts.project]: facts.hash },
    });
    writePrivateFile(path, `${JSON.stringify(rest, null, 2)}\n`);
    return path;
  }

  /** Remembers what a project has of a tool, having just taken it from here. */
  noteTaken(name: string, project: string, hash: string): void {
    const base = baseOf(name);
    const about = this.about(base);
    if (about.projects[project] === hash) return;
    this.writeAbout(base, { ...about, projects: { ...about.projects, [project]: hash } });
  }

  /** Deletes a tool's files. Throws a `ToolFailure` (`io_error`). `putBack` brings it back for as long as this is there. */
  remove(name: string): void {
    const base = baseOf(name);
    const texts = ENDINGS.flatMap((ending): [string, string][] => {
      const text = readTextFile(join(this.folder, base + ending));
      return text.ok ? [[ending, text.value]] : [];
    });
    for (const ending of ENDINGS.toReversed()) deleteFile(join(this.folder, base + ending));
    this.taken.delete(name);
    this.taken.set(name, new Map(texts));
    for (const oldest of this.taken.keys()) {
      if (this.taken.size <= MAX_TAKEN) break;
      this.taken.delete(oldest);
    }
  }

  /** Brings a tool back that was taken out from here. `not_found`, `conflict` where there is one of its name by now. */
  putBack(name: string): Outcome<LibraryEntry> {
    const texts = this.taken.get(name);
    if (texts === undefined)
      return fail('not_found', `${name} was not taken out of the library since the project was opened.`);
    const base = baseOf(name);
    if (this.bases().includes(base))
      return fail('conflict', `The library has a tool ${name} by now.`, 'Take that out first, or keep it.');
    for (const [ending, text] of texts) writePrivateFile(join(this.folder, base + ending), text);
    this.taken.delete(name);
    return this.entry(base);
  }

  private bases(): string[] {
    if (!existsSync(this.folder)) return [];
    return readdirSync(this.folder)
      .filter((name) => name.endsWith('.tool.json') && !name.startsWith('.'))
      .map((name) => name.slice(0, -'.tool.json'.length))
      .filter((base) => normaliseName(base).ok)
      .sort();
  }

  private entry(base: string): Outcome<LibraryEntry> {
    const raw = this.read(base);
    if (!raw.ok) return raw;
    const parsed = parseDefinition(raw.value, { from: 'file' });
    if (!parsed.ok) return parsed;
    const { definition } = parsed.value;
    const { modules, by, at, earlier, projects } = this.about(base);
    const texts = new Map(Object.entries(modules));
    return succeed({
      name: definition.name,
      raw: raw.value,
      definition,
      modules: texts,
      hash: definitionHash(definition, texts),
      ...(by === undefined ? {} : { by }),
      ...(at === undefined ? {} : { at }),
      earlier,
      projects,
    });
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
      return fail(
        'invalid_definition',
        `${base}.tool.json of the library is no JSON object.`,
        'Mend the file in the library, or remove it there.',
      );
    const raw = json.value;
    if (raw.steps !== undefined || typeof raw.wander === 'string') return succeed(raw);
    const code = readTextFile(join(this.folder, `${base}.wander`));
    return code.ok ? succeed({ ...raw, wander: code.value }) : code;
  }

  /** What is known besides; nothing where the file is not there or can't be read. */
  private about(base: string): About {
    try {
      const text = readTextIfThere(join(this.folder, `${base}.library.json`));
      const parsed = text === undefined ? undefined : aboutFile.safeParse(JSON.parse(text));
      return parsed?.success === true ? parsed.data : NOTHING;
    } catch {
      return NOTHING;
    }
  }

  private writeAbout(base: string, about: About): void {
    writePrivateFile(join(this.folder, `${base}.library.json`), `${JSON.stringify(about, null, 2)}\n`);
  }
}
