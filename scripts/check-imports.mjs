// Holds the direction of imports (docs/architecture.md): a file may import its own row's folder and what the longest
// matching row of imports.json lists, and nothing else. A row that matches no file, and a file without a row, are errors.
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';

const rows = JSON.parse(readFileSync(new URL('./imports.json', import.meta.url), 'utf8'));
const root = resolve(import.meta.dirname, '..');
const names = Object.keys(rows).sort((a, b) => b.length - a.length);
const isUnder = (path, row) =>
  path === row || path.startsWith(`${row}/`) || (row.endsWith(':') && path.startsWith(row));
const rowOf = (path) => names.find((row) => isUnder(path, row));
const used = new Set();
const errors = [];
let count = 0;

for (const top of ['src-main', 'src-preload', 'src-renderer', 'clients/typescript', 'examples'])
  for (const file of listFiles(join(root, top))) check(relative(root, file));
for (const row of names)
  if (!used.has(row)) errors.push(`scripts/imports.json: row "${row}" matches no file`);
for (const error of errors) console.error(error);
console.log(
  errors.length === 0
    ? `${count} files import in the right direction`
    : `${errors.length} imports in the wrong direction`,
);
process.exit(errors.length === 0 ? 0 : 1);

function check(file) {
  count += 1;
  const row = rowOf(file.replace(/\.tsx?$/, ''));
  if (!row) return void errors.push(`${file}: no row in scripts/imports.json covers it`);
  used.add(row);
  for (const { fileName } of ts.preProcessFile(readFileSync(join(root, file), 'utf8')).importedFiles) {
    const name = fileName.replace(/\?.*$/, '');
    if (/\.(css|json|svg|png)$/.test(name) && name.startsWith('.')) continue;
    const target = name.startsWith('.') ? relative(root, resolve(root, dirname(file), name)) : name;
    const own = name.startsWith('.') && rowOf(target) === row;
    if (!own && !rows[row].some((allowed) => isUnder(target, allowed)))
      errors.push(`${file}: ${row} must not import ${target}`);
  }
}

function listFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return listFiles(path);
    return /\.tsx?$/.test(entry.name) && !/\.(test|d)\.tsx?$/.test(entry.name) ? [path] : [];
  });
}
