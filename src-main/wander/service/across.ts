/** Functions and constants that other files of the project can see, and where these stand in them. */
import type { ConstDeclaration, FnDeclaration, Span } from '../ast';
import type { TextEdit } from './diagnostics';
import { documentOf, type ServiceFacts } from './document';
import { referenceAt } from './locate';
import { references, rename, renameTarget, unitOf, type ReferenceLocation } from './navigation';

/** A function or constant at the top of a file. */
export interface Shared {
  /** Project-relative path of its file. */
  readonly file: string;
  readonly name: string;
  /** Of its name, in its file. */
  readonly span: Span;
}

/** What stands at the offset, where it is something that other files can see. */
export function sharedAt(text: string, offset: number, facts: ServiceFacts): Shared | undefined {
  const document = documentOf(text, facts);
  const binding = referenceAt(document, offset)?.binding;
  if (binding?.kind !== 'function' && binding?.kind !== 'constant') return undefined;
  const { path } = unitOf(document, binding.declaration);
  const { text: name, start, end } = binding.declaration.name;
  return path === undefined ? undefined : { file: path, name, span: { start, end } };
}

/** Every place in a text where a function or constant of that file stands, in order; its declaration too, in its own. */
export function referencesTo(
  text: string,
  shared: Pick<Shared, 'file' | 'name'>,
  facts: ServiceFacts,
): readonly ReferenceLocation[] {
  const { unit, modules } = documentOf(text, facts).analysis;
  const home = facts.file === shared.file ? unit : modules.get(shared.file);
  if (home === undefined) return [];
  const declarations = new Set<FnDeclaration | ConstDeclaration>(
    [...home.file.functions, ...home.file.constants].filter(({ name }) => name.text === shared.name),
  );
  return unit.references
    .filter(
      ({ binding }) =>
        (binding.kind === 'function' || binding.kind === 'constant') && declarations.has(binding.declaration),
    )
    .map(({ span, role }) => ({ span: { start: span.start, end: span.end }, role }))
    .sort((a, b) => a.span.start - b.span.start);
}

/* ---- over many files --------------------------------------------------------------------------------------------- */

/** A file of the project; `facts.file` is its path. */
export interface ProjectText {
  readonly text: string;
  readonly facts: ServiceFacts;
}

export interface PlacesIn<T extends ProjectText> {
  readonly source: T;
  readonly places: readonly ReferenceLocation[];
}

/**
 * Every place of what stands at the offset: in the text itself, and where other files can see it, in those of `others` that do.
 * Of each file once, the text itself first.
 */
export function referencesAcross<T extends ProjectText>(
  here: T,
  offset: number,
  others: Iterable<T>,
): readonly PlacesIn<T>[] {
  const shared = sharedAt(here.text, offset, here.facts);
  const found: PlacesIn<T>[] = [{ source: here, places: references(here.text, offset, here.facts) }];
  if (shared === undefined) return found;
  for (const source of others) {
    // A file that does not have the name anywhere needs no closer look.
    if (source.facts.file === here.facts.file || !source.text.includes(shared.name)) continue;
    const places = referencesTo(source.text, shared, source.facts);
    if (places.length > 0) found.push({ source, places });
  }
  return found;
}

/** What would be renamed at the offset, here or in the file that declares it; `undefined` where nothing can be. */
export function renameTargetAcross(
  here: ProjectText,
  offset: number,
  fileOf: (path: string) => ProjectText | undefined,
): { readonly span: Span; readonly name: string } | undefined {
  const target = renameTarget(here.text, offset, here.facts);
  if (target !== undefined) return target;
  const shared = sharedAt(here.text, offset, here.facts);
  const home = shared && homeOf(here, shared, fileOf);
  if (shared === undefined || home === undefined) return undefined;
  if (renameTarget(home.text, shared.span.start, home.facts) === undefined) return undefined;
  const place = references(here.text, offset, here.facts).find(
    ({ span }) => span.start <= offset && offset <= span.end,
  );
  return place && { span: place.span, name: shared.name };
}

export type RenameAcross<T extends ProjectText> =
  | { readonly ok: true; readonly edits: ReadonlyMap<T, readonly TextEdit[]> }
  | { readonly ok: false; readonly message: string };

/** The edits that give what stands at the offset another name in all files that have it; or why that can't be. */
export function renameAcross<T extends ProjectText>(
  here: T,
  offset: number,
  newName: string,
  others: readonly T[],
): RenameAcross<T> {
  const shared = sharedAt(here.text, offset, here.facts);
  const fileOf = (path: string): T | undefined => others.find(({ facts }) => facts.file === path);
  const home = (shared && homeOf(here, shared, fileOf)) ?? here;
  const outcome = rename(home.text, shared?.span.start ?? offset, newName, home.facts);
  if (!outcome.ok) return outcome;
  const edits = new Map<T, readonly TextEdit[]>([[home, outcome.edits]]);
  if (shared !== undefined) {
    for (const { source, places } of referencesAcross(here, offset, others)) {
      if (source.facts.file === home.facts.file) continue;
      edits.set(
        source,
        places.map(({ span }) => ({ span, replacement: newName })),
      );
    }
  }
  return { ok: true, edits };
}

function homeOf<T extends ProjectText>(
  here: T,
  shared: Shared,
  fileOf: (path: string) => T | undefined,
): T | undefined {
  return shared.file === here.facts.file ? here : fileOf(shared.file);
}
