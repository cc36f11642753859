/** The command as it is shipped, for tests that start it as a process. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vite';

export interface BuiltCli {
  readonly script: string;
  remove(): void;
}

/** Builds into a folder in the tree, from where packages are found. */
export async function buildCli(): Promise<BuiltCli> {
  const root = resolve(import.meta.dirname, '../../..');
  const cache = join(root, 'test-results');
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
