/** Places in other files of the project: definitions, references, renaming, and the search for a name. */
import type {
  Location,
  Position,
  Range,
  SymbolInformation,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver/node';
import { referencesTo, sharedAt, type Shared } from '../wander/service/across';
import {
  definition,
  references,
  rename,
  renameTarget,
  type ReferenceLocation,
} from '../wander/service/navigation';
import { symbols } from '../wander/service/structure';
import type { ClientFeatures } from './client';
import { editOf, SYMBOL_KINDS } from './convert';
import type { LspProject } from './project';
import type { Source, Workspace } from './workspace';

/** More are not found. */
const MAX_SYMBOLS = 500;

export function definitionAt(workspace: Workspace, source: Source, position: Position): Location | null {
  const { uri, text, facts, project } = source;
  const found = definition(text.text, text.offset(position), facts);
  if (found === undefined) return null;
  if (found.file === undefined) return { uri, range: text.range(found.span) };
  const target = project && workspace.sourceIn(project, found.file);
  return target === undefined ? null : { uri: target.uri, range: target.text.range(found.span) };
}

export function referencesAt(
  workspace: Workspace,
  source: Source,
  position: Position,
  withDeclaration: boolean,
): Location[] {
  const { text, facts, project } = source;
  const offset = text.offset(position);
  const shared = sharedAt(text.text, offset, facts);
  const found =
    shared === undefined || project === undefined
      ? [{ source, places: references(text.text, offset, facts) }]
      : placesOf(workspace, project, source, shared);
  return found.flatMap(({ source: { uri, text: own }, places }) =>
    places
      .filter(({ role }) => withDeclaration || role !== 'declare')
      .map(({ span }) => ({ uri, range: own.range(span) })),
  );
}

interface PlacesIn {
  readonly source: Source;
  readonly places: readonly ReferenceLocation[];
}

/** The places of a function or constant in every file of the project; those of the file that was asked first. */
function placesOf(
  workspace: Workspace,
  project: LspProject,
  asked: Source,
  shared: Shared,
): readonly PlacesIn[] {
  const files = new Set([asked.facts.file ?? '', shared.file, ...project.wanderFiles()]);
  return [...files].flatMap((file): readonly PlacesIn[] => {
    const source = file === asked.facts.file ? asked : workspace.sourceIn(project, file);
    // A file that does not have the name anywhere needs no closer look.
    if (source?.text.text.includes(shared.name) !== true) return [];
    const places = referencesTo(source.text.text, shared, source.facts);
    return places.length === 0 ? [] : [{ source, places }];
  });
}

/** What would be renamed; null where nothing can be. */
export function renameRange(
  workspace: Workspace,
  source: Source,
  position: Position,
): { readonly range: Range; readonly placeholder: string } | null {
  const { text, facts } = source;
  const offset = text.offset(position);
  const target = renameTarget(text.text, offset, facts);
  if (target !== undefined) return { range: text.range(target.span), placeholder: target.name };
  // What another file declares can be renamed from here too.
  const shared = sharedAt(text.text, offset, facts);
  const home = shared && homeOf(workspace, source, shared);
  if (shared === undefined || home === undefined) return null;
  if (renameTarget(home.text.text, shared.span.start, home.facts) === undefined) return null;
  const here = references(text.text, offset, facts).find(
    ({ span }) => span.start <= offset && offset <= span.end,
  );
  return here === undefined ? null : { range: text.range(here.span), placeholder: shared.name };
}

function homeOf(workspace: Workspace, source: Source, shared: Shared): Source | undefined {
  if (shared.file === source.facts.file) return source;
  return source.project && workspace.sourceIn(source.project, shared.file);
}

/** The edits in every file of the project that has the name; or why it can't be renamed. */
export function renameAt(
  workspace: Workspace,
  source: Source,
  position: Position,
  newName: string,
  client: ClientFeatures,
): WorkspaceEdit | { readonly problem: string } {
  const { text, facts, project } = source;
  const offset = text.offset(position);
  const shared = sharedAt(text.text, offset, facts);
  const home = (shared && homeOf(workspace, source, shared)) ?? source;
  const outcome = rename(
    home.text.text,
    shared === undefined ? offset : shared.span.start,
    newName,
    home.facts,
  );
  if (!outcome.ok) return { problem: outcome.message };
  const edits = new Map<Source, TextEdit[]>([[home, outcome.edits.map((edit) => editOf(home.text, edit))]]);
  if (shared !== undefined && project !== undefined) {
    for (const { source: other, places } of placesOf(workspace, project, source, shared)) {
      if (other.facts.file === shared.file) continue;
      edits.set(
        other,
        places.map(({ span }) => editOf(other.text, { span, replacement: newName })),
      );
    }
  }
  return workspaceEdit(workspace, edits, client);
}

function workspaceEdit(
  workspace: Workspace,
  edits: ReadonlyMap<Source, TextEdit[]>,
  client: ClientFeatures,
): WorkspaceEdit {
  if (!client.versionedEdits)
    return { changes: Object.fromEntries([...edits].map(([{ uri }, own]) => [uri, own])) };
  return {
    documentChanges: [...edits].map(([{ uri }, own]) => ({
      textDocument: { uri, version: workspace.versionOf(uri) },
      edits: own,
    })),
  };
}

/** The functions and constants of all files whose names have the letters of `query` in this order. */
export function symbolsNamed(
  workspace: Workspace,
  projects: readonly LspProject[],
  query: string,
): SymbolInformation[] {
  const found: SymbolInformation[] = [];
  for (const project of projects) {
    for (const file of project.wanderFiles()) {
      const source = workspace.sourceIn(project, file);
      if (source === undefined) continue;
      const { uri, text, facts } = source;
      for (const { name, kind, nameSpan } of symbols(text.text, facts)) {
        if (kind === 'module' || !hasLetters(name, query)) continue;
        const location = { uri, range: text.range(nameSpan) };
        found.push({ name, kind: SYMBOL_KINDS[kind], location, containerName: file });
        if (found.length >= MAX_SYMBOLS) return found;
      }
    }
  }
  return found;
}

function hasLetters(name: string, query: string): boolean {
  const letters = name.toLowerCase();
  let at = 0;
  for (const letter of query.toLowerCase()) {
    const next = letters.indexOf(letter, at);
    if (next < 0) return false;
    at = next + letter.length;
  }
  return true;
}
