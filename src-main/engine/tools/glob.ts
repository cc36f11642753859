/** Wildcards: `*` any run of characters, `?` one character. Linear in practice: no pattern can make it blow up. */

/**
 * Whether a pattern of `patternLength` parts covers a text of `textLength` parts: `fits` says whether one part does, and a
 * star any run of parts. Takes at most pattern × text steps.
 */
function covers(
  patternLength: number,
  textLength: number,
  isStar: (p: number) => boolean,
  fits: (p: number, t: number) => boolean,
): boolean {
  let p = 0;
  let t = 0;
  let star = -1;
  let resume = 0;
  while (t < textLength) {
    if (p < patternLength && isStar(p)) {
      star = p;
      resume = t;
      p += 1;
    } else if (p < patternLength && fits(p, t)) {
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
  while (p < patternLength && isStar(p)) p += 1;
  return p === patternLength;
}

/** Whether the whole text matches. */
export function globMatches(pattern: string, text: string): boolean {
  return covers(
    pattern.length,
    text.length,
    (p) => pattern[p] === '*',
    (p, t) => pattern[p] === '?' || pattern[p] === text[t],
  );
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

/** A segment for a character and `**` for the star. */
function segmentsMatch(pattern: readonly string[], path: readonly string[]): boolean {
  return covers(
    pattern.length,
    path.length,
    (p) => pattern[p] === '**',
    (p, t) => globMatches(pattern[p] ?? '', path[t] ?? ''),
  );
}
