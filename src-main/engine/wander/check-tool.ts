/** `wander_check`: what is wrong with a text, without running it. */
import type { JsonObject } from '../json';
import { count } from '../tools/builtin/entities';
import { anyObject, defineTool, flag, integer, list, text } from '../tools/builtin/define';
import type { ToolContext, ToolDefinition, ToolResult } from '../tools/definition';
import { failureResult, textResult } from '../tools/result';
import { analyse, type Analysis } from '../../wander/analyse';
import type { BehaviorInfo } from '../../wander/behavior/contract';
import { listBehaviors } from '../../wander/behavior/list';
import { format } from '../../wander/format';
import { countText, diagnosticLines, DIAGNOSTICS, diagnosticsJson, type TextOf } from './diagnostics';
import { moduleSource, SOURCE_INPUT, sourceText, UNNAMED, type SourceText } from './source-text';
import type { WanderParts } from './wander-tools';

export function checkTool(parts: WanderParts): ToolDefinition {
  return defineTool({
    name: 'wander_check',
    title: 'Check Wander code',
    description:
      'Checks Wander code without running it: syntax, names, types, unused variables, each with line, column, the line itself, a hint and where possible a fix. ' +
      'It is taken for a gameplay script, which has no tool-only functions such as call_tool; with `tool` it is checked as code of a tool, and what it reads, writes and calls is listed. ' +
      'A file that belongs to a tool is checked as its code unless `tool` is false. `format` gives the canonical form besides. Example: {"source": "fn run(args)\\n  return count(\\"enemy\\")\\nend", "tool": true} or {"path": "scripts/door.wander"}.',
    category: 'wander',
    input: {
      ...SOURCE_INPUT,
      tool: flag('Check it as the code of a tool.'),
      format: flag('Give the formatted text, too.', false),
    },
    output: {
      ok: flag('Whether there are no errors; warnings may be.'),
      errors: integer('How many.'),
      warnings: integer('How many.'),
      diagnostics: DIAGNOSTICS,
      functions: list(anyObject('`name`, `parameters`, `line`.'), 'Functions of the text itself.'),
      behaviors: list(
        anyObject(
          '`name`, `intent`, `params` [{name, type, default, min, max, doc}], `vars`, `handlers` [{trigger, argument, state, line}], `states`, `tests`, `line`.',
        ),
        'Of a script: its behaviours.',
      ),
      tests: list(anyObject('`name`, `line`.'), 'Of a script: tests outside of behaviours.'),
      effects: anyObject(
        'With tool: `reads`, `writes`, `builtins`, `calls`, `files_read`, `files_written`, `mutates`, and `unbounded`: what only shows as it runs.',
      ),
      formatted: text('With format: the canonical form; the text itself where it has errors.'),
    },
    optional: ['behaviors', 'tests', 'effects', 'formatted'],
    usesScene: false,
    files: { read: true },
    run: (args, context) => {
      const given = sourceText(args, parts.project, context);
      return given.ok ? check(given.value, args, parts, context) : failureResult(given.error);
    },
  });
}

function check(given: SourceText, args: JsonObject, parts: WanderParts, context: ToolContext): ToolResult {
  const { source, path } = given;
  const asTool = typeof args.tool === 'boolean' ? args.tool : given.tool !== undefined;
  const analysis = analyse(source, {
    ...(path === undefined ? {} : { file: path }),
    mode: asTool ? 'tool' : 'script',
    module: moduleSource(parts.project, context),
    facts: {
      componentTypes: parts.componentTypes(),
      varNames: parts.varNames(),
      toolNames: parts.toolNames(),
      ...(asTool ? given.tool : {}),
    },
  });
  const { diagnostics } = analysis;
  const of = (severity: string): number => diagnostics.filter((each) => each.severity === severity).length;
  const textOf = textsOf(analysis, path);
  const formatted = args.format === true ? format(source) : undefined;
  const effects = asTool ? effectsJson(analysis) : undefined;
  const listing = asTool
    ? undefined
    : listBehaviors(source, {
        ...(path === undefined ? {} : { file: path }),
        module: moduleSource(parts.project, context),
        componentTypes: parts.componentTypes(),
      });
  const kind = asTool ? 'as the code of a tool' : 'as a script';
  const lines = [
    `Checked ${path ?? UNNAMED} ${kind}: ${countText(diagnostics)}.`,
    ...diagnosticLines(diagnostics, textOf),
    ...(listing?.behaviors ?? []).map(behaviorLine),
    ...(effects === undefined ? [] : effectLines(effects)),
    ...(formatted === undefined ? [] : ['', formatted]),
  ];
  return textResult(lines.join('\n'), {
    ok: of('error') === 0,
    errors: of('error'),
    warnings: of('warning'),
    diagnostics: diagnosticsJson(diagnostics, textOf),
    functions: analysis.unit.file.functions.map((each) => ({
      name: each.name.text,
      parameters: each.parameters.map((parameter) => parameter.name.text),
      line: analysis.unit.lines.lineOf(each.name.start),
    })),
    ...(listing === undefined ? {} : { behaviors: asJson(listing.behaviors), tests: asJson(listing.tests) }),
    ...(effects === undefined ? {} : { effects }),
    ...(formatted === undefined ? {} : { formatted }),
  });
}

/** The texts of what was analysed, by path. */
export function textsOf(
  { unit, modules }: Pick<Analysis, 'unit' | 'modules'>,
  path: string | undefined,
): TextOf {
  return (file) => (file === undefined || file === path ? unit.source : modules.get(file)?.source);
}

/** `Door: opens for whoever has the key. 2 handlers, 1 test.` */
function behaviorLine({ name, intent, handlers, states, tests }: BehaviorInfo): string {
  const parts = [
    count(handlers.length, 'handler'),
    ...(states.length === 0 ? [] : [count(states.length, 'state')]),
    ...(tests.length === 0 ? [] : [count(tests.length, 'test')]),
  ];
  return `behavior ${name}: ${intent === undefined ? '' : `${intent} `}${parts.join(', ')}`;
}

/** A copy as plain JSON: what is there holds nothing else. */
function asJson(list: readonly object[]): JsonObject[] {
  return list.map((item) => JSON.parse(JSON.stringify(item)) as JsonObject);
}

function effectsJson({ effects }: Analysis): Record<string, readonly string[] | boolean> {
  return {
    reads: effects.reads,
    writes: effects.writes,
    builtins: effects.builtins,
    calls: effects.calls,
    files_read: effects.filesRead,
    files_written: effects.filesWritten,
    mutates: effects.mutates,
    unbounded: effects.unbounded,
  };
}

function effectLines(effects: Record<string, readonly string[] | boolean>): string[] {
  return Object.entries(effects).flatMap(([name, found]) =>
    typeof found === 'boolean' || found.length === 0
      ? []
      : [`${name.replaceAll('_', ' ')}: ${found.join(', ')}`],
  );
}
