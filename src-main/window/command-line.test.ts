import { expect, test } from 'vitest';
import { projectArgument } from './command-line';

test('the folder after the application is the project', () => {
  expect(
    projectArgument(['electron', '--no-sandbox', '.', 'games/one'], '/home/me/sky', '/home/me/sky'),
  ).toBe('/home/me/sky/games/one');
});

test('switches and preloaded scripts before the application are not the project', () => {
  const argv = ['electron', '-r', '/tmp/loader.js', '--inspect=0', '/opt/sky', '--no-sandbox'];
  expect(projectArgument(argv, '/home/me', '/opt/sky')).toBeUndefined();
  expect(projectArgument([...argv, '/p'], '/home/me', '/opt/sky')).toBe('/p');
});

test('packaged, the first argument is the project', () => {
  expect(projectArgument(['/opt/Skywalker', 'p'], '/home/me', undefined)).toBe('/home/me/p');
  expect(projectArgument(['/opt/Skywalker'], '/home/me', undefined)).toBeUndefined();
});
