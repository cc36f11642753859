/** What a new scene starts with: something to stand on, something to see, light, and a camera. */
import { ComponentRegistry } from './components';
import type { Entity } from './entity';
import { defaultEnvironment } from './environment';
import { Scene } from './scene';
import type { SceneData } from './scene';

/** A scene with a ground, a cube, a sun and a camera; `empty` leaves all entities out. */
export function newSceneData(options: { name: string; seed?: number; empty?: boolean }): SceneData {
  return {
    name: options.name,
    seed: options.seed ?? 1,
    environment: defaultEnvironment(),
    entities: options.empty ? [] : defaultEntities(),
  };
}

function defaultEntities(): readonly Entity[] {
  const scene = new Scene({ components: new ComponentRegistry() });
  const tx = scene.begin();
  tx.create({
    name: 'Ground',
    scale: [20, 1, 20],
    color: '#7f8f7a',
    components: { mesh: { mesh: 'plane', roughness: 0.95 } },
  });
  tx.create({
    name: 'Cube',
    position: [0, 0.5, 0],
    color: '#d9793d',
    components: { mesh: { mesh: 'cube' } },
  });
  tx.create({
    name: 'Sun',
    position: [6, 10, 4],
    rotation: [-50, 35, 0],
    color: '#fff4e0',
    components: { light: { kind: 'directional', intensity: 1.5, castShadows: true } },
  });
  tx.create({
    name: 'Camera',
    position: [6, 4, 8],
    rotation: [-20, 37, 0],
    components: { camera: { primary: true } },
  });
  const { entities } = scene.snapshot();
  tx.rollback();
  return entities;
}
