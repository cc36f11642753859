import { expect, test } from 'vitest';
import { sliderStep } from './slider-step';

test('a slider goes in about a hundred round steps', () => {
  expect(sliderStep(0, 10)).toBe(0.1);
  expect(sliderStep(0, 1)).toBe(0.01);
  expect(sliderStep(0, 250)).toBe(2);
  expect(sliderStep(-90, 90)).toBe(1);
  expect(sliderStep(0, 1000)).toBe(10);
  expect(sliderStep(3, 3)).toBe(1);
});
