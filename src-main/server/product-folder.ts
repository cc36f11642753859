/** Where the documentation, the command and the window's program lie: in the source tree, and in what was installed. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

/** The folder with README.md's siblings, `docs`; undefined where it was not installed. */
export function docsFolder(): string | undefined {
  const root = productFolder();
  return root === undefined ? undefined : join(root, 'docs');
}

/** In an installed application: beside the archive that it runs from, with what other programs must be able to read. */
const IN_ARCHIVE = /^(.*)[\\/][^\\/]+\.asar[\\/]/;
const BESIDE_ARCHIVE = 'skywalker';

/**
 * The folder that the product is installed in, with `bin`, `docs` and `resources` as plain files: the nearest above with docs
 * and a package.json, and for an application that runs from an archive the one beside it.
 */
export function productFolder(from = fileURLToPath(import.meta.url)): string | undefined {
  const archive = IN_ARCHIVE.exec(from)?.[1];
  const start = archive === undefined ? dirname(from) : join(archive, BESIDE_ARCHIVE);
  for (let at = start; dirname(at) !== at; at = dirname(at)) {
    if (existsSync(join(at, 'package.json')) && existsSync(join(at, 'docs'))) return at;
  }
  return undefined;
}

/** What an installation's package.json says besides: where the window's program lies, below the folder or beside it. */
const INSTALLED = z.object({ program: z.string().min(1) });

/** The program of the window, where the product was installed as a packaged application; undefined in a source tree. */
export function installedProgram(root = productFolder()): string | undefined {
  if (root === undefined) return undefined;
  const parsed = INSTALLED.safeParse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  return parsed.success ? resolve(root, parsed.data.program) : undefined;
}
