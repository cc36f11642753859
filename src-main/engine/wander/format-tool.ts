/** `wander_format`: the canonical form of a text. */
import { toolError } from '../errors';
import { defineTool, flag, text } from '../tools/builtin/define';
import { isOn } from '../tools/builtin/args';
import { writable, writeInCall } from '../tools/builtin/file-access';
import type { ToolDefinition } from '../tools/definition';
import { failed, failureResult, textResult } from '../tools/result';
import { format } from '../../wander/format';
import { parse } from '../../wander/parser';
import { placeProblems } from '../../wander/problem';
import { LineTable } from '../../wander/positions';
import { countText, diagnosticLines, diagnosticsJson } from './diagnostics';
import { SOURCE_INPUT, sourceText, UNNAMED } from './source-text';
import type { WanderParts } from './wander-tools';

export function formatTool({ project }: WanderParts): ToolDefinition {
  return defineTool({
    name: 'wander_format',
    title: 'Format Wander code',
    description:
      'Gives Wander code in its canonical form: two spaces for each level, one statement a line, comments kept. What the code does stays the same. ' +
      'With `path` and `write` the file is written; the code of tools is changed with tool_define instead. Code that can not be parsed is refused. ' +
      'Example: {"path": "scripts/door.wander", "write": true}.',
    category: 'wander',
    input: { ...SOURCE_INPUT, write: flag('Write the file that "path" names.', false) },
    output: {
      text: text('The canonical form.'),
      changed: flag('Whether it differs from what was given.'),
      written: flag('Whether the file was written.'),
      path: text('The file.'),
    },
    optional: ['path'],
    effect: 'scene',
    usesScene: false,
    files: { read: 'path', write: 'path' },
    run: (args, context) => {
      const given = sourceText(args, project, context);
      if (!given.ok) return failureResult(given.error);
      const { source, path } = given.value;
      if (isOn(args, 'write') && path === undefined) {
        return failureResult(
          toolError(
            'invalid_arguments',
            '"write" needs "path": a text in "source" has no file.',
            'Leave "write" out.',
          ),
        );
      }
      const { problems } = parse(source);
      if (problems.errorCount > 0) {
        const found = placeProblems(problems.list, new LineTable(source), path);
        const textOf = (): string => source;
        return failed(
          'compile_error',
          [
            `${path ?? UNNAMED} can't be formatted: ${countText(found)}.`,
            ...diagnosticLines(found, textOf),
          ].join('\n'),
          'Mend the errors first: wander_check.',
          { diagnostics: diagnosticsJson(found, textOf) },
        );
      }
      const formatted = format(source);
      const changed = formatted !== source;
      const target = isOn(args, 'write') && changed ? writable(project, path ?? '', context) : undefined;
      const written = target !== undefined && writeInCall(context, target, formatted);
      const head = written ? `Formatted ${path ?? ''}` : changed ? 'Formatted' : 'Formatted already';
      return textResult(`${head}\n\n${formatted}`, {
        text: formatted,
        changed,
        written,
        ...(path === undefined ? {} : { path }),
      });
    },
  });
}
