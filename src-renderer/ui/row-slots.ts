/**
 * Places for the rows in view of a long list. A row keeps its place as long as it is in view; what comes into view takes the
 * place, and with it the nodes, of what has left: to change a text costs a fraction of making nodes.
 */
export class RowSlots {
  private readonly places = new Map<string, number>();
  private spare: number[] = [];

  /** The place of each row, by its key. No two share one. */
  assign(keys: readonly string[]): readonly number[] {
    const wanted = new Set(keys);
    for (const [key, place] of this.places)
      if (!wanted.has(key)) {
        this.places.delete(key);
        this.spare.push(place);
      }
    return keys.map((key) => {
      const place = this.places.get(key) ?? this.spare.pop() ?? this.places.size;
      this.places.set(key, place);
      return place;
    });
  }
}
