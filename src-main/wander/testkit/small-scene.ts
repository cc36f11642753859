/** The scene in which random programs run. */
import type { EntityDraft } from './memory-scene';

export const SMALL_SCENE: readonly EntityDraft[] = [
  {
    name: 'Crate A',
    position: [1, 0, 0],
    tags: ['crate'],
    vars: { hp: 3, items: [1, [2]], home: [1, 2, 3] },
  },
  {
    name: 'Crate B',
    position: [0, 0, 8],
    tags: ['crate'],
    components: { light: { intensity: 2, color: '#ff0000' } },
  },
  { name: 'Lamp', position: [0, 5, 0], tags: ['light'], parent: 1 },
];
