/** From the language service's plain data to what the protocol calls it. */
import {
  CompletionItemKind,
  DiagnosticSeverity,
  DiagnosticTag,
  DocumentHighlightKind,
  FoldingRangeKind,
  InsertTextFormat,
  MarkupKind,
  SymbolKind,
  type CompletionItem as LspCompletionItem,
  type Diagnostic as LspDiagnostic,
  type FoldingRange as LspFoldingRange,
  type MarkupContent,
  type SignatureHelp as LspSignatureHelp,
  type TextEdit as LspTextEdit,
} from 'vscode-languageserver/node';
import type { Diagnostic } from '../wander/diagnostic';
import type { LineTable } from '../wander/positions';
import type { CompletionItem } from '../wander/service/completion-item';
import type { TextEdit } from '../wander/service/diagnostics';
import type { Hover } from '../wander/service/hover';
import type { ReferenceLocation } from '../wander/service/navigation';
import { TOKEN_MODIFIERS } from '../wander/service/semantic-tokens';
import type { SignatureHelp } from '../wander/service/signature';
import type { DocumentSymbol, FoldingRange } from '../wander/service/structure';
import { SYNTAX_TOKEN_TYPES, type SyntaxToken } from '../wander/service/syntax-tokens';
import type { ClientFeatures } from './client';
import type { LspText } from './text';

const SEVERITIES = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
} as const;

/** Codes of things that are there for nothing: clients show them faded. */
const UNNECESSARY = /^(unused|unreachable)/;

export function diagnosticOf(text: LspText, diagnostic: Diagnostic, client: ClientFeatures): LspDiagnostic {
  const { severity, code, message, hint, span } = diagnostic;
  const isFaded = client.fadedDiagnostics && UNNECESSARY.test(code);
  return {
    range: text.range(span),
    severity: SEVERITIES[severity],
    code,
    source: 'wander',
    message: hint === undefined ? message : `${message}\n${hint}`,
    ...(isFaded && { tags: [DiagnosticTag.Unnecessary] }),
  };
}

export function editOf(text: LspText, { span, replacement }: TextEdit): LspTextEdit {
  return { range: text.range(span), newText: replacement };
}

const COMPLETION_KINDS = {
  variable: CompletionItemKind.Variable,
  constant: CompletionItemKind.Constant,
  function: CompletionItemKind.Function,
  method: CompletionItemKind.Method,
  property: CompletionItemKind.Property,
  module: CompletionItemKind.Module,
  keyword: CompletionItemKind.Keyword,
  type: CompletionItemKind.Class,
  text: CompletionItemKind.Value,
  snippet: CompletionItemKind.Snippet,
} as const satisfies Readonly<Record<CompletionItem['kind'], CompletionItemKind>>;

export function completionOf(text: LspText, item: CompletionItem, client: ClientFeatures): LspCompletionItem {
  const { label, kind, detail, doc, insert, snippet, span, rank } = item;
  const isSnippet = snippet === true && client.snippets;
  return {
    label,
    kind: COMPLETION_KINDS[kind],
    ...(detail !== undefined && { detail }),
    ...(doc !== undefined && { documentation: docText(doc, client.markdown.completion) }),
    // Nearer things first, whatever the client makes of equal matches.
    sortText: `${String(rank).padStart(2, '0')} ${label}`,
    filterText: label,
    insertTextFormat: isSnippet ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
    textEdit: {
      range: text.range(span),
      newText: snippet === true && !client.snippets ? withoutPlaces(insert) : insert,
    },
  };
}

/** What a snippet inserts where places to fill in are not known: `if ${1:condition} then` → `if condition then`. */
export function withoutPlaces(snippet: string): string {
  return snippet.replaceAll(/\$\{\d+:([^}]*)\}|\$\d+/g, (_place, shown: string | undefined) => shown ?? '');
}

/** A comment may hold anything: as Markdown it is shown as it was written, and no link, image or markup in it has an effect. */
function docText(doc: string, isMarkdown: boolean): MarkupContent {
  if (!isMarkdown) return { kind: MarkupKind.PlainText, value: doc };
  const value = doc.replaceAll(/[\\`*[\]<>!&~|]/g, '\\$&').replaceAll('\n', '  \n');
  return { kind: MarkupKind.Markdown, value };
}

function codeText(code: string, isMarkdown: boolean): string {
  if (!isMarkdown) return code;
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}wander\n${code}\n${fence}`;
}

export function hoverContent({ code, doc, example }: Hover, client: ClientFeatures): MarkupContent {
  const isMarkdown = client.markdown.hover;
  const parts = [
    codeText(code, isMarkdown),
    ...(doc === undefined ? [] : [docText(doc, isMarkdown).value]),
    ...(example === undefined ? [] : [codeText(example, isMarkdown)]),
  ];
  return { kind: isMarkdown ? MarkupKind.Markdown : MarkupKind.PlainText, value: parts.join('\n\n') };
}

export function signatureOf(help: SignatureHelp, client: ClientFeatures): LspSignatureHelp {
  const { label, parameters, doc, active } = help;
  return {
    signatures: [
      {
        label,
        parameters: parameters.map(({ start, end, doc: own }) => ({
          label: client.parameterOffsets ? [start, end] : label.slice(start, end),
          ...(own !== undefined && { documentation: docText(own, client.markdown.signature) }),
        })),
        ...(doc !== undefined && { documentation: docText(doc, client.markdown.signature) }),
      },
    ],
    activeSignature: 0,
    activeParameter: active,
  };
}

export const SYMBOL_KINDS = {
  function: SymbolKind.Function,
  constant: SymbolKind.Constant,
  module: SymbolKind.Module,
  behavior: SymbolKind.Class,
  variable: SymbolKind.Field,
  state: SymbolKind.Namespace,
  handler: SymbolKind.Event,
  test: SymbolKind.Method,
} as const satisfies Readonly<Record<DocumentSymbol['kind'], SymbolKind>>;

const FOLDING_KINDS = {
  block: undefined,
  comment: FoldingRangeKind.Comment,
  imports: FoldingRangeKind.Imports,
} as const;

/** The service counts the lines that `\n` ends; a client also those that a lone `\r` ends. */
export function foldingOf(text: LspText, lines: LineTable, range: FoldingRange): LspFoldingRange {
  const kind = FOLDING_KINDS[range.kind];
  return {
    startLine: text.position(lines.startOfLine(range.from)).line,
    endLine: text.position(lines.startOfLine(range.to)).line,
    ...(kind !== undefined && { kind }),
  };
}

export const HIGHLIGHT_KINDS = {
  declare: DocumentHighlightKind.Write,
  write: DocumentHighlightKind.Write,
  read: DocumentHighlightKind.Read,
  call: DocumentHighlightKind.Read,
} as const satisfies Readonly<Record<ReferenceLocation['role'], DocumentHighlightKind>>;

/** Five numbers for each token: line and character against the token before, length, type, modifiers. */
export function encodedTokens(text: LspText, tokens: readonly SyntaxToken[]): number[] {
  const data: number[] = [];
  let [line, character] = [0, 0];
  for (const { span, type, modifiers } of tokens) {
    const start = text.position(span.start);
    const end = text.position(span.end);
    const length = end.line === start.line ? end.character - start.character : 0;
    if (length === 0) continue;
    const bits = modifiers.reduce((sum, modifier) => sum | (1 << TOKEN_MODIFIERS.indexOf(modifier)), 0);
    const from = start.line === line ? start.character - character : start.character;
    data.push(start.line - line, from, length, SYNTAX_TOKEN_TYPES.indexOf(type), bits);
    ({ line, character } = start);
  }
  return data;
}
