/**
 * The rules of Wander (src-main/wander/corpus/rules.json) and the examples that show them: lists the rules that no example
 * shows, and the examples that name a rule which is not there. What an example can't show, such as a tool of the engine,
 * names the tests that hold it instead. Ends with 1 when there is something to list.
 *
 *   node scripts/wander-rules.mjs          what is missing
 *   node scripts/wander-rules.mjs --all    every rule with what shows it
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const corpus = join(root, 'src-main/wander/corpus');
const readJson = (file) => JSON.parse(readFileSync(join(corpus, file), 'utf8'));

const rules = new Map(Object.entries(readJson('rules.json')));
const shownBy = new Map([...rules.keys()].map((id) => [id, []]));
const problems = [];

for (const file of readdirSync(corpus)) {
  if (!file.endsWith('.json') || file === 'rules.json') continue;
  const named = readJson(file).rules ?? [];
  if (named.length === 0) problems.push(`${file} names no rule`);
  for (const id of named) {
    if (shownBy.has(id)) shownBy.get(id).push(basename(file, '.json'));
    else problems.push(`${file} names "${id}", which is no rule`);
  }
}
for (const [id, rule] of rules) {
  if (typeof rule === 'string') {
    if (shownBy.get(id).length === 0) problems.push(`no example shows ${id}: ${rule}`);
    continue;
  }
  for (const path of rule.tests) {
    const [file, title] = path.split(': ');
    if (!existsSync(join(root, file))) problems.push(`${id}: there is no ${file}`);
    else if (title !== undefined && !readFileSync(join(root, file), 'utf8').includes(title))
      problems.push(`${id}: ${file} has no test "${title}"`);
  }
}

if (process.argv.includes('--all')) {
  for (const [id, rule] of rules) {
    console.log(`${id}: ${typeof rule === 'string' ? rule : rule.rule}`);
    console.log(`    ${[...(rule.tests ?? []), ...shownBy.get(id)].join(', ')}`);
  }
}
for (const problem of problems) console.log(problem);
console.log(
  `${rules.size} rules, ${problems.length === 0 ? 'each of them shown' : `${problems.length} problems`}`,
);
process.exit(problems.length === 0 ? 0 : 1);
