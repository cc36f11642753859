/** Commands that go through the editor which has the project open: a real server, a real socket. */
import { cpSync, mkdirSync, readFileSync, realpathSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fail } from '../engine/errors';
import type { ToolResult } from '../engine/tools/definition';
import { startServer, type ServerHandle } from '../server/host';
import { newFolder, PIXEL, SmallEngine } from '../server/testkit/small-engine';
import { run, type Ran, type Surroundings } from './testkit/terminal';

let engine: SmallEngine;
let home: string;
let folder: string;
let server: ServerHandle;

beforeEach(async () => {
  home = newFolder();
  engine = new SmallEngine();
  folder = engine.project.folder;
  writeFileSync(join(folder, 'game.json'), '{}');
  server = await startServer({ engine, http: { port: 0 }, userFolder: home, editor: true });
});

afterEach(() => server.close());

const sky = (args: readonly string[], more: Surroundings = {}): Promise<Ran> =>
  run(args, { cwd: folder, ...more, env: { SKYWALKER_HOME: home, ...more.env } });

test('a call from a terminal is made as cli, a human', async () => {
  const ran = await sky(['call', 'whoami', '--json'], { terminal: true });
  expect(ran.code).toBe(0);
  expect(JSON.parse(ran.out)).toMatchObject({ ok: true, structured: { actor: 'cli', kind: 'human' } });
});

test('a call from a script or from an agent without a terminal is no human', async () => {
  const ran = await sky(['call', 'whoami', '--json']);
  expect(JSON.parse(ran.out)).toMatchObject({ structured: { actor: 'mcp:skywalker-cli', kind: 'agent' } });
});

test('--as acts as that agent, even in a terminal', async () => {
  const ran = await sky(['call', 'whoami', '--as', 'claude-code/mira', '--json'], { terminal: true });
  expect(JSON.parse(ran.out)).toMatchObject({ structured: { actor: 'mcp:claude-code/mira', kind: 'agent' } });
});

test('the result goes to stdout and nothing else does', async () => {
  const ran = await sky(['call', 'echo', '{"message": "hello"}']);
  expect(ran).toEqual({ code: 0, out: 'hello\n', err: '' });
});

test('arguments come from a file or standard input', async () => {
  writeFileSync(join(folder, 'args.json'), '{"message": "from a file"}');
  expect((await sky(['call', 'echo', '@args.json'])).out).toBe('from a file\n');
  expect((await sky(['call', 'echo', '-'], { input: '{"message": "piped"}' })).out).toBe('piped\n');
});

test('a failing tool exits with 1, its error and hint on stderr', async () => {
  expect(await sky(['call', 'fail'])).toEqual({
    code: 1,
    out: '',
    err: 'error [tool_failed]: The well is dry.\nhint: Dig deeper.\n',
  });
  const json = await sky(['call', 'fail', '--json']);
  expect([json.code, JSON.parse(json.out)]).toEqual([
    1,
    { ok: false, error: { code: 'tool_failed', message: 'The well is dry.', hint: 'Dig deeper.' } },
  ]);
});

test('an unknown tool exits with 1 and a suggestion', async () => {
  const ran = await sky(['call', 'ecko']);
  expect(ran.code).toBe(1);
  expect(ran.err).toContain('Did you mean "echo"?');
});

test('arguments that are no JSON object exit with 2 and say where it breaks', async () => {
  const broken = await sky(['call', 'echo', '{"message" "x"}']);
  expect(broken.code).toBe(2);
  expect(broken.err).toMatch(/The argument is not JSON: line 1, column 12/);
  expect((await sky(['call', 'echo', '[1]'])).code).toBe(2);
  expect((await sky(['call', 'echo', '@nowhere.json'])).code).toBe(2);
  expect((await sky(['call'])).code).toBe(2);
});

test('-o writes the image of the result', async () => {
  const ran = await sky(['call', 'draw', '-o', 'view.png']);
  expect(ran.code).toBe(0);
  expect(readFileSync(join(folder, 'view.png')).toString('base64')).toBe(PIXEL);
  expect((await sky(['call', 'echo', '{}', '-o', 'x.png'])).code).toBe(1);
});

