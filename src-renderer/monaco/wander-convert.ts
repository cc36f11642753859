/** Between the language service's plain data, which counts offsets, and the editor's, which counts lines and columns. */
import type { editor, IRange, languages } from 'monaco-editor/editor/editor.api.js';
import { visibleText } from '../ui/visible-text';
import type { CompletionItem, Diagnostic, Hover, Span } from './wander-protocol';

/** The parts of a model that offsets are turned into places with. */
export interface Places {
  getPositionAt(offset: number): { readonly lineNumber: number; readonly column: number };
}

export function rangeOf(places: Places, span: Span): IRange {
  const start = places.getPositionAt(span.start);
  const end = places.getPositionAt(span.end);
  return {
    startLineNumber: start.lineNumber,
    startColumn: start.column,
    endLineNumber: end.lineNumber,
    endColumn: end.column,
  };
}

/** Text from a document as Markdown that shows it as it is: no link, image or markup of it has any effect. */
export function escapeMarkdown(text: string): string {
  return visibleText(text, 'many')
    .replace(/[\\`*_{}[\]()#+\-.!<>|~&$:/@^=]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replaceAll('\n', '\n\n');
}

/** A fence that the code does not close. */
export function codeBlock(code: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map((run) => run[0].length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}wander\n${visibleText(code, 'many')}\n${fence}`;
}

export function hoverText(hover: Hover): readonly string[] {
  return [
    codeBlock(hover.code),
    ...(hover.doc === undefined ? [] : [escapeMarkdown(hover.doc)]),
    ...(hover.example === undefined ? [] : [codeBlock(hover.example)]),
  ];
}

/** Monaco's severities. */
const SEVERITIES = { error: 8, warning: 4, info: 2 } as const;

/** Codes of things that are there for nothing: shown faded. */
const UNNECESSARY = /^(unused|unreachable)/;

export function markerOf(places: Places, diagnostic: Diagnostic): editor.IMarkerData {
  const { span, hint } = diagnostic;
  const range = rangeOf(places, span.end > span.start ? span : { start: span.start, end: span.start + 1 });
  return {
    ...range,
    severity: SEVERITIES[diagnostic.severity],
    message: visibleText(hint === undefined ? diagnostic.message : `${diagnostic.message}\n${hint}`, 'many'),
    code: diagnostic.code,
    source: 'wander',
    ...(UNNECESSARY.test(diagnostic.code) ? { tags: [1] } : {}),
  };
}

/** By the numbers of `languages.CompletionItemKind`. */
const KINDS: Readonly<Record<CompletionItem['kind'], number>> = {
  method: 0,
  function: 1,
  variable: 4,
  module: 8,
  property: 9,
  constant: 14,
  keyword: 17,
  text: 18,
  type: 24,
  snippet: 28,
};
const INSERT_AS_SNIPPET = 4;

/** `rank` sorts first, then the label. */
export function completionOf(places: Places, item: CompletionItem): languages.CompletionItem {
  return {
    label: visibleText(item.label),
    filterText: item.label,
    kind: KINDS[item.kind],
    insertText: item.insert,
    range: rangeOf(places, item.span),
    sortText: `${String(item.rank).padStart(4, '0')} ${item.label}`,
    ...(item.detail === undefined ? {} : { detail: visibleText(item.detail) }),
    // A string is shown as it is; only an object would be read as Markdown.
    ...(item.doc === undefined ? {} : { documentation: visibleText(item.doc, 'many') }),
    ...(item.snippet === true ? { insertTextRules: INSERT_AS_SNIPPET } : {}),
  };
}
