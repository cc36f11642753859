/** What can stand behind a dot. */
import type { Expression } from '../ast';
import type { Receiver } from '../stdlib/entry';
import { membersOf } from '../types/members';
import { KINDS, type Kind } from '../kinds';
import { ANY, asWritten, isAny, kindsOf, may, without, type Type } from '../types/type';
import { callSnippet, type Candidate } from './completion-item';
import { docComment, entrySignature, functionSignature } from './describe';
import type { Document } from './document';
import { ownFields } from './hover';
import { forEachNode } from './locate';

export function memberItems(
  document: Document,
  subject: Expression | undefined,
  name: string,
): readonly Candidate[] {
  const module = moduleItems(document, subject, name);
  if (module !== undefined) return module;
  const component = componentItems(document, subject);
  if (component !== undefined) return component;
  const known = subject === undefined ? ANY : (document.analysis.environment.expression(subject) ?? ANY);
  const type = known.kinds === KINDS.none || known.kinds === 0 ? ANY : without(known, KINDS.none);
  const items = new Map<string, Candidate>();
  const add = (candidate: Candidate): void => {
    if (!items.has(candidate.label)) items.set(candidate.label, candidate);
  };
  // Where anything may stand, an entity is the best guess.
  const kinds: readonly Kind[] = isAny(type)
    ? ['entity', 'map', 'list', 'string', 'vec', 'color']
    : kindsOf(type);
  kinds.forEach((kind, order) => {
    const rank = isAny(type) ? order : 0;
    fieldItems(type, kind, rank).forEach(add);
    for (const member of membersOf(kind)) {
      add({ label: member.name, kind: 'property', detail: asWritten(member.type), doc: member.doc, rank });
    }
    if (kind === 'entity') entityItems(document, rank).forEach(add);
    for (const entry of document.analysis.library.methodsOf(kind as Receiver)) {
      const doc = `${entry.doc}\n\n${entry.example}`;
      add({
        label: entry.name,
        kind: 'method',
        detail: entrySignature(entry).label,
        doc,
        rank: rank + 1,
        ...callSnippet(entry.name, entry.parameters.length),
      });
    }
  });
  return [...items.values()];
}

function fieldItems(type: Type, kind: Kind, rank: number): readonly Candidate[] {
  if (kind !== 'map') return [];
  return [...(type.fields ?? [])]
    .filter(([label]) => /^[A-Za-z_]\w*$/.test(label))
    .map(([label, field]) => ({
      label,
      kind: 'property',
      detail: asWritten(field.type),
      rank,
      ...(field.doc !== undefined && { doc: field.doc }),
    }));
}

/** Components, and the vars that this text or the scene knows of. */
function entityItems({ analysis, facts }: Document, rank: number): readonly Candidate[] {
  const components = (facts.componentTypes ?? []).map((label): Candidate => ({
    label,
    kind: 'property',
    detail: 'component',
    rank: rank + 1,
  }));
  const own = [...analysis.effects.reads, ...analysis.effects.writes]
    .filter((name) => name.startsWith('vars.'))
    .map((name) => name.slice(5));
  const vars = new Set([...own, ...(facts.varNames ?? []).filter((name) => /^[A-Za-z_]\w*$/.test(name))]);
  return [
    ...components,
    ...[...vars].map((label): Candidate => ({ label, kind: 'property', detail: 'var', rank })),
  ];
}

function moduleItems(
  document: Document,
  subject: Expression | undefined,
  name: string,
): readonly Candidate[] | undefined {
  const { unit, modules, environment } = document.analysis;
  const isLocal =
    subject?.kind === 'name' && subject.binding?.kind !== 'module' && subject.binding?.kind !== 'unknown';
  const use = isLocal ? undefined : unit.file.uses.find((candidate) => candidate.name.text === name);
  const module = use?.module === undefined ? undefined : modules.get(use.module);
  if (module === undefined) return use === undefined ? undefined : [];
  const functions = module.file.functions.map((declaration): Candidate => {
    const doc = docComment(module, declaration.start);
    const { text } = declaration.name;
    const detail = functionSignature(declaration, environment).label;
    return {
      label: text,
      kind: 'function',
      detail,
      rank: 0,
      ...callSnippet(text, declaration.parameters.length),
      ...(doc !== undefined && { doc }),
    };
  });
  const constants = module.file.constants.map((declaration): Candidate => ({
    label: declaration.name.text,
    kind: 'constant',
    detail: asWritten(environment.constant(declaration)),
    rank: 0,
  }));
  return [...functions, ...constants];
}

/** `e.light.`: the fields of the component, and those that this text names. */
function componentItems(
  document: Document,
  subject: Expression | undefined,
): readonly Candidate[] | undefined {
  const { facts, analysis } = document;
  if (subject?.kind !== 'member' || facts.componentTypes?.includes(subject.name.text) !== true)
    return undefined;
  const holder = analysis.environment.expression(subject.subject) ?? ANY;
  if (!may(holder, KINDS.entity)) return undefined;
  const names = new Set(ownFields(facts, subject.name.text));
  forEachNode(analysis.unit.file, (node) => {
    if (
      node.kind === 'member' &&
      node.subject.kind === 'member' &&
      node.subject !== subject &&
      node.subject.name.text === subject.name.text &&
      node.name.text !== ''
    )
      names.add(node.name.text);
  });
  return [...names].map((label) => ({
    label,
    kind: 'property',
    detail: `${subject.name.text} field`,
    rank: 0,
  }));
}
