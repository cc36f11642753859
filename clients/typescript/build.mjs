/** `node clients/typescript/build.mjs [FOLDER]`: the package as others use it, one module with its types, in `dist`. */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { build } from 'rolldown';

const here = import.meta.dirname;
const dist = resolve(process.argv[2] ?? join(here, 'dist'));

await build({
  input: join(here, 'src/main.ts'),
  platform: 'node',
  external: (id) => !id.startsWith('.') && !id.startsWith('/'),
  output: { dir: dist, format: 'esm', entryFileNames: 'main.js' },
  logLevel: 'warn',
});
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const types = spawnSync(process.execPath, [tsc, '-p', here, '--outDir', dist], { stdio: 'inherit' });
process.exit(types.status ?? 1);
