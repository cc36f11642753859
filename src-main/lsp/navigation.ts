/** Places in other files of the project: definitions, references, renaming, and the search for a name. */
import type { Location, Position, Range, SymbolInformation, WorkspaceEdit } from 'vscode-languageserver/node';
import {
  referencesAcross,
  renameAcross,
  renameTargetAcross,
  type ProjectText,
} from '../wander/service/across';
import { definition } from '../wander/service/navigation';
import { symbols, withChildren } from '../wander/service/structure';
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

/** A source as the service takes it. */
interface Sent extends ProjectText {
  readonly source: Source;
}

const sent = (source: Source): Sent => ({ source, text: source.text.text, facts: source.facts });

/** Read one by one, as they are asked for. */
function* otherFiles(workspace: Workspace, { project, facts }: Source): Generator<Sent> {
  for (const file of project?.wanderFiles() ?? []) {
    const source = file === facts.file ? undefined : project && workspace.sourceIn(project, file);
    if (source !== undefined) yield sent(source);
  }
}

export function referencesAt(
  workspace: Workspace,
  source: Source,
  position: Position,
  withDeclaration: boolean,
): Location[] {
  const found = referencesAcross(sent(source), source.text.offset(position), otherFiles(workspace, source));
  return found.flatMap(({ source: { source: own }, places }) =>
    places
      .filter(({ role }) => withDeclaration || role !== 'declare')
      .map(({ span }) => ({ uri: own.uri, range: own.text.range(span) })),
  );
}

/** What would be renamed; null where nothing can be. */
export function renameRange(
  workspace: Workspace,
  source: Source,
  position: Position,
): { readonly range: Range; readonly placeholder: string } | null {
  const { text, project } = source;
  const target = renameTargetAcross(sent(source), text.offset(position), (file) => {
    const home = project && workspace.sourceIn(project, file);
    return home && sent(home);
  });
  return target === undefined ? null : { range: text.range(target.span), placeholder: target.name };
}

/** The edits in every file of the project that has the name; or why it can't be renamed. */
export function renameAt(
  workspace: Workspace,
  source: Source,
  position: Position,
  newName: string,
  client: ClientFeatures,
): WorkspaceEdit | { readonly problem: string } {
  const others = [...otherFiles(workspace, source)];
  const outcome = renameAcross(sent(source), source.text.offset(position), newName, others);
  if (!outcome.ok) return { problem: outcome.message };
  const edits = [...outcome.edits].map(([{ source: own }, list]) => ({
    uri: own.uri,
    edits: list.map((edit) => editOf(own.text, edit)),
  }));
  if (!client.versionedEdits)
    return { changes: Object.fromEntries(edits.map((own) => [own.uri, own.edits])) };
  return {
    documentChanges: edits.map(({ uri, edits: own }) => ({
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
      for (const { name, kind, nameSpan } of withChildren(symbols(text.text, facts))) {
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
