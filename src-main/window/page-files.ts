/**
 * Tells when the page has what it asked for. Whatever keeps this process busy (the engine is 2 MB of code) waits for that:
 * the page needs it for its files, and works in a process of its own from then on.
 */

/** A page that has got a script asks for nothing more within this time once it has all. */
const QUIET_MS = 10;
/** Where no page comes, nothing waits longer than this for it. */
const LATEST_MS = 2_000;

export class PageFiles {
  private pending = 0;
  private hadScript = false;
  private quiet: NodeJS.Timeout | undefined;
  private resolve: () => void = () => undefined;
  /** Resolves once the page has its first files. */
  readonly served: Promise<void> = new Promise((resolve) => {
    const latest = setTimeout(resolve, LATEST_MS);
    this.resolve = () => {
      clearTimeout(latest);
      resolve();
    };
  });

  /** A file is asked for; call the result when it was given. */
  ask(isScript: boolean): () => void {
    this.pending += 1;
    clearTimeout(this.quiet);
    return () => {
      this.pending -= 1;
      this.hadScript ||= isScript;
      if (this.pending === 0 && this.hadScript) this.quiet = setTimeout(this.resolve, QUIET_MS);
    };
  }
}
