/** Where a run's instructions went, line by line: looks on at the statements of a program that was compiled for it. */
import type { Exec } from './compile/code';
import type { StatementObserver } from './compile/scope';
import type { Run } from './context';
import type { Site, SiteUnit } from './errors';
import { LineTable } from './positions';

export interface ProfileLine {
  /** Project-relative; absent for a text that stands in no file. */
  readonly file?: string;
  /** From 1. */
  readonly line: number;
  /** How often it was begun: of several statements on a line, the one that ran most often. */
  readonly runs: number;
  /**
   * Units of the budget: those of its statements and of the library functions that they call; for a line that begins a loop, its iterations'
   * own; for a line that calls a function, what of its body was paid and not run.
   */
  readonly instructions: number;
}

/** A statement, and all that is charged while it is the innermost that runs. */
interface Spot {
  readonly line: number;
  runs: number;
  instructions: number;
}

/** What one run has done so far. */
interface Progress {
  /** Statements under way, outermost first. */
  readonly open: Spot[];
  /** Used when that was last put down to a statement. */
  used: number;
}

export class Profiler implements StatementObserver {
  private readonly files = new Map<
    SiteUnit,
    { readonly lines: LineTable; readonly spots: Map<number, Spot> }
  >();
  private readonly runs = new WeakMap<Run, Progress>();

  around(site: Site, weight: number, exec: Exec): Exec {
    const spot = this.spotAt(site);
    return (frame, run) => {
      const progress = this.progressOf(run);
      const { open } = progress;
      settle(progress, run);
      // The block was charged as a whole, on behalf of what stands around it.
      const payer = open.at(-1);
      if (payer !== undefined) payer.instructions -= weight;
      spot.instructions += weight;
      spot.runs += 1;
      open.push(spot);
      try {
        return exec(frame, run);
      } finally {
        settle(progress, run);
        open.pop();
      }
    };
  }

  /** The lines that ran, in the order of their files and places. What is charged outside of all statements (arguments in, result out) is in none. */
  lines(): ProfileLine[] {
    return [...this.files].flatMap(([unit, { spots }]) => {
      const found = new Map<number, ProfileLine>();
      for (const spot of spots.values()) {
        if (spot.runs === 0) continue;
        const known = found.get(spot.line);
        found.set(spot.line, {
          ...(unit.file === undefined ? {} : { file: unit.file }),
          line: spot.line,
          runs: Math.max(spot.runs, known?.runs ?? 0),
          instructions: spot.instructions + (known?.instructions ?? 0),
        });
      }
      return [...found.values()].sort((a, b) => a.line - b.line);
    });
  }

  private spotAt({ unit, start }: Site): Spot {
    const file = this.files.get(unit) ?? {
      lines: new LineTable(unit.source),
      spots: new Map<number, Spot>(),
    };
    this.files.set(unit, file);
    const spot = file.spots.get(start) ?? { line: file.lines.lineOf(start), runs: 0, instructions: 0 };
    file.spots.set(start, spot);
    return spot;
  }

  private progressOf(run: Run): Progress {
    const progress = this.runs.get(run) ?? { open: [], used: 0 };
    this.runs.set(run, progress);
    return progress;
  }
}

function settle(progress: Progress, run: Run): void {
  const { used } = run;
  const spot = progress.open.at(-1);
  if (spot !== undefined) spot.instructions += used - progress.used;
  progress.used = used;
}
