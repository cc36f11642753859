/** The worker's side of the language service: the texts and facts that it holds, and its answers. Plain data, no worker. */
import { complete } from '../../src-main/wander/service/completion';
import { diagnostics, quickFixes } from '../../src-main/wander/service/diagnostics';
import {
  referencesAcross,
  renameAcross,
  renameTargetAcross,
  sharedAt,
  type ProjectText,
} from '../../src-main/wander/service/across';
import type { ServiceFacts } from '../../src-main/wander/service/document';
import { formatEdits } from '../../src-main/wander/service/formatting';
import { hover } from '../../src-main/wander/service/hover';
import { definition, references } from '../../src-main/wander/service/navigation';
import { encodeTokens, semanticTokens } from '../../src-main/wander/service/semantic-tokens';
import { signatureHelp } from '../../src-main/wander/service/signature';
import { folding, symbols } from '../../src-main/wander/service/structure';
import { LineTable } from '../../src-main/wander/positions';
import type { FileTexts, FromWorker, Question, Questions, SentFacts, ToWorker } from './wander-protocol';
import { TOOL_BUILTINS } from './wander-tokens';

interface Held {
  text: string;
  version: number;
  facts: ServiceFacts;
  /** Whether the facts have come. */
  isKnown: boolean;
  /** Modules that were asked for and that the facts say nothing about; of those, how many the window has heard of. */
  readonly wanted: Set<string>;
  told: number;
}

type Answerers = {
  readonly [Q in Question]: (
    text: string,
    facts: ServiceFacts,
    given: Questions[Q]['with'],
  ) => Questions[Q]['answer'];
};

const ANSWERERS: Answerers = {
  diagnostics: (text, facts) => diagnostics(text, facts),
  complete: (text, facts, offset) => complete(text, offset, facts),
  hover: (text, facts, offset) => hover(text, offset, facts),
  signature: (text, facts, offset) => signatureHelp(text, offset, facts),
  definition: (text, facts, offset) => definition(text, offset, facts),
  highlights: (text, facts, offset) => references(text, offset, facts),
  isShared: (text, facts, offset) => sharedAt(text, offset, facts) !== undefined,
  references: (text, facts, { offset, files }) =>
    referencesAcross({ text, facts }, offset, otherTexts(files, facts)).flatMap(({ source, places }) =>
      places.map((place) => ({ ...place, ...fileOf(source, facts) })),
    ),
  renameTarget: (text, facts, offset) =>
    renameTargetAcross({ text, facts }, offset, (file) => {
      const home = facts.module?.(file);
      return home === undefined ? undefined : { text: home, facts: { ...facts, mode: 'script', file } };
    }),
  rename: (text, facts, { offset, name, files }) => {
    const outcome = renameAcross({ text, facts }, offset, name, otherTexts(files, facts));
    if (!outcome.ok) return outcome;
    const edits = [...outcome.edits].flatMap(([source, list]) =>
      list.map((edit) => ({ ...edit, ...fileOf(source, facts) })),
    );
    return { ok: true, edits };
  },
  fixes: (text, facts, span) => quickFixes(text, span, facts),
  symbols: (text, facts) => symbols(text, facts),
  folding: (text) => folding(text),
  format: (text, _facts, span) => formatEdits(text, span),
  tokens: (text, facts) =>
    encodeTokens(
      semanticTokens(text, facts).filter((token) => !isToolBuiltin(text, token)),
      new LineTable(text),
    ),
};

const fileOf = (source: ProjectText, { file }: ServiceFacts): { readonly file?: string } =>
  source.facts.file === undefined || source.facts.file === file ? {} : { file: source.facts.file };

/** The other files, which see each other. Only names are looked up in them, so that their own tools do not matter. */
function otherTexts(files: FileTexts, facts: ServiceFacts): readonly ProjectText[] {
  const module = (path: string): string | undefined =>
    Object.hasOwn(files, path) ? files[path] : facts.module?.(path);
  return Object.entries(files)
    .filter(([file]) => file !== facts.file)
    .map(([file, text]) => ({ text, facts: { mode: 'script', file, module } }));
}

const toolBuiltins: ReadonlySet<string> = new Set(TOOL_BUILTINS);

/** They keep a colour of their own, unless they change something. */
function isToolBuiltin(text: string, token: ReturnType<typeof semanticTokens>[number]): boolean {
  return (
    token.type === 'function' &&
    !token.modifiers.includes('mutation') &&
    toolBuiltins.has(text.slice(token.span.start, token.span.end))
  );
}

type Ask = Extract<ToWorker, { kind: 'ask' }>;

export class WanderAnswers {
  private readonly held = new Map<string, Held>();
  private readonly cancelled = new Set<number>();
  private readonly waiting: Ask[] = [];

  /** `later` calls back when what has come in meanwhile has been heard. */
  constructor(
    private readonly post: (message: FromWorker) => void,
    private readonly later: (work: () => void) => void,
  ) {}

  hear(message: ToWorker): void {
    switch (message.kind) {
      case 'text': {
        const document = this.documentOf(message.document);
        document.text = message.text;
        document.version = message.version;
        return;
      }
      case 'facts': {
        const document = this.documentOf(message.document);
        document.wanted.clear();
        document.told = 0;
        document.facts = factsOf(message.facts, document);
        document.isKnown = true;
        return;
      }
      case 'close':
        this.held.delete(message.document);
        return;
      case 'cancel':
        if (this.waiting.some(({ id }) => id === message.id)) this.cancelled.add(message.id);
        return;
      case 'ask':
        this.waiting.push(message);
        this.later(() => this.answerNext());
    }
  }

  private answerNext(): void {
    const message = this.waiting.shift();
    // Nobody listens for the answer to a question that was taken back.
    if (message === undefined || this.cancelled.delete(message.id)) return;
    const document = this.held.get(message.document);
    const { id } = message;
    if (document?.version !== message.version) {
      this.post({ kind: 'answer', id, answer: undefined });
      return;
    }
    try {
      const found = answer(message.question, document, message.with);
      // Without what is around the text, things would seem wrong that are not.
      const isEarly = message.question === 'diagnostics' && (!document.isKnown || document.wanted.size > 0);
      this.post({ kind: 'answer', id, answer: isEarly ? undefined : found });
    } catch (failure) {
      const text = failure instanceof Error ? failure.message : String(failure);
      this.post({ kind: 'failed', id, message: text });
    }
    if (document.wanted.size > document.told) {
      this.post({ kind: 'wants', document: message.document, modules: [...document.wanted] });
      document.told = document.wanted.size;
    }
  }

  private documentOf(name: string): Held {
    const known = this.held.get(name);
    if (known) return known;
    const made: Held = {
      text: '',
      version: 0,
      facts: { mode: 'tool' },
      isKnown: false,
      wanted: new Set(),
      told: 0,
    };
    this.held.set(name, made);
    return made;
  }
}

/** One facts object for as long as they are the same, so that the service's own memory works. */
function factsOf({ modules, ...facts }: SentFacts, document: Held): ServiceFacts {
  const texts = new Map(Object.entries(modules));
  return {
    ...facts,
    module: (path) => {
      const text = texts.get(path);
      if (text === undefined) document.wanted.add(path);
      return text ?? undefined;
    },
  };
}

function answer<Q extends Question>(question: Q, document: Held, given: unknown): Questions[Q]['answer'] {
  return ANSWERERS[question](document.text, document.facts, given as Questions[Q]['with']);
}
