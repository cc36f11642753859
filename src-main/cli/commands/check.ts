/** `skywalker check`: checks Wander files and tool definitions. */
import { relative, resolve } from 'node:path';
import type { Command, Invocation } from '../command';
import { JSON_OPTION } from '../common-options';
import { showDiagnostic } from '../diagnostics';
import { EXIT, usageError } from '../exit-codes';
import { counted } from '../words';

export const checkCommand: Command = {
  name: 'check',
  summary: 'Checks Wander files and tool definitions.',
  usage: ['FILES…'],
  details: [
    'Takes .wander and .tool.json files. A Wander file beside a .tool.json of the same name is checked as its code.',
    'Exits with 1 when a file has errors; warnings alone do not count, unless --strict says so.',
  ],
  options: {
    ...JSON_OPTION,
    tool: { help: 'Check Wander files as code of tools.' },
    script: { help: 'Check Wander files as scripts.' },
    strict: { help: 'Let warnings count as errors.' },
  },
  examples: ['skywalker check tools/*.tool.json scripts/*.wander'],

  async run(call: Invocation): Promise<number> {
    const { io } = call;
    const files = call.arguments(1, Number.MAX_SAFE_INTEGER, 'A file to check');
    if (call.flag('tool') && call.flag('script')) throw usageError('--tool and --script exclude each other.');
    const mode = call.flag('tool')
      ? ('tool' as const)
      : call.flag('script')
        ? ('script' as const)
        : undefined;
    const { checkFile, readText } = await import('../check-file');
    const counts = { error: 0, warning: 0, info: 0 };
    const told = new Set<string>();
    let unread = 0;
    const all: object[] = [];
    for (const name of files) {
      try {
        for (const diagnostic of checkFile(resolve(io.cwd, name), mode === undefined ? {} : { mode })) {
          // The code of a tool may be named itself, besides its definition.
          const key = JSON.stringify(diagnostic);
          if (told.has(key)) continue;
          told.add(key);
          counts[diagnostic.severity] += 1;
          const shown = relative(io.cwd, diagnostic.file);
          if (call.flag('json')) all.push({ ...diagnostic, file: shown });
          else io.outStyled(showDiagnostic(io, shown, readText(diagnostic.file), diagnostic));
        }
      } catch (error) {
        unread += 1;
        io.err(error instanceof Error ? error.message : String(error));
      }
    }
    if (call.flag('json')) io.out(JSON.stringify({ diagnostics: all }, null, 2));
    io.err(
      `${counted(files.length, 'file')}: ${counted(counts.error, 'error')}, ${counted(counts.warning, 'warning')}`,
    );
    const bad = counts.error + unread + (call.flag('strict') ? counts.warning : 0);
    return bad === 0 ? EXIT.ok : EXIT.failed;
  },
};
