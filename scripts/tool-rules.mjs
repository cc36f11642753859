/**
 * The rules of custom tools (src-main/engine/custom/rules.json), those of the port (src-main/server/port-rules.json), those of
 * agents (src-main/server/agent-rules.json), those of the window (src-renderer/window-rules.json) and the cases that broke
 * products like this one (src-main/engine/custom/cases.json), with the tests that hold them. Lists rules and cases without a
 * test, and tests that are named and not there; ends with 1 when there is something to list.
 *
 *   node scripts/tool-rules.mjs                what is missing
 *   node scripts/tool-rules.mjs --page rules   docs/custom-tools-rules.md, or fails as above
 *   node scripts/tool-rules.mjs --page port    docs/port-safety.md
 *   node scripts/tool-rules.mjs --page agents  docs/agents-rules.md
 *   node scripts/tool-rules.mjs --page window  docs/window-rules.md
 *   node scripts/tool-rules.mjs --page cases   docs/peer-cases.md
 *
 * A rule names its tests as "file: title", in `tests`; what a person does in the window, a flow, names them in `mouse` and in
 * `keyboard`, and needs both. A case is held by every test whose title has its id.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { testFiles, titlesOf } from './test-titles.mjs';

const root = resolve(import.meta.dirname, '..');
const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const sections = read('src-main/engine/custom/rules.json');
const portSections = read('src-main/server/port-rules.json');
const agentSections = read('src-main/server/agent-rules.json');
const windowSections = read('src-renderer/window-rules.json');
const groups = read('src-main/engine/custom/cases.json');
const titles = new Map(testFiles(root).map((file) => [file, titlesOf(join(root, file))]));
const problems = [];

const seen = new Set();
for (const { rules } of [...sections, ...portSections, ...agentSections, ...windowSections]) {
  for (const [id, named] of Object.entries(rules)) {
    if (seen.has(id)) problems.push(`${id} stands twice`);
    seen.add(id);
    const lists = testLists(named);
    if (named.later !== undefined) {
      if (lists.some(([, tests]) => tests.length > 0))
        problems.push(`${id} is not there yet, and names tests`);
      continue;
    }
    for (const [by, tests] of lists) {
      if (tests.length === 0) problems.push(`no test${by} holds ${id}: ${named.rule}`);
      for (const test of tests) checkTest(id, test);
    }
  }
}

const heldBy = casesByTests();
for (const { cases } of groups) {
  for (const [id, { right, later }] of Object.entries(cases)) {
    if (later === undefined && !heldBy.has(id)) problems.push(`no test holds ${id}: ${right}`);
  }
}
const known = new Set(groups.flatMap(({ cases }) => Object.keys(cases)));
for (const [id, tests] of heldBy)
  if (!known.has(id)) problems.push(`${tests[0]} names ${id}, which is no case`);

const page = process.argv.includes('--page') ? process.argv[process.argv.indexOf('--page') + 1] : undefined;
if (page !== undefined && problems.length === 0) {
  const pages = {
    rules: toolsPage,
    port: portPage,
    agents: agentsPage,
    window: windowPage,
    cases: casesPage,
  };
  process.stdout.write(pages[page]());
} else {
  for (const problem of problems) console.log(problem);
  const count = `${seen.size} rules of custom tools, of the port, of agents and of the window, ${known.size} cases`;
  console.log(
    `${count}, ${problems.length === 0 ? 'each of them held by a test or told as not yet there' : `${problems.length} problems`}`,
  );
}
process.exitCode = problems.length === 0 ? 0 : 1;

/** The lists of tests that a rule must have, each with how its tests act: one list, or, for a flow, one by mouse and one by keyboard. */
function testLists({ tests, mouse, keyboard }) {
  if (mouse === undefined && keyboard === undefined) return [['', tests ?? []]];
  return [
    [' by mouse', mouse ?? []],
    [' by keyboard', keyboard ?? []],
    ...(tests === undefined ? [] : [['', tests]]),
  ];
}

function checkTest(id, test) {
  const at = test.indexOf(': ');
  const [file, title] = [test.slice(0, at), test.slice(at + 2)];
  if (!existsSync(join(root, file))) problems.push(`${id}: there is no ${file}`);
  else if (!titles.get(file)?.includes(title)) problems.push(`${id}: ${file} has no test "${title}"`);
}

