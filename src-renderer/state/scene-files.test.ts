import { expect, test } from 'vitest';
import { scenePath, suggestedPath } from './scene-files';

test('a scene without a file is offered one of its name', () => {
  expect(suggestedPath('Sky Garden')).toBe('scenes/sky-garden.sky.json');
  expect(suggestedPath('  ../Höhle 2! ')).toBe('scenes/h-hle-2.sky.json');
  expect(suggestedPath('漢字')).toBe('scenes/scene.sky.json');
});

test('a bare name is a file in the folder of scenes', () => {
  expect(scenePath('harbour')).toBe('scenes/harbour.sky.json');
  expect(scenePath('levels/one.sky.json')).toBe('levels/one.sky.json');
});
