/** Each check on a set-up of files that is right, and then broken in one place. */
import { generateKeyPairSync } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fingerprintOf, UserKeys } from '../../engine/custom/keys';
import { KeyVault, nameOfKey } from '../../engine/custom/key-vault';
import { signedText } from '../../engine/custom/approval-record';
import { agentFilePath, writeAgentFile } from '../../server/agent-file';
import { startServer } from '../../server/host';
import { newFolder, SmallEngine } from '../../server/testkit/small-engine';
import { run } from '../testkit/terminal';
import { VERSION } from '../version';
import { askPort, checkAddress, checkAgentFile, checkSocket, checkUsualPort } from './connection';
import { examine } from './examine';
import type { Finding } from './finding';
import {
  checkLock,
  checkMainScene,
  checkSettings,
  checkSocketPath,
  checkState,
  checkWritable,
} from './project';
import { checkApprovals, checkAudit, checkLedger, checkToolFiles } from './tools';
import { checkApprovalKey, checkPrivateFiles, checkTrustedKeys, checkUserFolder } from './user';

let folder: string;
let home: string;
const servers: Server[] = [];

beforeEach(async () => {
  home = newFolder();
  folder = join(realpathSync(newFolder()), 'meadow');
  expect((await run(['new', folder])).code).toBe(0);
});

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const write = (path: string, text: string, mode?: number): void => {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
  if (mode !== undefined) chmodSync(join(folder, path), mode);
};

/** Words of a finding that matter: what it is, what is said, and what is to be done. */
const words = ({ status, message, hint = '' }: Finding): string => `${status}: ${message} ${hint}`;

const settingsOf = (text: string): string => {
  write('game.json', text);
  return words(checkSettings(folder).finding);
};

test('the user’s folder: not there yet, a file, one that others can enter or that can not be written', () => {
  expect(checkUserFolder(join(home, 'none'), () => true).status).toBe('ok');
  expect(checkUserFolder(home, () => true).status).toBe('ok');
  chmodSync(home, 0o755);
  expect(words(checkUserFolder(home, () => true))).toContain(`(mode 0755). Run: chmod 700 ${home}`);
  chmodSync(home, 0o700);
  expect(checkUserFolder(home, () => false).status).toBe('problem');
  writeFileSync(join(home, 'file'), '');
  expect(checkUserFolder(join(home, 'file'), () => true).status).toBe('problem');
});

test('keys and tokens that others can read', () => {
  expect(checkPrivateFiles(home).status).toBe('ok');
  mkdirSync(join(home, 'tokens'));
  writeFileSync(join(home, 'tokens', 'abc'), 'secret', { mode: 0o600 });
  writeFileSync(join(home, 'terminal.key'), 'secret', { mode: 0o600 });
  expect(checkPrivateFiles(home).message).toBe('Nobody else can read the 2 files.');
  chmodSync(join(home, 'tokens', 'abc'), 0o640);
  const found = words(checkPrivateFiles(home));
  expect(found).toContain('problem: Others can read tokens/abc');
  expect(found).toContain(`chmod 600 ${join(home, 'tokens', 'abc')}`);
  expect(found).not.toContain('secret');
});

test('the approval key: none, one, one that is broken, two that differ', async () => {
  expect(checkApprovalKey(home).status).toBe('ok');
  const key = nameOfKey(await new KeyVault(home).open());
  expect(checkApprovalKey(home).message).toContain(fingerprintOf(key));
  const other = nameOfKey(generateKeyPairSync('ed25519').privateKey);
  const sealed = { format: 'skywalker.sealed-key/1', key: other, sealed: '', store: 'the keyring' };
  writeFileSync(join(home, 'keys', 'approval.sealed.json'), JSON.stringify(sealed), { mode: 0o600 });
  expect(words(checkApprovalKey(home))).toContain('holds another key, which is not used');
  rmSync(join(home, 'keys', 'approval.sealed.json'));
  writeFileSync(join(home, 'keys', 'approval.key'), 'oops');
  expect(words(checkApprovalKey(home))).toContain('Nothing can be approved');
});

test('trusted keys that can not be read', () => {
  expect(checkTrustedKeys(home).message).toBe('0 keys of others.');
  mkdirSync(join(home, 'keys'));
  writeFileSync(join(home, 'keys', 'trusted.json'), '{');
  expect(checkTrustedKeys(home).status).toBe('problem');
});

test('game.json: right, missing, broken, of no or a newer format, without an id', () => {
  expect(checkSettings(folder).finding.status).toBe('ok');
  expect(settingsOf('{\n  "name": "x",,\n}')).toContain('problem: game.json, line 2:');
  expect(settingsOf('{"format": "other/1"}')).toContain('Write "format": "skywalker.game/1".');
  expect(settingsOf('{"format": "skywalker.game/9", "id": "a"}')).toContain('Update Skywalker');
  expect(settingsOf('{}')).toContain('has no "id"');
  rmSync(join(folder, 'game.json'));
  expect(words(checkSettings(folder).finding)).toContain('skywalker new');
});

