/** Colours for all of a text, for editors that have no grammar of their own: semantic tokens, and between them keywords, strings, numbers, comments. */
import type { Token } from '../lexer';
import { RESERVED_WORDS } from '../words';
import { documentOf, type ServiceFacts } from './document';
import { semanticTokens, TOKEN_TYPES, type SemanticToken } from './semantic-tokens';

export const SYNTAX_TOKEN_TYPES = [...TOKEN_TYPES, 'comment', 'string', 'number'] as const;
export type SyntaxTokenType = (typeof SYNTAX_TOKEN_TYPES)[number];

export type SyntaxToken = Omit<SemanticToken, 'type'> & { readonly type: SyntaxTokenType };

/** In the order of the text; no two overlap, and none goes over the end of a line. */
export function syntaxTokens(text: string, facts: ServiceFacts): readonly SyntaxToken[] {
  const found = new Map<number, SyntaxToken>(
    semanticTokens(text, facts).map((token) => [token.span.start, token]),
  );
  for (const token of documentOf(text, facts).analysis.unit.lexed.all) {
    const type = typeOf(token);
    if (type === undefined || found.has(token.start)) continue;
    found.set(token.start, { span: { start: token.start, end: token.end }, type, modifiers: [] });
  }
  return [...found.values()].sort((a, b) => a.span.start - b.span.start);
}

function typeOf(token: Token): SyntaxTokenType | undefined {
  switch (token.kind) {
    case 'comment':
      return 'comment';
    case 'string':
    case 'string-start':
    case 'string-middle':
    case 'string-end':
      return 'string';
    case 'number':
    case 'color':
      return 'number';
    case 'word':
      return RESERVED_WORDS.has(token.text) ? 'keyword' : undefined;
    default:
      return undefined;
  }
}
