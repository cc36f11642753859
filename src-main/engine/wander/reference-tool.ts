/** `wander_reference`: the language and its library, for looking up. */
import { toolError } from '../errors';
import type { JsonObject } from '../json';
import { didYouMean } from '../text/suggest';
import { optionalText } from '../tools/builtin/args';
import { anyObject, defineTool, list, text } from '../tools/builtin/define';
import type { ToolDefinition, ToolResult } from '../tools/definition';
import { failureResult, textResult } from '../tools/result';
import type { EntryGroup, StdlibSignature } from '../../wander/stdlib/entry';
import { signatureOf, TITLES } from '../../wander/stdlib/reference';
import { STDLIB } from '../../wander/stdlib/registry';
import { GUIDE_TOPICS } from './guide-topics';

const GROUPS = Object.keys(TITLES).filter((group): group is EntryGroup => group in TITLES);

export function referenceTool(): ToolDefinition {
  return defineTool({
    name: 'wander_reference',
    title: 'Wander reference',
    description:
      `Explains the Wander language: a topic of the guide (${[...GUIDE_TOPICS.keys()].join(', ')}), a group of the library (${GROUPS.join(', ')}), ` +
      'or a function or method by its name, with its parameters, what it gives and an example. Without `topic`: an overview with all names. Example: {"topic": "statements"} or {"topic": "list.sort"}.',
    category: 'wander',
    input: {
      topic: text('A topic, a group, or a name such as "find_all" or "list.push".', {
        minLength: 1,
        maxLength: 100,
        examples: ['statements'],
      }),
    },
    output: {
      topic: text('What is explained.'),
      text: text('The explanation.'),
      entries: list(
        anyObject('`name`, `group`, `signature`, `doc`, `example`, `needs_mutate`, `tool_only`.'),
        'Functions and methods that it is about.',
      ),
      topics: list({ type: 'string' }, 'Without a topic: what can be asked for.'),
    },
    optional: ['entries', 'topics'],
    usesScene: false,
    run: (args) => explain(optionalText(args, 'topic')),
  });
}

function explain(topic: string | undefined): ToolResult {
  if (topic === undefined) return overview();
  const wanted = topic.trim();
  const guide = GUIDE_TOPICS.get(wanted.toLowerCase());
  if (guide !== undefined) return textResult(guide, { topic: wanted, text: guide });
  const group = GROUPS.find((each) => each === wanted.toLowerCase());
  if (group !== undefined)
    return entriesResult(
      group,
      TITLES[group],
      STDLIB.filter((each) => each.group === group),
    );
  const named = STDLIB.filter((each) => each.name === wanted || fullName(each) === wanted);
  if (named.length > 0) return entriesResult(wanted, undefined, named);
  const known = [...GUIDE_TOPICS.keys(), ...GROUPS, ...STDLIB.flatMap((each) => [each.name, fullName(each)])];
  return failureResult(
    toolError(
      'not_found',
      `The reference has nothing on ${JSON.stringify(wanted)}.`,
      didYouMean(wanted, known) ?? 'wander_reference {} lists all topics and names.',
    ),
  );
}

function overview(): ToolResult {
  const topics = [...GUIDE_TOPICS.keys(), ...GROUPS];
  const lines = [
    `Topics of the guide: ${[...GUIDE_TOPICS.keys()].join(', ')}.`,
    ...GROUPS.map((group) => {
      const names = STDLIB.filter((each) => each.group === group).map(fullName);
      return `${group} (${TITLES[group]}): ${names.join(', ')}`;
    }),
  ];
  const told = lines.join('\n');
  return textResult(told, { topic: 'overview', text: told, topics });
}

function entriesResult(
  topic: string,
  title: string | undefined,
  entries: readonly StdlibSignature[],
): ToolResult {
  const told = [...(title === undefined ? [] : [title]), ...entries.map(entryText)].join('\n\n');
  return textResult(told, { topic, text: told, entries: entries.map(entryJson) });
}

function fullName({ receiver, name }: StdlibSignature): string {
  return receiver === undefined ? name : `${receiver}.${name}`;
}

function entryText(entry: StdlibSignature): string {
  const notes = [
    ...(entry.mutates === true ? ['Needs "mutate" or "files.write" in the capabilities.'] : []),
    ...(entry.toolOnly === true ? ['Only in the code of tools.'] : []),
  ];
  return [signatureOf(entry), [entry.doc, ...notes].join(' '), `For example: ${entry.example}`].join('\n');
}

function entryJson(entry: StdlibSignature): JsonObject {
  return {
    name: fullName(entry),
    group: entry.group,
    signature: signatureOf(entry),
    doc: entry.doc,
    example: entry.example,
    ...(entry.mutates === true ? { needs_mutate: true } : {}),
    ...(entry.toolOnly === true ? { tool_only: true } : {}),
  };
}
