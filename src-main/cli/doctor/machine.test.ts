import { expect, test } from 'vitest';
import {
  checkBubblewrap,
  checkDisk,
  checkDisplay,
  checkElectron,
  checkNode,
  checkProgram,
  checkPython,
  checkWatches,
} from './machine';

test('Node.js has to be as new as package.json says', () => {
  expect(checkNode('20.19.0', '>=20.19').status).toBe('ok');
  expect(checkNode('22.1.0', '>=20.19').status).toBe('ok');
  expect(checkNode('20.9.9', '>=20.19')).toEqual({
    id: 'node',
    title: 'Node.js',
    status: 'problem',
    message: 'Version 20.9.9 is too old: 20.19 or later is needed.',
    hint: 'Install a newer one: https://nodejs.org',
  });
});

test('an installed application has its program, or has to be installed anew', () => {
  expect(checkProgram('/opt/Skywalker/skywalker-app', true).status).toBe('ok');
  expect(checkProgram('/opt/Skywalker/skywalker-app', false)).toMatchObject({
    status: 'problem',
    hint: 'Install Skywalker anew.',
  });
});

test('Electron is found, or it is said how it is fetched', () => {
  expect(checkElectron({ out: '{"kind":"official","version":"45.5.0"}' }, '/sky').message).toBe(
    'Version 45.5.0.',
  );
  expect(checkElectron({ out: '{"kind":"fallback","version":"33.2.1"}' }, '/sky').message).toContain(
    'official download',
  );
  const missing = checkElectron({ failed: '' }, '/sky');
  expect([missing.status, missing.hint]).toEqual(['warning', expect.stringContaining('npm start (in /sky)')]);
});

test('Bubblewrap that is missing is told apart from one that may make no sandbox', () => {
  expect(checkBubblewrap('linux', { out: '' }).status).toBe('ok');
  expect(checkBubblewrap('linux', { failed: 'spawn bwrap ENOENT' }).hint).toContain(
    'apt-get install bubblewrap',
  );
  const refused = checkBubblewrap('linux', { failed: 'bwrap: No permissions to create new namespace\nmore' });
  expect(refused).toMatchObject({
    status: 'warning',
    message: expect.stringContaining('new namespace') as string,
  });
  expect(refused.message).not.toContain('more');
  expect(checkBubblewrap('darwin', { failed: 'spawn bwrap ENOENT' }).status).toBe('ok');
});

test('a display is there, or a virtual one, or it is said what works without', () => {
  expect(checkDisplay('linux', { DISPLAY: ':0' }, false).status).toBe('ok');
  expect(checkDisplay('linux', { DISPLAY: '' }, true).message).toContain('xvfb');
  expect(checkDisplay('linux', {}, false)).toMatchObject({
    status: 'warning',
    hint: expect.stringContaining('skywalker serve') as string,
  });
});

test('Python has to be 3.10 or later for its layer', () => {
  expect(checkPython({ out: 'Python 3.10.0\n' }).status).toBe('ok');
  expect(checkPython({ out: 'Python 3.9.18' }).message).toBe(
    'Version 3.9.18 is too old for the Python layer.',
  );
  expect(checkPython({ failed: 'spawn python3 ENOENT' }).status).toBe('warning');
  expect(checkPython({ out: 'pyenv: what?' }).status).toBe('warning');
});

test('a disk that is nearly full is told before it is', () => {
  const of = (mib: number): string => checkDisk('/p', mib * 1024 * 1024).status;
  expect([of(5), of(19.9), of(20), of(499), of(500), of(90_000)]).toEqual([
    'problem',
    'problem',
    'warning',
    'warning',
    'ok',
    'ok',
  ]);
  expect(checkDisk('/p', 1536 * 1024 * 1024).message).toBe('1.5 GiB are free where /p is.');
});

test('a limit of watched files that a project comes near is told, and one that is reached', () => {
  expect(checkWatches({ entries: 800, limit: 1000 }).status).toBe('ok');
  expect(checkWatches({ entries: 801, limit: 1000 }).status).toBe('warning');
  expect(checkWatches({ entries: 1, limit: undefined }).status).toBe('ok');
  expect(checkWatches({ entries: 1, limit: 1000, refused: 'ENOSPC' })).toMatchObject({
    status: 'problem',
    hint: expect.stringContaining('fs.inotify.max_user_watches') as string,
  });
});
