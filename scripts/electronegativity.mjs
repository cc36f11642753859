/**
 * `npm run electronegativity`: looks for what Electron applications get wrong, in the sources and in what was built of them.
 * Fails for a finding that docs/window-safety.md does not explain, for an explained one that is gone, and for a file that
 * could not be read. Not part of `npm test`: it brings 150 MB of old packages, which get a folder of their own.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ensureBuild, ensureElectronegativity, ensurePackages, root, say } from './setup.mjs';

ensurePackages();
ensureElectronegativity();
ensureBuild();

const { transformWithOxc } = await import('vite');
const require = createRequire(join(root, 'scripts/electronegativity/package.json'));
const scan = require('@doyensec/electronegativity');
const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const explained = JSON.parse(readFileSync(join(root, 'scripts/electronegativity/explained.json'), 'utf8'));
const pages = readFileSync(join(root, 'docs/window-safety.md'), 'utf8');

/** What it reads, as one application each. */
const SUBJECTS = {
  sources: ['src-main', 'src-preload', 'src-renderer'],
  built: ['out/main', 'out/preload', 'out/renderer'],
};
/** It must find this among the sources: else it could not read TypeScript of today. */
const PLANTED = `import { BrowserWindow } from 'electron';
const size = { width: 1 } satisfies { width: number };
export const window: BrowserWindow | undefined = new BrowserWindow({ ...size, webPreferences: { nodeIntegration: true } });
`;

const problems = [];
for (const [subject, paths] of Object.entries(SUBJECTS)) {
  const { findings, unread } = await look(paths);
  const names = findings.map(({ id, file }) => `${id} ${file}`);
  for (const [index, name] of names.entries()) {
    const { file, location, description } = findings[index];
    if (!explained[subject].includes(name))
      problems.push(`${subject}: ${name}:${location.line}: ${description}`);
  }
  for (const name of explained[subject]) {
    if (!names.includes(name)) problems.push(`${subject}: ${name} is explained, and is not found any more`);
    if (!pages.includes(name.split(' ')[0]))
      problems.push(`${name.split(' ')[0]} is not explained in docs/window-safety.md`);
  }
  problems.push(...unread.map(({ file, message }) => `${subject}: ${file} could not be read: ${message}`));
  say(`${subject}: ${names.length} findings`);
}
const { findings: planted } = await look([], PLANTED);
if (!planted.some(({ id }) => id === 'NODE_INTEGRATION_JS_CHECK'))
  problems.push('What was planted for it to find was not found');

for (const problem of problems) console.error(problem);
say(problems.length === 0 ? 'nothing that is not explained' : `${problems.length} problems`);
process.exit(problems.length === 0 ? 0 : 1);

/** Findings in the files below some paths, which are looked at as an application of their own. */
async function look(paths, planted) {
  const folder = mkdtempSync(join(tmpdir(), 'sky-electronegativity-'));
  try {
    cpSync(join(root, 'package.json'), join(folder, 'package.json'));
    for (const path of paths) cpSync(join(root, path), join(folder, path), { recursive: true });
    for (const path of filesBelow(folder, /\.c?js$/)) await simplify(path);
    if (planted !== undefined) {
      mkdirSync(join(folder, 'src'));
      writeFileSync(join(folder, 'src', 'planted.ts'), planted);
    }
    const options = { input: folder, isRelative: true, electronVersionOverride: devDependencies.electron };
    const { issues, errors } = await scan(options, false);
    return {
      findings: issues.map((issue) => ({
        ...issue,
        file: issue.file === 'N/A' ? 'everywhere' : withoutHash(issue.file),
      })),
      unread: errors
        .filter(({ tolerable }) => !tolerable)
        .map((error) => ({ ...error, file: relative(folder, error.file) })),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Built files have the hash of their text in the name. */
function withoutHash(file) {
  return file.replace(/-[\w-]{8}(?=\.\w+$)/, '');
}

/** Rewrites a built file without what its parser does not know: blocks and fields of classes. The calls stay as they are. */
async function simplify(path) {
  const { code } = await transformWithOxc(readFileSync(path, 'utf8'), path.replace(/\.cjs$/, '.js'), {
    target: 'es2020',
  });
  writeFileSync(path, code);
}

function filesBelow(folder, pattern) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => pattern.test(name))
    .map((name) => join(folder, name));
}
