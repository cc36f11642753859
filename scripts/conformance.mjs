/**
 * `node scripts/conformance.mjs`: the official conformance runner of MCP against `skywalker serve`, with the fixtures that its
 * scenarios call and without; then the MCP Inspector and mcp-remote. Prints each set's summary as the runner does, and
 * leaves the counts in test-results/conformance.json. Ends with 1 when anything fails that is not left out by name.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { inspectorChecks, remoteChecks } from './conformance/clients.mjs';
import { listScenarios, newerNode, runOne, runSet } from './conformance/runner.mjs';
import { serve, workplace } from './conformance/servers.mjs';
import { FIXTURE_SETS, isLeftOut, LEFT_OUT, PLAIN_SETS } from './conformance/sets.mjs';
import { ensureBuild, ensureConformance, ensurePackages, root, say } from './setup.mjs';

ensurePackages();
ensureConformance();
ensureBuild();
const node = newerNode();
if (node === undefined) {
  say(
    'The conformance runner needs Node 22 or later, and there is no packaged one for this system. Run npm with it.',
  );
  process.exit(1);
}

const failures = [];
/** Scenarios that failed beside others: the runner waits no longer than half a second for some answers. */
const retries = [];
let passed = 0;
const place = workplace();
try {
  const known = await listScenarios(node);
  const [equipped, plain] = await Promise.all([
    serve(place, 'equipped', '--conformance-fixtures'),
    serve(place, 'plain'),
  ]);
  const tasks = [
    ...FIXTURE_SETS.map(
      (args) => () =>
        runSet(node, equipped.open, args, folderFor(args)).then((set) => judge(known, equipped, args, set)),
    ),
    ...PLAIN_SETS.map(
      (set) => () =>
        runSet(node, plain.open, set.args, folderFor(['plain', ...set.args])).then((ran) =>
          judgePlain(set, plain, ran),
        ),
    ),
    ...[...inspectorChecks(node, place, plain), ...remoteChecks(node, place, plain)].map(
      (check) => () => tell(check),
    ),
  ];
  await inTurns(tasks, Math.min(4, availableParallelism()));
  for (const again of retries) await again();
  await Promise.all([equipped.close(), plain.close()]);
} finally {
  place.close();
}

console.log('\nNot implemented, and left out above:');
for (const { prefix, count, reason } of LEFT_OUT) console.log(`  ${count} scenarios ${prefix}*: ${reason}`);
console.log(`\nMCP conformance: ${passed} scenarios and checks passed, ${failures.length} failed`);
for (const failure of failures) console.log(`  ✗ ${failure}`);
mkdirSync(join(root, 'test-results'), { recursive: true });
writeFileSync(
  join(root, 'test-results', 'conformance.json'),
  JSON.stringify({ passed, failed: failures.length, failures }),
);
process.exit(failures.length === 0 ? 0 : 1);

/** Where the runner leaves its details of a set. */
function folderFor(words) {
  return join(place.folder, words.join('').replace(/[^\w-]/g, ''));
}

/** A set with fixtures: all of it has to have run, and to have passed. */
function judge(known, server, args, { scenarios, summary }) {
  const title = `with fixtures, ${args.join(' ')}`;
  const counted = scenarios.filter(({ name }) => !isLeftOut(name));
  const version = args[0] === '--suite' ? args.at(-1) : undefined;
  const missing =
    version === undefined
      ? []
      : [...known].filter(([name, of]) => of.includes(version) && !counted.some((ran) => ran.name === name));
  for (const [name] of missing) failures.push(`${title}: ${name} did not run`);
  count(title, server, args.at(-1), counted);
  print(title, withoutLeftOut(summary, counted));
}

/** A set without fixtures: what needs none has to have run, and to have passed. The rest can't. */
function judgePlain({ args, needNoFixture }, server, { scenarios }) {
  const title = `without fixtures, ${args.join(' ')}`;
  const counted = scenarios.filter(({ name }) => needNoFixture.includes(name));
  for (const name of needNoFixture) {
    if (!counted.some((ran) => ran.name === name)) failures.push(`${title}: ${name} did not run`);
  }
  count(title, server, args.at(-1), counted);
  print(`${title}: scenarios that need none`, lines(counted));
}

function count(title, server, version, scenarios) {
  for (const { name, ok, faults } of scenarios) {
    if (ok) passed += 1;
    else retries.push(() => tryAgain(title, server, version, name, faults));
  }
}

/** Once more, with nothing beside it. */
async function tryAgain(title, server, version, name, faults) {
  const again = await runOne(node, server.open, name, version, folderFor(['again', title, name]));
  print(`${title}, ${name} once more, alone`, lines([again]));
  if (again.ok) passed += 1;
  else
    failures.push(
      [`${title}: ${name}`, ...(again.faults.length > 0 ? again.faults : faults)].join('\n      '),
    );
}

/** The summary as it was printed; where scenarios are left out, without those, and the total is of the others. */
function withoutLeftOut(summary, counted) {
  const mentions = summary.split('\n').some((line) => isLeftOut(line.replace(/^\W+/, '')));
  return mentions ? lines(counted) : summary.trimEnd();
}

function lines(scenarios) {
  const sum = (key) => scenarios.reduce((total, scenario) => total + scenario[key], 0);
  return [
    ...scenarios.map(
      ({ ok, name, passed, failed }) => `${ok ? '✓' : '✗'} ${name}: ${passed} passed, ${failed} failed`,
    ),
    '',
    `Total: ${sum('passed')} passed, ${sum('failed')} failed`,
  ].join('\n');
}

function print(title, text) {
  console.log(`\n=== MCP conformance, ${title} ===\n${text}`);
}

async function tell({ name, run }) {
  try {
    await run();
    passed += 1;
    console.log(`✓ ${name}`);
  } catch (error) {
    failures.push(name);
    console.log(`✗ ${name}\n${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Runs all, so many at once. */
async function inTurns(tasks, atOnce) {
  const waiting = [...tasks];
  const work = async () => {
    for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) await task();
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
