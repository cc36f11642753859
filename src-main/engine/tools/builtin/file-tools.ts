/** file_list, file_read, file_write, file_search. */
import type { EventLog } from '../../events/event-log';
import { ToolFailure, toolError } from '../../errors';
import type { Json, JsonObject } from '../../json';
import { lstatIfThere, readBytes, readTextFile } from '../../project/files';
import { below } from '../../project/held-folder';
import { foldName, rootOf } from '../../project/paths';
import type { Project } from '../../project/project';
import { parseSettings } from '../../project/settings';
import { didYouMean } from '../../text/suggest';
import { fileDeniedBy } from '../capabilities';
import type { ToolContext, ToolDefinition, ToolResult } from '../definition';
import { pathAllowed } from '../glob';
import { textResult } from '../result';
import { patternProblem, SafeRegex, TooManySteps, withinSteps } from '../safe-regex';
import { isOn, optionalNumber, optionalText, requiredText } from './args';
import { anyObject, defineTool, flag, integer, list, text } from './define';
import { count, unwrap } from './entities';
import { MAX_FILE_BYTES, readable, revisionOf, writable, writeInCall } from './file-access';
import { walkFiles } from './file-walk';

export interface FileParts {
  readonly project: Project;
  readonly events: Pick<EventLog, 'append'>;
}

/** Characters of a file that one call gives. */
const MAX_READ = 400_000;

export function fileTools(parts: FileParts): ToolDefinition[] {
  return [fileList(parts), fileRead(parts), fileWrite(parts), fileSearch(parts)];
}

function fileList({ project }: FileParts): ToolDefinition {
  return defineTool({
    name: 'file_list',
    title: 'List files',
    description:
      'Lists files and folders of the project, below `folder`. `pattern` filters by path: * stays within a folder, ** crosses folders. Names that begin with a dot are left out. ' +
      'Example: {"folder": "scripts", "recursive": true} or {"pattern": "data/**/*.json"}.',
    category: 'project',
    input: {
      folder: text('From the project folder; the whole project where it is empty.', { default: '' }),
      pattern: text('A glob over paths from the project folder.', {
        minLength: 1,
        maxLength: 1_000,
        examples: ['data/**/*.json'],
      }),
      recursive: flag('Also what is in folders below.', true),
      limit: integer('Entries to give at most.', { minimum: 1, maximum: 5_000, default: 500 }),
    },
    output: {
      files: list(anyObject('`path`, `kind` (file or folder), `bytes`, `modified` (ISO 8601).'), 'By path.'),
      truncated: flag('Whether there are more.'),
    },
    usesScene: false,
    files: { read: true },
    run: (args, context) => {
      const given = optionalText(args, 'folder') ?? '';
      const place = given === '' || given === '.' ? rootOf(project.folder) : unwrap(project.locate(given));
      const facts = lstatIfThere(place);
      if (facts?.isDirectory() !== true) {
        throw new ToolFailure(
          toolError(
            'not_found',
            `There is no folder "${given}".`,
            didYouMean(given, foldersOf(project)) ?? 'file_list {} shows the folders.',
          ),
        );
      }
      const pattern = optionalText(args, 'pattern');
      const limit = optionalNumber(args, 'limit') ?? 500;
      const files: Json[] = [];
      const lines: string[] = [];
      let truncated = false;
      for (const file of walkFiles(project.folder, place.relative, { recursive: args.recursive !== false })) {
        if (pattern !== undefined && !pathAllowed([pattern], file.path)) continue;
        if (fileDeniedBy(context.capabilities, 'read', file.path) !== undefined) continue;
        context.touched('read', file.path);
        if (files.length >= limit) {
          truncated = true;
          break;
        }
        files.push({
          path: file.path,
          kind: file.kind,
          bytes: file.bytes,
          ...(file.kind === 'file' ? { modified: new Date(file.modified).toISOString() } : {}),
        });
        lines.push(file.kind === 'folder' ? `${file.path}/` : `${file.path}  ${file.bytes} bytes`);
      }
      const head = `${files.length}${truncated ? ' or more' : ''} entries`;
      return textResult([head, ...lines].join('\n'), { files, truncated });
    },
  });
}

function foldersOf(project: Project): string[] {
  return [...walkFiles(project.folder, '', { recursive: true })]
    .filter((file) => file.kind === 'folder')
    .map((file) => file.path);
}

