import { expect, test, vi } from 'vitest';
import { fileOf } from './app-protocol';

// The protocol itself is tested in the running application.
vi.mock('electron', () => ({ protocol: {} }));

test('an address means a file of the built window', () => {
  expect(fileOf('app://skywalker/', '/app/renderer')).toBe('/app/renderer/index.html');
  expect(fileOf('app://skywalker/assets/a%20b.js?v=1', '/app/renderer')).toBe('/app/renderer/assets/a b.js');
});

test('nothing outside that folder has an address', () => {
  for (const path of ['..%2f..%2fetc/passwd', '%2e%2e/%2e%2e/secret', '..%5c..%5csecret%00', '%E0%A4%A']) {
    const file = fileOf(`app://skywalker/${path}`, '/app/renderer');
    expect(file === undefined || file.startsWith('/app/renderer/'), path).toBe(true);
  }
  expect(fileOf('app://other/index.html', '/app/renderer')).toBeUndefined();
});