test('a result that can not be written to its file is told before anything is run, in words', async () => {
  mkdirSync(join(folder, 'pictures'));
  let saved = 0;
  engine.add('scene_save', () => ({ ok: true, text: `saved ${(saved += 1)}` }));
  const before = engine.callers.length;
  for (const [place, why] of [
    ['nowhere/view.png', `There is no folder ${join(folder, 'nowhere')} to write nowhere/view.png in.`],
    ['pictures', `${join(folder, 'pictures')} is a folder.`],
  ] as const) {
    const ran = await sky(['call', 'draw', '-o', place, '--json']);
    expect(ran.code).toBe(2);
    expect(JSON.parse(ran.out)).toMatchObject({ error: { code: 'usage', message: why } });
    expect((await sky(['test', '--junit', place])).err).toContain(why);
  }
  expect(engine.callers).toHaveLength(before);
  // A result without an image is an error, and what the call changed is saved all the same.
  expect((await sky(['call', 'echo', '{}', '-o', 'x.png', '--save'])).code).toBe(1);
  expect(saved).toBe(1);
});

test('the scene of the editor is saved only when --save says so', async () => {
  let saved = 0;
  engine.add('scene_save', () => ({ ok: true, text: `saved ${(saved += 1)}` }));
  await sky(['call', 'echo', '{}']);
  expect(saved).toBe(0);
  const ran = await sky(['call', 'echo', '{}', '--save']);
  expect([saved, ran.err]).toEqual([1, 'saved 1\n']);
});

test('what an agent wrote can not steer the terminal, and goes unchanged into a pipe', async () => {
  const evil = '\u001b]0;title\u0007\u001b[2Jgone\u202e\r';
  engine.add('evil', () => ({ ok: true, text: evil, warnings: [evil] }));
  const shown = await sky(['call', 'evil'], { terminal: true });
  expect(shown.out).toBe('\\x1b]0;title\\x07\\x1b[2Jgone\\u202e\\x0d\n');
  // eslint-disable-next-line no-control-regex -- the raw escape is what must not be there
  expect(shown.err).not.toMatch(/\u001b|\u0007|\u202e/);
  expect((await sky(['call', 'evil'])).out).toBe(`${evil}\n`);
});

test('colours are for terminals only', async () => {
  const coloured = await sky(['call', 'fail'], { terminal: true, env: { TERM: 'xterm' } });
  expect(coloured.err).toContain('\u001b[31m');
  const without: Record<string, string>[] = [{ TERM: 'xterm', NO_COLOR: '1' }, { TERM: 'dumb' }];
  for (const env of without) {
    expect((await sky(['call', 'fail'], { terminal: true, env })).err).not.toContain('\u001b');
  }
  expect((await sky(['call', 'fail'], { env: { TERM: 'xterm' } })).err).not.toContain('\u001b');
});

test('tools are listed in words, as JSON, and as Markdown', async () => {
  engine.add('lamp', () => ({ ok: true, text: '' }), {
    category: 'entity',
    description: 'Puts up a lamp. More of it.',
    inputSchema: {
      type: 'object',
      properties: { height: { type: 'number', description: 'Metres | up.' } },
      required: ['height'],
    },
  });
  const words = await sky(['tools']);
  expect(words.out).toContain('entity\n  lamp');
  expect(words.out).toContain('Puts up a lamp.');
  expect(words.out).not.toContain('More of it');
  const json = JSON.parse((await sky(['tools', '--json'])).out) as { tools: { name: string }[] };
  expect(json.tools.map((tool) => tool.name)).toEqual(engine.registry.active().map((tool) => tool.name));
  const markdown = (await sky(['tools', '--markdown'])).out;
  expect(markdown).toContain('### lamp');
  expect(markdown).toContain('| `height` | number | yes | Metres \\| up. |');
  expect((await sky(['tools', 'lamp'])).out).toContain('### lamp');
  expect((await sky(['tools', 'lampe'])).err).toContain('Did you mean "lamp"?');
});