test('the main scene: right, missing, broken, outside', () => {
  expect(checkMainScene(folder, 'scenes/main.sky.json').status).toBe('ok');
  expect(checkMainScene(folder, 'scenes/none.sky.json').status).toBe('warning');
  write('scenes/main.sky.json', '{"entities": 5}');
  expect(checkMainScene(folder, 'scenes/main.sky.json').status).toBe('problem');
  expect(checkMainScene(folder, '../elsewhere').status).toBe('problem');
});

test('a project, or a part of it, that may not be written', () => {
  expect(checkWritable(folder, () => true).status).toBe('ok');
  expect(words(checkWritable(folder, (path) => !path.endsWith('tools')))).toContain(
    'You may not write in tools.',
  );
});

test('a state folder that leads elsewhere', () => {
  expect(checkState(folder).status).toBe('ok');
  symlinkSync('/tmp', join(folder, '.skywalker', 'logs2'));
  expect(words(checkState(folder))).toContain('Remove ".skywalker/logs2"');
});

test('a lock: none, held, left behind', async () => {
  expect((await checkLock(folder)).message).toBe('Nobody has the project open.');
  const holder = {
    pid: process.pid,
    host: (await import('node:os')).hostname(),
    purpose: 'serve',
    since: 'x',
    token: 't',
  };
  write('.skywalker/lock', JSON.stringify(holder));
  expect((await checkLock(folder)).message).toContain(`Process ${process.pid}`);
  const gone = execFileSync('sh', ['-c', 'echo $$'], { encoding: 'utf8' }).trim();
  write('.skywalker/lock', JSON.stringify({ ...holder, pid: Number(gone) }));
  expect((await checkLock(folder)).status).toBe('warning');
});

test('a socket’s path that no system takes', () => {
  expect(checkSocketPath(folder, '/run/user/1/skywalker').status).toBe('ok');
  const deep = `/${'d'.repeat(120)}`;
  expect(checkSocketPath(deep, '/run/user/1/skywalker').status).toBe('ok');
  expect(words(checkSocketPath(deep, deep))).toContain('XDG_RUNTIME_DIR');
});

const agentFile = (more: object = {}): Parameters<typeof writeAgentFile>[0] => ({
  url: null,
  token: null,
  socket: '/nowhere.sock',
  pid: process.pid,
  version: VERSION,
  project: folder,
  ...more,
});

test('agent.json: none, right, open to others, broken, copied, stale, of another version', async () => {
  const look = (): string => words(checkAgentFile(folder, VERSION).finding);
  expect(look()).toContain('ok: No editor');
  await writeAgentFile(agentFile());
  expect(look()).toContain(`ok: Process ${process.pid}`);
  await writeAgentFile(agentFile({ version: '0.0.1' }));
  expect(look()).toContain('warning: The editor is version 0.0.1');
  chmodSync(agentFilePath(folder), 0o644);
  expect(look()).toContain('chmod 600');
  write('.skywalker/agent.json', '{', 0o600);
  expect(look()).toContain("can't be understood");
  write('.skywalker/agent.json', JSON.stringify(agentFile({ project: home })), 0o600);
  expect(look()).toContain('copied along');
  const gone = Number(execFileSync('sh', ['-c', 'echo $$'], { encoding: 'utf8' }).trim());
  write('.skywalker/agent.json', JSON.stringify(agentFile({ pid: gone })), 0o600);
  expect(look()).toContain(`process ${gone}, is gone`);
});

test('an editor that answers by socket and port, a wrong token, and nobody there', async () => {
  const engine = new SmallEngine('Meadow', folder);
  const server = await startServer({ engine, http: { port: 0 }, userFolder: home });
  const { file } = checkAgentFile(folder, engine.version);
  expect(file).toBeDefined();
  if (typeof file?.url !== 'string') throw new Error('no port');
  expect((await checkSocket(file)).status).toBe('ok');
  expect(checkAddress(file.url, await askPort(file.url, server.token)).status).toBe('ok');
  const wrong = checkAddress(file.url, await askPort(file.url, 'wrong'));
  expect(words(wrong)).toContain('problem: The token');
  expect(JSON.stringify(wrong)).not.toContain(server.token);
  const port = Number(new URL(file.url).port);
  expect(checkUsualPort(port, await askPort(file.url), false).message).toContain('Another Skywalker');
  await server.close();
  expect((await checkSocket(file)).status).toBe('problem');
  expect(checkAddress(file.url, await askPort(file.url, server.token)).message).toContain('Nobody listens');
  expect(checkUsualPort(port, await askPort(file.url), false).message).toBe('It is free.');
});

