/** Tells of files of a project that change on the disk, whoever changes them. */
import { relative, sep } from 'node:path';
import type { FSWatcher } from 'chokidar';
import { watch } from 'chokidar';
import { isTemporaryName } from './files';

export interface FileChange {
  /** From the project's folder, with `/`. */
  readonly path: string;
  readonly kind: 'add' | 'change' | 'remove';
}

/** Milliseconds of quiet after which a burst of events of one file is told as one change. */
const QUIET = 50;

const IGNORED_FOLDERS = new Set(['.skywalker', '.git', 'node_modules']);

/**
 * One change for each write, however many events the system makes of it: an atomic write (temporary file, rename) is seen
 * as one `add` or `change`. What happened before `ready` is not told. Links are not followed.
 */
export class ProjectWatcher {
  /** Resolves when changes from now on are seen. */
  readonly ready: Promise<void>;
  private readonly watcher: FSWatcher;
  private readonly listeners = new Set<(change: FileChange) => void>();
  private readonly bursts = new Map<
    string,
    { first: FileChange['kind']; last: FileChange['kind']; timer: NodeJS.Timeout }
  >();
  private failure: string | undefined;

  constructor(private readonly folder: string) {
    this.watcher = watch(folder, {
      ignored: (path) => isIgnored(relative(folder, path)),
      ignoreInitial: true,
      followSymlinks: false,
      ignorePermissionErrors: true,
    });
    this.watcher.on('add', (path) => {
      this.saw(path, 'add');
    });
    this.watcher.on('change', (path) => {
      this.saw(path, 'change');
    });
    this.watcher.on('unlink', (path) => {
      this.saw(path, 'remove');
    });
    this.watcher.on('error', (error) => {
      this.failure = error instanceof Error ? error.message : String(error);
    });
    this.ready = new Promise((resolve) => {
      this.watcher.once('ready', resolve);
    });
  }

  /** Why some changes may not be seen (the system's limit of watched files), or undefined. */
  get problem(): string | undefined {
    return this.failure;
  }

  /** Calls `listener` for each change. Answers how to stop that. */
  on(listener: (change: FileChange) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  async close(): Promise<void> {
    for (const { timer } of this.bursts.values()) clearTimeout(timer);
    this.bursts.clear();
    this.listeners.clear();
    await this.watcher.close();
  }

  private saw(absolute: string, kind: FileChange['kind']): void {
    const path = relative(this.folder, absolute).split(sep).join('/');
    const burst = this.bursts.get(path);
    if (burst) clearTimeout(burst.timer);
    const timer = setTimeout(() => {
      this.tell(path);
    }, QUIET);
    this.bursts.set(path, { first: burst?.first ?? kind, last: kind, timer });
  }

  private tell(path: string): void {
    const burst = this.bursts.get(path);
    if (!burst) return;
    this.bursts.delete(path);
    const kind = sumUp(burst.first, burst.last);
    if (!kind) return;
    for (const listener of this.listeners) {
      try {
        listener({ path, kind });
      } catch (error) {
        // Nobody stands above it to catch this, and one listener's fault must not end the engine.
        console.error(`A listener of file changes failed at ${path}: ${String(error)}`);
      }
    }
  }
}

/** What a burst comes to: a file that was made and is gone again was never there. */
function sumUp(first: FileChange['kind'], last: FileChange['kind']): FileChange['kind'] | undefined {
  if (last === 'remove') return first === 'add' ? undefined : 'remove';
  return first === 'add' ? 'add' : 'change';
}

function isIgnored(path: string): boolean {
  return path
    .split(sep)
    .some((name) => IGNORED_FOLDERS.has(name) || isTemporaryName(name) || /(~|\.sw[a-p]x?)$/.test(name));
}
