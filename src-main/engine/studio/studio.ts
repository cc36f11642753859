/** The studio of one open project: what the team writes to each other, its board, feedback, decisions and loops. */
import { ToolFailure } from '../errors';
import type { EventLog } from '../events/event-log';
import type { Project } from '../project/project';
import type { ProjectWatcher } from '../project/watcher';
import type { ToolRegistry } from '../tools/registry';
import { isOpen, unassign } from './board';
import { LoopFiles, loopOfPath } from './loop-files';
import { MessageLog, MESSAGES_PATH } from './message-log';
import { People, type StudioRoster } from './people';
import { Presence } from './presence';
import { ReadMarks } from './read-marks';
import { StudioStore } from './store';
import { feedbackTools } from './tools/feedback-tools';
import { loopTools } from './tools/loop-tools';
import { messageTools } from './tools/message-tools';
import { overviewTools } from './tools/overview-tools';
import { taskTools } from './tools/task-tools';
import { asJson, time, type StudioKind, type StudioParts } from './writing';

export interface StudioOptions {
  readonly project: Project;
  readonly registry: ToolRegistry;
  readonly events: EventLog;
  readonly roster: StudioRoster;
  readonly watcher?: Pick<ProjectWatcher, 'on'>;
  readonly now: () => Date;
}

export class Studio {
  private readonly parts: StudioParts;
  private readonly stop: readonly (() => void)[];

  constructor({ project, registry, events, roster, watcher, now }: StudioOptions) {
    this.parts = {
      store: new StudioStore(project),
      messages: new MessageLog(project),
      marks: new ReadMarks(project),
      loops: new LoopFiles(project),
      presence: new Presence(),
      people: new People(roster),
      events,
      now,
    };
    const tools = [
      ...messageTools(this.parts),
      ...taskTools(this.parts),
      ...feedbackTools(this.parts),
      ...loopTools(this.parts),
      ...overviewTools(this.parts),
    ];
    for (const tool of tools) registry.register(tool);
    this.stop = [
      roster.onChanged(({ id, byTool, after }) => {
        // A file that is away for a while, such as in a checkout, is no agent that is gone.
        if (byTool && after === undefined) this.agentRemoved(id);
      }),
      ...(watcher === undefined
        ? []
        : [
            watcher.on(({ path }) => {
              this.changedOnDisk(path);
            }),
          ]),
    ];
  }

  close(): void {
    for (const end of this.stop) end();
  }

  /** What it had to do is nobody's. A board that can't be written stays as it is. */
  private agentRemoved(id: string): void {
    const { store, events } = this.parts;
    const tasks = [...store.tables.tasks.read().records.values()];
    if (!tasks.some((task) => task.assignee === id && isOpen(task))) return;
    try {
      const { value } = store.change((edit) => unassign(edit, id, time(this.parts)));
      for (const task of value) {
        events.append({
          type: 'studio',
          kind: 'task',
          actor: 'system',
          summary: `${task.id} is nobody’s: ${id} was removed from the roster`,
          data: asJson({ action: 'updated', id: task.id, by: 'system', task: { ...task, comments: [] } }),
        });
      }
    } catch (error) {
      if (!(error instanceof ToolFailure)) throw error;
    }
  }

  /** Tells of a file that something else wrote, so that who shows it reads it again. */
  private changedOnDisk(path: string): void {
    const { store, messages, loops, events } = this.parts;
    const loop = loopOfPath(path);
    const watched: Readonly<Record<string, Watched>> = {
      [MESSAGES_PATH]: { kind: 'message', file: messages },
      [store.tables.tasks.spec.path]: { kind: 'task', file: store.tables.tasks },
      [store.tables.feedback.spec.path]: { kind: 'feedback', file: store.tables.feedback },
      [store.tables.decisions.spec.path]: { kind: 'decision', file: store.tables.decisions },
    };
    const found =
      loop === undefined
        ? Object.hasOwn(watched, path)
          ? watched[path]
          : undefined
        : watchedLoop(loops, loop, path);
    if (found === undefined || found.file.isKnown) return;
    const { kind } = found;
    const { problem } = found.file.read();
    events.append({
      type: 'studio',
      kind,
      actor: 'system',
      summary:
        problem === undefined ? `${path} was changed on disk` : `${path} can’t be used as it is: ${problem}`,
      data: {
        action: 'changed_on_disk',
        id: loop ?? path,
        by: 'system',
        ...(problem === undefined ? {} : { problem }),
      },
    });
  }
}

function watchedLoop(loops: LoopFiles, name: string, path: string): Watched {
  return {
    kind: 'loop',
    file: { isKnown: loops.isKnown(path), read: () => loops.read(name) ?? {} },
  };
}

interface Watched {
  readonly kind: StudioKind;
  readonly file: { readonly isKnown: boolean; read(): { readonly problem?: string } };
}
