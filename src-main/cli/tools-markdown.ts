/** Tools as Markdown: for `skywalker tools --markdown` and docs/tools.md. */
import type { ToolEntry } from './session';

/** Tools by their category, in the order of its name. */
export function byCategory(tools: readonly ToolEntry[]): [string, ToolEntry[]][] {
  const groups = new Map<string, ToolEntry[]>();
  for (const tool of tools) {
    const category = tool._meta?.['skywalker/category'];
    const name = typeof category === 'string' ? category : 'other';
    groups.set(name, [...(groups.get(name) ?? []), tool]);
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Every tool with its arguments. */
export function toolsMarkdown(tools: readonly ToolEntry[]): string {
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
