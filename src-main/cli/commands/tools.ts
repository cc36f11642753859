/** `skywalker tools`: what can be called. */
import * as z from 'zod';
import type { Command, Invocation } from '../command';
import { JSON_OPTION, SESSION_OPTIONS, withSession } from '../common-options';
import { CommandError, EXIT, usageError } from '../exit-codes';
import { didYouMean } from '../../engine/text/suggest';
import type { ProjectSession, ToolEntry } from '../session';
import { byCategory, toolsMarkdown } from '../tools-markdown';
import { VERSION } from '../version';
import { counted } from '../words';
import { cut } from '../wrap';

const LISTING = z.looseObject({
  tools: z.array(z.looseObject({ name: z.string(), status: z.string(), reason: z.string().optional() })),
});

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
  values: [{ names: 'tools' }],

  async run(call: Invocation): Promise<number> {
    const [name] = call.arguments(0, 1, 'Nothing');
    if (call.flag('json') && call.flag('markdown'))
      throw usageError('--json and --markdown exclude each other.');
    const tools = await withSession(call, 'tools', async (session) => {
      const all = await session.tools();
      if (name === undefined) return all;
      const named = all.filter((tool) => tool.name === name || tool.name === `user_${name}`);
      if (named.length === 0) throw await unknownTool(session, name, all);
      return named;
    });
    if (call.flag('json')) call.io.out(JSON.stringify({ version: VERSION, tools }, null, 2));
    else if (call.flag('markdown') || name !== undefined) call.io.out(toolsMarkdown(tools));
    else printList(call, tools);
    return EXIT.ok;
  },
};

/** Says why a custom tool can't be called; of any other name, which was meant. */
async function unknownTool(
  session: ProjectSession,
  name: string,
  callable: readonly ToolEntry[],
): Promise<CommandError> {
  const listed = await session.call('tool_list_custom', {});
  const custom = LISTING.safeParse(listed.ok ? listed.structured : undefined);
  const tools = custom.success ? custom.data.tools : [];
  const waiting = tools.find((tool) => tool.name === name || tool.name === `user_${name}`);
  if (waiting !== undefined) {
    return new CommandError(
      EXIT.failed,
      `${waiting.name} can't be called: it is ${waiting.status.replaceAll('_', ' ')}.`,
      waiting.reason ?? `Everything about it: skywalker call tool_inspect '{"name": "${waiting.name}"}'`,
    );
  }
  const names = [...callable, ...tools].map((tool) => tool.name);
  return new CommandError(
    EXIT.failed,
    `There is no tool "${name}".`,
    didYouMean(name, names) ?? 'skywalker tools lists them.',
  );
}

function printList(call: Invocation, tools: readonly ToolEntry[]): void {
  const { io } = call;
  const width = Math.max(0, ...tools.map((tool) => tool.name.length));
  // In a terminal a tool is one line.
  const room = Math.max(20, (io.columns ?? Infinity) - width - 4);
  for (const [category, members] of byCategory(tools)) {
    io.outStyled(io.paint('stdout', 'bold', category));
    for (const tool of members) {
      const kind = tool._meta?.['skywalker/kind'];
      const note = typeof kind === 'string' ? ` [${kind}]` : '';
      const text = cut(firstSentence(tool.description ?? ''), Math.min(100, room - note.length));
      io.out(`  ${tool.name.padEnd(width)}  ${text}${note}`);
    }
  }
  io.err(counted(tools.length, 'tool'));
}

function firstSentence(description: string): string {
  const sentence = /^.*?[.!?](?=\s|$)/s.exec(description)?.[0] ?? description;
  return sentence.replace(/\s+/g, ' ').trim();
}
