/** Functions and constants that other files of the project can see, and where these stand in them. */
import type { ConstDeclaration, FnDeclaration, Span } from '../ast';
import { documentOf, type ServiceFacts } from './document';
import { referenceAt } from './locate';
import { unitOf, type ReferenceLocation } from './navigation';

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
