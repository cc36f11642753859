/** Vars that are probably properties or components of entities, misspelt. */
import type { Name } from '../ast';
import { didYouMean } from '../lost-names';
import type { Problems } from '../problem';
import { editDistance } from '../suggest';
import { ENTITY_MEMBERS } from './members';

/** A place where a var of an entity is named almost as a property is. */
export interface Suspect {
  readonly name: Name;
  readonly near: string;
  readonly role: 'read' | 'write';
}

/** Long enough that a word one or two edits away is hardly another word. */
const LONG = 7;
/** In words up to this length, one letter for another makes another word: `game`, `sane`. */
const SHORT = 5;

const PROPERTIES: readonly string[] = ENTITY_MEMBERS.map(({ name }) => name).filter(
  (name) => name.length >= 4,
);

const SPELLINGS: ReadonlyMap<string, string> = new Map([['colour', 'color']]);

/** Which property or component a var's name is almost the name of. */
export function nearProperty(name: string, components: Iterable<string>): string | undefined {
  if (name.length < 3) return undefined;
  const spelling = SPELLINGS.get(name);
  if (spelling !== undefined) return spelling;
  for (const property of PROPERTIES) if (isNear(name, property)) return property;
  for (const component of components) if (component.length >= 4 && isNear(name, component)) return component;
  return undefined;
}

function isNear(name: string, property: string): boolean {
  const difference = Math.abs(name.length - property.length);
  // More letters at the end make a word of its own: `positions`, `names`.
  if (difference > 1 || name.startsWith(property)) return false;
  const limit = property.length > LONG ? 2 : 1;
  return editDistance(name.toLowerCase(), property.toLowerCase(), limit) <= limit;
}

/**
 * Warns of the suspects of a file that nothing speaks for. `writes` are the effects of that name; `vars` are those that are
 * known to be there, which are all of the scene's where `areAll` is set.
 */
export function warnOfMisspelt(
  suspects: readonly (Suspect & { readonly problems: Problems })[],
  writes: ReadonlySet<string>,
  vars: readonly string[],
  areAll: boolean,
): void {
  const places = new Set(suspects.filter(({ role }) => role === 'write').map(({ name }) => name.start));
  // What `+=` reads, it also writes.
  const told = suspects.filter(({ name, role }) => role === 'write' || !places.has(name.start));
  const read = new Set(told.filter(({ role }) => role === 'read').map(({ name }) => name.text));
  for (const { name, near, role, problems } of told) {
    const isOwnVar = read.has(name.text) && writes.has(`vars.${name.text}`) && near.length <= LONG;
    if (isOwnVar || vars.includes(name.text)) continue;
    const isOtherWord = near.length <= SHORT && isReplaced(name.text, near);
    if (isOtherWord && (role === 'write' || !areAll)) continue;
    problems.warning(
      'unlikely_property',
      `"${name.text}" is no property of entities, so it is a var.`,
      { start: name.start, end: name.end },
      didYouMean(near, name),
    );
  }
}

/** One letter stands for another, and no two have changed places. */
function isReplaced(name: string, near: string): boolean {
  if (name.length !== near.length) return false;
  return [...name].filter((letter, index) => letter !== near.charAt(index)).length === 1;
}
