/** A language client that starts the real server as a process and talks to it on its standard streams. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type ClientCapabilities,
  type Diagnostic,
  type InitializeResult,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  type Range,
} from 'vscode-languageserver/node';
import { pathToFileURL } from 'node:url';

/** What a capable editor says of itself. */
export const CAPABLE: ClientCapabilities = {
  general: { positionEncodings: ['utf-16'] },
  textDocument: {
    completion: { completionItem: { snippetSupport: true, documentationFormat: ['markdown', 'plaintext'] } },
    hover: { contentFormat: ['markdown', 'plaintext'] },
    signatureHelp: {
      signatureInformation: {
        documentationFormat: ['markdown'],
        parameterInformation: { labelOffsetSupport: true },
      },
    },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix'] } } },
    publishDiagnostics: { tagSupport: { valueSet: [1, 2] }, versionSupport: true },
    rename: { prepareSupport: true },
  },
  workspace: {
    workspaceEdit: { documentChanges: true },
    didChangeWatchedFiles: { dynamicRegistration: true },
    workspaceFolders: true,
  },
};

type Listener = () => void;

export class TestClient {
  readonly connection: ProtocolConnection;
  readonly registrations: string[] = [];
  /** How often the server asked to pull the diagnostics again. */
  refreshes = 0;
  errors = '';
  private readonly published = new Map<string, PublishDiagnosticsParams>();
  private readonly versions = new Map<string, number>();
  private listeners: Listener[] = [];

  private constructor(readonly child: ChildProcess) {
    const { stdin, stdout, stderr } = child;
    if (stdin === null || stdout === null || stderr === null) throw new Error('The process has no streams');
    stderr.on('data', (chunk: Buffer) => (this.errors += chunk.toString('utf8')));
    this.connection = createProtocolConnection(
      new StreamMessageReader(stdout),
      new StreamMessageWriter(stdin),
    );
    this.connection.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) => {
      this.published.set(params.uri, params);
      this.wake();
    });
    this.connection.onRequest(
      'client/registerCapability',
      ({ registrations }: { registrations: { method: string }[] }) => {
        this.registrations.push(...registrations.map(({ method }) => method));
        this.wake();
        return null;
      },
    );
    this.connection.onRequest('workspace/diagnostic/refresh', () => {
      this.refreshes += 1;
      this.wake();
      return null;
    });
    this.connection.listen();
  }

  /** Starts a server without a word to it. */
  static start(script: string): TestClient {
    return new TestClient(spawn(process.execPath, [script, 'lsp', '--stdio'], { stdio: 'pipe' }));
  }

  async initialize(
    folder: string | undefined,
    capabilities: ClientCapabilities = CAPABLE,
  ): Promise<InitializeResult> {
    const folders = folder === undefined ? null : [{ uri: uriOf(folder), name: 'project' }];
    const result = await this.ask<InitializeResult>('initialize', {
      processId: process.pid,
      rootUri: folder === undefined ? null : uriOf(folder),
      workspaceFolders: folders,
      capabilities,
    });
    await this.connection.sendNotification('initialized', {});
    return result;
  }

  ask<A>(method: string, params: object): Promise<A> {
    return this.connection.sendRequest<A>(method, params);
  }

  async open(uri: string, text: string, languageId = 'wander'): Promise<void> {
    this.versions.set(uri, 1);
    await this.connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId, version: 1, text },
    });
  }

  /** Without a range, all of the text is replaced. */
  async change(uri: string, ...changes: readonly { range?: Range; text: string }[]): Promise<number> {
    const version = (this.versions.get(uri) ?? 0) + 1;
    this.versions.set(uri, version);
    await this.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version },
      contentChanges: changes,
    });
    return version;
  }

  async close(uri: string): Promise<void> {
    this.versions.delete(uri);
    await this.connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
  }

  async tellOfChanges(...paths: readonly string[]): Promise<void> {
    await this.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: paths.map((path) => ({ uri: uriOf(path), type: 2 })),
    });
  }

  /** The diagnostics of a document's present version. */
  async diagnostics(uri: string): Promise<readonly Diagnostic[]> {
    await this.until(() => this.published.get(uri)?.version === this.versions.get(uri));
    return this.published.get(uri)?.diagnostics ?? [];
  }

  /** Waits until the diagnostics of a document are such. */
  async diagnosticsLike(
    uri: string,
    isRight: (found: readonly Diagnostic[]) => boolean,
  ): Promise<readonly Diagnostic[]> {
    await this.until(() => isRight(this.published.get(uri)?.diagnostics ?? []) && this.published.has(uri));
    return this.published.get(uri)?.diagnostics ?? [];
  }

  /** Waits for a condition, which only what the server says can make true. */
  async until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) await new Promise<void>((resolve) => this.listeners.push(resolve));
  }

  /** Asks the server to end; its exit code. */
  async end(): Promise<number | null> {
    const exited = once(this.child, 'exit');
    await this.ask('shutdown', {});
    await this.connection.sendNotification('exit');
    const [code] = (await exited) as [number | null];
    return code;
  }

  kill(): void {
    this.connection.dispose();
    this.child.kill('SIGKILL');
  }

  private wake(): void {
    const waiting = this.listeners;
    this.listeners = [];
    for (const listener of waiting) listener();
  }
}

export function uriOf(path: string): string {
  return pathToFileURL(path).href;
}
