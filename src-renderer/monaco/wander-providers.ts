/** Registers the language service with the editor: each thing it can do, as the editor asks for it. */
import type { languages } from 'monaco-editor/editor/editor.api.js';
import { TOKEN_MODIFIERS, TOKEN_TYPES } from '../../src-main/wander/service/semantic-tokens';
import type { DocumentSymbol } from '../../src-main/wander/service/structure';
import { monaco } from './core';
import { visibleText } from '../ui/visible-text';
import { completionOf, escapeMarkdown, hoverText, markerOf, rangeOf } from './wander-convert';
import type { WanderClient } from './wander-client';
import type { CompletionItem, FileTexts, InFile, Span } from './wander-protocol';
import { WANDER } from './wander-tokens';

const SYMBOL_KINDS = {
  function: monaco.languages.SymbolKind.Function,
  constant: monaco.languages.SymbolKind.Constant,
  module: monaco.languages.SymbolKind.Module,
  behavior: monaco.languages.SymbolKind.Class,
  variable: monaco.languages.SymbolKind.Field,
  state: monaco.languages.SymbolKind.Namespace,
  handler: monaco.languages.SymbolKind.Event,
  test: monaco.languages.SymbolKind.Method,
} as const satisfies Readonly<Record<DocumentSymbol['kind'], monaco.languages.SymbolKind>>;

const FOLDING_KINDS = {
  block: undefined,
  comment: monaco.languages.FoldingRangeKind.Comment,
  imports: monaco.languages.FoldingRangeKind.Imports,
} as const;

const HIGHLIGHT_KINDS = monaco.languages.DocumentHighlightKind;

function spanOf(model: monaco.editor.ITextModel, range: monaco.IRange): Span {
  return {
    start: model.getOffsetAt({ lineNumber: range.startLineNumber, column: range.startColumn }),
    end: model.getOffsetAt({ lineNumber: range.endLineNumber, column: range.endColumn }),
  };
}

/**
 * What can stand at a place. Who types fast gets an answer too: what was typed behind the place meanwhile changes nothing about it,
 * so the question is put again. Monaco itself asks once for a word, and sifts what it got by what follows.
 */
async function completionsAt(
  client: WanderClient,
  model: monaco.editor.ITextModel,
  position: monaco.Position,
  token: monaco.CancellationToken,
): Promise<readonly CompletionItem[]> {
  for (let again = false; ; again = true) {
    const version = model.getVersionId();
    const offset = model.getOffsetAt(position);
    const items = await client.ask(model, 'complete', offset, token);
    if (items !== undefined && !again) return items;
    // Monaco moves the end along with the cursor: of the word in the newer text, what stands before the place is replaced.
    if (items !== undefined)
      return items.map((item) => ({ ...item, span: { ...item.span, end: Math.min(item.span.end, offset) } }));
    const movedOn = !token.isCancellationRequested && !model.isDisposed() && model.getVersionId() !== version;
    if (!movedOn) return [];
  }
}

