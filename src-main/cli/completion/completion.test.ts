/** Completion in real shells. One that is not installed is left out and says so; its script is looked at all the same. */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { UserKeys } from '../../engine/custom/keys';
import { writeAgentFile } from '../../server/agent-file';
import { startServer } from '../../server/host';
import { newFolder, SmallEngine } from '../../server/testkit/small-engine';
import { buildEntry, type BuiltEntry } from '../../testkit/built-entry';
import { installed, openTerminal, type Terminal } from '../testkit/pseudo-terminal';
import { run } from '../testkit/terminal';
import { projectNames } from './names';

vi.setConfig({ testTimeout: 60_000 });

const root = resolve(import.meta.dirname, '../../..');
/** Keys of 32 bytes. */
const SIGNER = `ed25519:${'A'.repeat(43)}`;
const TEAMMATE = `ed25519:${'B'.repeat(42)}A`;

/** A file whose name would run a command, were it read as a line. */
const HOSTILE = 'scripts/zz$(touch pwned).wander';

let cli: BuiltEntry;
let bin: string;
let home: string;
let project: string;
let terminal: Terminal | undefined;

beforeAll(async () => {
  cli = await buildEntry('src-main/cli/main.ts');
  bin = newFolder();
  writeFileSync(join(bin, 'skywalker'), `#!/bin/sh\nexec "${process.execPath}" "${cli.script}" "$@"\n`);
  chmodSync(join(bin, 'skywalker'), 0o755);
  home = newFolder();
  project = join(newFolder(), 'a meadow');
  cpSync(join(root, 'resources/sample-project'), project, { recursive: true });
  mkdirSync(join(project, 'tools'));
  const definition = { tests: [{ name: 'finds it', args: {}, expect: { ok: true } }] };
  writeFileSync(join(project, 'tools', 'enemies_near.tool.json'), JSON.stringify(definition));
  writeFileSync(join(project, 'tools', 'untested.tool.json'), '{}');
  writeFileSync(join(project, 'lamp.json'), '{}');
  writeFileSync(join(project, HOSTILE), 'test "x"\n  assert true\nend\n');
  const approvals = { approvals: [{ name: 'user_untested', key: SIGNER }] };
  writeFileSync(join(project, 'tools', 'approvals.json'), JSON.stringify(approvals));
}, 60_000);

afterEach(() => terminal?.close());
afterAll(() => cli.remove());

const environment = (): Record<string, string> => ({
  PATH: `${bin}:${process.env['PATH'] ?? ''}`,
  SKYWALKER_HOME: home,
  HOME: home,
});

async function scriptOf(shell: string): Promise<string> {
  const ran = await run(['completion', shell]);
  expect([ran.code, ran.err]).toEqual([0, '']);
  return ran.out;
}

test('a shell that is not known is named, with what was meant', async () => {
  expect(await run(['completion', 'fihs'])).toEqual({
    code: 2,
    out: '',
    err: 'error: There is no completion for "fihs".\nDid you mean "fish"?\n',
  });
});

test.skipIf(!installed('bash') || !installed('script'))(
  'bash (left out where bash or script is not installed)',
  async () => {
    writeFileSync(join(home, 'skywalker.bash'), await scriptOf('bash'));
    execFileSync('bash', ['-n', join(home, 'skywalker.bash')]);
    terminal = openTerminal('bash --norc --noprofile -i', { cwd: project, env: environment() });
    await terminal.type(
      `bind 'set show-all-if-ambiguous on'; bind 'set bell-style none'; bind 'set enable-bracketed-paste off'; bind -x '"\\C-g": echo "LINE=[$READLINE_LINE]"'; PS1='> '; source ~/skywalker.bash; echo rea''dy\n`,
      'ready\r\n',
    );
    await completes(terminal);
  },
);

test.skipIf(!installed('zsh') || !installed('script'))(
  'zsh (left out where zsh or script is not installed)',
  async () => {
    writeFileSync(join(home, 'skywalker.zsh'), await scriptOf('zsh'));
    execFileSync('zsh', ['-n', join(home, 'skywalker.zsh')]);
    terminal = openTerminal('zsh -f -i', { cwd: project, env: environment() });
    await terminal.type(
      `unsetopt beep prompt_cr prompt_sp; autoload -U compinit; compinit -u -D; show() { print -r -- "LINE=[$BUFFER]"; zle reset-prompt }; zle -N show; bindkey '^G' show; PS1='> '; source ~/skywalker.zsh; echo rea''dy\n`,
      /ready\r*\n/,
    );
    await completes(terminal);
  },
);

