/** What the client can do, as far as answers depend on it; and what the server says that it can do. */
import {
  CodeActionKind,
  MarkupKind,
  TextDocumentSyncKind,
  type ClientCapabilities,
  type ServerCapabilities,
} from 'vscode-languageserver/node';
import { TOKEN_MODIFIERS } from '../wander/service/semantic-tokens';
import { SYNTAX_TOKEN_TYPES } from '../wander/service/syntax-tokens';
import { chooseEncoding, type Encoding } from './encoding';

export interface ClientFeatures {
  readonly encoding: Encoding;
  readonly snippets: boolean;
  readonly markdown: { readonly hover: boolean; readonly completion: boolean; readonly signature: boolean };
  readonly parameterOffsets: boolean;
  readonly nestedSymbols: boolean;
  readonly codeActions: boolean;
  /** Edits can name the version of the text that they are for. */
  readonly versionedEdits: boolean;
  readonly pullDiagnostics: boolean;
  readonly refreshDiagnostics: boolean;
  readonly fadedDiagnostics: boolean;
  readonly watchFiles: boolean;
}

/** Before the client has said anything. */
export const PLAIN_CLIENT: ClientFeatures = featuresOf({});

export function featuresOf({ general, textDocument, workspace }: ClientCapabilities): ClientFeatures {
  const likesMarkdown = (formats: readonly MarkupKind[] | undefined): boolean =>
    formats?.includes(MarkupKind.Markdown) ?? false;
  const signature = textDocument?.signatureHelp?.signatureInformation;
  const completion = textDocument?.completion?.completionItem;
  return {
    encoding: chooseEncoding(general?.positionEncodings),
    snippets: completion?.snippetSupport ?? false,
    markdown: {
      hover: likesMarkdown(textDocument?.hover?.contentFormat),
      completion: likesMarkdown(completion?.documentationFormat),
      signature: likesMarkdown(signature?.documentationFormat),
    },
    parameterOffsets: signature?.parameterInformation?.labelOffsetSupport ?? false,
    nestedSymbols: textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport ?? false,
    codeActions: textDocument?.codeAction?.codeActionLiteralSupport !== undefined,
    versionedEdits: workspace?.workspaceEdit?.documentChanges ?? false,
    pullDiagnostics: textDocument?.diagnostic !== undefined,
    refreshDiagnostics: workspace?.diagnostics?.refreshSupport ?? false,
    fadedDiagnostics: textDocument?.publishDiagnostics?.tagSupport !== undefined,
    watchFiles: workspace?.didChangeWatchedFiles?.dynamicRegistration ?? false,
  };
}

export function serverCapabilities(client: ClientFeatures): ServerCapabilities {
  return {
    positionEncoding: client.encoding,
    textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
    completionProvider: { triggerCharacters: ['.', '"', "'"] },
    hoverProvider: true,
    signatureHelpProvider: { triggerCharacters: ['(', ','], retriggerCharacters: [')'] },
    definitionProvider: true,
    referencesProvider: true,
    documentHighlightProvider: true,
    documentSymbolProvider: true,
    workspaceSymbolProvider: true,
    foldingRangeProvider: true,
    renameProvider: { prepareProvider: true },
    documentFormattingProvider: true,
    documentRangeFormattingProvider: true,
    codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
    semanticTokensProvider: {
      legend: { tokenTypes: [...SYNTAX_TOKEN_TYPES], tokenModifiers: [...TOKEN_MODIFIERS] },
      full: true,
      range: true,
    },
    ...(client.pullDiagnostics && {
      diagnosticProvider: { identifier: 'wander', interFileDependencies: true, workspaceDiagnostics: false },
    }),
    workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
  };
}
