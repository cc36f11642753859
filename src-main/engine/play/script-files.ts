/** The `.wander` files of the project as behaviours see them: texts, the modules they use, and what they hold. */
import { readTextFile, fileStamp } from '../project/files';
import type { Project } from '../project/project';
import { revisionOf } from '../tools/builtin/file-access';
import { walkFiles } from '../tools/builtin/file-walk';
import type { Outcome } from '../errors';
import type { BehaviorListing } from '../../wander/behavior/contract';
import { listBehaviors } from '../../wander/behavior/list';

const MAX_FILE_BYTES = 512 * 1024;
const MOST_FILES = 2_000;

/** Tools are no behaviours, though their code has the same suffix. */
const TOOLS = 'tools/';

interface Known {
  /** What was looked at on the disk, and what was found there. */
  readonly stamps: ReadonlyMap<string, string>;
  readonly listing: BehaviorListing;
  readonly revision: string;
}

export class ScriptFiles {
  private readonly known = new Map<string, Known>();

  constructor(
    private readonly project: Pick<Project, 'folder' | 'locate'>,
    private readonly componentTypes: () => readonly string[],
  ) {}

  /** Project-relative paths of all files that may hold behaviours, in alphabetical order. */
  paths(): readonly string[] {
    const found: string[] = [];
    for (const { path, kind } of walkFiles(this.project.folder, '', { recursive: true })) {
      if (kind !== 'file' || !path.endsWith('.wander') || path.startsWith(TOOLS)) continue;
      found.push(path);
      if (found.length >= MOST_FILES) break;
    }
    return found.sort();
  }

  /** `not_found`, `permission_denied` for what leads outside, `io_error`. */
  text(path: string): Outcome<string> {
    const located = this.project.locate(path);
    if (!located.ok) return located;
    return readTextFile(located.value, { maxBytes: MAX_FILE_BYTES });
  }

  /** Gives a module's text by its path, as the language asks for it. */
  readonly module = (path: string): string | undefined => {
    const text = this.text(path);
    return text.ok ? text.value : undefined;
  };

  /** What a file holds. It is read again when it, or a module that it uses, has changed. */
  listing(path: string): Outcome<BehaviorListing> {
    const known = this.known.get(path);
    if (known !== undefined && [...known.stamps].every(([file, stamp]) => this.stamp(file) === stamp))
      return { ok: true, value: known.listing };
    const stamps = new Map([[path, this.stamp(path)]]);
    const text = this.text(path);
    if (!text.ok) return text;
    const listing = listBehaviors(text.value, {
      file: path,
      module: (module) => {
        stamps.set(module, this.stamp(module));
        return this.module(module);
      },
      componentTypes: this.componentTypes(),
    });
    this.known.set(path, { stamps, listing, revision: revisionOf(text.value) });
    return { ok: true, value: listing };
  }

  /** Names what a file held when it was listed last. */
  revision(path: string): string {
    return this.known.get(path)?.revision ?? '';
  }

  /** What a text of the scene's own holds. */
  listingOf(source: string, name: string): BehaviorListing {
    return listBehaviors(source, {
      file: name,
      module: this.module,
      componentTypes: this.componentTypes(),
    });
  }

  private stamp(path: string): string {
    const located = this.project.locate(path);
    return located.ok ? fileStamp(located.value.absolute) : '';
  }
}
