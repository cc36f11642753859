/** Everything that the service says about a text: for tests of what is taken over between two texts. */
import { complete } from './completion';
import { diagnostics } from './diagnostics';
import { documentOf, type ServiceFacts } from './document';
import { hover } from './hover';
import { definition, references, rename } from './navigation';
import { semanticTokens } from './semantic-tokens';
import { signatureHelp } from './signature';
import { symbols } from './structure';
import { syntaxTokens } from './syntax-tokens';

/** All that the service says of a text, asked at some places. */
export function answers(text: string, facts: ServiceFacts, places: readonly number[]): unknown {
  const { unit, effects, diagnostics: all } = documentOf(text, facts).analysis;
  return {
    diagnostics: diagnostics(text, facts),
    all,
    effects,
    lexed: unit.lexed,
    references: unit.references.map(({ span: { start, end }, role, binding: { kind } }) => ({
      start,
      end,
      role,
      kind,
    })),
    symbols: symbols(text, facts),
    tokens: semanticTokens(text, facts),
    colours: syntaxTokens(text, facts),
    places: places.map((place) => ({
      completion: complete(text, place, facts),
      hover: hover(text, place, facts),
      signature: signatureHelp(text, place, facts),
      definition: definition(text, place, facts),
      references: references(text, place, facts),
      rename: rename(text, place, 'fresh_name', facts),
      conflict: rename(text, place, 'made', facts),
    })),
  };
}
