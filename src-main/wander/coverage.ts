/** Which lines of one file a run came to: looks on at the statements of a program that was compiled for it. */
import type { Exec } from './compile/code';
import type { StatementObserver } from './compile/scope';
import type { Site } from './errors';
import { LineTable } from './positions';

/** Lines, from 1, that hold statements. */
export interface CoveredLines {
  readonly of: number;
  /** Those with a statement that was not come to. */
  readonly missed: readonly number[];
}

export class Coverage implements StatementObserver {
  private table: LineTable | undefined;
  /** Line of each statement, and whether it ran, by where it begins. */
  private readonly statements = new Map<number, { readonly line: number; ran: boolean }>();

  /** `file` is the project-relative path of the file that is looked at; modules that it uses are not. */
  constructor(private readonly file: string) {}

  around({ unit, start }: Site, _weight: number, exec: Exec): Exec {
    if (unit.file !== this.file) return exec;
    this.table ??= new LineTable(unit.source);
    const statement = this.statements.get(start) ?? { line: this.table.lineOf(start), ran: false };
    this.statements.set(start, statement);
    return (frame, run) => {
      statement.ran = true;
      return exec(frame, run);
    };
  }

  /** Before each run. */
  begin(): void {
    for (const statement of this.statements.values()) statement.ran = false;
  }

  /** Since the run began. */
  lines(): CoveredLines {
    const all = new Set<number>();
    const missed = new Set<number>();
    for (const { line, ran } of this.statements.values()) {
      all.add(line);
      if (!ran) missed.add(line);
    }
    return { of: all.size, missed: [...missed].sort((a, b) => a - b) };
  }
}
