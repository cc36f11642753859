/** All checks of `skywalker doctor`, in the order in which they are shown. */
import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync, statfsSync, watch } from 'node:fs';
import { delimiter, join } from 'node:path';
import { engines } from '../../../package.json';
import { walkFiles } from '../../engine/tools/builtin/file-walk';
import { readTextIfThere } from '../../engine/custom/private-files';
import { DEFAULT_PORT } from '../../server/http/http-server';
import { installedProgram, productFolder } from '../../server/product-folder';
import { runtimeFolderPath } from '../../server/runtime-folder';
import { tokenPath } from '../../server/token';
import { VERSION } from '../version';
import { clientFiles, readClientFile, type ClientEntry } from './client-files';
import { checkClients, clientFileBroken } from './clients';
import { askPort, checkAddress, checkAgentFile, checkSocket, checkUsualPort } from './connection';
import type { Finding } from './finding';
import { findings } from './finding';
import * as machine from './machine';
import * as project from './project';
import * as tools from './tools';
import * as user from './user';

type Environment = Readonly<Record<string, string | undefined>>;

export interface Surroundings {
  readonly env: Environment;
  readonly userFolder: string;
  /** Absolute path of the project's folder; undefined where there is none. */
  readonly folder: string | undefined;
  /** The person's home folder, where clients have their settings. */
  readonly home?: string;
}

/** Nothing is changed. Programs and ports that do not answer are given up after some seconds. */
export async function examine({ env, userFolder, folder, home }: Surroundings): Promise<Finding[]> {
  const [onMachine, ofUser, ofProject] = await Promise.all([
    examineMachine(env, folder ?? userFolder),
    Promise.resolve(examineUser(userFolder)),
    folder === undefined
      ? [findings('project', 'Project').ok('None was looked at. Name one: skywalker doctor --project DIR')]
      : examineProject({ env, userFolder, folder, ...(home === undefined ? {} : { home }) }),
  ]);
  return [...onMachine, ...ofUser, ...ofProject];
}

async function examineMachine(env: Environment, place: string): Promise<Finding[]> {
  const root = productFolder();
  const installed = installedProgram(root);
  const script = root === undefined ? undefined : join(root, 'scripts', 'electron-runtime.mjs');
  const electron: machine.Answer | Promise<machine.Answer> =
    script !== undefined && existsSync(script)
      ? answerOf(process.execPath, [script, '--prepared', '--json'])
      : { failed: 'ENOENT' };
  const [bubblewrap, python, runtime] = await Promise.all([
    answerOf('bwrap', ['--unshare-all', '--ro-bind', '/', '/', 'true']),
    answerOf('python3', ['--version']),
    electron,
  ]);
  const { platform } = process;
  return [
    machine.checkNode(process.versions.node, engines.node),
    installed === undefined
      ? machine.checkElectron(runtime, root ?? 'the folder of Skywalker')
      : machine.checkProgram(installed, existsSync(installed)),
    machine.checkBubblewrap(platform, bubblewrap),
    // An installed window starts no display of its own.
    machine.checkDisplay(platform, env, installed === undefined && onPath('xvfb-run', env)),
    machine.checkPython(python),
    ...diskOf(place),
  ];
}

function examineUser(userFolder: string): Finding[] {
  return [
    user.checkUserFolder(userFolder, canWrite),
    user.checkPrivateFiles(userFolder),
    user.checkApprovalKey(userFolder),
    user.checkTrustedKeys(userFolder),
  ];
}

async function examineProject(of: Surroundings & { readonly folder: string }): Promise<Finding[]> {
  const { env, userFolder, folder, home } = of;
  const { finding, settings } = project.checkSettings(folder);
  const found = [
    finding,
    ...(settings === undefined ? [] : [project.checkMainScene(folder, settings.main_scene)]),
    project.checkWritable(folder, canWrite),
    project.checkState(folder),
    await project.checkLock(folder),
    project.checkSocketPath(folder, runtimeFolderPath(env)),
    machine.checkWatches(watchFacts(folder)),
  ];
  const agent = checkAgentFile(folder, VERSION);
  found.push(agent.finding);
  const url = agent.file?.url ?? undefined;
  if (agent.file !== undefined) found.push(await checkSocket(agent.file));
  if (url !== undefined) found.push(checkAddress(url, await askPort(url, agent.file?.token ?? undefined)));
  const usual = `http://127.0.0.1:${DEFAULT_PORT}/mcp`;
  found.push(checkUsualPort(DEFAULT_PORT, await askPort(usual), url === usual));
  found.push(tools.checkToolFiles(folder));
  if (settings !== undefined) {
    found.push(...tools.checkApprovals(folder, userFolder, settings.id));
    found.push(tools.checkLedger(userFolder, settings.id));
  }
  found.push(tools.checkAudit(folder, userFolder));
  const entries: ClientEntry[] = [];
  for (const file of clientFiles(folder, env, home)) {
    const read = readClientFile(file, folder);
    if (read === 'broken') found.push(clientFileBroken(file));
    else entries.push(...read);
  }
  const token = readTextIfThere(tokenPath(folder, userFolder))?.trim();
  return [...found, ...checkClients(entries, { folder, token, editor: agent.file, path: env['PATH'] ?? '' })];
}

function diskOf(place: string): Finding[] {
  try {
    const { bavail, bsize } = statfsSync(existsSync(place) ? place : '.');
    return [machine.checkDisk(place, bavail * bsize)];
  } catch {
    return [];
  }
}

function watchFacts(folder: string): machine.WatchFacts {
  let entries = 1;
  for (const found of walkFiles(folder, '', { recursive: true })) entries += found.path === '' ? 0 : 1;
  const text = readTextIfThere('/proc/sys/fs/inotify/max_user_watches');
  const limit = text === undefined ? undefined : Number(text.trim());
  try {
    watch(folder).close();
    return { entries, limit };
  } catch (error) {
    return { entries, limit, refused: error instanceof Error ? error.message : String(error) };
  }
}

function canWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function onPath(program: string, env: Environment): boolean {
  return (env['PATH'] ?? '')
    .split(delimiter)
    .some((folder) => folder !== '' && existsSync(join(folder, program)));
}

const PATIENCE_MS = 10_000;

/** Starts a program that says something and ends. */
function answerOf(program: string, args: readonly string[]): Promise<machine.Answer> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: PATIENCE_MS });
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString('utf8')));
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString('utf8')));
    child.on('error', (error) => resolve({ failed: error.message }));
    child.on('close', (code) =>
      resolve(code === 0 ? { out } : { failed: err || out || 'it did not end well' }),
    );
  });
}