/** Case → tests. "S-42…S-48" is all of them. */
function casesByTests() {
  const found = new Map();
  for (const [file, names] of titles) {
    for (const title of names) {
      for (const [, first, last] of title.matchAll(/\bS-(\d\d)\b(?:…S-(\d\d)\b)?/g)) {
        for (let number = Number(first); number <= Number(last ?? first); number += 1) {
          const id = `S-${String(number).padStart(2, '0')}`;
          found.set(id, [...(found.get(id) ?? []), `${file}: ${title}`]);
        }
      }
    }
  }
  return found;
}

function toolsPage() {
  return rulesPage('What holds of custom tools', 'src-main/engine/custom/rules.json', sections);
}

function portPage() {
  return rulesPage('What holds of the port', 'src-main/server/port-rules.json', portSections);
}

function agentsPage() {
  return rulesPage('What holds for agents', 'src-main/server/agent-rules.json', agentSections);
}

function windowPage() {
  return rulesPage('What holds of the window', 'src-renderer/window-rules.json', windowSections, {
    more: 'What a person does, a flow, is gone through by tests with the mouse (`mouse`) and with the keyboard alone (`keyboard`); a flow without one of them is told as well.',
    notYet: 'These are meant to hold.',
  });
}

function rulesPage(
  title,
  source,
  from,
  { more, notYet = 'These hold as soon as what they speak of is there.' } = {},
) {
  const all = from.map(({ section, rules }) => ({ section, rules: Object.entries(rules) }));
  const held = all.flatMap(({ rules }) => rules).filter(([, { later }]) => later === undefined);
  const parts = all.map(({ section, rules }) =>
    part(
      section,
      rules.filter(([, { later }]) => later === undefined).map(([id, named]) => rowOfRule(id, named)),
    ),
  );
  const later = all.flatMap(({ rules }) => rules).filter((entry) => entry[1].later !== undefined);
  return [
    `# ${title}\n`,
    `Made from \`${source}\` by \`npm run docs\`. ${held.length} rules, each with the tests that hold it: break the rule, and one of them fails. \`npm run rules\` tells a rule without a test and a test that is gone; so does the test of this page.\n`,
    ...(more === undefined ? [] : [`${more}\n`]),
    ...parts.filter((text) => text !== ''),
    ...(later.length === 0
      ? []
      : [
          '## Not yet\n',
          `${notYet} No test is claimed for them.\n`,
          ...later.map(([id, { rule, later: why }]) => `- **${id}**: ${rule} ${why}`),
          '',
        ]),
  ].join('\n');
}

function casesPage() {
  const parts = groups.map(({ group, cases }) =>
    part(
      group,
      Object.entries(cases)
        .filter(([, { later }]) => later === undefined)
        .map(([id, { right }]) => row(id, right, heldBy.get(id) ?? [])),
    ),
  );
  const later = groups
    .flatMap(({ cases }) => Object.entries(cases))
    .filter((entry) => entry[1].later !== undefined);
  return [
    '# What broke others\n',
    'Made from `src-main/engine/custom/cases.json` by `npm run docs`. Each case is something that went wrong in a product like this one, told in public; here stands what is right, and the tests that hold it. A test holds a case by having its number in its title.\n',
    ...parts.filter((text) => text !== ''),
    '## Not yet\n',
    'These can not happen in what is there today, and come with what they speak of.\n',
    ...later.map(([id, { right, later: why }]) => {
      const tests = heldBy.get(id) ?? [];
      return `- **${id}**: ${right} ${why}${tests.length === 0 ? '' : ` A part is held already: ${listOf(tests)}.`}`;
    }),
    '',
  ].join('\n');
}

function part(title, rows) {
  return rows.length === 0 ? '' : `## ${title}\n\n${rows.join('\n')}\n`;
}

function rowOfRule(id, named) {
  const lists = testLists(named).map(([by, tests]) =>
    by === '' ? listOf(tests) : `${by.trim().replace('b', 'B')}: ${listOf(tests)}`,
  );
  return `- **${id}**: ${named.rule}<br>${lists.join('<br>')}`;
}

function row(id, text, tests) {
  return `- **${id}**: ${text}<br>${listOf(tests)}`;
}

/** Files once, with their tests behind them. */
function listOf(tests) {
  const byFile = new Map();
  for (const test of tests) {
    const at = test.indexOf(': ');
    const file = test.slice(0, at);
    byFile.set(file, [...(byFile.get(file) ?? []), test.slice(at + 2)]);
  }
  return [...byFile]
    .map(([file, names]) => `[${file.split('/').at(-1)}](../${file}): ${names.map(quoted).join(', ')}`)
    .join('; ');
}

/** Markdown as text: what a title has of it is none. */
function quoted(title) {
  return `“${title.replaceAll(/[\\`*_<>[\]|{}$]/g, (mark) => `\\${mark}`)}”`;
}
