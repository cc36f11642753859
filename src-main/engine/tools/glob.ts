/** Wildcards: `*` any run of characters, `?` one character. Linear in practice: no pattern can make it blow up. */

/** Whether the whole text matches. Takes at most pattern × text steps. */
export function globMatches(pattern: string, text: string): boolean {
  let p = 0;
  let t = 0;
  let star = -1;
  let resume = 0;
  while (t < text.length) {
    if (p < pattern.length && (pattern[p] === '?' || (pattern[p] === text[t] && pattern[p] !== '*'))) {
      p += 1;
      t += 1;
    } else if (p < pattern.length && pattern[p] === '*') {
      star = p;
      resume = t;
      p += 1;
    } else if (star >= 0) {
      p = star + 1;
      resume += 1;
      t = resume;
    } else {
      return false;
    }
  }
  while (pattern[p] === '*') p += 1;
  return p === pattern.length;
}

export function hasWildcard(pattern: string): boolean {
  return pattern.includes('*') || pattern.includes('?');
}

/**
 * Whether a project-relative path is in one of the places: a folder (`data/`, `data`), a file, or a glob in which `*` stays
 * within a folder and `**` crosses folders. The path has to be normalised already (see `Project.resolve`).
 */
export function pathAllowed(places: readonly string[], path: string): boolean {
  return places.some((place) => placeHolds(place, path));
}

function placeHolds(place: string, path: string): boolean {
  let end = place.length;
  while (place[end - 1] === '/') end -= 1;
  const clean = place.slice(place.startsWith('./') ? 2 : 0, end);
  if (!hasWildcard(clean)) return clean !== '' && (path === clean || path.startsWith(`${clean}/`));
  return segmentsMatch(clean.split('/'), path.split('/'));
}

function segmentsMatch(pattern: readonly string[], path: readonly string[]): boolean {
  // The same walk as above, a segment for a character and `**` for the star.
  let p = 0;
  let t = 0;
  let star = -1;
  let resume = 0;
  while (t < path.length) {
    const part = pattern[p];
    if (part === '**') {
      star = p;
      resume = t;
      p += 1;
    } else if (part !== undefined && globMatches(part, path[t] ?? '')) {
      p += 1;
      t += 1;
    } else if (star >= 0) {
      p = star + 1;
      resume += 1;
      t = resume;
    } else {
      return false;
    }
  }
  while (pattern[p] === '**') p += 1;
  return p === pattern.length;
}
