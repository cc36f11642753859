/** Writes events to a file that the person chose. Until it is whole it has another name beside it. */
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import type { EngineEvent, ExportAnswer, ExportStep } from '../../src-preload/contract';
import { toolError } from '../engine/errors';

const PAGE = 1000;

interface Running {
  readonly file: string;
  readonly temporary: string;
  readonly handle: FileHandle;
  readonly events: AsyncGenerator<EngineEvent, void, undefined>;
}

export interface EventExportParts {
  /** Asks the person for a file; undefined where they want none. */
  readonly choose: (name: string) => Promise<string | undefined>;
  /** All events of the project's log, oldest first. */
  readonly events: () => AsyncGenerator<EngineEvent, void, undefined>;
}

export class EventExport {
  private readonly running = new Map<string, Running>();

  constructor(private readonly choose: EventExportParts['choose']) {}

  async step(step: ExportStep, events: EventExportParts['events']): Promise<ExportAnswer> {
    try {
      if (step.step === 'begin') return await this.begin(step.name, events);
      const running = this.running.get(step.id);
      if (running === undefined) return failed('This export has ended.');
      if (step.step === 'read') return await page(running);
      if (step.step === 'write') {
        await running.handle.writeFile(step.text);
        return { state: 'written' };
      }
      await this.end(step.id, step.keep);
      return { state: 'ended' };
    } catch (error) {
      if (step.step !== 'begin') await this.end(step.id, false).catch(() => undefined);
      return failed(error instanceof Error ? error.message : String(error));
    }
  }

  /** Ends all, and leaves nothing of them. */
  async close(): Promise<void> {
    for (const id of [...this.running.keys()]) await this.end(id, false).catch(() => undefined);
  }

  private async begin(name: string, events: EventExportParts['events']): Promise<ExportAnswer> {
    const file = await this.choose(name);
    if (file === undefined) return { state: 'cancelled' };
    const id = randomUUID();
    const temporary = `${file}.${id.slice(0, 8)}.part`;
    const handle = await open(temporary, 'wx', 0o600);
    this.running.set(id, { file, temporary, handle, events: events() });
    return { state: 'begun', id, file };
  }

  private async end(id: string, keep: boolean): Promise<void> {
    const running = this.running.get(id);
    if (running === undefined) return;
    this.running.delete(id);
    const { handle, events, file, temporary } = running;
    try {
      await events.return();
      if (keep) await handle.sync();
      await handle.close();
      if (keep) await rename(temporary, file);
    } finally {
      await rm(temporary, { force: true });
    }
  }
}

async function page({ events }: Running): Promise<ExportAnswer> {
  const found: EngineEvent[] = [];
  while (found.length < PAGE) {
    const next = await events.next();
    if (next.done === true) return { state: 'page', events: found, done: true };
    found.push(next.value);
  }
  return { state: 'page', events: found, done: false };
}

function failed(message: string): ExportAnswer {
  return {
    state: 'failed',
    error: toolError(
      'io_error',
      `The events could not be exported: ${message}`,
      'Choose another place, or see that there is room on the disk.',
    ),
  };
}
