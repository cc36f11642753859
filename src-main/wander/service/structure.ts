/** The outline of a text, and what of it can be folded. */
import type { Span } from '../ast';
import type { Token } from '../lexer';
import { parse } from '../parser';
import { LineTable } from '../positions';
import { functionSignature } from './describe';
import { documentOf, type ServiceFacts } from './document';

export interface DocumentSymbol {
  readonly name: string;
  readonly kind: 'function' | 'constant' | 'module';
  /** The whole declaration. */
  readonly span: Span;
  readonly nameSpan: Span;
  readonly detail: string;
}

/** The declarations in the order of the text. */
export function symbols(text: string, facts: ServiceFacts): readonly DocumentSymbol[] {
  const { unit, environment } = documentOf(text, facts).analysis;
  const spans = ({ start, end, name }: Span & { name: Span }): Pick<DocumentSymbol, 'span' | 'nameSpan'> => ({
    span: { start, end },
    nameSpan: { start: name.start, end: name.end },
  });
  const found: DocumentSymbol[] = [
    ...unit.file.uses.map((use) => ({
      name: use.name.text,
      kind: 'module' as const,
      detail: use.path,
      ...spans(use),
    })),
    ...unit.file.constants.map((constant) => ({
      name: constant.name.text,
      kind: 'constant' as const,
      detail: '',
      ...spans(constant),
    })),
    ...unit.file.functions.map((declaration) => {
      const detail = functionSignature(declaration, environment).label.slice(
        `fn ${declaration.name.text}`.length,
      );
      return { name: declaration.name.text, kind: 'function' as const, detail, ...spans(declaration) };
    }),
  ];
  return found.filter(({ name }) => name !== '').sort((a, b) => a.span.start - b.span.start);
}

export interface FoldingRange {
  /** Lines from 1; the first stays to be seen. */
  readonly from: number;
  readonly to: number;
  readonly kind: 'block' | 'comment' | 'imports';
}

/** Blocks, brackets, comments and `use` lines that take more than one line. */
export function folding(text: string): readonly FoldingRange[] {
  const { lexed, layout, file } = parse(text);
  const lines = new LineTable(text);
  const found: FoldingRange[] = [];
  const add = (from: number, to: number, kind: FoldingRange['kind']): void => {
    const isThere = found.some((range) => range.from === from && range.to === to);
    if (to > from && !isThere) found.push({ from, to, kind });
  };
  for (const block of layout.blocks) {
    // The header of a branch is the line of the word before its body.
    const header = lexed.tokens[block.first - 1];
    const close = lexed.tokens[block.close];
    if (header === undefined || close === undefined) continue;
    const last = close.kind === 'end' ? lines.lineCount : lines.lineOf(close.start) - 1;
    add(lines.lineOf(header.start), last, 'block');
  }
  for (const [open, close] of brackets(lexed.tokens))
    add(lines.lineOf(open), lines.lineOf(close) - 1, 'block');
  for (const [from, to] of commentGroups(lexed.all, lines)) add(from, to, 'comment');
  const [first, last] = [file.uses[0], file.uses.at(-1)];
  if (first !== undefined && last !== undefined)
    add(lines.lineOf(first.start), lines.lineOf(last.start), 'imports');
  return found.sort((a, b) => a.from - b.from || b.to - a.to);
}

function brackets(tokens: readonly Token[]): readonly (readonly [number, number])[] {
  const open: number[] = [];
  const found: (readonly [number, number])[] = [];
  for (const token of tokens) {
    if (token.kind !== 'symbol') continue;
    if ('([{'.includes(token.text)) open.push(token.start);
    if (!')]}'.includes(token.text)) continue;
    const start = open.pop();
    if (start !== undefined) found.push([start, token.start]);
  }
  return found;
}

/** Comments on lines of their own, one below the other: their first and last lines. */
function commentGroups(all: readonly Token[], lines: LineTable): readonly (readonly [number, number])[] {
  const found: [number, number][] = [];
  for (const token of all) {
    if (token.kind !== 'comment' || !token.newline) continue;
    const line = lines.lineOf(token.start);
    const last = found.at(-1);
    if (last !== undefined && last[1] === line - 1) last[1] = line;
    else found.push([line, line]);
  }
  return found;
}
