/** Where a name is declared, where else it stands, and how to call it something else. */
import type { Binding, ConstDeclaration, FnDeclaration, Span, UseDeclaration } from '../ast';
import { behaviorAt } from '../declarations';
import type { Reference } from '../names';
import type { Unit } from '../unit';
import { RESERVED_WORDS } from '../words';
import type { TextEdit } from './diagnostics';
import { documentOf, type Document, type ServiceFacts } from './document';
import { contains, plainSpan, referenceAt, visibleVariables } from './locate';

/** A place in this text, or in a module's. */
export interface Location {
  /** Project-relative path of the module; absent for the text itself. */
  readonly file?: string;
  readonly span: Span;
}

/** The unit a declaration stands in. */
export function unitOf({ analysis }: Document, declaration: FnDeclaration | ConstDeclaration): Unit {
  const list = (unit: Unit): readonly unknown[] =>
    declaration.kind === 'fn-declaration' ? unit.file.functions : unit.file.constants;
  // Behaviours stand in the text itself only.
  for (const unit of analysis.modules.values()) if (list(unit).includes(declaration)) return unit;
  return analysis.unit;
}

/** Where what stands at the offset is declared. */
export function definition(text: string, offset: number, facts: ServiceFacts): Location | undefined {
  const document = documentOf(text, facts);
  const use = document.analysis.unit.file.uses.find(({ pathSpan }) => contains(pathSpan, offset));
  if (use !== undefined) return moduleLocation(use);
  const binding = referenceAt(document, offset)?.binding;
  switch (binding?.kind) {
    case 'local':
      return { span: plainSpan(binding.variable.declaredAt) };
    case 'constant':
    case 'function': {
      const unit = unitOf(document, binding.declaration);
      const { start, end } = binding.declaration.name;
      const isHere = unit === document.analysis.unit;
      return { span: { start, end }, ...(!isHere && unit.path !== undefined && { file: unit.path }) };
    }
    case 'module':
      return moduleLocation(binding.use) ?? { span: plainSpan(binding.use.name) };
    case 'state': {
      const { start, end } = binding.declaration.name;
      return { span: { start, end } };
    }
    default:
      return undefined;
  }
}

function moduleLocation(use: UseDeclaration): Location | undefined {
  return use.module === undefined ? undefined : { file: use.module, span: { start: 0, end: 0 } };
}

export interface ReferenceLocation {
  readonly span: Span;
  readonly role: Reference['role'];
}

/** Every place in this text where the same thing stands, its declaration too, in order. */
export function references(text: string, offset: number, facts: ServiceFacts): readonly ReferenceLocation[] {
  const document = documentOf(text, facts);
  const here = referenceAt(document, offset);
  if (here === undefined) return [];
  return sameThing(document, here.binding).map(({ span, role }) => ({
    span: { start: span.start, end: span.end },
    role,
  }));
}

function sameThing({ analysis }: Document, binding: Binding): readonly Reference[] {
  const identity = identityOf(binding);
  if (identity === undefined) return [];
  return analysis.unit.references
    .filter((reference) => identityOf(reference.binding) === identity)
    .sort((a, b) => a.span.start - b.span.start);
}

function identityOf(binding: Binding): unknown {
  switch (binding.kind) {
    case 'local':
      return binding.variable;
    case 'constant':
    case 'function':
    case 'state':
      return binding.declaration;
    case 'builtin':
      return binding.name;
    case 'module':
      return binding.use;
    case 'unknown':
      return undefined;
  }
}

export type RenameOutcome =
  | { readonly ok: true; readonly edits: readonly TextEdit[] }
  | { readonly ok: false; readonly message: string };

/** What would be renamed at the offset; `undefined` where nothing can be. */
export function renameTarget(
  text: string,
  offset: number,
  facts: ServiceFacts,
): { readonly span: Span; readonly name: string } | undefined {
  const document = documentOf(text, facts);
  const here = referenceAt(document, offset);
  if (here === undefined || refusal(document, here.binding) !== undefined) return undefined;
  const isPath = text.charAt(here.span.start) === '"';
  const name =
    here.binding.kind === 'module' ? here.binding.use.name.text : text.slice(here.span.start, here.span.end);
  return isPath ? undefined : { span: { start: here.span.start, end: here.span.end }, name };
}

/** The edits that give what stands at the offset another name everywhere in this text, or why that can't be. */
export function rename(text: string, offset: number, newName: string, facts: ServiceFacts): RenameOutcome {
  const document = documentOf(text, facts);
  const here = referenceAt(document, offset);
  if (here === undefined) return { ok: false, message: 'There is no name here that could be changed.' };
  const why =
    refusal(document, here.binding) ?? nameProblem(newName) ?? conflict(document, here.binding, newName);
  if (why !== undefined) return { ok: false, message: why };
  const edits = sameThing(document, here.binding).map(({ span }): TextEdit => {
    // A module without an alias is called by its path's stem: it gets an alias.
    if (text.charAt(span.start) === '"' || text.charAt(span.start) === "'") {
      return { span: { start: span.end, end: span.end }, replacement: ` as ${newName}` };
    }
    return { span: { start: span.start, end: span.end }, replacement: newName };
  });
  return { ok: true, edits };
}

function refusal(document: Document, binding: Binding): string | undefined {
  if (binding.kind === 'builtin') return `"${binding.name}" belongs to the library and keeps its name.`;
  if (binding.kind === 'unknown') return 'It is not known what this name means.';
  if (binding.kind === 'constant' || binding.kind === 'function') {
    const unit = unitOf(document, binding.declaration);
    if (unit !== document.analysis.unit)
      return `It is declared in ${unit.path ?? 'a module'}; rename it there.`;
    if (
      binding.kind === 'function' &&
      binding.declaration.name.text === 'run' &&
      document.facts.mode === 'tool'
    ) {
      return 'A tool starts at "run", which keeps its name.';
    }
  }
  return undefined;
}

function nameProblem(name: string): string | undefined {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
    return `"${name}" is not a name: letters, digits and "_", no digit first.`;
  return RESERVED_WORDS.has(name) ? `"${name}" is a word of the language.` : undefined;
}

/** The new name means something else already at one of the places, or the old places would be meant where it stands. */
function conflict(document: Document, binding: Binding, newName: string): string | undefined {
  const { unit } = document.analysis;
  const taken = `"${newName}" is already used where this name stands.`;
  const places = sameThing(document, binding);
  const { functions, constants, uses } = unit.file;
  const behaviors = new Set(places.map(({ span }) => behaviorAt(unit.file, span.start)));
  const members = [...behaviors].flatMap((behavior) =>
    behavior === undefined ? [] : [...behavior.functions, ...behavior.constants, ...behavior.states],
  );
  const names = [...functions, ...constants, ...uses, ...members].map(({ name }) => name.text);
  if (names.includes(newName)) return taken;
  for (const { span } of places) {
    if (visibleVariables(unit.file, span.end + 1).some((variable) => variable.name === newName)) return taken;
  }
  // Places of the new name that would come to mean this.
  const others = unit.references.filter(({ span }) => unit.source.slice(span.start, span.end) === newName);
  const isSeenThere = others.some(({ span }) => {
    if (binding.kind !== 'local') return true;
    return visibleVariables(unit.file, span.start).includes(binding.variable);
  });
  return isSeenThere ? taken : undefined;
}
