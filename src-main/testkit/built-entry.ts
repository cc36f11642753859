/** A file of ours as a script of its own, for tests that start it as a process. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { build } from 'vite';

export interface BuiltEntry {
  /** Absolute. */
  readonly script: string;
  remove(): void;
}

/** Builds a file, given from the root of the tree, into a folder in the tree, from where packages are found. */
export async function buildEntry(source: string): Promise<BuiltEntry> {
  const root = resolve(import.meta.dirname, '../..');
  const results = join(root, 'test-results');
  const name = basename(source, '.ts');
  mkdirSync(results, { recursive: true });
  const folder = mkdtempSync(join(results, `${name}-`));
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      ssr: source,
      outDir: folder,
      target: 'node20.18',
      rollupOptions: { output: { entryFileNames: `${name}.js`, format: 'es' } },
    },
  });
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  return {
    script: join(folder, `${name}.js`),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