/** Call once. `uriOf` gives a module's URI by its project-relative path. */
export function provideWander(client: WanderClient, uriOf: (path: string) => monaco.Uri): void {
  const { languages: register } = monaco;

  register.registerCompletionItemProvider(WANDER, {
    triggerCharacters: ['.', '"', "'"],
    provideCompletionItems: async (model, position, _context, token) => {
      const items = await completionsAt(client, model, position, token);
      return { suggestions: items.map((item) => completionOf(model, item)) };
    },
  });

  register.registerHoverProvider(WANDER, {
    provideHover: async (model, position, token) => {
      const hover = await client.ask(model, 'hover', model.getOffsetAt(position), token);
      return (
        hover && {
          range: rangeOf(model, hover.span),
          contents: hoverText(hover).map((value) => ({ value, isTrusted: false, supportHtml: false })),
        }
      );
    },
  });

  register.registerSignatureHelpProvider(WANDER, {
    signatureHelpTriggerCharacters: ['(', ','],
    signatureHelpRetriggerCharacters: [')'],
    provideSignatureHelp: async (model, position, token) => {
      const help = await client.ask(model, 'signature', model.getOffsetAt(position), token);
      if (!help) return undefined;
      return {
        value: {
          signatures: [
            {
              label: help.label,
              parameters: help.parameters.map((parameter) => ({ label: [parameter.start, parameter.end] })),
              ...(help.doc === undefined ? {} : { documentation: { value: escapeMarkdown(help.doc) } }),
            },
          ],
          activeSignature: 0,
          activeParameter: help.active,
        },
        dispose: () => undefined,
      };
    },
  });

  /** Where a span of this text or of another file is; undefined where that file can't be shown. */
  const placeOf = (
    model: monaco.editor.ITextModel,
    { file, span }: InFile<{ readonly span: Span }>,
  ): languages.Location | undefined => {
    const target = file === undefined ? model : monaco.editor.getModel(uriOf(file));
    return target ? { uri: target.uri, range: rangeOf(target, span) } : undefined;
  };
  const load = async (found: readonly InFile<unknown>[]): Promise<readonly string[]> => {
    const files = [...new Set(found.flatMap(({ file }) => file ?? []))];
    await client.project.load(files);
    return files;
  };
  /** The other files' texts, where what is asked about can stand in them. */
  const filesFor = async (
    model: monaco.editor.ITextModel,
    offset: number,
    token: monaco.CancellationToken,
  ): Promise<FileTexts> =>
    (await client.ask(model, 'isShared', offset, token)) === true ? client.project.texts() : {};

  register.registerDefinitionProvider(WANDER, {
    provideDefinition: async (model, position, token) => {
      const location = await client.ask(model, 'definition', model.getOffsetAt(position), token);
      if (!location) return undefined;
      await load([location]);
      return placeOf(model, location);
    },
  });

  register.registerReferenceProvider(WANDER, {
    provideReferences: async (model, position, context, token) => {
      const offset = model.getOffsetAt(position);
      const files = await filesFor(model, offset, token);
      const found = await client.ask(model, 'references', { offset, files }, token);
      await load(found ?? []);
      return (found ?? [])
        .filter(({ role }) => context.includeDeclaration || role !== 'declare')
        .flatMap((place) => placeOf(model, place) ?? []);
    },
  });

  register.registerDocumentHighlightProvider(WANDER, {
    provideDocumentHighlights: async (model, position, token) => {
      const found = await client.ask(model, 'highlights', model.getOffsetAt(position), token);
      return (found ?? []).map(({ span, role }) => ({
        range: rangeOf(model, span),
        kind: role === 'declare' || role === 'write' ? HIGHLIGHT_KINDS.Write : HIGHLIGHT_KINDS.Read,
      }));
    },
  });

  register.registerRenameProvider(WANDER, {
    resolveRenameLocation: async (model, position, token) => {
      const target = await client.ask(model, 'renameTarget', model.getOffsetAt(position), token);
      const nothing = {
        range: new monaco.Range(1, 1, 1, 1),
        text: '',
        rejectReason: 'This can’t be renamed.',
      };
      return target ? { range: rangeOf(model, target.span), text: target.name } : nothing;
    },
    provideRenameEdits: async (model, position, name, token) => {
      const offset = model.getOffsetAt(position);
      const files = await filesFor(model, offset, token);
      const outcome = await client.ask(model, 'rename', { offset, name, files }, token);
      if (!outcome) return { edits: [], rejectReason: 'The text has changed meanwhile.' };
      if (!outcome.ok) return { edits: [], rejectReason: visibleText(outcome.message) };
      const others = await load(outcome.edits);
      const unread = others.find((file) => !monaco.editor.getModel(uriOf(file)));
      if (unread !== undefined) return { edits: [], rejectReason: visibleText(`${unread} can’t be read.`) };
      client.project.edited(others);
      return {
        edits: outcome.edits.flatMap((edit) => {
          const place = placeOf(model, edit);
          if (!place) return [];
          const textEdit = { range: place.range, text: edit.replacement };
          return [{ resource: place.uri, versionId: undefined, textEdit }];
        }),
      };
    },
  });

  register.registerCodeActionProvider(WANDER, {
    provideCodeActions: async (model, range, _context, token) => {
      const fixes = await client.ask(model, 'fixes', spanOf(model, range), token);
      const actions = (fixes ?? []).map((fix, index): languages.CodeAction => ({
        title: visibleText(fix.title),
        kind: 'quickfix',
        diagnostics: [markerOf(model, fix.diagnostic)],
        isPreferred: index === 0,
        edit: {
          edits: fix.edits.map((edit) => ({
            resource: model.uri,
            versionId: model.getVersionId(),
            textEdit: { range: rangeOf(model, edit.span), text: edit.replacement },
          })),
        },
      }));
      return { actions, dispose: () => undefined };
    },
  });

  const format = async (
    model: monaco.editor.ITextModel,
    span: Span | undefined,
    token: monaco.CancellationToken,
  ): Promise<languages.TextEdit[]> => {
    const edits = await client.ask(model, 'format', span, token);
    return (edits ?? []).map((edit) => ({ range: rangeOf(model, edit.span), text: edit.replacement }));
  };
  register.registerDocumentFormattingEditProvider(WANDER, {
    provideDocumentFormattingEdits: (model, _options, token) => format(model, undefined, token),
  });
  register.registerDocumentRangeFormattingEditProvider(WANDER, {
    provideDocumentRangeFormattingEdits: (model, range, _options, token) =>
      format(model, spanOf(model, range), token),
  });

  register.registerDocumentSymbolProvider(WANDER, {
    provideDocumentSymbols: async (model, token) => {
      const symbols = await client.ask(model, 'symbols', undefined, token);
      const convert = (symbol: DocumentSymbol): languages.DocumentSymbol => ({
        name: visibleText(symbol.name),
        detail: visibleText(symbol.detail),
        kind: SYMBOL_KINDS[symbol.kind],
        tags: [],
        range: rangeOf(model, symbol.span),
        selectionRange: rangeOf(model, symbol.nameSpan),
        children: (symbol.children ?? []).map(convert),
      });
      return (symbols ?? []).map(convert);
    },
  });

  register.registerFoldingRangeProvider(WANDER, {
    provideFoldingRanges: async (model, _context, token) => {
      const ranges = await client.ask(model, 'folding', undefined, token);
      return ranges?.map(({ from, to, kind }) => ({ start: from, end: to, kind: FOLDING_KINDS[kind] }));
    },
  });

  const factsChanged = new monaco.Emitter<void>();
  client.onFacts(() => factsChanged.fire());
  register.registerDocumentSemanticTokensProvider(WANDER, {
    // What a name is may depend on a module that has been read since.
    onDidChange: factsChanged.event,
    getLegend: () => ({ tokenTypes: [...TOKEN_TYPES], tokenModifiers: [...TOKEN_MODIFIERS] }),
    provideDocumentSemanticTokens: async (model, _last, token) => {
      const data = await client.ask(model, 'tokens', undefined, token);
      return data && { data };
    },
    releaseDocumentSemanticTokens: () => undefined,
  });
}
