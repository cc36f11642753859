/** Where the documentation lies, in the source tree and beside the built program. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder with README.md's siblings, `docs`; undefined where it was not installed. */
export function docsFolder(): string | undefined {
  const root = productFolder();
  return root === undefined ? undefined : join(root, 'docs');
}

/** The folder that the product is installed in: the nearest above with docs and a package.json. */
export function productFolder(from = fileURLToPath(import.meta.url)): string | undefined {
  for (let at = dirname(from); dirname(at) !== at; at = dirname(at)) {
    if (existsSync(join(at, 'package.json')) && existsSync(join(at, 'docs'))) return at;
  }
  return undefined;
}
