import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src-preload/contract';
import { fieldOf } from './component-schemas';

const control = (schema: JsonObject): string => fieldOf('x', schema).control;

test('each kind of field gets the control that fits', () => {
  expect(control({ type: 'boolean' })).toBe('flag');
  expect(control({ type: 'string', enum: ['a', 'b'] })).toBe('choice');
  expect(control({ type: 'number', minimum: 0 })).toBe('number');
  expect(control({ type: 'string', format: 'color' })).toBe('color');
  expect(control({ type: 'array', minItems: 3, maxItems: 3, items: { type: 'number' } })).toBe('vector');
  expect(control({ type: 'array', items: { type: 'object' } })).toBe('json');
});

test('a choice that also takes other text offers its words', () => {
  const mesh = fieldOf('mesh', {
    anyOf: [
      { type: 'string', enum: ['cube', 'sphere'] },
      { type: 'string', pattern: '^asset:' },
    ],
  });
  expect([mesh.control, mesh.options]).toEqual(['text', ['cube', 'sphere']]);
});

test('a field is called by its title, else by its name as words', () => {
  expect(fieldOf('fov', { title: 'Field of view' }).label).toBe('Field of view');
  expect(fieldOf('spotAngle', {}).label).toBe('Spot angle');
  expect(fieldOf('max_speed', {}).label).toBe('Max speed');
});
