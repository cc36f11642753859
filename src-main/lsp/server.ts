/** The language server: the protocol on two streams, answered by the language service over the project's files. */
import {
  createConnection,
  DidChangeWatchedFilesNotification,
  DocumentDiagnosticReportKind,
  ErrorCodes,
  LSPErrorCodes,
  Message,
  ResponseError,
  TextDocuments,
  type CancellationToken,
  type Connection,
  type Diagnostic,
  type DocumentDiagnosticReport,
  type InitializeParams,
  type InitializeResult,
} from 'vscode-languageserver/node';
import { featuresOf, PLAIN_CLIENT, serverCapabilities } from './client';
import { DiagnosticsPublisher } from './diagnostics-publisher';
import {
  completionAt,
  diagnosticsOf,
  fixesIn,
  foldingIn,
  formattingOf,
  highlightsAt,
  hoverAt,
  signatureAt,
  symbolsOf,
  tokensOf,
} from './features';
import { isWander, pathOfUri, type OpenDocument } from './files';
import { definitionAt, referencesAt, renameAt, renameRange, symbolsNamed } from './navigation';
import { LspText } from './text';
import { Workspace, type Source } from './workspace';

/** Files whose change may change what is right in a document. */
const WATCHED = ['**/*.wander', '**/*.tool.json', '**/game.json', '**/*.sky.json'];

const CANCELLED = { code: LSPErrorCodes.RequestCancelled, message: 'Cancelled.' };

export interface ServerOptions {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  readonly version: string;
}

/**
 * Serves until the client says `exit` or closes the input; then the process ends, with 0 after a `shutdown` and 1 without.
 */
export function startLanguageServer({ input, output, version }: ServerOptions): void {
  const connection = createConnection(input, output, {
    // What was taken back before its turn came is never worked out.
    cancelUndispatched: (message) =>
      Message.isRequest(message)
        ? { jsonrpc: message.jsonrpc, id: message.id, error: { ...CANCELLED } }
        : undefined,
  });
  new LanguageServer(connection, version).start();
}

class LanguageServer {
  private client = PLAIN_CLIENT;
  private state: 'new' | 'ready' | 'shut down' = 'new';
  private serial = 0;
  private readonly documents = new TextDocuments<OpenDocument>({
    create: (uri, language, version, content) =>
      this.document(uri, language, version, new LspText(content, this.client.encoding)),
    update: ({ uri, language, text }, changes, version) => {
      const changed = changes.reduce<LspText>((before, change) => before.changed(change), text);
      return this.document(uri, language, version, changed);
    },
  });
  private readonly workspace = new Workspace(
    () => this.documents.all(),
    () => this.client.encoding,
  );
  private readonly publisher: DiagnosticsPublisher;

  constructor(
    private readonly connection: Connection,
    private readonly version: string,
  ) {
    this.publisher = new DiagnosticsPublisher({
      workspace: this.workspace,
      client: () => this.client,
      openDocuments: () => this.documents.all(),
      publish: (message) => void connection.sendDiagnostics(message),
      refresh: () => void connection.languages.diagnostics.refresh(),
      log: (problem) => connection.console.error(String(problem)),
    });
  }

  private document(uri: string, language: string, version: number, text: LspText): OpenDocument {
    this.serial += 1;
    return { uri, path: pathOfUri(uri), language, version, text, serial: this.serial };
  }

  start(): void {
    const { connection, documents, publisher } = this;
    connection.onInitialize((params) => this.initialize(params));
    connection.onInitialized(() => this.watchFiles());
    connection.onShutdown(() => {
      this.state = 'shut down';
      publisher.stop();
    });
    documents.onDidChangeContent(() => publisher.schedule());
    documents.onDidSave(() => publisher.schedule());
    documents.onDidClose(({ document: { uri } }) => {
      this.workspace.forget(uri);
      publisher.close(uri);
      // Where others use its functions, the disk counts from now on.
      publisher.schedule();
    });
    connection.onDidChangeWatchedFiles(() => publisher.schedule());
    this.answerAboutDocuments();
    this.answerAboutPlaces();
    documents.listen(connection);
    connection.listen();
  }

