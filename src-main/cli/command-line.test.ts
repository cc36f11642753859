import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import fc from 'fast-check';
import { newFolder } from '../server/testkit/small-engine';
import { COMMANDS } from './commands';
import { diffLines } from './diff';
import { visible } from '../engine/text/visible';
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
  expect((await run(['hlep'])).err).toContain('Did you mean "help"?');
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

test('an option that is not as it has to be is named, with what to write', async () => {
  const told = async (...args: string[]): Promise<string> => {
    const ran = await run(args);
    expect([ran.code, ran.out]).toEqual([2, '']);
    return ran.err;
  };
  expect(await told('call', 'x', '-x')).toBe(
    'error: "-x" is not an option of call.\nSee: skywalker call --help\n',
  );
  expect(await told('call', 'x', '--project')).toBe(
    'error: --project needs a value: --project DIR.\nSee: skywalker call --help\n',
  );
  expect(await told('call', 'x', '--project', '--save')).toBe(
    'error: --project needs a value: --project DIR.\nIf "--save" is the value: --project=--save\n',
  );
  expect(await told('call', 'x', '--save=yes')).toBe(
    'error: --save takes no value, but "yes" was given.\nSee: skywalker call --help\n',
  );
  expect(await told('--as', 'me', 'call')).toBe(
    'error: "--as" stands where the command has to.\nOptions follow it: skywalker call --as\n',
  );
});

test('a program that asks for JSON gets an object also where the command fails', async () => {
  const nowhere = join(newFolder(), 'nowhere');
  const ran = await run(['tools', '--json', '--project', nowhere]);
  expect(ran.code).toBe(3);
  expect(JSON.parse(ran.out)).toEqual({
    ok: false,
    error: {
      code: 'unreachable',
      message: `There is no folder ${nowhere}.`,
      hint: 'Name the folder with the game.json, or make a project: skywalker new DIR',
    },
  });
  expect(JSON.parse((await run(['tools', '--json', '--jsno'])).out)).toMatchObject({
    error: { code: 'usage', hint: 'Did you mean "--json"?' },
  });
});

test('every command takes --json, and then says in one line of JSON what is wrong with its command line', async () => {
  for (const { name, speaks } of COMMANDS) {
    const ran = await run([name, '--json', '--no-such-option']);
    // Where standard output belongs to a protocol nothing else is written to it.
    const told = speaks === 'protocol' ? ran.err : ran.out;
    expect([ran.code, told.trimEnd().split('\n').length], name).toEqual([2, 1]);
    expect(JSON.parse(told)).toEqual({
      ok: false,
      error: {
        code: 'usage',
        message: `"--no-such-option" is not an option of ${name}.`,
        hint: expect.any(String),
      },
    });
    if (speaks === 'protocol') expect(ran.out).toBe('');
  }
  expect(JSON.parse((await run(['cal', '--json'])).out)).toMatchObject({ error: { code: 'usage' } });
});

test('help is there for programs too: every command with its options', async () => {
  const { commands, exit_codes } = JSON.parse((await run(['help', '--json'])).out) as {
    commands: { name: string; options: { name: string; value: string | null }[] }[];
    exit_codes: unknown;
  };
  expect(commands.map(({ name }) => name)).toEqual(COMMANDS.map(({ name }) => name));
  for (const [index, { options }] of COMMANDS.entries()) {
    const shown = Object.entries(options).map(([name, { value }]) => [`--${name}`, value ?? null]);
    expect(commands[index]?.options.map(({ name, value }) => [name, value])).toEqual([
      ...shown,
      ['--help', null],
    ]);
  }
  expect(exit_codes).toEqual({ ok: 0, failed: 1, usage: 2, unreachable: 3 });
  const one = JSON.parse((await run(['serve', '--help', '--json'])).out) as { commands: unknown[] };
  expect(one.commands).toHaveLength(1);
});

