/**
 * `node bench/run.mjs NAME [--json]`: measures one part of the product, beside its peers and in the same run. A bench is a
 * folder `bench/NAME` with a `main.ts`; it is bundled and runs in a process of its own. `--json` prints the figures alone.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensurePackages, say } from '../scripts/setup.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const [name, ...options] = process.argv.slice(2);
const benches = readdirSync(here, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(join(here, entry.name, 'main.ts')))
  .map((entry) => entry.name);
if (name === undefined || !benches.includes(name)) {
  console.error(`usage: node bench/run.mjs NAME [--json]\nbenches: ${benches.join(', ')}`);
  process.exit(2);
}

ensurePackages();
ensurePeers();
const { build } = await import('rolldown');
const built = join(here, '..', 'node_modules', '.cache', 'bench');
mkdirSync(built, { recursive: true });
// Of this run alone: a bench starts itself again and again while it runs, and another run must not be what it starts then.
const out = mkdtempSync(join(built, `${name}-`));
/** What Vite does by itself: a module with a query is another module with the same text. */
const copiedModules = {
  name: 'copied-modules',
  load: {
    filter: { id: /\?copy$/ },
    handler: (id) => ({ code: readFileSync(id.replace(/\?copy$/, ''), 'utf8'), moduleType: 'ts' }),
  },
};
await build({
  input: join(here, name, 'main.ts'),
  platform: 'node',
  // Packages stay where they are: some find their own files beside them.
  external: (id) => !id.startsWith('.') && !id.startsWith('/'),
  plugins: [copiedModules],
  output: { dir: out, format: 'esm', entryFileNames: 'main.mjs', sourcemap: 'inline' },
  logLevel: 'warn',
});
const result = spawnSync(process.execPath, ['--expose-gc', join(out, 'main.mjs'), ...options], {
  stdio: 'inherit',
  env: { ...process.env, SKYWALKER_BENCH: join(here, name), SKYWALKER_PEERS: join(here, 'peers') },
});
rmSync(out, { recursive: true, force: true });
process.exit(result.status ?? 1);

/** The engines and servers that ours is measured against have a folder of their own, so that nobody else needs them. */
function ensurePeers() {
  const peers = join(here, 'peers');
  if (isInstalled(peers)) return;
  // As with the packages of the product: those of another work tree are not for this one to replace.
  if (lstatSync(join(peers, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
    say(
      'bench/peers/node_modules is a link to others than the lock file names: npm ci, where it leads to, mends that.',
    );
    return;
  }
  say('installing what the benches compare with');
  const install = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: peers,
    stdio: ['ignore', 2, 2],
  });
  if (install.status !== 0) process.exit(install.status ?? 1);
}

/** Whether everything that the lock file names is there in the version that it names. */
function isInstalled(folder) {
  const installed = join(folder, 'node_modules', '.package-lock.json');
  if (!existsSync(installed)) return false;
  const packages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
  const there = packages(installed);
  return Object.entries(packages(join(folder, 'package-lock.json'))).every(
    ([name, { version, optional }]) => name === '' || optional || there[name]?.version === version,
  );
}
