import { expect, test } from 'vitest';
import { InputQueue, keyName } from './input';

test('a tapped key is down for one step, a held one until it is let go', () => {
  const queue = new InputQueue();
  queue.add({ press: ['Space'], hold: ['W'] }, 1);
  expect(queue.take(1, [])).toEqual({ press: ['space', 'w'], release: ['space'] });
  expect(queue.held).toEqual(['w']);
  expect(queue.take(2, [])).toEqual({});
  queue.add({ hold: ['w'] }, 3);
  expect(queue.take(3, [])).toEqual({});
  queue.add({ release: ['w', 'x'] }, 4);
  expect(queue.take(4, [])).toEqual({ release: ['w'] });
});

test('a view that loses its keys lets all of them go', () => {
  const queue = new InputQueue();
  queue.add({ hold: ['a', 'd'] }, 1);
  queue.take(1, []);
  queue.releaseAll();
  expect(queue.take(2, [])).toEqual({ release: ['a', 'd'] });
  expect(queue.held).toEqual([]);
});

test('an action is 0 again after its steps, and stays where it has none', () => {
  const queue = new InputQueue();
  const jump = { name: 'jump', value: 1, steps: 2 };
  const walk = { name: 'walk', value: [0, 1] as const, steps: 0 };
  queue.add({ actions: [jump, walk] }, 5);
  expect(queue.take(5, [])).toEqual({ actions: { jump: 1, walk: [0, 1] } });
  expect(queue.take(6, [])).toEqual({});
  expect(queue.take(7, [])).toEqual({ actions: { jump: 0 } });
  expect(queue.take(8, [])).toEqual({});
});

test('clicks, events and contacts reach one step', () => {
  const queue = new InputQueue();
  queue.add({ clicks: [3], events: [{ name: 'charge', data: { n: 1 }, to: 3 }] }, 1);
  const touch = { kind: 'collide', a: 1, b: 2 } as const;
  expect(queue.take(1, [touch])).toEqual({
    clicks: [{ entity: 3 }],
    contacts: [touch],
    events: [{ name: 'charge', data: { n: 1 }, to: 3 }],
  });
  expect(queue.take(2, [])).toEqual({});
});

test('keys have the names that behaviours write', () => {
  expect([' ', 'Space', 'ArrowLeft', 'Esc', 'Enter', 'W', 'F1'].map(keyName)).toEqual([
    'space',
    'space',
    'left',
    'escape',
    'enter',
    'w',
    'f1',
  ]);
});
