/** Which files a custom tool has, and which tool a file belongs to. */
import type { ToolSummary } from '../../../src-preload/contract';

export interface ToolPaths {
  readonly definition: string;
  /** Wander tools only. */
  readonly code?: string;
}

/** Where a tool's files are, as the engine says; for a tool that it does not know yet, where they would be. */
export function pathsOfTool(name: string, summary: ToolSummary | undefined): ToolPaths {
  const script = summary?.kind === 'script' ? summary.files[0] : undefined;
  if (script !== undefined) return { definition: script };
  const stem = name.replace(/^user_/, '');
  const definition = summary?.files.find((file) => file.endsWith('.tool.json')) ?? `tools/${stem}.tool.json`;
  const code = summary?.files.find((file) => file.endsWith('.wander'));
  if (code !== undefined) return { definition, code };
  return summary === undefined || summary.kind === 'wander'
    ? { definition, code: definition.replace(/\.tool\.json$/, '.wander') }
    : { definition };
}

/** The tool whose definition or code this file is. */
export function toolOfPath(path: string, tools: readonly ToolSummary[]): ToolSummary | undefined {
  return tools.find((tool) => tool.files.includes(path));
}

/** What a new file starts with. */
export function templateFor(path: string): string {
  const stem = path.split('/').at(-1)?.split('.')[0] ?? 'my_tool';
  if (path.endsWith('.tool.json')) {
    return `${JSON.stringify(
      {
        format: 'skywalker.tool/1',
        name: `user_${stem}`,
        title: '',
        description: 'What it does, when to use it, its key arguments. Example: {"radius": 8}',
        input_schema: { type: 'object', properties: { radius: { type: 'number', default: 10 } } },
        capabilities: {},
        tests: [{ name: 'answers with the defaults', args: {}, expect: { result: {} } }],
      },
      null,
      2,
    )}\n`;
  }
  return path.endsWith('.wander') ? 'fn run(args)\n  return {}\nend\n' : '';
}
