/** The stack is not used up, whatever a script calls and however: in a process of its own, and in a thread. */
import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildEntry, type BuiltEntry } from '../../testkit/built-entry';
import type { DepthReport } from './depth';

let built: BuiltEntry;
let module: string;

beforeAll(async () => {
  built = await buildEntry('src-main/wander/testkit/depth.ts');
  module = pathToFileURL(built.script).href;
}, 120_000);

afterAll(() => built.remove());

/** What the report says in a process with the stack that Node, and Electron's main process, has by default. */
function reportOf(script: string): DepthReport {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return JSON.parse(stdout) as DepthReport;
}

function expectSafe(report: DepthReport): void {
  expect(report.programs).toBeGreaterThan(50);
  expect(report.others).toEqual({});
  // Runs that stand on each other share a depth, so that the eighth has less of it.
  expect(report.nested).toBe('too_deep');
}

test.each([0, 1500])(
  'recursion through each construct ends at the weighted depth, with %i frames of the host below',
  (frames) => {
    expectSafe(
      reportOf(
        `const { reportDepth } = await import('${module}'); console.log(JSON.stringify(reportDepth(${frames})));`,
      ),
    );
  },
  60_000,
);

test('so it does in a thread', () => {
  const inner = `Promise.all([import('${module}'), import('node:worker_threads')]).then(([{ reportDepth }, { parentPort }]) => parentPort.postMessage(reportDepth(500)))`;
  expectSafe(
    reportOf(
      `import { Worker } from 'node:worker_threads'; new Worker(${JSON.stringify(inner)}, { eval: true }).on('message', (report) => console.log(JSON.stringify(report)));`,
    ),
  );
}, 60_000);
