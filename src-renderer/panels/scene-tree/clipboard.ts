/** Copying entities and pasting them again, with everything below them, also into another scene of the window. */
import { create } from 'zustand';
import type { JsonObject } from '../../../src-preload/contract';
import { callTool, readTool } from '../../state/bridge';
import { numbersOf, objectOf } from '../../state/read-json';
import { useScene } from '../../state/scene-store';
import { useSelection } from '../../state/selection-store';
import { showError } from '../../state/toasts';
import { deleteEntities } from './scene-actions';

export const useCopied = create<{ readonly data: JsonObject | undefined }>(() => ({ data: undefined }));

export function canPaste(): boolean {
  return useCopied.getState().data !== undefined;
}

export async function copyEntities(ids: readonly number[]): Promise<boolean> {
  if (ids.length === 0) return false;
  const result = await readTool('entity_copy', { entities: ids });
  if (!result.ok) {
    showError(result.error, 'Nothing was copied');
    return false;
  }
  useCopied.setState({ data: objectOf(objectOf(result.structured)['data']) });
  return true;
}

export async function cutEntities(ids: readonly number[]): Promise<void> {
  if (await copyEntities(ids)) await deleteEntities(ids);
}

/** Beside the entity that was selected last, and selects what was pasted. */
export async function pasteEntities(): Promise<void> {
  const { data } = useCopied.getState();
  if (data === undefined) return;
  const from = useSelection.getState().ids;
  const beside = from.at(-1);
  const parent = beside === undefined ? undefined : useScene.getState().entities.get(beside)?.parent;
  const result = await callTool('entity_paste', {
    data,
    ...(parent === undefined || parent === null ? {} : { parent }),
  });
  if (!result.ok) {
    showError(result.error, 'Nothing was pasted');
    return;
  }
  const created = numbersOf(objectOf(result.structured)['created']);
  if (created.length > 0) useSelection.getState().selectMade(created, from);
}
