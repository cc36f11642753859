/** What the words of a text are, for colours that only meaning can give. */
import type { Span } from '../ast';
import { handlersOf } from '../declarations';
import type { Reference } from '../names';
import type { LineTable } from '../positions';
import { documentOf, type Document, type ServiceFacts } from './document';
import { forEachNode, forEachType } from './locate';

export const TOKEN_TYPES = [
  'variable',
  'parameter',
  'function',
  'method',
  'property',
  'namespace',
  'type',
  'keyword',
] as const;
export type TokenType = (typeof TOKEN_TYPES)[number];

/** `mutation`: it changes the scene or writes a file. */
export const TOKEN_MODIFIERS = ['declaration', 'readonly', 'defaultLibrary', 'mutation'] as const;
export type TokenModifier = (typeof TOKEN_MODIFIERS)[number];

export interface SemanticToken {
  readonly span: Span;
  readonly type: TokenType;
  readonly modifiers: readonly TokenModifier[];
}

const CONTEXTUAL_WORDS: ReadonlySet<string> = new Set([
  'match',
  'when',
  'step',
  'is',
  'as',
  'towards',
  'nothing',
]);

/** In the order of the text; no two overlap. */
export function semanticTokens(text: string, facts: ServiceFacts): readonly SemanticToken[] {
  const document = documentOf(text, facts);
  const found = new Map<number, SemanticToken>();
  const add = ({ start, end }: Span, type: TokenType, modifiers: readonly TokenModifier[] = []): void => {
    if (end > start && !found.has(start)) found.set(start, { span: { start, end }, type, modifiers });
  };
  for (const reference of document.analysis.unit.references) addReference(document, reference, add);
  const { file, lexed } = document.analysis.unit;
  forEachNode(file, (node) => {
    if (node.kind === 'method') add(node.name, 'method');
    if (node.kind === 'member') add(node.name, 'property');
    if (node.kind === 'map')
      for (const { key, keySpan } of node.entries)
        if (typeof key === 'string' && text.charAt(keySpan.start) !== '"') add(keySpan, 'property');
  });
  forEachType(file, (type) => {
    for (const { name, span } of type.alternatives)
      add({ start: span.start, end: span.start + name.length }, 'type');
  });
  for (const token of lexed.tokens) {
    if (token.kind === 'word' && CONTEXTUAL_WORDS.has(token.text)) add(token, 'keyword');
  }
  for (const behavior of file.behaviors) {
    if (!behavior.implicit && text.charAt(behavior.name.start) !== '"')
      add(behavior.name, 'type', ['declaration']);
    for (const { handler } of handlersOf(behavior)) addTrigger(handler.trigger, text, add);
  }
  return [...found.values()].sort((a, b) => a.span.start - b.span.start);
}

/** The word behind `on`, which is no word of the language elsewhere. */
function addTrigger({ start, end }: Span, text: string, add: (span: Span, type: TokenType) => void): void {
  const word = /^[a-z_]+/.exec(text.slice(start, end))?.[0] ?? '';
  add({ start, end: start + word.length }, 'keyword');
}

function addReference(
  document: Document,
  { span, binding, role }: Reference,
  add: (span: Span, type: TokenType, modifiers?: readonly TokenModifier[]) => void,
): void {
  const declaration: readonly TokenModifier[] = role === 'declare' ? ['declaration'] : [];
  switch (binding.kind) {
    case 'local': {
      const { kind } = binding.variable;
      add(
        span,
        kind === 'parameter' ? 'parameter' : 'variable',
        kind === 'const' ? [...declaration, 'readonly'] : declaration,
      );
      return;
    }
    case 'constant':
      add(span, 'variable', [...declaration, 'readonly']);
      return;
    case 'function':
      add(span, 'function', declaration);
      return;
    case 'builtin': {
      const entry = document.analysis.library.entry(binding.name);
      const mutation: readonly TokenModifier[] = entry?.mutates === true ? ['mutation'] : [];
      if (entry?.constant === true || entry === undefined)
        add(span, 'variable', ['readonly', 'defaultLibrary']);
      else add(span, 'function', ['defaultLibrary', ...mutation]);
      return;
    }
    case 'module':
      // A path in quotes keeps the colour of a string.
      if (document.text.charAt(span.start) !== '"') add(span, 'namespace', declaration);
      return;
    case 'state':
      add(span, 'type', declaration);
      return;
    case 'unknown':
  }
}

/** The five numbers for each token that editors take: line and start against the token before, length, type, modifiers. */
export function encodeTokens(tokens: readonly SemanticToken[], lines: LineTable): Uint32Array {
  const data = new Uint32Array(tokens.length * 5);
  let lastLine = 1;
  let lastColumn = 1;
  tokens.forEach(({ span, type, modifiers }, index) => {
    const { line, column } = lines.position(span.start);
    const bits = modifiers.reduce((sum, modifier) => sum | (1 << TOKEN_MODIFIERS.indexOf(modifier)), 0);
    const from = line === lastLine ? column - lastColumn : column - 1;
    data.set([line - lastLine, from, span.end - span.start, TOKEN_TYPES.indexOf(type), bits], index * 5);
    lastLine = line;
    lastColumn = column;
  });
  return data;
}
