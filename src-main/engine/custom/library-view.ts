/** How the user's library stands to the project that is open, and what `tool_list_custom` and `tool_inspect` tell of it. */
import { fail, succeed, type Outcome } from '../errors';
import { listNames } from '../text/suggest';
import type { Entry } from './entry';
import { definitionJson } from './definition-file';
import { capabilityChanges } from './effects';
import { normaliseCode } from './json-form';
import { fullCode } from './inspection';
import type { LibraryEntry, UserLibrary } from './library';
import { titleOf } from './tool-definition';
import type { LibraryInspection, LibraryRelation, LibraryTool } from './types';

/** How a tool of the library stands to the project's tool of its name. */
export function relationOf(entry: LibraryEntry, own: Entry | undefined, projectId: string): LibraryRelation {
  const hash = own?.stored.hash;
  if (hash === undefined) return 'absent';
  if (hash === entry.hash) return 'same';
  const common = entry.projects[projectId];
  if (common === hash || entry.earlier.includes(hash)) return 'library_newer';
  return common === entry.hash ? 'project_newer' : 'different';
}

/** Every tool of the library, sorted by name; a file that is broken is there with its reason. */
export function libraryTools(
  library: UserLibrary,
  own: (name: string) => Entry | undefined,
  projectId: string,
): LibraryTool[] {
  return library.names().map((name) => {
    const found = library.find(name);
    if (!found.ok) {
      return {
        name,
        description: '',
        kind: 'wander',
        hash: '',
        version: 0,
        author: 'unknown',
        tests: 0,
        relation: own(name) === undefined ? 'absent' : 'different',
        problem: found.error.message,
      };
    }
    return libraryTool(found.value, own(name), projectId);
  });
}

function libraryTool(entry: LibraryEntry, own: Entry | undefined, projectId: string): LibraryTool {
  const { definition } = entry;
  return {
    name: entry.name,
    title: titleOf(definition),
    description: definition.description,
    kind: definition.kind,
    hash: entry.hash,
    version: definition.version,
    author: definition.author,
    capabilities: definition.capabilities,
    tests: definition.tests.length,
    ...(entry.modules.size === 0 ? {} : { modules: [...entry.modules.keys()].sort() }),
    ...(entry.by === undefined ? {} : { promoted_by: entry.by }),
    ...(entry.at === undefined ? {} : { promoted_at: entry.at }),
    relation: relationOf(entry, own, projectId),
    ...(own?.stored.definition === undefined ? {} : { project_version: own.stored.definition.version }),
  };
}

/** All of one tool of the library, and of the project's tool of its name where that is another. */
export function inspectLibrary(
  entry: LibraryEntry,
  own: Entry | undefined,
  projectId: string,
): LibraryInspection {
  const { definition, modules } = entry;
  const { definition: mine, compiled, hash } = own?.stored ?? {};
  return {
    ...libraryTool(entry, own, projectId),
    status: 'library',
    definition: definitionJson(definition),
    ...fullCode(definition.code, modules),
    input_schema: definition.input_schema,
    limits: definition.limits,
    ...(mine === undefined || hash === undefined || hash === entry.hash
      ? {}
      : {
          project: {
            hash,
            definition: definitionJson(mine),
            ...fullCode(mine.code, compiled?.modules ?? new Map()),
          },
          capability_changes: capabilityChanges(definition, mine),
        }),
  };
}

/** Code may take in Wander files of the project, and nothing else comes along with it. */
const MODULE_PATH = /^(?![/.])(?!.*(?:\.\.|\/\.))[^\\\0]+\.wander$/;

/**
 * The files that a tool of the library brings along and that the project does not have. `conflict` where the project has
 * another file under such a name: it may be used by other tools.
 */
export function filesToBring(
  entry: LibraryEntry,
  read: (path: string) => Outcome<string>,
): Outcome<ReadonlyMap<string, string>> {
  const bring = new Map<string, string>();
  const clashes: string[] = [];
  for (const [path, text] of entry.modules) {
    if (!MODULE_PATH.test(path)) {
      return fail(
        'invalid_definition',
        `The library's ${entry.name} brings ${JSON.stringify(path.slice(0, 80))} along, which is no Wander file of a project.`,
        'Promote it again from a project that has it.',
      );
    }
    const there = read(path);
    if (there.ok && normaliseCode(there.value) !== normaliseCode(text)) clashes.push(path);
    else if (!there.ok && there.error.code !== 'not_found')
      return fail(
        there.error.code,
        `${path}, which ${entry.name} uses: ${there.error.message}`,
        there.error.hint,
      );
    else if (!there.ok) bring.set(path, text);
  }
  if (clashes.length === 0) return succeed(bring);
  return fail(
    'conflict',
    `The library's ${entry.name} uses ${listNames(clashes, 4)}, and this project has ${clashes.length === 1 ? 'another file' : 'other files'} of that name.`,
    'Rename the file of this project, or put what the tool needs into its own code and promote it again.',
  );
}
