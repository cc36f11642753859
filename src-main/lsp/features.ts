/** What can be asked about one document, answered by the language service. */
import {
  CodeActionKind,
  type CodeAction,
  type CompletionItem,
  type Diagnostic,
  type DocumentHighlight,
  type DocumentSymbol,
  type FoldingRange,
  type Hover,
  type Position,
  type Range,
  type SignatureHelp,
  type SymbolInformation,
  type TextEdit,
} from 'vscode-languageserver/node';
import { LineTable } from '../wander/positions';
import { complete } from '../wander/service/completion';
import { diagnostics, quickFixes } from '../wander/service/diagnostics';
import { formatEdits } from '../wander/service/formatting';
import { hover } from '../wander/service/hover';
import { references } from '../wander/service/navigation';
import { signatureHelp } from '../wander/service/signature';
import { folding, symbols, withChildren, type DocumentSymbol as Symbol } from '../wander/service/structure';
import { syntaxTokens } from '../wander/service/syntax-tokens';
import type { ClientFeatures } from './client';
import {
  completionOf,
  diagnosticOf,
  editOf,
  encodedTokens,
  foldingOf,
  HIGHLIGHT_KINDS,
  hoverContent,
  signatureOf,
  SYMBOL_KINDS,
} from './convert';
import type { Source } from './workspace';

/** Marks beyond this are no help. */
const MOST_DIAGNOSTICS = 1000;

export function diagnosticsOf({ text, facts }: Source, client: ClientFeatures): Diagnostic[] {
  return diagnostics(text.text, facts)
    .slice(0, MOST_DIAGNOSTICS)
    .map((diagnostic) => diagnosticOf(text, diagnostic, client));
}

export function completionAt(
  { text, facts }: Source,
  position: Position,
  client: ClientFeatures,
): CompletionItem[] {
  return complete(text.text, text.offset(position), facts).map((item) => completionOf(text, item, client));
}

export function hoverAt({ text, facts }: Source, position: Position, client: ClientFeatures): Hover | null {
  const found = hover(text.text, text.offset(position), facts);
  return found === undefined
    ? null
    : { range: text.range(found.span), contents: hoverContent(found, client) };
}

export function signatureAt(
  { text, facts }: Source,
  position: Position,
  client: ClientFeatures,
): SignatureHelp | null {
  const help = signatureHelp(text.text, text.offset(position), facts);
  return help === undefined ? null : signatureOf(help, client);
}

export function highlightsAt({ text, facts }: Source, position: Position): DocumentHighlight[] {
  return references(text.text, text.offset(position), facts).map(({ span, role }) => ({
    range: text.range(span),
    kind: HIGHLIGHT_KINDS[role],
  }));
}

export function symbolsOf(source: Source, client: ClientFeatures): DocumentSymbol[] | SymbolInformation[] {
  const { text, facts, uri } = source;
  const found = symbols(text.text, facts);
  if (client.nestedSymbols) return found.map((symbol) => nestedSymbol(source, symbol));
  return withChildren(found).map(({ name, kind, span }) => ({
    name,
    kind: SYMBOL_KINDS[kind],
    location: { uri, range: text.range(span) },
  }));
}

function nestedSymbol(source: Source, symbol: Symbol): DocumentSymbol {
  const { text } = source;
  const { name, kind, detail, span, nameSpan, children } = symbol;
  return {
    name,
    kind: SYMBOL_KINDS[kind],
    ...(detail !== '' && { detail }),
    range: text.range(span),
    selectionRange: text.range(nameSpan),
    ...(children && { children: children.map((child) => nestedSymbol(source, child)) }),
  };
}

export function foldingIn({ text }: Source): FoldingRange[] {
  const lines = new LineTable(text.text);
  return folding(text.text)
    .map((range) => foldingOf(text, lines, range))
    .filter(({ startLine, endLine }) => endLine > startLine);
}

/** Of the whole text, or of what touches a range. */
export function tokensOf({ text, facts }: Source, range?: Range): number[] {
  const tokens = syntaxTokens(text.text, facts);
  if (range === undefined) return encodedTokens(text, tokens);
  const { start, end } = text.span(range);
  return encodedTokens(
    text,
    tokens.filter(({ span }) => span.start < end && span.end > start),
  );
}

export function formattingOf({ text }: Source, range?: Range): TextEdit[] {
  const edits = formatEdits(text.text, range === undefined ? undefined : text.span(range));
  return edits.map((edit) => editOf(text, edit));
}

/** The quick fixes for what is wrong within a range. `only`: the kinds that are wanted. */
export function fixesIn(
  { uri, text, facts }: Source,
  version: number | null,
  range: Range,
  only: readonly CodeActionKind[] | undefined,
  client: ClientFeatures,
): CodeAction[] {
  const isWanted =
    only === undefined || only.some((kind) => kind === '' || kind === CodeActionKind.QuickFix.toString());
  if (!isWanted || !client.codeActions) return [];
  return quickFixes(text.text, text.span(range), facts).map((fix, index) => {
    const edits = fix.edits.map((edit) => editOf(text, edit));
    return {
      title: fix.title,
      kind: CodeActionKind.QuickFix,
      diagnostics: [diagnosticOf(text, fix.diagnostic, client)],
      isPreferred: index === 0,
      edit: client.versionedEdits
        ? { documentChanges: [{ textDocument: { uri, version }, edits }] }
        : { changes: { [uri]: edits } },
    };
  });
}
