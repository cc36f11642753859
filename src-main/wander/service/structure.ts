/** The outline of a text, and what of it can be folded. */
import type { FnDeclaration, Name, Span } from '../ast';
import type {
  BehaviorDeclaration,
  HandlerDeclaration,
  TestDeclaration,
  VarDeclaration,
} from '../ast-behaviors';
import type { Token } from '../lexer';
import { parse } from '../parser';
import { LineTable } from '../positions';
import { triggerText } from '../triggers';
import type { Environment } from '../types/environment';
import { asWritten } from '../types/type';
import { functionSignature } from './describe';
import { documentOf, type ServiceFacts } from './document';

export interface DocumentSymbol {
  readonly name: string;
  readonly kind: 'function' | 'constant' | 'module' | 'behavior' | 'variable' | 'state' | 'handler' | 'test';
  /** The whole declaration. */
  readonly span: Span;
  readonly nameSpan: Span;
  readonly detail: string;
  /** What stands in it: members of a behaviour, handlers of a state. */
  readonly children?: readonly DocumentSymbol[];
}

type Named = Span & { readonly name: Name };

/** The declarations in the order of the text. */
export function symbols(text: string, facts: ServiceFacts): readonly DocumentSymbol[] {
  const { unit, environment } = documentOf(text, facts).analysis;
  const { uses, constants, functions, behaviors, tests } = unit.file;
  const found: DocumentSymbol[] = [
    ...uses.map((use) => symbol('module', use, use.path)),
    ...constants.map((constant) => symbol('constant', constant, '')),
    ...functions.map((declaration) => functionSymbol(declaration, environment)),
    ...tests.map(testSymbol),
  ];
  for (const behavior of behaviors) {
    const children = memberSymbols(behavior, environment);
    // Bare members stand at the top of the file, as the text has them.
    if (behavior.implicit) found.push(...children);
    else found.push({ ...symbol('behavior', behavior, behavior.intent ?? ''), children });
  }
  return inOrder(found);
}

/** A list of symbols and all that stands in them. */
export function withChildren(found: readonly DocumentSymbol[]): readonly DocumentSymbol[] {
  return found.flatMap((one) => [one, ...withChildren(one.children ?? [])]);
}

function symbol(kind: DocumentSymbol['kind'], { name, start, end }: Named, detail: string): DocumentSymbol {
  const nameSpan = { start: name.start, end: name.end };
  return { name: name.text, kind, detail, span: { start, end }, nameSpan };
}

function inOrder(found: readonly DocumentSymbol[]): readonly DocumentSymbol[] {
  return found.filter(({ name }) => name !== '').sort((a, b) => a.span.start - b.span.start);
}

function functionSymbol(declaration: FnDeclaration, environment: Environment): DocumentSymbol {
  const { label } = functionSignature(declaration, environment);
  return symbol('function', declaration, label.slice(`fn ${declaration.name.text}`.length));
}

function memberSymbols(behavior: BehaviorDeclaration, environment: Environment): readonly DocumentSymbol[] {
  const { vars, constants, functions, handlers, states, tests } = behavior;
  return inOrder([
    ...vars.map((declaration) => symbol('variable', declaration, typeOfVar(declaration, environment))),
    ...constants.map((constant) => symbol('constant', constant, '')),
    ...functions.map((declaration) => functionSymbol(declaration, environment)),
    ...handlers.map(handlerSymbol),
    ...states.map((state) => ({
      ...symbol('state', state, ''),
      children: inOrder(state.handlers.map(handlerSymbol)),
    })),
    ...tests.map(testSymbol),
  ]);
}

const typeOfVar = ({ variable }: VarDeclaration, environment: Environment): string =>
  variable === undefined ? '' : asWritten(environment.variable(variable));

const handlerSymbol = ({ trigger, start, end }: HandlerDeclaration): DocumentSymbol =>
  symbol(
    'handler',
    { name: { text: triggerText(trigger), start: trigger.start, end: trigger.end }, start, end },
    '',
  );

const testSymbol = ({ name, nameSpan, start, end }: TestDeclaration): DocumentSymbol =>
  symbol('test', { name: { text: name, ...nameSpan }, start, end }, '');

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