test('a project is found from a folder below it, and by --project', async () => {
  mkdirSync(join(folder, 'scenes', 'deep'), { recursive: true });
  expect((await sky(['call', 'echo', '{"message":"a"}'], { cwd: join(folder, 'scenes', 'deep') })).code).toBe(
    0,
  );
  expect((await sky(['call', 'echo', '{"message":"a"}', '--project', folder], { cwd: '/' })).code).toBe(0);
  const link = join(newFolder(), 'link');
  symlinkSync(folder, link);
  expect((await sky(['call', 'whoami', '--json', '-p', link], { cwd: '/', terminal: true })).out).toContain(
    '"cli"',
  );
});

test('outside of every project a command exits with 3 and says what to do', async () => {
  const ran = await sky(['call', 'echo'], { cwd: newFolder() });
  expect(ran.code).toBe(3);
  expect(ran.err).toContain('skywalker new DIR');
  expect((await sky(['call', 'echo', '--project', '/nowhere'])).code).toBe(3);
});

test('S-11: a copied project does not lead to the editor of the one it was copied from', async () => {
  const copy = join(newFolder(), 'copy');
  cpSync(folder, copy, { recursive: true, filter: (path) => !statSync(path).isSocket() });
  const ran = await sky(['call', 'whoami', '--attach'], { cwd: copy });
  expect(ran.code).toBe(3);
  expect(ran.err).toContain(`No editor has ${realpathSync(copy)} open`);
  expect(engine.callers).toEqual([]);
});

test('mcp --attach outside of every project says how to name one that has no window', async () => {
  const ran = await run(['mcp', '--attach'], { cwd: '/', env: { SKYWALKER_HOME: newFolder() } });
  expect([ran.code, ran.out]).toEqual([3, '']);
  expect(ran.err).toBe(
    'error: No editor is open.\nOpen one: skywalker open DIR. Where skywalker serve has the project open, name it: --project DIR\n',
  );
});

test('S-11: with two editors open and no project named, mcp --attach lists them instead of choosing', async () => {
  const other = new SmallEngine('Harbour');
  const second = await startServer({ engine: other, http: false, userFolder: home, editor: true });
  const ran = await sky(['mcp', '--attach'], { cwd: newFolder() });
  expect(ran.code).toBe(3);
  expect(ran.err).toContain(`${folder} (Meadow)`);
  expect(ran.err).toContain(`${other.project.folder} (Harbour)`);
  await second.close();
});

test('mcp --attach passes lines both ways, to the editor of the project it is run in', async () => {
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'piped', version: '1' } },
  };
  // The input stays open until the answer is there: an MCP client that closes it wants to leave.
  const { PassThrough } = await import('node:stream');
  const { Io } = await import('./io');
  const { mcpCommand } = await import('./commands/mcp');
  const { parseInvocation } = await import('./command');
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const io = new Io({ stdin, stdout, stderr, env: { SKYWALKER_HOME: home }, cwd: folder });
  const ended = mcpCommand.run(parseInvocation(mcpCommand, ['--attach'], io));
  stdin.write(`${JSON.stringify(initialize)}\n`);
  const [line] = (
    await new Promise<string>((resolve) =>
      stdout.once('data', (chunk: Buffer) => resolve(chunk.toString('utf8'))),
    )
  ).split('\n');
  expect(JSON.parse(line ?? '')).toMatchObject({
    id: 1,
    result: { serverInfo: { name: 'skywalker' }, instructions: expect.stringContaining(folder) },
  });
  stdin.end();
  expect(await ended).toBe(0);
});

test('events are shown with time, actor and summary, the last of them first when asked for few', async () => {
  const all = [1, 2, 3].map((seq) => ({
    seq,
    time: 1_700_000_000 + seq,
    type: 'tool',
    actor: seq === 3 ? 'user' : 'mcp:a',
    summary: `call ${seq}\u001b[2J`,
    data: {},
  }));
  engine.add('events_poll', (args) => {
    const events = all.filter((event) => event.seq > Number(args['since']));
    return { ok: true, text: '', structured: { events, next: 3, oldest: 1, truncated: false } };
  });
  const ran = await sky(['events', '-n', '2'], { terminal: true });
  expect(ran.out).toBe('22:13:22 mcp:a  call 2\\x1b[2J\n22:13:23 user  call 3\\x1b[2J\n');
  const json = await sky(['events', '--json', '--since', '2']);
  expect(JSON.parse(json.out)).toMatchObject({ seq: 3 });
});

