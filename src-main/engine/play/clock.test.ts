import { expect, test } from 'vitest';
import { PlayClock } from './clock';
import { HandTimers } from './world.fixture';

test('a second has sixty steps', () => {
  const timers = new HandTimers();
  let steps = 0;
  const clock = new PlayClock(timers, () => ((steps += 1), true));
  clock.start();
  timers.pass(1000.1);
  expect(steps).toBe(60);
  expect(clock.pace).toBe(60);
});

test('steps that take longer than a sixtieth of a second make slow motion, never pile up, and leave others half the time', () => {
  const timers = new HandTimers();
  let steps = 0;
  const clock = new PlayClock(timers, () => {
    steps += 1;
    timers.time += 50;
    return true;
  });
  clock.start();
  timers.pass(1000);
  expect(steps).toBe(10);
  expect(clock.pace).toBe(10);
});

test('after a long pause of the host it goes on where it was, with a few steps at once', () => {
  const timers = new HandTimers();
  let steps = 0;
  const clock = new PlayClock(timers, () => ((steps += 1), true));
  clock.start();
  timers.time = 10_000;
  timers.pass(0);
  expect(steps).toBe(5);
});

test('a step that says so ends the run, and so does stop', () => {
  const timers = new HandTimers();
  let steps = 0;
  const clock = new PlayClock(timers, () => ((steps += 1), steps < 3));
  clock.start();
  timers.pass(1000);
  expect(steps).toBe(3);
  expect(clock.running).toBe(false);
  clock.start();
  clock.stop();
  timers.pass(1000);
  expect(steps).toBe(3);
});
