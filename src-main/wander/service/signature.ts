/** Which function is being called at the cursor, and which of its parameters comes next. */
import type { Expression } from '../ast';
import type { Receiver } from '../stdlib/entry';
import { kindsOf } from '../types/type';
import { docComment, entrySignature, functionSignature, type SignatureText } from './describe';
import { documentOf, type Document, type ServiceFacts } from './document';
import { forEachNode, tokenBefore } from './locate';
import { unitOf } from './navigation';

export interface SignatureHelp extends SignatureText {
  readonly doc?: string;
  /** Index of the parameter at the cursor. */
  readonly active: number;
}

export interface OpenCall {
  readonly node: Extract<Expression, { kind: 'call' | 'method' }>;
  /** Index of the argument at the cursor. */
  readonly argument: number;
}

/** The innermost call whose brackets are around the offset. */
export function callAround({ analysis }: Document, offset: number): OpenCall | undefined {
  const { tokens } = analysis.unit.lexed;
  let depth = 0;
  let argument = 0;
  for (let index = tokenBefore(tokens, offset); index > 0; index -= 1) {
    const token = tokens[index];
    if (token === undefined) return undefined;
    // In a piece of text, only what is within its braces counts.
    if (token.kind === 'string-start' || token.kind === 'string-middle') return undefined;
    if (token.kind !== 'symbol') continue;
    if (')]}'.includes(token.text)) {
      // A closed bracket is behind the cursor only if the cursor is behind it.
      if (token.end <= offset) depth += 1;
    } else if ('([{'.includes(token.text)) {
      if (depth > 0) depth -= 1;
      else if (token.text !== '(') return undefined;
      else {
        const node = callWithBracketBehind(analysis.unit.file, tokens[index - 1]?.end ?? -1, token.start);
        if (node !== undefined) return { node, argument };
        argument = 0;
      }
    } else if (token.text === ',' && depth === 0) argument += 1;
  }
  return undefined;
}

function callWithBracketBehind(
  file: Document['analysis']['unit']['file'],
  nameEnd: number,
  bracket: number,
): OpenCall['node'] | undefined {
  let found: OpenCall['node'] | undefined;
  forEachNode(file, (node) => {
    if (
      node.kind === 'call' &&
      node.end > bracket &&
      nameEnd >= node.callee.end &&
      node.callee.end <= bracket &&
      nameEnd <= bracket
    ) {
      if (lastEnd(node.callee, nameEnd)) found = node;
    }
    if (node.kind === 'method' && node.name.end === nameEnd) found = node;
  });
  return found;
}

/** The callee ends where the token before the bracket does, or that token closes the parentheses around it. */
function lastEnd(callee: Expression, nameEnd: number): boolean {
  return callee.end === nameEnd || callee.end === nameEnd - 1;
}

export function signatureHelp(text: string, offset: number, facts: ServiceFacts): SignatureHelp | undefined {
  const document = documentOf(text, facts);
  const open = callAround(document, offset);
  const found = open === undefined ? undefined : signatureOf(document, open.node);
  if (open === undefined || found === undefined) return undefined;
  const last = Math.max(0, found.parameters.length - 1);
  const isRest = found.label.includes('…');
  return { ...found, active: isRest ? Math.min(open.argument, last) : open.argument };
}

function signatureOf(
  document: Document,
  node: OpenCall['node'],
): (SignatureText & { readonly doc?: string }) | undefined {
  const { environment, library } = document.analysis;
  const binding =
    node.kind === 'method' ? node.member : node.callee.kind === 'name' ? node.callee.binding : undefined;
  if (binding?.kind === 'function') {
    const { declaration } = binding;
    const doc = docComment(unitOf(document, declaration), declaration.start);
    return { ...functionSignature(declaration, environment), ...(doc !== undefined && { doc }) };
  }
  const name =
    node.kind === 'call' &&
    (binding?.kind === 'builtin'
      ? binding.name
      : node.fallback?.kind === 'builtin'
        ? node.fallback.name
        : undefined);
  if (typeof name === 'string') {
    const entry = library.get(name);
    return entry && { ...entrySignature(entry), doc: entry.doc };
  }
  if (node.kind !== 'method') return undefined;
  const subject = environment.expression(node.subject);
  const kinds = subject === undefined ? [] : kindsOf(subject).filter((kind) => kind !== 'none');
  const entries = kinds.flatMap((kind) => library.method(kind as Receiver, node.name.text) ?? []);
  const [entry] = entries;
  return entry && { ...entrySignature(entry), doc: entry.doc };
}
