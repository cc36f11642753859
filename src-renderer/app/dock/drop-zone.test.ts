import { expect, test } from 'vitest';
import { dropEdge } from './drop-zone';

test('the middle joins a group, and near an edge the nearest edge splits it', () => {
  expect(dropEdge(0.5, 0.5)).toBeUndefined();
  expect(dropEdge(0.1, 0.5)).toBe('left');
  expect(dropEdge(0.9, 0.5)).toBe('right');
  expect(dropEdge(0.2, 0.05)).toBe('top');
  expect(dropEdge(0.8, 0.95)).toBe('bottom');
  expect(dropEdge(0.3, 0.7)).toBeUndefined();
});
