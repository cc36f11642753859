/** Small settings of this window, kept in its own storage. Unreadable or missing ones give the fallback. */

export function readStored<T>(key: string, parse: (value: unknown) => T | undefined, fallback: T): T {
  try {
    const text = window.localStorage.getItem(`skywalker.${key}`);
    if (text === null) return fallback;
    return parse(JSON.parse(text) as unknown) ?? fallback;
  } catch {
    return fallback;
  }
}

export function writeStored(key: string, value: unknown): void {
  try {
    window.localStorage.setItem(`skywalker.${key}`, JSON.stringify(value));
  } catch {
    // Storage may be full or closed; a setting that is not remembered is not worth an error.
  }
}

/** Forgets the settings whose key begins so, and the sizes of panes that are remembered under it. */
export function removeStored(beginning: string): void {
  try {
    for (const key of Object.keys(window.localStorage))
      if (key.includes(`skywalker.${beginning}`)) window.localStorage.removeItem(key);
  } catch {
    // As above.
  }
}
