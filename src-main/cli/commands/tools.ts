/** `skywalker tools`: what can be called. */
import type { Command, Invocation } from '../command';
import { JSON_OPTION, SESSION_OPTIONS, withSession } from '../common-options';
import { CommandError, EXIT, usageError } from '../exit-codes';
import { didYouMean } from '../../engine/text/suggest';
import type { ToolEntry } from '../session';
import { byCategory, toolsMarkdown } from '../tools-markdown';
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
    else if (call.flag('markdown') || name !== undefined) call.io.out(toolsMarkdown(tools));
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

function firstSentence(description: string): string {
  const sentence = /^.*?[.!?](?=\s|$)/s.exec(description)?.[0] ?? description;
  const line = sentence.replace(/\s+/g, ' ').trim();
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
}
