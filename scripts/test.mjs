/** `npm test`: installs what is missing and runs everything: format, lint, types, unit tests, build, conformance, end-to-end tests. */
import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuild, ensureConformance, ensureElectron, ensurePackages, root, run, say } from './setup.mjs';

ensurePackages();
ensureConformance();
ensureElectron();

const results = join(root, 'test-results');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const unitReport = join(results, 'unit.json');
const endToEndReport = join(results, 'e2e.json');
const conformanceReport = join(results, 'conformance.json');
const node = (script, ...args) => [process.execPath, [join(root, script), ...args]];

// The longest of what looks at the text alone, on one core: the others of that kind go on beside it.
const lint = startBeside('lint', ...node('node_modules/eslint/bin/eslint.js', '.', '--max-warnings', '0'));

const steps = [
  ['format', ...node('node_modules/prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.')],
  ['imports', ...node('scripts/check-imports.mjs')],
  ['types', ...node('node_modules/typescript/bin/tsc', '-p', 'tsconfig.node.json')],
  ['types of the window', ...node('node_modules/typescript/bin/tsc', '-p', 'tsconfig.web.json')],
  ['build', () => (ensureBuild({ always: true }), 0)],
  ['lint', lint],
  [
    'unit tests',
    ...node(
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${unitReport}`,
    ),
  ],
  ['MCP conformance', ...node('scripts/conformance.mjs')],
  [
    'end-to-end tests',
    ...node('scripts/e2e.mjs'),
    { env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: endToEndReport } },
  ],
];

const failed = [];
for (const [index, [name, program, args, options]] of steps.entries()) {
  say(`[${index + 1}/${steps.length}] ${name}`);
  const started = Date.now();
  const code = typeof program === 'function' ? await program() : run(program, args, options);
  say(
    `[${index + 1}/${steps.length}] ${name}: ${code === 0 ? 'ok' : 'FAILED'} (${Math.round((Date.now() - started) / 1000)} s)`,
  );
  if (code !== 0) failed.push(name);
}

const unit = readReport(unitReport, (report) => [report.numPassedTests, report.numFailedTests]);
const endToEnd = readReport(endToEndReport, (report) => [
  report.stats.expected + report.stats.flaky,
  report.stats.unexpected,
]);
const conformance = readReport(conformanceReport, (report) => [report.passed, report.failed]);
const sum = (index) => unit[index] + conformance[index] + endToEnd[index];
if (failed.length > 0) say(`failed: ${failed.join(', ')}`);
console.log(`${sum(0)} passed, ${sum(1)} failed`);
process.exit(failed.length === 0 ? 0 : 1);

/** Starts a step; the result ends it: it prints what the step said, and gives its exit code. */
function startBeside(name, program, args) {
  const said = join(results, `${name}.txt`);
  const output = openSync(said, 'w');
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', output, output] });
  closeSync(output);
  const ended = new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code ?? 1));
  });
  return async () => {
    const code = await ended;
    process.stdout.write(readFileSync(said, 'utf8'));
    return code;
  };
}

function readReport(file, read) {
  return existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : [0, 0];
}
