/** The language service of Wander, beside the window's own thread: typing never waits for it. */
import { complete } from '../../src-main/wander/service/completion';
import { diagnostics, quickFixes } from '../../src-main/wander/service/diagnostics';
import type { ServiceFacts } from '../../src-main/wander/service/document';
import { formatEdits } from '../../src-main/wander/service/formatting';
import { hover } from '../../src-main/wander/service/hover';
import { definition, references, rename, renameTarget } from '../../src-main/wander/service/navigation';
import { encodeTokens, semanticTokens } from '../../src-main/wander/service/semantic-tokens';
import { signatureHelp } from '../../src-main/wander/service/signature';
import { folding, symbols } from '../../src-main/wander/service/structure';
import { LineTable } from '../../src-main/wander/positions';
import type { FromWorker, Question, Questions, SentFacts, ToWorker } from './wander-protocol';
import { TOOL_BUILTINS } from './wander-tokens';

interface Held {
  text: string;
  facts: ServiceFacts;
  /** Modules that were asked for and not there. */
  wanted: Set<string>;
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
  references: (text, facts, offset) => references(text, offset, facts),
  renameTarget: (text, facts, offset) => renameTarget(text, offset, facts),
  rename: (text, facts, given) => rename(text, given.offset, given.name, facts),
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

const toolBuiltins: ReadonlySet<string> = new Set(TOOL_BUILTINS);

/** They keep a colour of their own, unless they change something. */
function isToolBuiltin(text: string, token: ReturnType<typeof semanticTokens>[number]): boolean {
  return (
    token.type === 'function' &&
    !token.modifiers.includes('mutation') &&
    toolBuiltins.has(text.slice(token.span.start, token.span.end))
  );
}

const held = new Map<string, Held>();
const cancelled = new Set<number>();

function documentOf(name: string): Held {
  const known = held.get(name);
  if (known) return known;
  const made: Held = { text: '', facts: { mode: 'tool' }, wanted: new Set() };
  held.set(name, made);
  return made;
}

/** One facts object for as long as they are the same, so that the service's own memory works. */
function factsOf({ modules, ...facts }: SentFacts, document: Held): ServiceFacts {
  const texts = new Map(Object.entries(modules));
  return {
    ...facts,
    module: (path) => {
      const text = texts.get(path);
      if (text === undefined) document.wanted.add(path);
      return text;
    },
  };
}

function post(message: FromWorker): void {
  postMessage(message);
}

function answer<Q extends Question>(question: Q, document: Held, given: unknown): Questions[Q]['answer'] {
  return ANSWERERS[question](document.text, document.facts, given as Questions[Q]['with']);
}

async function ask(message: Extract<ToWorker, { kind: 'ask' }>): Promise<void> {
  // Cancellations that came right behind the question are heard first.
  await new Promise((resolve) => setTimeout(resolve));
  if (cancelled.delete(message.id)) return;
  const document = documentOf(message.document);
  try {
    post({ kind: 'answer', id: message.id, answer: answer(message.question, document, message.with) });
  } catch (failure) {
    post({
      kind: 'failed',
      id: message.id,
      message: failure instanceof Error ? failure.message : String(failure),
    });
  }
  if (document.wanted.size > 0) {
    post({ kind: 'wants', document: message.document, modules: [...document.wanted] });
    document.wanted.clear();
  }
}

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  switch (data.kind) {
    case 'text':
      documentOf(data.document).text = data.text;
      return;
    case 'facts': {
      const document = documentOf(data.document);
      document.facts = factsOf(data.facts, document);
      return;
    }
    case 'close':
      held.delete(data.document);
      return;
    case 'cancel':
      cancelled.add(data.id);
      return;
    case 'ask':
      void ask(data);
  }
});