function fileRead({ project }: FileParts): ToolDefinition {
  return defineTool({
    name: 'file_read',
    title: 'Read a file',
    description:
      'Gives a text file of the project, or some of its lines, with its `revision`: pass that to file_write, so that nothing written meanwhile is lost. Example: {"path": "scripts/door.wander"} or {"path": "data/log.txt", "offset": 200, "limit": 100}.',
    category: 'project',
    input: {
      path: text('From the project folder.', { minLength: 1, examples: ['scripts/door.wander'] }),
      offset: integer('Lines to skip.', { minimum: 0, default: 0 }),
      limit: integer('Lines to give at most.', { minimum: 1, maximum: 100_000, default: 5_000 }),
    },
    required: ['path'],
    output: {
      path: text('The file, links resolved.'),
      text: text('The lines.'),
      revision: text('Names the content of the whole file.'),
      bytes: integer('Size of the whole file.'),
      lines: integer('Lines of the whole file.'),
      truncated: flag('Whether there is more after these lines.'),
    },
    usesScene: false,
    files: { read: 'path' },
    run: (args, context) => {
      const path = requiredText(args, 'path');
      const located = readable(project, path, context);
      if (lstatIfThere(located) === undefined) throw missing(project, path);
      const content = unwrap(readTextFile(located, { maxBytes: MAX_FILE_BYTES }));
      const lines = content.split('\n');
      const offset = optionalNumber(args, 'offset') ?? 0;
      const shown = lines.slice(offset, offset + (optionalNumber(args, 'limit') ?? 5_000));
      let part = shown.join('\n');
      const cut = part.length > MAX_READ;
      if (cut) part = part.slice(0, MAX_READ);
      const truncated = cut || offset + shown.length < lines.length;
      if (cut) context.warn(`Only the first ${MAX_READ} characters are given; use offset and limit.`);
      return textResult(part, {
        path: located.relative,
        text: part,
        revision: revisionOf(content),
        bytes: Buffer.byteLength(content),
        lines: lines.length,
        truncated,
      });
    },
  });
}

function missing(project: Project, path: string): ToolFailure {
  const files = [...walkFiles(project.folder, '', { recursive: true })]
    .filter((file) => file.kind === 'file')
    .map((file) => file.path);
  const name = path.split('/').at(-1);
  const same = files.find((file) => file.split('/').at(-1) === name);
  const hint =
    didYouMean(path, files) ??
    (same === undefined ? 'file_list shows the files.' : `Did you mean "${same}"?`);
  return new ToolFailure(toolError('not_found', `There is no file "${path}".`, hint));
}

function fileWrite(parts: FileParts): ToolDefinition {
  return defineTool({
    name: 'file_write',
    title: 'Write a file',
    description:
      'Writes a whole text file of the project; missing folders are made. Give the `revision` that file_read gave, and the call fails with "conflict" where the file changed since; or `create_only` for a new file. ' +
      'It is written at once, and taken back when the call (or the batch around it) fails; history undo does not cover it. ' +
      'Tools, settings, agents and studio data have tools of their own. Example: {"path": "data/waves.json", "text": "[]", "revision": "9f86d081884c7d65"}.',
    category: 'project',
    input: {
      path: text('From the project folder.', { minLength: 1, examples: ['data/waves.json'] }),
      text: text('All of the new content.', { maxLength: MAX_FILE_BYTES }),
      revision: text('The file is written only if it still has this revision.', {
        minLength: 1,
        maxLength: 64,
      }),
      create_only: flag('Fail where the file exists.', false),
    },
    required: ['path', 'text'],
    output: {
      path: text('The file, links resolved.'),
      revision: text('Of the new content.'),
      bytes: integer('Its size.'),
      created: flag('Whether it was not there before.'),
    },
    effect: 'scene',
    usesScene: false,
    files: { write: 'path' },
    run: (args, context) => writeFile(args, context, parts),
  });
}

function writeFile(args: JsonObject, context: ToolContext, { project, events }: FileParts): ToolResult {
  const path = requiredText(args, 'path');
  const content = requiredText(args, 'text');
  const target = writable(project, path, context);
  const expected = optionalText(args, 'revision');
  const exists = lstatIfThere(target) !== undefined;
  if (exists && isOn(args, 'create_only')) {
    throw new ToolFailure(
      toolError(
        'conflict',
        `There is a file "${path}" already.`,
        'Choose another path, or leave "create_only" out.',
      ),
    );
  }
  if (expected !== undefined) {
    const present = exists ? revisionOf(unwrap(readBytes(target, MAX_FILE_BYTES * 8))) : 'none';
    if (present !== expected) {
      throw new ToolFailure(
        toolError(
          'conflict',
          exists
            ? `"${path}" changed since it was read: its revision is ${present}, not ${expected}.`
            : `"${path}" is not there any more.`,
          'Read it again with file_read, and make the change in what it holds now.',
          { revision: present },
        ),
      );
    }
  }
  if (foldName(target.relative) === 'game.json')
    unwrap(parseSettings(content, { name: project.settings.name, id: project.settings.id }));
  if (target.relative === context.scene.file)
    context.warn('This is the file of the open scene; scene_save would write over it.');
  if (writeInCall(context, target, content)) {
    const { actor } = context.caller;
    context.afterCommit(() => {
      events.append({
        type: 'asset',
        kind: exists ? 'changed' : 'created',
        actor,
        call: context.callId,
        summary: `${exists ? 'Changed' : 'Created'} ${target.relative}`,
        data: { path: target.relative },
      });
    });
  }
  const bytes = Buffer.byteLength(content);
  return textResult(`${exists ? 'Wrote' : 'Created'} ${target.relative} (${bytes} bytes)`, {
    path: target.relative,
    revision: revisionOf(content),
    bytes,
    created: !exists,
  });
}

