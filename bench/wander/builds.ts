/**
 * The language as it ships, and the same with its accounting taken out, so that what the accounting costs can be measured. The
 * second build is made by rewriting the sources: charges, refills, and counts of memory and depth are removed at every place
 * where they stand. Nothing else differs. A rule that finds nothing to rewrite fails, so that the figure can't go stale unseen.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'rolldown';
import type * as Engine from './engine';

export type Language = typeof Engine;

const RULES: readonly { readonly pattern: RegExp; readonly replacement: string }[] = [
  { pattern: /if \(\(run\.fuel -= [\w.]+\) < 0\) run\.refill\([\w.]+\);/g, replacement: '' },
  { pattern: /\brun\.fuel -= [\w.]+;/g, replacement: '' },
  { pattern: /if \(run\.fuel < 0\) run\.refill\([\w.]+\);/g, replacement: '' },
  { pattern: /\brun\.memory -= [\w.]+;/g, replacement: '' },
  { pattern: /if \(run\.memory < 0\)/g, replacement: 'if (false)' },
  { pattern: /\bconst before = run\.depth;/g, replacement: '' },
  { pattern: /\brun\.depth = before;/g, replacement: '' },
  { pattern: /if \(\(run\.depth = before [^)]*\) > run\.maxDepth\)/g, replacement: 'if (false)' },
  {
    pattern: /\b(?:charge|refill|allocate|checkListLength|checkTextLength|useText)\(\w+: \w+\): void \{/g,
    replacement: '$& return;',
  },
  {
    pattern: /\bjoinTexts\(left: string, right: string\): string \{/g,
    replacement: '$& return left + right;',
  },
  // Kernels: what the compiler makes of charges, fuel and depth.
  { pattern: /\bconst METERED: boolean = true;/g, replacement: 'const METERED: boolean = false;' },
  { pattern: /\brun\.charge\(cost\(\w+(?:, \w+)*\)\)/g, replacement: '{}' },
];

function withoutAccounting(used: Set<RegExp>): Plugin {
  return {
    name: 'without-accounting',
    transform: {
      filter: { id: /src-main\/wander\// },
      handler(code) {
        let rewritten = code;
        for (const { pattern, replacement } of RULES) {
          const next = rewritten.replace(pattern, replacement);
          if (next !== rewritten) used.add(pattern);
          rewritten = next;
        }
        return rewritten;
      },
    },
  };
}

/** What Vite does by itself: a module with a query is another module with the same text. */
const copiedModules: Plugin = {
  name: 'copied-modules',
  load: {
    filter: { id: /\?copy$/ },
    handler: (id) => ({ code: readFileSync(id.replace(/\?copy$/, ''), 'utf8'), moduleType: 'ts' }),
  },
};

/** Builds the language and loads it. The two builds share no code, and so nothing that V8 learns of it. */
export async function buildLanguage(accounting: boolean): Promise<Language> {
  const here = process.env.SKYWALKER_BENCH ?? '';
  // Of this process alone: two benches may run at once.
  const name = `${accounting ? 'metered' : 'unmetered'}-${process.pid}`;
  const dir = join(here, '..', '..', 'node_modules', '.cache', 'bench', 'wander', name);
  const used = new Set<RegExp>();
  await build({
    input: join(here, 'engine.ts'),
    platform: 'node',
    external: (id) => !id.startsWith('.') && !id.startsWith('/'),
    plugins: [copiedModules, ...(accounting ? [] : [withoutAccounting(used)])],
    output: { dir, format: 'esm', entryFileNames: 'engine.mjs' },
    logLevel: 'warn',
  });
  if (!accounting) {
    const idle = RULES.filter(({ pattern }) => !used.has(pattern));
    if (idle.length > 0)
      throw new Error(`no accounting looks like ${idle.map(({ pattern }) => String(pattern)).join(', ')}`);
  }
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
  return (await import(pathToFileURL(join(dir, 'engine.mjs')).href)) as Language;
}
