/** What the thing under the pointer is. */
import type { Binding, Span, Variable } from '../ast';
import { handlersOf } from '../declarations';
import type { Receiver } from '../stdlib/entry';
import { TRIGGERS, triggerText } from '../triggers';
import { ENTITY_MEMBERS, membersOf } from '../types/members';
import { KINDS } from '../kinds';
import { asWritten, certainly, kindsOf, may } from '../types/type';
import { docComment, entrySignature, functionSignature, variableText } from './describe';
import { documentOf, type Document, type ServiceFacts } from './document';
import { contains, memberAt, plainSpan, referenceAt } from './locate';
import { unitOf } from './navigation';

export interface Hover {
  readonly span: Span;
  /** One line of Wander, or near it. */
  readonly code: string;
  readonly doc?: string;
  readonly example?: string;
}

/** `undefined` where nothing of note stands. */
export function hover(text: string, offset: number, facts: ServiceFacts): Hover | undefined {
  const document = documentOf(text, facts);
  const reference = referenceAt(document, offset);
  if (reference !== undefined) {
    const found = bindingHover(document, reference.binding);
    return found && { span: plainSpan(reference.span), ...found };
  }
  return memberHover(document, offset) ?? triggerHover(document, offset);
}

function bindingHover(document: Document, binding: Binding): Omit<Hover, 'span'> | undefined {
  const { environment, library } = document.analysis;
  switch (binding.kind) {
    case 'local':
      return variableHover(document, binding.variable);
    case 'state':
      return withDoc(
        `state ${binding.declaration.name.text}`,
        docComment(document.analysis.unit, binding.declaration.start),
      );
    case 'constant': {
      const { declaration } = binding;
      const unit = unitOf(document, declaration);
      const value = unit.source.slice(declaration.value.start, declaration.value.end).replaceAll(/\s+/g, ' ');
      const shown = value.length > 60 ? `${value.slice(0, 59)}…` : value;
      return withDoc(
        `const ${declaration.name.text}: ${asWritten(environment.constant(declaration))} = ${shown}`,
        docComment(unit, declaration.start),
      );
    }
    case 'function': {
      const unit = unitOf(document, binding.declaration);
      return withDoc(
        functionSignature(binding.declaration, environment).label,
        docComment(unit, binding.declaration.start),
      );
    }
    case 'builtin': {
      const entry = library.entry(binding.name);
      if (entry === undefined) return undefined;
      const code = entry.constant === true ? `${entry.name}: ${entry.result}` : entrySignature(entry).label;
      return { code, doc: entry.doc, example: entry.example };
    }
    case 'module':
      return { code: `use "${binding.use.path}" as ${binding.use.name.text}` };
    case 'unknown':
      return undefined;
  }
}

function variableHover({ analysis }: Document, variable: Variable): Omit<Hover, 'span'> {
  const { environment, unit } = analysis;
  const code = variableText(variable, environment);
  if (variable.kind !== 'var') return { code };
  const declaration = unit.file.behaviors
    .flatMap(({ vars }) => vars)
    .find((candidate) => candidate.variable === variable);
  if (declaration === undefined) return { code };
  const { kind, range, doc } = declaration;
  const text = (from: Span, to: Span): string => unit.source.slice(from.start, to.end);
  const limits =
    range === undefined ? '' : ` in ${text(range.min, range.min)}..${text(range.max, range.max)}`;
  const isParam = kind === 'param-declaration';
  return withDoc(
    isParam ? `${code.replace(/^var/, 'param')}${limits}` : code,
    doc ?? docComment(unit, declaration.start),
  );
}

function triggerHover({ analysis }: Document, offset: number): Hover | undefined {
  for (const behavior of analysis.unit.file.behaviors) {
    for (const { handler } of handlersOf(behavior)) {
      const { trigger } = handler;
      const span = { start: trigger.start, end: trigger.start + trigger.word.length };
      const rule = TRIGGERS.get(trigger.word);
      if (rule !== undefined && contains(span, offset))
        return { span, code: triggerText(trigger), doc: rule.doc };
    }
  }
  return undefined;
}

function withDoc(code: string, doc: string | undefined): Omit<Hover, 'span'> {
  return { code, ...(doc !== undefined && { doc }) };
}

function memberHover(document: Document, offset: number): Hover | undefined {
  const { analysis, facts } = document;
  const node = memberAt(analysis.unit.file, offset);
  if (node === undefined || node.name.text === '') return undefined;
  const { name } = node;
  const span = { start: name.start, end: name.end };
  const subject = analysis.environment.expression(node.subject);
  if (subject === undefined) return undefined;
  if (node.kind === 'method') {
    const kinds = kindsOf(subject).filter((kind) => kind !== 'none');
    const entries = kinds.flatMap((kind) => analysis.library.method(kind as Receiver, name.text) ?? []);
    const [entry] = entries;
    if (entry === undefined || entries.length > 1) return undefined;
    return { span, code: entrySignature(entry).label, doc: entry.doc, example: entry.example };
  }
  const type = analysis.environment.expression(node);
  const written = type === undefined ? 'any' : asWritten(type);
  if (may(subject, KINDS.entity) && certainly(subject, KINDS.entity | KINDS.none)) {
    const property = ENTITY_MEMBERS.find((member) => member.name === name.text);
    if (property !== undefined)
      return { span, code: `${name.text}: ${asWritten(property.type)}`, doc: property.doc };
    if (facts.componentTypes?.includes(name.text) === true) {
      const fields = ownFields(facts, name.text);
      return {
        span,
        code: `component ${name.text}`,
        ...(fields.length > 0 && { doc: `Fields: ${fields.join(', ')}.` }),
      };
    }
    return {
      span,
      code: `var ${name.text}: ${written}`,
      doc: 'A var of the entity; none where it has not been set.',
    };
  }
  const known = kindsOf(subject).flatMap((kind) =>
    membersOf(kind).filter((member) => member.name === name.text),
  );
  const doc = subject.fields?.get(name.text)?.doc ?? (isOneKind(subject.kinds) ? known[0]?.doc : undefined);
  return { span, code: `${name.text}: ${written}`, ...(doc !== undefined && { doc }) };
}

function isOneKind(kinds: number): boolean {
  return (kinds & (kinds - 1)) === 0;
}

/** The fields of a component type, where the facts know them. */
export function ownFields({ componentFields }: ServiceFacts, component: string): readonly string[] {
  return componentFields !== undefined && Object.hasOwn(componentFields, component)
    ? (componentFields[component] ?? [])
    : [];
}
