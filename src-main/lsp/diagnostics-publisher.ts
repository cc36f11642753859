/** Tells the client what is wrong with its open documents, as they and what they depend on change. */
import type { Diagnostic } from 'vscode-languageserver/node';
import type { ServiceFacts } from '../wander/service/document';
import type { ClientFeatures } from './client';
import { diagnosticsOf } from './features';
import { isWander, type OpenDocument } from './files';
import type { LspText } from './text';
import type { Source, Workspace } from './workspace';

/** Long enough that what is typed in one go is one text. */
const PAUSE_MS = 60;

export interface Published {
  readonly uri: string;
  readonly version?: number;
  readonly diagnostics: Diagnostic[];
}

export interface PublisherParts {
  readonly workspace: Workspace;
  client(): ClientFeatures;
  openDocuments(): readonly OpenDocument[];
  publish(message: Published): void;
  /** Asks a client that pulls to ask again. */
  refresh(): void;
  log(problem: unknown): void;
}

/** What the last word about a document was about. */
interface Told {
  readonly text: LspText;
  readonly facts: ServiceFacts;
}

export class DiagnosticsPublisher {
  private timer: NodeJS.Timeout | undefined;
  private readonly told = new Map<string, Told>();

  constructor(private readonly parts: PublisherParts) {}

  /** Something has changed: after a pause, every document that is concerned is looked at. */
  schedule(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.tell(), PAUSE_MS);
  }

  close(uri: string): void {
    if (this.told.delete(uri) && !this.parts.client().pullDiagnostics)
      this.parts.publish({ uri, diagnostics: [] });
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  /** A client that pulls has just been told about a document as it is now. */
  pulled(source: Source): void {
    this.told.set(source.uri, { text: source.text, facts: source.facts });
  }

  private tell(): void {
    const { parts } = this;
    const client = parts.client();
    let isOutdated = false;
    for (const document of parts.openDocuments().filter(isWander)) {
      // A mistake of ours must not end the server.
      try {
        const source = parts.workspace.sourceOf(document);
        const before = this.told.get(document.uri);
        if (before?.text === source.text && before.facts === source.facts) continue;
        if (client.pullDiagnostics) {
          // About a text that it has changed the client asks by itself; not where something around it has changed.
          if (before?.text === source.text) isOutdated = this.told.delete(document.uri);
          continue;
        }
        this.told.set(document.uri, { text: source.text, facts: source.facts });
        const diagnostics = diagnosticsOf(source, client);
        parts.publish({ uri: document.uri, version: document.version, diagnostics });
      } catch (problem) {
        parts.log(problem);
      }
    }
    if (isOutdated && client.refreshDiagnostics) parts.refresh();
  }
}
