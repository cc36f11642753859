/** A new script for an entity: a file with one behaviour and a test, put on the entity and opened. */
import type { Entity } from '../../../src-preload/contract';
import { useBehaviors } from '../../state/behaviors-store';
import { callTool, readTool } from '../../state/bridge';
import { useEditors } from '../../state/editor-store';
import { showError } from '../../state/toasts';
import { scriptTemplate } from './script-template';

export async function writeScript(
  entity: Entity,
  unused: (name: string, taken: ReadonlySet<string>) => string,
  taken: ReadonlySet<string>,
): Promise<void> {
  const name = behaviorName(entity.name);
  const path = await freePath(name);
  const written = await callTool('file_write', { path, text: scriptTemplate(name) });
  if (!written.ok) return showError(written.error, 'The script was not written');
  const put = await callTool('behavior_set', {
    entity: entity.id,
    name: unused(name, taken),
    file: path,
    behavior: name,
  });
  if (!put.ok) showError(put.error, 'The script is on no entity');
  await useBehaviors.getState().refresh();
  useEditors.getState().open(path);
}

/** `Lantern Post 3` as `LanternPost3`. */
export function behaviorName(entity: string): string {
  const words =
    entity
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .match(/[A-Za-z0-9]+/g) ?? [];
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return /^[A-Za-z]/.test(joined) ? joined : `Behavior${joined}`;
}

async function freePath(name: string): Promise<string> {
  const stem = `scripts/${name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()}`;
  for (let number = 1; ; number += 1) {
    const path = `${stem}${number === 1 ? '' : `_${number}`}.wander`;
    const read = await readTool('file_read', { path });
    if (!read.ok) return path;
  }
}
