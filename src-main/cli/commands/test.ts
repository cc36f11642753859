/** `skywalker test`: runs the tests of custom tools and of behaviours. */
import * as z from 'zod';
import type { Command, Invocation } from '../command';
import { JSON_OPTION, SESSION_OPTIONS, withSession } from '../common-options';
import { CommandError, EXIT } from '../exit-codes';
import { outputFile, writeOutput } from '../output-file';
import type { ProjectSession } from '../session';
import { runBehaviors } from '../behavior-runs';
import { junit, RECORD, tap, type ToolRun } from '../test-report';
import { didYouMean, listNames } from '../../engine/text/suggest';
import { counted } from '../words';

const LISTING = z.looseObject({
  tools: z.array(
    z.looseObject({ name: z.string(), status: z.string(), tests: z.looseObject({ total: z.number() }) }),
  ),
});

const ANSWER = z.looseObject({ tests: z.array(RECORD) });

export const testCommand: Command = {
  name: 'test',
  summary: 'Runs the tests of custom tools and behaviours.',
  usage: ['[NAME | FILE.wander …]'],
  details: [
    'Without names: of all custom tools and behaviours of the project. Nothing is changed. Prints TAP.',
    'A file is a path in the project, such as scripts/gate.wander; the time of its tests is that of the play.',
    'A tool that waits for approval can be tested; one whose file is broken counts as failed.',
  ],
  options: {
    ...SESSION_OPTIONS,
    ...JSON_OPTION,
    junit: {
      help: 'Write a JUnit report to a file, for continuous integration.',
      value: 'FILE',
      values: 'files',
    },
  },
  values: [{ names: 'tests' }],
  repeats: true,

  async run(call: Invocation): Promise<number> {
    const report = await outputFile(call, 'junit');
    const runs = await withSession(call, 'test', async (session) => {
      const { positionals } = call;
      const files = positionals.filter((name) => name.endsWith('.wander'));
      const names = positionals.filter((name) => !name.endsWith('.wander'));
      const isAll = positionals.length === 0;
      const tools = isAll || names.length > 0 ? await selected(session, names) : [];
      const done: ToolRun[] = [];
      for (const tool of tools) done.push(await runTests(session, tool));
      if (isAll) done.push(...(await runBehaviors(session)));
      for (const file of files) done.push(...(await runBehaviors(session, file)));
      return done;
    });
    if (call.flag('json')) call.io.out(JSON.stringify({ tools: runs }, null, 2));
    else call.io.out(tap(runs));
    if (report !== undefined) await writeOutput(report, junit(runs));
    const failed = runs.filter((run) => !run.ok).length;
    const count = runs.reduce((sum, run) => sum + run.tests.length, 0);
    const untested = runs.filter((run) => run.ok && run.tests.length === 0).map((run) => run.name);
    if (untested.length > 0) call.io.err(`Without tests: ${untested.join(', ')}`);
    const outcome = failed > 0 ? `${failed} failed` : count === 0 ? 'nothing to run' : 'all passed';
    const scripts = runs.filter((run) => run.name.endsWith('.wander')).length;
    const parts = [
      ...(scripts === runs.length && scripts > 0 ? [] : [counted(runs.length - scripts, 'tool')]),
      ...(scripts > 0 ? [counted(scripts, 'script')] : []),
      counted(count, 'test'),
    ];
    call.io.err(`${parts.join(', ')}: ${outcome}`);
    return failed === 0 ? EXIT.ok : EXIT.failed;
  },
};

interface Selected {
  readonly name: string;
  readonly status: string;
}

/** The named tools, or all that have tests or are broken. */
async function selected(session: ProjectSession, names: readonly string[]): Promise<readonly Selected[]> {
  const result = await session.call('tool_list_custom', {});
  if (!result.ok) throw new CommandError(EXIT.failed, result.error.message, result.error.hint);
  const { tools } = LISTING.parse(result.structured);
  if (names.length === 0) return tools.filter((tool) => tool.tests.total > 0 || tool.status === 'invalid');
  return names.map((name) => {
    const tool = tools.find((candidate) => candidate.name === name || candidate.name === `user_${name}`);
    if (tool) return tool;
    const known = tools.map((candidate) => candidate.name);
    throw new CommandError(
      EXIT.failed,
      `There is no custom tool "${name}".`,
      didYouMean(name, known) ?? customHint(known),
    );
  });
}

function customHint(known: readonly string[]): string {
  return known.length === 0 ? 'The project has none yet.' : `There is: ${listNames(known)}.`;
}

async function runTests(session: ProjectSession, tool: Selected): Promise<ToolRun> {
  const result = await session.call('tool_test', { name: tool.name });
  const answer = ANSWER.safeParse(result.ok ? result.structured : result.error.data);
  if (answer.success) {
    const { tests } = answer.data;
    return { name: tool.name, ok: tests.every((test) => test.ok), tests };
  }
  if (!result.ok)
    return {
      name: tool.name,
      ok: false,
      tests: [],
      problem: `${result.error.code}: ${result.error.message}`,
    };
  return { name: tool.name, ok: false, tests: [], problem: 'the tests gave no records' };
}