/** Bounds of one search. */
const SEARCH = { fileBytes: 2 * 1_048_576, totalBytes: 128 * 1_048_576, steps: 100_000_000 } as const;

function fileSearch({ project }: FileParts): ToolDefinition {
  return defineTool({
    name: 'file_search',
    title: 'Search in files',
    description:
      'Finds a text in the project’s files, line by line, without regard to case unless `case_sensitive`. With `regex`, `query` is a regular expression (no look-around or back-references). `pattern` limits the files. Example: {"query": "find(\\"Door\\")", "pattern": "scripts/**"}.',
    category: 'project',
    input: {
      query: text('What to look for.', { minLength: 1, maxLength: 1_000, examples: ['enemy'] }),
      pattern: text('A glob over paths from the project folder.', {
        minLength: 1,
        maxLength: 1_000,
        examples: ['scripts/**'],
      }),
      regex: flag('Take the query for a regular expression.', false),
      case_sensitive: flag('Upper and lower case differ. Always so with `regex`.', false),
      limit: integer('Matches to give at most.', { minimum: 1, maximum: 1_000, default: 100 }),
    },
    required: ['query'],
    output: {
      matches: list(
        anyObject('`path`, `line` and `column` (from 1), `text` of the line.'),
        'By path and line; one for each line.',
      ),
      files: integer('Files searched.'),
      truncated: flag('Whether the search stopped before the end.'),
    },
    usesScene: false,
    files: { read: true },
    run: (args, context) => search(args, context, project),
  });
}

function search(args: JsonObject, context: ToolContext, project: Project): ToolResult {
  const matches: Match[] = [];
  const progress = { files: 0, truncated: false };
  try {
    withinSteps(SEARCH.steps, () => {
      findMatches(args, context, project, matches, progress);
    });
  } catch (error) {
    if (!(error instanceof TooManySteps)) throw error;
    progress.truncated = true;
    context.warn(
      'The regular expression took too many steps: not all files were searched. Limit them with "pattern".',
    );
  }
  const { files, truncated } = progress;
  const lines = matches.map((match) => `${match.path}:${match.line}:${match.column}: ${match.text.trim()}`);
  const head = `${count(matches.length, 'match', 'matches')}${truncated ? ' or more' : ''} in ${count(files, 'file')}`;
  return textResult([head, ...lines].join('\n'), { matches, files, truncated });
}

interface Match extends JsonObject {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

function findMatches(
  args: JsonObject,
  context: ToolContext,
  project: Project,
  matches: Match[],
  progress: { files: number; truncated: boolean },
): void {
  const find = finderOf(args);
  const pattern = optionalText(args, 'pattern');
  const limit = optionalNumber(args, 'limit') ?? 100;
  let bytes = 0;
  const root = rootOf(project.folder);
  for (const file of walkFiles(project.folder, '', { recursive: true })) {
    if (file.kind !== 'file' || file.bytes > SEARCH.fileBytes) continue;
    if (pattern !== undefined && !pathAllowed([pattern], file.path)) continue;
    if (fileDeniedBy(context.capabilities, 'read', file.path) !== undefined) continue;
    context.touched('read', file.path);
    if (bytes + file.bytes > SEARCH.totalBytes || matches.length >= limit) {
      progress.truncated = true;
      break;
    }
    bytes += file.bytes;
    const content = readTextFile(below(root, file.path), { maxBytes: SEARCH.fileBytes });
    if (!content.ok || content.value.includes('\0')) continue;
    progress.files += 1;
    for (const [index, line] of content.value.split('\n').entries()) {
      const column = find(line);
      if (column < 0) continue;
      if (matches.length >= limit) {
        progress.truncated = true;
        break;
      }
      matches.push({
        path: file.path,
        line: index + 1,
        column: column + 1,
        text: line.trimEnd().slice(0, 300),
      });
    }
  }
}

/** Where in a line the query is, or -1. */
function finderOf(args: JsonObject): (line: string) => number {
  const query = requiredText(args, 'query');
  if (isOn(args, 'regex')) {
    const problem = patternProblem(query);
    if (problem !== undefined)
      throw new ToolFailure(
        toolError('invalid_arguments', `The regular expression can't be used. ${problem}`),
      );
    const regex = new SafeRegex(query);
    return (line) => regex.search(line);
  }
  if (isOn(args, 'case_sensitive')) return (line) => line.indexOf(query);
  const lower = query.toLowerCase();
  return (line) => line.toLowerCase().indexOf(lower);
}
