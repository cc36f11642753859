import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import fc from 'fast-check';
import { newFolder } from '../server/testkit/small-engine';
import { COMMANDS } from './commands';
import { diffLines } from './diff';
import { visible } from './io';
import { run } from './testkit/terminal';

test('without a command it shows them on stderr and exits with 2', async () => {
  const ran = await run([]);
  expect([ran.code, ran.out]).toEqual([2, '']);
  for (const command of COMMANDS) expect(ran.err).toContain(command.name);
});

test('help goes to stdout, in its three forms, for every command', async () => {
  for (const args of [['help'], ['--help'], ['-h']])
    expect(await run(args)).toMatchObject({ code: 0, err: '' });
  for (const { name, summary, options } of COMMANDS) {
    for (const args of [
      ['help', name],
      [name, '--help'],
      [name, 'x', '-h'],
    ]) {
      const ran = await run(args);
      expect(ran).toMatchObject({ code: 0, err: '' });
      expect(ran.out).toContain(summary);
      expect(ran.out).toContain(`Usage: skywalker ${name}`);
      for (const option of Object.keys(options)) expect(ran.out).toContain(`--${option}`);
    }
  }
});

test('what is misspelled is named, with what was probably meant', async () => {
  expect(await run(['cal'])).toEqual({
    code: 2,
    out: '',
    err: 'error: There is no command "cal".\nDid you mean "call"?\n',
  });
  expect((await run(['call', 'x', '--porject', 'y'])).err).toBe(
    'error: "--porject" is not an option of call.\nDid you mean "--project"?\n',
  );
  expect((await run(['call', 'x', '--project'])).code).toBe(2);
  expect((await run(['version', 'extra'])).err).toContain('"extra" is one argument too many');
  expect((await run(['serve', '--port', '70000'])).err).toContain(
    '--port must be a whole number from 0 to 65535, not "70000".',
  );
  expect((await run(['audit', 'burn'])).code).toBe(2);
});

test('version prints the one of package.json', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  for (const args of [['version'], ['--version'], ['-V']])
    expect(await run(args)).toEqual({ code: 0, out: `skywalker ${version}\n`, err: '' });
});

test('new makes a project, and does not make one twice', async () => {
  const cwd = newFolder();
  const ran = await run(['new', 'meadow', '--name', 'The Meadow'], { cwd });
  expect([ran.code, ran.out]).toEqual([0, `${join(cwd, 'meadow')}\n`]);
  expect(JSON.parse(readFileSync(join(cwd, 'meadow', 'game.json'), 'utf8'))).toMatchObject({
    name: 'The Meadow',
  });
  expect((await run(['new', 'meadow'], { cwd })).code).toBe(1);
  expect(readFileSync(join(cwd, 'meadow', 'scenes', 'main.sky.json'), 'utf8')).toContain('"Ground"');
});

// eslint-disable-next-line no-control-regex -- these must be gone
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

test('text made visible holds no control character, and what holds none stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(visible(text)).not.toMatch(CONTROL);
      expect(visible(visible(text))).toBe(visible(text));
    }),
  );
  expect(visible('Grüße\t🦊\n')).toBe('Grüße\t🦊\n');
});

test('a difference holds every line that was added or removed, and nothing when there is none', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 });
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const shown = diffLines(before.join('\n'), after.join('\n'));
      const removed = shown.filter((line) => line.startsWith('-')).length;
      const added = shown.filter((line) => line.startsWith('+')).length;
      expect(before.length - removed).toBe(after.length - added);
      if (before.join() === after.join()) expect(shown).toEqual([]);
    }),
  );
  expect(diffLines('1\n2\n3\n4\n5\n6\n7\n8\n9', '1\n2\n3\n4\n5\n6\n7\nx\n9')).toEqual(
    ['  …', '  5', '  6', '  7', '- 8', '+ x', '  9'].slice(1),
  );
});
