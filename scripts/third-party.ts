/** A plugin for Vite: beside a bundle it writes whose code went into it, and under which terms, as those terms ask for. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import * as z from 'zod';

const TERMS = /^(licen[cs]e|copying|notice|thirdpartynotices)/i;
/** A package's folder within a module's path, which may begin with a mark. */
const PACKAGE = /^\0?(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/;
const PACKAGE_JSON = z.object({ name: z.string(), version: z.string(), license: z.string().optional() });

export function thirdPartyNotices(): Plugin {
  return {
    name: 'third-party-notices',
    generateBundle() {
      const folders = new Set<string>();
      for (const id of this.getModuleIds()) {
        const folder = PACKAGE.exec(id)?.[1];
        if (folder !== undefined && existsSync(join(folder, 'package.json'))) folders.add(folder);
      }
      const notices = [...folders].map(noticeOf).sort((a, b) => (a < b ? -1 : 1));
      this.emitFile({ type: 'asset', fileName: 'third-party.txt', source: notices.join('\n\n') });
    },
  };
}

/** A package's name and version, and the texts of its terms; where it brings none, what its package.json says. */
function noticeOf(folder: string): string {
  const described: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const { name, version, license = 'unknown' } = PACKAGE_JSON.parse(described);
  const texts = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && TERMS.test(entry.name))
    .map((entry) => readFileSync(join(folder, entry.name), 'utf8').trim());
  return [`${name} ${version}`, '-'.repeat(60), ...(texts.length > 0 ? texts : [`License: ${license}`])].join(
    '\n',
  );
}
