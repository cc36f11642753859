import { Matrix4 } from 'three';
import { expect, test } from 'vitest';
import { entityOf } from '../../state/read-entity';
import { changeOf } from './gizmo';
import { localMatrix } from './world';

const matrix = (fields: object): Matrix4 =>
  localMatrix(entityOf({ id: 1, name: 'e', ...fields })!, new Matrix4());

test('a drag changes only the property of its mode, in metres, degrees and factors', () => {
  const local = matrix({ position: [1, 2, 3], rotation: [20, -30, 40], scale: [2, 1, 0.5] });
  expect(changeOf('translate', local)).toEqual({ position: [1, 2, 3] });
  expect(changeOf('rotate', local)).toEqual({ rotation: [20, -30, 40] });
  expect(changeOf('scale', local)).toEqual({ scale: [2, 1, 0.5] });
});

test('no negative zero and no noise of floating point gets into the scene', () => {
  expect(changeOf('translate', matrix({ position: [-0.00001, 0.1 + 0.2, 0] }))).toEqual({
    position: [0, 0.3, 0],
  });
});
