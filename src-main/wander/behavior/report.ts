/** What a step tells, bounded. */
import type { EmittedEvent, PlayError, PlayLog, StateChange, StepReport, VarChange } from './contract';

const MAX_LINES = 1000;

export class ReportBuilder {
  private readonly logs: PlayLog[] = [];
  private readonly errors: PlayError[] = [];
  private readonly events: EmittedEvent[] = [];
  private readonly states: StateChange[] = [];
  private omitted = 0;
  instructions = 0;

  constructor(private readonly step: number) {}

  log(line: PlayLog): void {
    if (this.logs.length < MAX_LINES) this.logs.push(line);
    else this.omitted += 1;
  }

  error(error: PlayError): void {
    if (this.errors.length < MAX_LINES) this.errors.push(error);
    else this.omitted += 1;
  }

  event(event: EmittedEvent): void {
    this.events.push(event);
  }

  state(change: StateChange): void {
    this.states.push(change);
  }

  finish(vars: readonly VarChange[]): StepReport {
    const { step, logs, errors, events, states, omitted, instructions } = this;
    return { step, logs, errors, events, states, vars, omitted, instructions };
  }
}
