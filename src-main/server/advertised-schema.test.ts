import { expect, test } from 'vitest';
import type { JsonObject } from '../engine/json';
import { advertisedSchema } from './advertised-schema';

test('the format "color" does not go out, at any depth, and everything else does', () => {
  const schema: JsonObject = {
    type: 'object',
    properties: {
      tint: { type: 'string', format: 'color', description: 'Colour.' },
      when: { type: 'string', format: 'date-time' },
      format: { type: 'string', enum: ['color', 'grey'], default: 'color' },
      list: { type: 'array', items: { anyOf: [{ type: 'string', format: 'color' }, { type: 'null' }] } },
    },
    examples: [{ format: 'color' }],
  };
  expect(advertisedSchema(schema)).toEqual({
    type: 'object',
    properties: {
      tint: { type: 'string', description: 'Colour.' },
      when: { type: 'string', format: 'date-time' },
      format: { type: 'string', enum: ['color', 'grey'], default: 'color' },
      list: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
    },
    examples: [{ format: 'color' }],
  });
});
