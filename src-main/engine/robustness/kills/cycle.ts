/** What a cycle of the definer writes, by its number. */

export const TOOL = 'user_counter';
export const COMPOSITE = 'user_maker';

export function descriptionOf(count: number): string {
  return `Sets the counter of the scene to the number ${count}, for a test. Example: {}`;
}

/** The number is in three places, far enough from each other that half of a file would show. */
export function codeOf(count: number): string {
  const filling = Array.from({ length: 40 }, (_, line) => `  -- line ${line} of version ${count}`);
  return [
    `const VERSION = ${count}`,
    'fn run(args)',
    ...filling,
    '  let counter = find("Counter")',
    `  counter.count = ${count}`,
    `  return VERSION + ${count} - ${count}`,
    'end',
  ].join('\n');
}

/** The number of a definition's description, or undefined. */
export function numberOf(description: string): number | undefined {
  const found = /number (\d+),/.exec(description)?.[1];
  return found === undefined ? undefined : Number(found);
}
