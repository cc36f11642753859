/** `skywalker check`: checks Wander files and tool definitions. */
import { realpathSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { filesOf, shownPath } from '../check-paths';
import type { Command, Invocation } from '../command';
import { JSON_OPTION, SESSION_OPTIONS, withSession } from '../common-options';
import { showDiagnostic } from '../diagnostics';
import { CommandError, EXIT, usageError } from '../exit-codes';
import { findProject } from '../find-project';
import { interruptSignal } from '../interrupt';
import { readJsonArgument } from '../json-argument';
import { profileOf, profileReport } from '../profile-report';
import { showError, showLogs } from '../show-result';
import { counted } from '../words';

const ORDERS = ['lines', 'cost'] as const;

export const checkCommand: Command = {
  name: 'check',
  summary: 'Checks Wander files and tool definitions, and shows what the lines of a tool use.',
  usage: ['[FILE | FOLDER | GLOB …]', 'FILE --profile [--args JSON]'],
  details: [
    'Takes .wander and .tool.json files, folders with all of them that are inside, and globs (* within a folder, ** across folders). Without any: the whole project.',
    'A Wander file beside a .tool.json of the same name is checked as its code, and so is one that such code uses.',
    'Exits with 1 when a file has errors or can not be read; warnings alone do not count, unless --strict says so.',
    '--profile runs the code as a dry run on the project’s scene, and shows line by line how often it ran and how many instructions it used.',
  ],
  options: {
    ...SESSION_OPTIONS,
    ...JSON_OPTION,
    tool: { help: 'Check Wander files as code of tools.' },
    script: { help: 'Check Wander files as scripts.' },
    strict: { help: 'Let warnings count as errors.' },
    format: { help: 'Let Wander files count as wrong that are not in their canonical form.' },
    profile: { help: 'Run FILE and show what each line used.' },
    args: { help: 'With --profile: the arguments, as JSON, @FILE or -.', value: 'JSON', values: 'at-file' },
    order: {
      help: 'With --profile: "lines", as in the file, or "cost", the dearest first.',
      value: 'ORDER',
      values: { words: ORDERS },
    },
  },
  values: [{ endings: ['.wander', '.tool.json'] }],
  repeats: true,
  examples: [
    'skywalker check',
    "skywalker check tools 'scripts/**/*.wander' --format",
    `skywalker check tools/enemies_near.wander --profile --args '{"radius": 8}'`,
  ],

  run: (call) => (call.flag('profile') ? profile(call) : check(call)),
};

async function check(call: Invocation): Promise<number> {
  const { io } = call;
  for (const option of ['args', 'order'] as const)
    if (call.text(option) !== undefined) throw usageError(`--${option} belongs to --profile.`);
  const mode = modeOf(call);
  const names = call.positionals.length > 0 ? call.positionals : [findProject(io, call.text('project'))];
  const { files, empty } = filesOf(names, io.cwd);
  const { checkFile, readText } = await import('../check-file');
  const counts = { error: 0, warning: 0, info: 0 };
  const told = new Set<string>();
  let unread = 0;
  // A new project has none yet; what was named and is not there is a mistake.
  for (const name of call.positionals.length > 0 ? empty : []) {
    unread += 1;
    io.err(`${name} names no .wander or .tool.json file.`);
  }
  const all: object[] = [];
  let read = 0;
  for (const file of files) {
    try {
      const options = { ...(mode === undefined ? {} : { mode }), format: call.flag('format') };
      for (const diagnostic of checkFile(file, options)) {
        // The code of a tool may be named itself, besides its definition.
        const key = JSON.stringify(diagnostic);
        if (told.has(key)) continue;
        told.add(key);
        counts[diagnostic.severity] += 1;
        const shown = shownPath(diagnostic.file, io.cwd);
        if (call.flag('json')) all.push({ ...diagnostic, file: shown });
        else io.outStyled(showDiagnostic(io, shown, readText(diagnostic.file), diagnostic));
      }
      read += 1;
    } catch (error) {
      unread += 1;
      io.err(error instanceof Error ? error.message : String(error));
    }
  }
  if (call.flag('json')) io.out(JSON.stringify({ files: read, diagnostics: all }, null, 2));
  io.err(
    `${counted(read, 'file')}: ${counted(counts.error, 'error')}, ${counted(counts.warning, 'warning')}${unread === 0 ? '' : `; ${unread} not read`}`,
  );
  const bad = counts.error + unread + (call.flag('strict') ? counts.warning : 0);
  return bad === 0 ? EXIT.ok : EXIT.failed;
}

function modeOf(call: Invocation): 'tool' | 'script' | undefined {
  if (call.flag('tool') && call.flag('script')) throw usageError('--tool and --script exclude each other.');
  return call.flag('tool') ? 'tool' : call.flag('script') ? 'script' : undefined;
}

async function profile(call: Invocation): Promise<number> {
  const { io } = call;
  const [name = ''] = call.arguments(1, 1, 'The file to profile');
  const order = ORDERS.find((each) => each === (call.text('order') ?? 'lines'));
  if (order === undefined)
    throw usageError(`--order is "lines" or "cost", not "${call.text('order') ?? ''}".`);
  const args = await readJsonArgument(io, call.text('args'));
  const { codeFileOf, readText } = await import('../check-file');
  let code: string;
  try {
    code = codeFileOf(resolve(io.cwd, name));
    readText(code);
  } catch (error) {
    throw new CommandError(EXIT.failed, error instanceof Error ? error.message : String(error));
  }
  const root = findProject(io, call.text('project'));
  const path = relative(root, realpathSync(code)).split(sep).join('/');
  if (path.startsWith('../')) throw usageError(`${name} is not in the project ${root}.`);
  return withSession(call, 'check', async (session) => {
    const result = await session.call('wander_run', { path, args, profile: true }, interruptSignal());
    const found = profileOf(result);
    if (call.flag('json')) {
      io.out(JSON.stringify(result.ok ? result.structured : { error: result.error }, null, 2));
    } else if (found !== undefined) {
      io.outStyled(profileReport(io, found, order, (file) => readText(resolve(root, file))));
    }
    if (result.ok) {
      if (!call.flag('json')) showLogs(io, result.structured?.['logs']);
      return EXIT.ok;
    }
    if (!call.flag('json')) showError(io, result.error);
    return EXIT.failed;
  });
}
