/** What one check of `skywalker doctor` found. */

export interface Finding {
  /** For programs; stays the same. */
  readonly id: string;
  /** What was looked at, in a word or two. */
  readonly title: string;
  /** A warning is worth knowing, and nothing that keeps anything from working now. */
  readonly status: 'ok' | 'warning' | 'problem';
  /** A sentence. */
  readonly message: string;
  /** How it is mended. */
  readonly hint?: string;
}

type Make = (message: string, hint?: string) => Finding;

/** What findings of one check are made with. */
export function findings(
  id: string,
  title: string,
): { readonly ok: Make; readonly warning: Make; readonly problem: Make } {
  const make =
    (status: Finding['status']): Make =>
    (message, hint) => ({ id, title, status, message, ...(hint === undefined ? {} : { hint }) });
  return { ok: make('ok'), warning: make('warning'), problem: make('problem') };
}
