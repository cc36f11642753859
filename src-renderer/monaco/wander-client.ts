/** Asks the language service's worker. It starts with the first question and is started again if it dies. */
import type { CancellationToken, editor } from 'monaco-editor/editor/editor.api.js';
import type { FileTexts, FromWorker, Question, Questions, SentFacts, ToWorker } from './wander-protocol';
import WanderWorker from './wander.worker?worker';

interface Waiting {
  readonly resolve: (answer: unknown) => void;
}

/** The project around the documents, for questions that go beyond one of them. */
export interface WanderProject {
  /** Hears which modules a document uses that its facts do not have. */
  wants(document: string, modules: readonly string[]): void;
  /** The texts of all Wander files, by project-relative path; open ones as they stand in the editor. */
  texts(): Promise<FileTexts>;
  /** Makes models of files, so that places in them can be shown and edited. */
  load(paths: readonly string[]): Promise<void>;
  /** Shows that files have unsaved changes. */
  edited(paths: readonly string[]): void;
}

const NO_PROJECT: WanderProject = {
  wants: () => undefined,
  texts: () => Promise.resolve({}),
  load: () => Promise.resolve(),
  edited: () => undefined,
};

export class WanderClient {
  private worker: Worker | undefined;
  private lastId = 0;
  private readonly waiting = new Map<number, Waiting>();
  /** Version of the text that the worker has, by document. */
  private readonly sent = new Map<string, number>();
  private readonly facts = new Map<string, SentFacts>();
  private readonly factListeners = new Set<() => void>();
  project: WanderProject = NO_PROJECT;

  /** Hears when what is known around some document has changed. Call the result to stop. */
  onFacts(listener: () => void): () => void {
    this.factListeners.add(listener);
    return () => this.factListeners.delete(listener);
  }

  /** What is known around a document, by its URI; kept until it is closed. */
  setFacts(document: string, facts: SentFacts): void {
    this.facts.set(document, facts);
    if (this.worker) this.post({ kind: 'facts', document, facts });
    for (const listener of this.factListeners) listener();
  }

  close(document: string): void {
    this.facts.delete(document);
    this.sent.delete(document);
    if (this.worker) this.post({ kind: 'close', document });
  }

  /** Undefined when it was cancelled, when the text changed meanwhile, or when the service failed. */
  async ask<Q extends Question>(
    model: editor.ITextModel,
    question: Q,
    given: Questions[Q]['with'],
    token?: CancellationToken,
  ): Promise<Questions[Q]['answer'] | undefined> {
    const document = model.uri.toString();
    const version = model.getVersionId();
    const worker = this.running();
    if (this.sent.get(document) !== version) {
      this.sent.set(document, version);
      this.post({ kind: 'text', document, version, text: model.getValue() });
    }
    this.lastId += 1;
    const id = this.lastId;
    const answer = await new Promise<unknown>((resolve) => {
      this.waiting.set(id, { resolve });
      if (token?.isCancellationRequested === true) {
        this.waiting.delete(id);
        resolve(undefined);
        return;
      }
      token?.onCancellationRequested(() => {
        if (this.waiting.delete(id)) worker.postMessage({ kind: 'cancel', id } satisfies ToWorker);
        resolve(undefined);
      });
      this.post({ kind: 'ask', id, document, version, question, with: given });
    });
    if (model.isDisposed() || model.getVersionId() !== version) return undefined;
    return answer as Questions[Q]['answer'] | undefined;
  }

  private running(): Worker {
    if (this.worker) return this.worker;
    const worker = new WanderWorker();
    this.worker = worker;
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => this.hear(data));
    worker.addEventListener('error', (event) => {
      console.error('The language service stopped:', event.message);
      this.stop();
    });
    for (const [document, facts] of this.facts) this.post({ kind: 'facts', document, facts });
    return worker;
  }

  private stop(): void {
    this.worker?.terminate();
    this.worker = undefined;
    this.sent.clear();
    for (const waiting of this.waiting.values()) waiting.resolve(undefined);
    this.waiting.clear();
  }

  private hear(message: FromWorker): void {
    if (message.kind === 'wants') {
      this.project.wants(message.document, message.modules);
      return;
    }
    const waiting = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (message.kind === 'failed') console.error('The language service failed:', message.message);
    waiting?.resolve(message.kind === 'answer' ? message.answer : undefined);
  }

  private post(message: ToWorker): void {
    this.running().postMessage(message);
  }
}