const inspection = {
  name: 'user_dig',
  description: 'Digs a hole.\u001b[2J',
  kind: 'wander',
  status: 'pending_approval',
  author: 'mcp:claude',
  version: 3,
  hash: 'h2',
  capabilities: {
    read_scene: true,
    mutate: true,
    calls: ['entity_delete'],
    files: { read: [], write: [] },
    network: false,
  },
  definition: { name: 'user_dig' },
  code: 'fn run(args)\n  return 2\nend',
  approved: { hash: 'h1', definition: { name: 'user_dig' }, code: 'fn run(args)\n  return 1\nend' },
  capability_changes: ['may now change the scene'],
};

function addReview(): Record<string, unknown>[] {
  const decisions: Record<string, unknown>[] = [];
  engine.add('tool_inspect', () => ({ ok: true, text: '', structured: inspection }));
  engine.add('tool_approve', (args, { caller }) => {
    if (caller.kind !== 'human') return fail('approval_requires_human', 'Only people approve.');
    decisions.push(args);
    return { ok: true, text: 'done' };
  });
  return decisions;
}

test('approve shows what changed, asks, and decides about exactly what was shown', async () => {
  const decisions = addReview();
  const ran = await sky(['approve', 'user_dig', '--reason', 'looks good'], {
    terminal: true,
    input: 'yes\n',
  });
  expect(ran.code).toBe(0);
  expect(ran.out).toContain('Digs a hole.\\x1b[2J');
  expect(ran.out).toContain('change the scene');
  expect(ran.out).toContain('-   return 1');
  expect(ran.out).toContain('+   return 2');
  expect(decisions).toEqual([{ name: 'user_dig', approve: true, hash: 'h2', reason: 'looks good' }]);
  expect((await sky(['reject', 'user_dig'], { terminal: true, input: 'YES\n' })).code).toBe(0);
  expect(decisions[1]).toEqual({ name: 'user_dig', approve: false, hash: 'h2' });
});

test('a decision is JSON on stdout where that was asked for, and the tool is shown beside it', async () => {
  addReview();
  const ran = await sky(['approve', 'user_dig', '--json'], { terminal: true, input: 'yes\n' });
  expect(JSON.parse(ran.out)).toMatchObject({ ok: true, text: 'done' });
  expect(ran.err).toContain('+   return 2');
  const refused = await sky(['reject', 'user_dig', '--json']);
  expect([refused.code, JSON.parse(refused.out)]).toMatchObject([
    1,
    { ok: false, error: { code: 'failed' } },
  ]);
});

test('anything but yes decides nothing', async () => {
  const decisions = addReview();
  for (const input of ['no\n', 'y\n', '\n', '']) {
    expect((await sky(['approve', 'user_dig'], { terminal: true, input })).code).toBe(1);
  }
  expect(decisions).toEqual([]);
});

test('without a terminal nobody approves: not by the command, not by call, not with --yes', async () => {
  const decisions = addReview();
  expect((await sky(['approve', 'user_dig'], { input: 'yes\n' })).err).toContain(
    'Only a person at a terminal',
  );
  expect((await sky(['approve', 'user_dig', '--yes', '--hash', 'h2'])).code).toBe(1);
  const called = await sky(['call', 'tool_approve', '{"name": "user_dig"}']);
  expect([called.code, called.err]).toEqual([1, 'error [approval_requires_human]: Only people approve.\n']);
  expect(decisions).toEqual([]);
});

test('--yes needs the hash that was looked at, and refuses another', async () => {
  const decisions = addReview();
  expect((await sky(['approve', 'user_dig', '--yes'], { terminal: true })).code).toBe(2);
  expect((await sky(['approve', 'user_dig', '--yes', '--hash', 'h1'], { terminal: true })).err).toContain(
    'another by now',
  );
  expect(decisions).toEqual([]);
  expect((await sky(['approve', 'user_dig', '--yes', '--hash', 'h2'], { terminal: true })).code).toBe(0);
});

