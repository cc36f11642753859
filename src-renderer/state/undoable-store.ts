/** Whether there is a step to undo and one to redo, for what shows it. Read after changes of the scene, the last of many. */
import { create } from 'zustand';
import type { EngineEvent } from '../../src-preload/contract';
import { readTool } from './bridge';
import { booleanOf, objectOf } from './read-json';

interface Undoable {
  /** True until it is known. */
  readonly undo: boolean;
  readonly redo: boolean;
}

export const useUndoable = create<Undoable>(() => ({ undo: true, redo: true }));

const AFTER_MS = 200;
let timer: ReturnType<typeof setTimeout> | undefined;

export function followUndoable(events: readonly EngineEvent[]): void {
  if (events.some(({ type }) => type === 'entity' || type === 'scene')) refreshUndoable();
}

export function refreshUndoable(): void {
  timer ??= setTimeout(() => void read(), AFTER_MS);
}

async function read(): Promise<void> {
  timer = undefined;
  const result = await readTool('history', { action: 'list', limit: 1 });
  if (!result.ok) return;
  const data = objectOf(result.structured);
  useUndoable.setState({
    undo: booleanOf(data['can_undo']) ?? true,
    redo: booleanOf(data['can_redo']) ?? true,
  });
}
