/** Tells whether decisions on tools, or whose decisions count, are others on the disk than when they were last read. */
import { join } from 'node:path';
import { fileMark, hasMark, type FileMark } from '../project/files';
import { APPROVALS_FILE, type Approvals } from './approvals';

export class ApprovalMarks {
  private readonly file: string;
  private approvals: FileMark = 'missing';
  /** Of the keys whose decisions count: another process may trust one, or no longer. */
  private keys: FileMark = 'missing';

  constructor(
    folder: string,
    private readonly read: Pick<Approvals, 'isDecided' | 'keysFile'>,
  ) {
    this.file = join(folder, APPROVALS_FILE);
  }

  /** The files are as they were read or written. */
  note(): void {
    this.approvals = fileMark(this.file);
    this.keys = fileMark(this.read.keysFile);
  }

  /** For one tool, or for any. */
  changed(name?: string): boolean {
    if (!hasMark(this.file, this.approvals)) return true;
    // Whose keys count matters to nobody whom no key has decided on.
    return (name === undefined || this.read.isDecided(name)) && !hasMark(this.read.keysFile, this.keys);
  }
}
