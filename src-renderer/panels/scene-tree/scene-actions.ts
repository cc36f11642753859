/** What a person does to entities from the tree and the scene view. Each is one call, and so one undo step. */
import type { JsonObject, ToolResult } from '../../../src-preload/contract';
import { callTool } from '../../state/bridge';
import { numberOf, numbersOf, objectOf } from '../../state/read-json';
import { useSelection } from '../../state/selection-store';
import { showError } from '../../state/toasts';

export const PRIMITIVES = [
  'cube',
  'sphere',
  'plane',
  'cylinder',
  'cone',
  'capsule',
  'torus',
  'quad',
] as const;

export async function createEntity(args: JsonObject): Promise<void> {
  const result = await callTool('entity_create', args);
  if (!said(result)) return;
  const id = numberOf(objectOf(result.ok ? result.structured : undefined)['id']);
  if (id !== undefined) useSelection.getState().select([id]);
}

/** With everything below them: what is below another of them goes with it. */
export async function deleteEntities(ids: readonly number[]): Promise<void> {
  if (ids.length > 0) said(await callTool('entity_delete', { entities: ids }));
}

/** Selects the copies. */
export async function duplicateEntities(ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const result = await callTool('entity_duplicate', { entities: ids });
  if (!said(result)) return;
  const created = numbersOf(objectOf(result.ok ? result.structured : undefined)['created']);
  if (created.length > 0) useSelection.getState().selectMade(created, ids);
}

export async function reparent(ids: readonly number[], parent: number | null): Promise<void> {
  await each('Move', ids, (entity) => ({ tool: 'entity_update', args: { entity, parent: parent ?? 0 } }));
}

async function each(
  label: string,
  ids: readonly number[],
  operation: (id: number) => { tool: string; args: JsonObject },
): Promise<void> {
  const [first] = ids;
  if (first === undefined) return;
  const single = operation(first);
  said(
    ids.length === 1
      ? await callTool(single.tool, single.args)
      : await callTool('batch', { label: `${label} ${ids.length} entities`, operations: ids.map(operation) }),
  );
}

function said(result: ToolResult): boolean {
  if (!result.ok) showError(result.error);
  return result.ok;
}
