import { expect, test } from 'vitest';
import { suggestedPath } from './scene-files';

test('a scene without a file is offered one of its name', () => {
  expect(suggestedPath('Sky Garden')).toBe('scenes/sky-garden.sky.json');
  expect(suggestedPath('  ../Höhle 2! ')).toBe('scenes/h-hle-2.sky.json');
  expect(suggestedPath('漢字')).toBe('scenes/scene.sky.json');
});