test('help fits the terminal, and is not broken into lines for a pipe', async () => {
  for (const columns of [30, 60, 100]) {
    for (const { name, usage, examples = [] } of COMMANDS) {
      const { out } = await run(['help', name], { terminal: true, columns });
      const own = [...usage.map((line) => `skywalker ${name} ${line}`.trimEnd()), ...examples];
      // Names of options and what is to be typed stay whole.
      const free = out.split('\n').filter((line) => line.length > columns && line.trim().includes(' '));
      for (const line of free) expect(own).toContain(line.replace(/^(Usage:)? +/, ''));
    }
  }
  expect((await run(['help', 'serve'])).out).toContain(
    'When it is ready it prints one line of JSON: {"socket", "url", "port", "pid", "project", "token_file"}. The token is in .skywalker/agent.json.',
  );
});

test('colours are told to be there by FORCE_COLOR and not to be by NO_COLOR', async () => {
  const coloured = async (env: Record<string, string>, terminal: boolean): Promise<boolean> =>
    (await run(['nothing'], { env, terminal })).err.includes('\u001b[31m');
  expect(await coloured({ TERM: 'xterm' }, true)).toBe(true);
  expect(await coloured({ TERM: 'xterm', NO_COLOR: '1' }, true)).toBe(false);
  expect(await coloured({ TERM: 'xterm', FORCE_COLOR: '0' }, true)).toBe(false);
  expect(await coloured({ TERM: 'xterm' }, false)).toBe(false);
  expect(await coloured({ TERM: 'dumb', FORCE_COLOR: '1' }, false)).toBe(true);
});

test('version prints the one of package.json', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  for (const args of [['version'], ['--version'], ['-V']])
    expect(await run(args)).toEqual({ code: 0, out: `skywalker ${version}\n`, err: '' });
  expect(JSON.parse((await run(['version', '--json'])).out)).toEqual({ version, node: process.version });
});

test('new makes a project, and does not make one twice', async () => {
  const cwd = newFolder();
  const ran = await run(['new', 'meadow', '--name', 'The Meadow'], { cwd });
  expect([ran.code, ran.out]).toEqual([0, `${join(cwd, 'meadow')}\n`]);
  expect(JSON.parse(readFileSync(join(cwd, 'meadow', 'game.json'), 'utf8'))).toMatchObject({
    name: 'The Meadow',
  });
  expect(await run(['new', 'meadow'], { cwd })).toEqual({
    code: 1,
    out: '',
    err: `error [conflict]: ${join(cwd, 'meadow')} is a project already: it has a game.json\nhint: Open it instead: skywalker open meadow\n`,
  });
  writeFileSync(join(cwd, 'file'), '');
  expect((await run(['new', 'file'], { cwd })).err).toBe(
    "error [io_error]: file can't be written: something of this name is there already\nhint: Choose another name, or move what is there.\n",
  );
  expect(JSON.parse((await run(['new', 'wood', '--json'], { cwd })).out)).toEqual({
    ok: true,
    folder: join(cwd, 'wood'),
    name: 'wood',
  });
  expect((await run(['check'], { cwd: join(cwd, 'wood') })).code).toBe(0);
  expect(readFileSync(join(cwd, 'meadow', 'scenes', 'main.sky.json'), 'utf8')).toContain('"Ground"');
});

test('new --sample begins with the sample, under an id of its own, and keeps what is there', async () => {
  const cwd = newFolder();
  const idOf = (name: string): unknown =>
    (JSON.parse(readFileSync(join(cwd, name, 'game.json'), 'utf8')) as { id: unknown }).id;
  mkdirSync(join(cwd, 'a', 'scripts'), { recursive: true });
  writeFileSync(join(cwd, 'a', 'scripts', 'portal.wander'), '-- mine\n');
  for (const name of ['a', 'b']) expect((await run(['new', name, '--sample'], { cwd })).code).toBe(0);
  expect(idOf('a')).not.toBe(idOf('b'));
  expect(readFileSync(join(cwd, 'a', 'scenes', 'main.sky.json'), 'utf8')).toContain('Island');
  expect(readFileSync(join(cwd, 'a', 'scripts', 'portal.wander'), 'utf8')).toBe('-- mine\n');
  // With the tool that waits, as the window makes it: Getting Started leads on from there.
  expect(existsSync(join(cwd, 'b', 'tools', 'crystal_ring.tool.json'))).toBe(true);
  expect(
    (await run(['test', 'scripts/lantern.wander', '-p', 'b'], { cwd, env: { SKYWALKER_HOME: cwd } })).code,
  ).toBe(0);
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