test('tests of custom tools and behaviours come as TAP and JUnit, and a failure exits with 1', async () => {
  engine.add('tool_list_custom', () => ({
    ok: true,
    text: '',
    structured: {
      policy: 'auto',
      tools: [
        { name: 'user_a', status: 'active', tests: { total: 2 } },
        { name: 'user_b', status: 'active', tests: { total: 0 } },
        { name: 'user_c', status: 'invalid', tests: { total: 0 } },
      ],
    },
  }));
  engine.add('tool_test', (args): ToolResult =>
    args['name'] === 'user_c'
      ? fail('tool_invalid', 'Line 3: "end" is missing.')
      : {
          ok: true,
          text: '',
          structured: {
            tests: [
              {
                name: 'finds # two',
                ok: true,
                ms: 1.26,
                instructions: 120,
                instruction_limit: 1_000_000,
                scene_changes: [],
              },
              {
                name: 'none',
                ok: false,
                ms: 2,
                differences: [{ path: 'result.count', expected: 0, actual: '<3>' }],
                scene_changes: [],
              },
            ],
          },
        },
  );
  engine.add('wander_test', ({ path }): ToolResult => ({
    ok: true,
    text: '',
    structured: {
      tests: [
        {
          path: typeof path === 'string' ? path : 'scripts/gate.wander',
          name: 'it opens',
          passed: false,
          seconds: 0.5,
          expectations: [
            { line: 7, passed: true, condition: 'true' },
            { line: 8, passed: false, condition: 'state == "Open"', detail: 'state is "Closed"' },
          ],
          errors: [],
          logs: [],
        },
      ],
      diagnostics: [{ path: 'scripts/broken.wander', severity: 'error', line: 2, message: 'No "end".' }],
    },
  }));
  const ran = await sky(['test', '--junit', 'report.xml']);
  expect(ran.code).toBe(1);
  expect(ran.out).toBe(
    [
      'TAP version 14',
      '1..4',
      '# Subtest: user_a',
      '    1..2',
      '    ok 1 - finds \\# two # time=1.3ms instructions=120/1000000 (0.012 %)',
      '    not ok 2 - none # time=2.0ms',
      '      ---',
      '      differences:',
      '        - path: "result.count"',
      '          expected: 0',
      '          actual: "<3>"',
      '      ...',
      'not ok 1 - user_a',
      '# Subtest: user_c',
      '    1..0',
      'not ok 2 - user_c',
      '  ---',
      '  message: "tool_invalid: Line 3: \\"end\\" is missing."',
      '  ...',
      '# Subtest: scripts/gate.wander',
      '    1..1',
      '    not ok 1 - it opens # time=500.0ms',
      '      ---',
      '      message: "expectation: line 8: expected state == \\"Open\\"; state is \\"Closed\\""',
      '      ...',
      'not ok 3 - scripts/gate.wander',
      '# Subtest: scripts/broken.wander',
      '    1..0',
      'not ok 4 - scripts/broken.wander',
      '  ---',
      '  message: "line 2: No \\"end\\"."',
      '  ...',
      '',
    ].join('\n'),
  );
  expect(ran.err).toContain('2 tools, 2 scripts, 3 tests: 4 failed');
  const report = readFileSync(join(folder, 'report.xml'), 'utf8');
  expect(report).toContain('<testsuites name="skywalker" tests="5" failures="4">');
  expect(report).toContain('&#60;3&#62;');
  expect((await sky(['test', 'user_x'])).err).toContain('Did you mean');
  expect((await sky(['test', 'a'])).out).toContain('# Subtest: user_a');
  const one = await sky(['test', 'scripts/door.wander']);
  expect(one.out).toContain('# Subtest: scripts/door.wander');
  expect(one.out).not.toContain('user_a');
});

test('an editor that does not know this user is not talked to', async () => {
  const stranger = new SmallEngine('Stranger');
  writeFileSync(join(stranger.project.folder, 'game.json'), '{}');
  const other = await startServer({ engine: stranger, http: false, userFolder: newFolder() });
  const ran = await sky(['call', 'whoami'], { cwd: stranger.project.folder, terminal: true });
  expect(ran.code).toBe(3);
  expect(ran.err).toContain("does not know this user's key");
  expect(stranger.callers).toEqual([]);
  await other.close();
});
