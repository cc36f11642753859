/** `node examples/run.mjs NAME [options]`: runs one of the TypeScript examples, with the client as it stands in clients/typescript. */
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePackages } from '../scripts/setup.mjs';

const here = join(import.meta.dirname, 'typescript');
const [name, ...options] = process.argv.slice(2);
const names = readdirSync(here)
  .filter((file) => /^[a-z-]+\.ts$/.test(file))
  .map((file) => file.slice(0, -'.ts'.length));
if (name === undefined || !names.includes(name)) {
  console.error(`usage: node examples/run.mjs NAME [options]\nexamples: ${names.join(', ')}`);
  process.exit(2);
}

ensurePackages();
const { build } = await import('rolldown');
const folder = join(import.meta.dirname, '../node_modules/.cache/examples');
await build({
  input: join(here, `${name}.ts`),
  platform: 'node',
  external: (id) => !id.startsWith('.') && !id.startsWith('/'),
  output: { dir: folder, format: 'esm', entryFileNames: `${name}.mjs` },
  logLevel: 'warn',
});
const child = spawn(process.execPath, [join(folder, `${name}.mjs`), ...options], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)));
