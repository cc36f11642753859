/** What is known of variables at the place where the checker is, by the conditions around it. */
import type { Expression, Statement } from '../ast';
import { CheckContext } from './context';
import { lasting, narrowed, placeOf, type Fact } from './narrow';
import type { Type } from './type';

export class KnowledgeContext extends CheckContext {
  protected facts: readonly Fact[] = [];

  /** Walks a part of the program in which more is known, as far as it stays true there. */
  protected knowing<T>(facts: readonly Fact[], region: readonly Statement[], walk: () => T): T {
    if (facts.length === 0) return walk();
    const outer = this.facts;
    this.facts = [...outer, ...lasting(facts, region)];
    const result = walk();
    this.facts = outer;
    return result;
  }

  /** From here to the end of the block, statements from an index on, more is known. */
  protected learn(facts: readonly Fact[], statements: readonly Statement[], from: number): void {
    if (facts.length > 0) this.facts = [...this.facts, ...lasting(facts, statements.slice(from))];
  }

  /** The type of a variable or of a part of one, with what is known of it here. */
  protected known(type: Type, node: Expression): Type {
    if (this.facts.length === 0) return type;
    const place = placeOf(node);
    return place === undefined ? type : narrowed(type, this.facts, place);
  }
}
