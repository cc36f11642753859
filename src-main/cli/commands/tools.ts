/** `skywalker tools`: what can be called. */
import type { Command, Invocation } from '../command';
import { JSON_OPTION, SESSION_OPTIONS, withSession } from '../common-options';
import { CommandError, EXIT, usageError } from '../exit-codes';
import { didYouMean } from '../../engine/text/suggest';
import type { ToolEntry } from '../session';
import { VERSION } from '../version';

export const toolsCommand: Command = {
  name: 'tools',
  summary: 'Lists the tools that can be called.',
  usage: ['[NAME]'],
  details: ['With a name: that tool in full.'],
  options: {
    ...SESSION_OPTIONS,
    ...JSON_OPTION,
    markdown: { help: 'Print Markdown: every tool with its arguments.' },
  },

  async run(call: Invocation): Promise<number> {
    const [name] = call.arguments(0, 1, 'Nothing');
    if (call.flag('json') && call.flag('markdown'))
      throw usageError('--json and --markdown exclude each other.');
    const all = await withSession(call, 'tools', (session) => session.tools());
    const tools = name === undefined ? all : all.filter((tool) => tool.name === name);
    if (tools.length === 0 && name !== undefined) {
      const names = all.map((tool) => tool.name);
      throw new CommandError(
        EXIT.failed,
        `No tool "${name}" can be called now.`,
        didYouMean(name, names) ?? 'skywalker tools lists them.',
      );
    }
    if (call.flag('json')) call.io.out(JSON.stringify({ version: VERSION, tools }, null, 2));
    else if (call.flag('markdown') || name !== undefined) call.io.out(markdown(tools));
    else printList(call, tools);
    return EXIT.ok;
  },
};

function printList(call: Invocation, tools: readonly ToolEntry[]): void {
  const { io } = call;
  const width = Math.max(...tools.map((tool) => tool.name.length));
  for (const [category, members] of byCategory(tools)) {
    io.outStyled(io.paint('stdout', 'bold', category));
    for (const tool of members) {
      const kind = tool._meta?.['skywalker/kind'];
      const note = typeof kind === 'string' ? ` [${kind}]` : '';
      io.out(`  ${tool.name.padEnd(width)}  ${firstSentence(tool.description ?? '')}${note}`);
    }
  }
  io.err(`${tools.length} tools`);
}

function byCategory(tools: readonly ToolEntry[]): [string, ToolEntry[]][] {
  const groups = new Map<string, ToolEntry[]>();
  for (const tool of tools) {
    const category = tool._meta?.['skywalker/category'];
    const name = typeof category === 'string' ? category : 'other';
    groups.set(name, [...(groups.get(name) ?? []), tool]);
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
}

function firstSentence(description: string): string {
  const sentence = /^.*?[.!?](?=\s|$)/s.exec(description)?.[0] ?? description;
  const line = sentence.replace(/\s+/g, ' ').trim();
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
}

function markdown(tools: readonly ToolEntry[]): string {
  return byCategory(tools)
    .flatMap(([category, members]) => [`## ${category}`, '', ...members.flatMap(describe)])
    .join('\n')
    .trimEnd();
}

function describe(tool: ToolEntry): string[] {
  const rows = Object.entries(tool.inputSchema.properties ?? {}).map(([name, schema]) => {
    const needed = tool.inputSchema.required?.includes(name) === true ? 'yes' : '';
    return `| \`${name}\` | ${typeOf(schema)} | ${needed} | ${cell(field(schema, 'description'))} |`;
  });
  return [
    `### ${tool.name}`,
    '',
    tool.description ?? '',
    '',
    ...(rows.length === 0
      ? ['No arguments.']
      : ['| argument | type | required | |', '|---|---|---|---|', ...rows]),
    '',
  ];
}

function typeOf(schema: unknown): string {
  const values = field(schema, 'enum');
  if (Array.isArray(values)) return values.map((value) => `\`${JSON.stringify(value)}\``).join(' ');
  const type = field(schema, 'type');
  if (typeof type === 'string') return type;
  return Array.isArray(type) ? type.join(' or ') : 'any';
}

function field(schema: unknown, name: string): unknown {
  return typeof schema === 'object' && schema !== null
    ? (schema as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

function cell(text: unknown): string {
  return typeof text === 'string' ? text.replace(/\s+/g, ' ').replaceAll('|', '\\|') : '';
}