/** What somebody types, Tab included, and the line that it becomes; where several are possible, what is offered. */
async function completes(shell: Terminal): Promise<void> {
  const lines: [string, string][] = [
    ['skywalker ev', 'skywalker events '],
    ['skywalker call user_ene', 'skywalker call user_enemies_near '],
    ['skywalker call scene_ov', 'skywalker call scene_overview '],
    ['skywalker call scene_overview @lam', 'skywalker call scene_overview @lamp.json '],
    ['skywalker call scene_overview --no-s', 'skywalker call scene_overview --no-save '],
    ['skywalker test scripts/lan', 'skywalker test scripts/lantern.wander '],
    ['skywalker audit --last 5 ver', 'skywalker audit --last 5 verify '],
    ['skywalker events --type custom_', 'skywalker events --type custom_tool '],
    ['skywalker mcp-config vs', 'skywalker mcp-config vscode '],
    ['skywalker test scripts/zz', `skywalker test scripts/zz\\$\\(touch\\ pwned\\).wander `],
    ['skywalker trust ed', `skywalker trust ${SIGNER} `],
    ['skywalker events --actor mc', 'skywalker events --actor mcp: '],
    ['skywalker hel', 'skywalker help '],
    ['skywalker help appr', 'skywalker help approve '],
    ['skywalker new --name x scen', 'skywalker new --name x scenes/'],
  ];
  for (const [typed, line] of lines) {
    expect(await shell.type(`${typed}\t\x07`, /LINE=\[[^$].*\]/)).toContain(`LINE=[${line}]`);
    await shell.type('\x15\n', '> ');
  }
  const offered = await shell.type('skywalker completion \t', 'zsh');
  for (const name of ['bash', 'fish']) expect(offered).toContain(name);
  await shell.type('\x15\n', '> ');
  // A program that is named by its path, and a project by an option.
  const elsewhere = `cd /; ${bin}/skywalker tools -p '${project}' unt`.replace(' unt', ' user_unt');
  expect(await shell.type(`${elsewhere}\t\x07`, /LINE=\[[^$].*\]/)).toContain('user_untested ');
  expect(existsSync(join(project, 'pwned'))).toBe(false);
}

test.skipIf(!installed('fish'))('fish (left out where fish is not installed)', async () => {
  const path = join(home, 'skywalker.fish');
  writeFileSync(path, await scriptOf('fish'));
  execFileSync('fish', ['--no-execute', path]);
  const complete = (line: string): string[] =>
    execFileSync('fish', ['--no-config', '-c', 'source $argv[1]; complete -C $argv[2]', path, line], {
      cwd: project,
      env: { ...process.env, ...environment() },
      encoding: 'utf8',
    })
      .split('\n')
      .filter((each) => each !== '')
      .map((each) => each.split('\t')[0] ?? '');
  expect(complete('skywalker ev')).toEqual(['events']);
  expect(complete('skywalker call user_')).toEqual(['user_enemies_near', 'user_untested']);
  expect(complete('skywalker call scene_overview @lam')).toEqual(['@lamp.json']);
  expect(complete('skywalker call scene_overview --no-s')).toEqual(['--no-save']);
  expect(complete('skywalker test ')).toEqual([
    'scripts/lantern.wander',
    'scripts/portal.wander',
    HOSTILE,
    'user_enemies_near',
  ]);
  expect(existsSync(join(project, 'pwned'))).toBe(false);
  expect(complete('skywalker audit --last 5 ver')).toEqual(['verify']);
  expect(complete('skywalker audit verify ')).toEqual([]);
  expect(complete('skywalker events --type custom_')).toEqual(['custom_tool']);
  expect(complete('skywalker new --name x scen')).toEqual(['scenes/']);
  expect(complete('skywalker trust ed')).toEqual([SIGNER]);
  expect(complete('skywalker help appr')).toEqual(['approve']);
});

const options = (folder: string | undefined): Parameters<typeof projectNames>[1] => ({
  folder,
  userFolder: home,
  patience: 10_000,
});

test('names come from the files of a project that nobody has open', async () => {
  expect(await projectNames('custom', options(project))).toEqual(['user_enemies_near', 'user_untested']);
  const tools = await projectNames('tools', options(project));
  expect(tools).toContain('scene_overview');
  expect(tools).toContain('user_untested');
  expect(await projectNames('custom', options(undefined))).toEqual([]);
});

test('keys are those that signed in the project, and those that are trusted', async () => {
  const userFolder = newFolder();
  new UserKeys(userFolder).trust(TEAMMATE, 'Mira', '2026-01-01T00:00:00.000Z');
  const of = (folder: string | undefined): Promise<readonly string[]> =>
    projectNames('keys', { ...options(folder), userFolder });
  expect(await of(project)).toEqual([SIGNER, TEAMMATE]);
  expect(await of(undefined)).toEqual([TEAMMATE]);
  const ran = await run(['completion', '--names', 'keys', '-p', project, '--json'], {
    env: { SKYWALKER_HOME: userFolder },
  });
  expect(JSON.parse(ran.out)).toEqual({ names: [SIGNER, TEAMMATE] });
});

test('names of tools come from the editor that has the project open, without an event of it', async () => {
  const engine = new SmallEngine();
  writeFileSync(join(engine.project.folder, 'game.json'), '{}');
  const server = await startServer({ engine, http: false, userFolder: home });
  try {
    const names = await projectNames('tools', options(engine.project.folder));
    expect(names).toContain('echo');
    expect(names).not.toContain('entity_create');
    expect(engine.logged).toEqual([]);
  } finally {
    await server.close();
  }
});

test('an editor that does not answer holds nobody up: the names are those of the files', async () => {
  const silent = createServer();
  const socket = join(newFolder(), 'silent.sock');
  await new Promise<void>((done) => silent.listen(socket, done));
  await writeAgentFile({
    url: null,
    token: null,
    socket,
    pid: process.pid,
    version: '1',
    project,
  });
  const names = await projectNames('tools', { ...options(project), patience: 20 });
  expect(names).toContain('user_enemies_near');
  silent.close();
});