  private initialize(params: InitializeParams): InitializeResult {
    // Some clients leave out what the protocol wants them to say.
    const { rootUri, capabilities = {} } = params as Partial<InitializeParams>;
    this.client = featuresOf(capabilities);
    const folders = params.workspaceFolders?.map(({ uri }) => uri);
    this.workspace.setFolders(folders ?? (typeof rootUri === 'string' ? [rootUri] : []));
    this.state = 'ready';
    return {
      capabilities: serverCapabilities(this.client),
      serverInfo: { name: 'skywalker', version: this.version },
    };
  }

  private watchFiles(): void {
    const { connection, client } = this;
    connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
      this.workspace.changeFolders(
        added.map(({ uri }) => uri),
        removed.map(({ uri }) => uri),
      );
      this.publisher.schedule();
    });
    if (!client.watchFiles) return;
    const watchers = WATCHED.map((globPattern) => ({ globPattern }));
    connection.client
      .register(DidChangeWatchedFilesNotification.type, { watchers })
      .catch((problem: unknown) => connection.console.warn(String(problem)));
  }

  private answerAboutDocuments(): void {
    const { connection } = this;
    connection.onCompletion(
      this.asked([], (source, { position }) => completionAt(source, position, this.client)),
    );
    connection.onHover(this.asked(null, (source, { position }) => hoverAt(source, position, this.client)));
    connection.onSignatureHelp(
      this.asked(null, (source, { position }) => signatureAt(source, position, this.client)),
    );
    connection.onDocumentHighlight(this.asked([], (source, { position }) => highlightsAt(source, position)));
    connection.onDocumentSymbol(this.asked([], (source) => symbolsOf(source, this.client)));
    connection.onFoldingRanges(this.asked([], (source) => foldingIn(source)));
    connection.onDocumentFormatting(this.asked([], (source) => formattingOf(source)));
    connection.onDocumentRangeFormatting(this.asked([], (source, { range }) => formattingOf(source, range)));
    connection.onCodeAction(
      this.asked([], (source, { range, context }) =>
        fixesIn(source, this.workspace.versionOf(source.uri), range, context.only, this.client),
      ),
    );
    const { semanticTokens, diagnostics } = connection.languages;
    semanticTokens.on(this.asked({ data: [] }, (source) => ({ data: tokensOf(source) })));
    semanticTokens.onRange(
      this.asked({ data: [] }, (source, { range }) => ({ data: tokensOf(source, range) })),
    );
    diagnostics.on(
      this.asked(report([]), (source) => {
        this.publisher.pulled(source);
        return report(diagnosticsOf(source, this.client));
      }),
    );
  }

  private answerAboutPlaces(): void {
    const { connection, workspace } = this;
    connection.onDefinition(
      this.asked(null, (source, { position }) => definitionAt(workspace, source, position)),
    );
    connection.onReferences(
      this.asked([], (source, { position, context }) =>
        referencesAt(workspace, source, position, context.includeDeclaration),
      ),
    );
    connection.onPrepareRename(
      this.asked(null, (source, { position }) => renameRange(workspace, source, position)),
    );
    connection.onRenameRequest(
      this.asked(null, (source, { position, newName }) => {
        const outcome = renameAt(workspace, source, position, newName, this.client);
        if (!('problem' in outcome)) return outcome;
        throw new ResponseError(LSPErrorCodes.RequestFailed, outcome.problem);
      }),
    );
    connection.onWorkspaceSymbol(({ query }) => {
      this.mustBeReady();
      return symbolsNamed(workspace, workspace.knownProjects(), query);
    });
  }

  /** A handler for questions about an open Wander document; about any other, the answer is `otherwise`. */
  private asked<P extends { readonly textDocument: { readonly uri: string } }, A>(
    otherwise: A,
    answer: (source: Source, params: P) => A,
  ): (params: P, token: CancellationToken) => A {
    return (params, token) => {
      this.mustBeReady();
      const document = this.documents.get(params.textDocument.uri);
      if (document === undefined || !isWander(document)) return otherwise;
      if (token.isCancellationRequested) throw new ResponseError(CANCELLED.code, CANCELLED.message);
      return answer(this.workspace.sourceOf(document), params);
    };
  }

  private mustBeReady(): void {
    if (this.state === 'new')
      throw new ResponseError(ErrorCodes.ServerNotInitialized, 'The first request must be "initialize".');
    if (this.state === 'shut down')
      throw new ResponseError(ErrorCodes.InvalidRequest, 'The server has been shut down.');
  }
}

function report(items: Diagnostic[]): DocumentDiagnosticReport {
  return { kind: DocumentDiagnosticReportKind.Full, items };
}
