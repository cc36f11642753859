/** What the window asks of the language service's worker, and what it hears. Plain data both ways. */
import type { CompletionItem } from '../../src-main/wander/service/completion-item';
import type { QuickFix, TextEdit } from '../../src-main/wander/service/diagnostics';
import type { ServiceFacts } from '../../src-main/wander/service/document';
import type { Hover } from '../../src-main/wander/service/hover';
import type { Location, ReferenceLocation } from '../../src-main/wander/service/navigation';
import type { SignatureHelp } from '../../src-main/wander/service/signature';
import type { DocumentSymbol, FoldingRange } from '../../src-main/wander/service/structure';
import type { Diagnostic } from '../../src-main/wander/diagnostic';
import type { Span } from '../../src-main/wander/ast';

/** Facts that can be sent: modules as texts by path; null for what is certainly not there. */
export type SentFacts = Omit<ServiceFacts, 'module'> & {
  readonly modules: Readonly<Record<string, string | null>>;
};

/** The project's other Wander files, by project-relative path. */
export type FileTexts = Readonly<Record<string, string>>;

/** Something in this text, or in another file. */
export type InFile<T> = T & { readonly file?: string };

/** Question → what it is asked with, and its answer. */
export interface Questions {
  /** Undefined as long as it is not known what is around the text. */
  readonly diagnostics: { readonly with: undefined; readonly answer: readonly Diagnostic[] | undefined };
  readonly complete: { readonly with: number; readonly answer: readonly CompletionItem[] };
  readonly hover: { readonly with: number; readonly answer: Hover | undefined };
  readonly signature: { readonly with: number; readonly answer: SignatureHelp | undefined };
  readonly definition: { readonly with: number; readonly answer: Location | undefined };
  /** The places in this text alone. */
  readonly highlights: { readonly with: number; readonly answer: readonly ReferenceLocation[] };
  /** Whether other files can see what stands at the offset. */
  readonly isShared: { readonly with: number; readonly answer: boolean };
  readonly references: {
    readonly with: { readonly offset: number; readonly files: FileTexts };
    readonly answer: readonly InFile<ReferenceLocation>[];
  };
  readonly renameTarget: {
    readonly with: number;
    readonly answer: { readonly span: Span; readonly name: string } | undefined;
  };
  readonly rename: {
    readonly with: { readonly offset: number; readonly name: string; readonly files: FileTexts };
    readonly answer:
      | { readonly ok: true; readonly edits: readonly InFile<TextEdit>[] }
      | { readonly ok: false; readonly message: string };
  };
  readonly fixes: { readonly with: Span; readonly answer: readonly QuickFix[] };
  readonly symbols: { readonly with: undefined; readonly answer: readonly DocumentSymbol[] };
  readonly folding: { readonly with: undefined; readonly answer: readonly FoldingRange[] };
  /** Of a span, only its lines. */
  readonly format: { readonly with: Span | undefined; readonly answer: readonly TextEdit[] };
  /** Five numbers for each token. */
  readonly tokens: { readonly with: undefined; readonly answer: Uint32Array };
}

export type Question = keyof Questions;

export type { CompletionItem, Diagnostic, Hover, QuickFix, Span, TextEdit };

export type ToWorker =
  /** The text of a document; sent once for each version that is asked about. */
  | { readonly kind: 'text'; readonly document: string; readonly version: number; readonly text: string }
  | { readonly kind: 'facts'; readonly document: string; readonly facts: SentFacts }
  | { readonly kind: 'close'; readonly document: string }
  | {
      readonly kind: 'ask';
      readonly id: number;
      readonly document: string;
      /** Of the text; about one that has changed since, nobody wants to know. */
      readonly version: number;
      readonly question: Question;
      readonly with: unknown;
    }
  /** Nobody waits for the answer any more. */
  | { readonly kind: 'cancel'; readonly id: number };

export type FromWorker =
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string }
  /** Modules that the text uses and that the facts say nothing about. */
  | { readonly kind: 'wants'; readonly document: string; readonly modules: readonly string[] };