test('the usual port in the hands of another program, also of one that never answers', async () => {
  const listen = async (answer: (socket: Socket) => void): Promise<number> => {
    const other = createServer((socket) => {
      socket.on('error', () => undefined);
      answer(socket);
    });
    servers.push(other);
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    return (other.address() as { port: number }).port;
  };
  const web = await listen((socket) => socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n'));
  const silent = await listen(() => undefined);
  for (const port of [web, silent]) {
    const answer = await askPort(`http://127.0.0.1:${port}/mcp`, undefined, 200);
    expect(checkUsualPort(port, answer, false).status).toBe('warning');
    expect(checkAddress(`http://127.0.0.1:${port}/mcp`, answer).status).toBe('problem');
  }
});

test('tool files that can not run', () => {
  expect(checkToolFiles(folder).message).toBe('0 tools can be read.');
  write('tools/near.tool.json', '{"name": "near"');
  write('tools/odd.TOOL.json', '{}');
  expect(words(checkToolFiles(folder))).toContain("2 tools can't run: near, odd.TOOL.json.");
});

test('approvals: a merge that was not finished, one that is not signed, one by a stranger, one that counts', async () => {
  const look = (): string[] => checkApprovals(folder, home, 'p1').map(words);
  expect(look()).toEqual(['ok: Nothing was decided yet. ']);
  write('tools/approvals.json', '<<<<<<< ours\n{}');
  expect(look()[0]).toContain('line 1');
  const approval = {
    name: 'user_near',
    hash: 'a'.repeat(64),
    status: 'approved' as const,
    by: 'cli',
    at: '2026-03-01T10:00:00.000Z',
  };
  const decided = (...approvals: object[]): void =>
    write('tools/approvals.json', JSON.stringify({ format: 'skywalker.approvals/1', approvals }));
  decided(approval);
  expect(look()[0]).toContain('is not signed');
  const stranger = newFolder();
  const signer = await new UserKeys(stranger).signer();
  if (!signer.ok) throw new Error(signer.error.message);
  const signed = { ...approval, ...signer.value(signedText('p1', approval)) };
  decided(signed);
  const [untrusted] = look();
  expect(untrusted).toContain(
    `warning: 1 decision by cli is signed with a key that is not trusted here (fingerprint ${fingerprintOf(signed.key)})`,
  );
  expect(untrusted).toContain(`skywalker trust ${signed.key}`);
  new UserKeys(home).trust(signed.key, 'Mira', '2026-03-01T10:00:00.000Z');
  expect(look()[0]).toContain('ok: 1 decision can be relied on.');
  expect(look()[1]).toContain('What was approved is not kept here of: user_near.');
  decided({ ...signed, status: 'rejected' });
  expect(look()[0]).toContain('does not fit');
});

test('decisions of the user that can not be read', () => {
  expect(checkLedger(home, 'p1').status).toBe('ok');
  mkdirSync(join(home, 'projects'));
  writeFileSync(join(home, 'projects', 'p1.json'), '{');
  expect(checkLedger(home, 'p1').status).toBe('problem');
});

test('an audit whose last part was edited; what is before it is left to audit verify', async () => {
  const define = [
    'call',
    'tool_define',
    `@${join(import.meta.dirname, '../../../docs/examples/enemies_near.json')}`,
  ];
  const env = { SKYWALKER_HOME: home };
  expect((await run([...define, '--project', folder], { env })).code).toBe(0);
  expect(checkAudit(folder, home).status).toBe('ok');
  const path = join(folder, '.skywalker', 'logs', 'custom_tools.jsonl');
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace('enemies_near', 'enemies_far'));
  expect(checkAudit(folder, home).status).toBe('problem');
  writeFileSync(path, text);
  appendFileSync(path, '{"torn');
  expect(words(checkAudit(folder, home))).toContain('torn');
});

test('a whole set-up is looked at: what is broken is told, by exit code too, and nothing is changed', async () => {
  const env = { SKYWALKER_HOME: home, HOME: home, PATH: process.env['PATH'] ?? '' };
  const right = await run(['doctor', '--project', folder, '--json'], { env });
  const report = JSON.parse(right.out) as { ok: boolean; checks: Finding[] };
  expect(report.checks.filter(({ status }) => status === 'problem')).toEqual([]);
  expect([right.code, report.ok]).toEqual([0, true]);

  await writeAgentFile(agentFile({ token: 'the-secret-token', url: 'http://127.0.0.1:1/mcp' }));
  chmodSync(agentFilePath(folder), 0o644);
  mkdirSync(join(home, 'keys'));
  writeFileSync(join(home, 'keys', 'approval.key'), 'oops', { mode: 0o644 });
  chmodSync(join(home, 'keys', 'approval.key'), 0o644);
  write('game.json', '{');
  write('.mcp.json', '{ oops');
  const listing = (): string =>
    execFileSync('find', [home, folder, '-printf', '%p %m %T@ %s\n'], { encoding: 'utf8' });
  const before = listing();
  const broken = await run(['doctor', '--project', folder], { env, terminal: true, columns: 60 });
  expect(broken.code).toBe(1);
  for (const said of ['chmod 600', 'Nothing can be approved', 'game.json, line 1'])
    expect(broken.out.replace(/\s+/g, ' ')).toContain(said);
  expect(broken.out.match(/is no JSON/g)).toHaveLength(1);
  expect(broken.out + broken.err).not.toContain('the-secret-token');
  expect(listing()).toBe(before);
});

test('outside of a project the machine and the keys are looked at', async () => {
  const found = await examine({ env: {}, userFolder: home, folder: undefined });
  expect(found.map(({ id }) => id)).toContain('private-files');
  expect(found.find(({ id }) => id === 'project')?.hint ?? '').toBe('');
});
