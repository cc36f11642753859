/** Builds the command as it is shipped, for tests that run it as a process of its own. */
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vite';

export interface BuiltCli {
  /** Path of a script for Node. */
  readonly script: string;
  remove(): void;
}

/** Bundles src-main/cli/main.ts into a folder under node_modules, from where packages are found. */
export async function buildCli(): Promise<BuiltCli> {
  const root = resolve(import.meta.dirname, '../../..');
  const cache = join(root, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'skywalker-cli-'));
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      ssr: 'src-main/cli/main.ts',
      outDir: folder,
      target: 'node20.18',
      rollupOptions: { output: { entryFileNames: 'cli.js', format: 'es' } },
    },
  });
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  return { script: join(folder, 'cli.js'), remove: () => rmSync(folder, { recursive: true, force: true }) };
}
