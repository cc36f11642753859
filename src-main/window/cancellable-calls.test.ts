import { expect, test } from 'vitest';
import { CancellableCalls } from './cancellable-calls';

test('a call is ended by its id, and only while it runs', async () => {
  const calls = new CancellableCalls();
  const until = (signal: AbortSignal): Promise<string> =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        resolve('ended');
      });
    });
  const first = calls.run('a', until);
  let other = 'runs';
  void calls.run('b', until).then((what) => (other = what));
  calls.cancel('none');
  calls.cancel('a');
  expect(await first).toBe('ended');
  expect(other).toBe('runs');
  // An id may be used again.
  const again = calls.run('a', until);
  calls.cancel('a');
  expect(await again).toBe('ended');
});
