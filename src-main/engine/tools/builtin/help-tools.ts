/** tool_search and help: finding one's way among hundreds of tools. */
import { ToolFailure, toolError } from '../../errors';
import type { Json, JsonObject } from '../../json';
import { isJsonObject } from '../../json';
import { didYouMean } from '../../text/suggest';
import type { ToolDefinition } from '../definition';
import type { ToolRegistry } from '../registry';
import { textResult } from '../result';
import { exampleOf } from '../schema-example';
import { optionalNumber, optionalText, requiredText } from './args';
import { anyObject, defineTool, integer, list, text } from './define';
import { count } from './entities';
import { HELP_TOPICS } from './help-topics';
import { rankTools } from './rank';

export function helpTools(registry: ToolRegistry): ToolDefinition[] {
  return [toolSearch(registry), help(registry)];
}

function toolSearch(registry: ToolRegistry): ToolDefinition {
  return defineTool({
    name: 'tool_search',
    title: 'Find a tool',
    description:
      'Finds tools by what they do, the most fitting first: names, titles and descriptions are searched, custom tools too, also ones that are not active. ' +
      '`help` with a tool’s name gives its arguments. Example: {"query": "move entity"}.',
    category: 'help',
    input: {
      query: text('Words for what you want to do.', {
        minLength: 1,
        maxLength: 500,
        examples: ['move entity'],
      }),
      category: text('Only this category.', { minLength: 1 }),
      limit: integer('Tools to give at most.', { minimum: 1, maximum: 50, default: 10 }),
    },
    required: ['query'],
    output: {
      tools: list(
        anyObject('`name`, `title`, `category`, `kind`, `status`, `description`, `arguments`, `mutates`.'),
        'The most fitting first.',
      ),
      total: integer('How many fit.'),
    },
    usesScene: false,
    run: (args) => {
      const category = optionalText(args, 'category');
      const tools = registry.all().filter((tool) => category === undefined || tool.category === category);
      if (tools.length === 0) {
        const categories = [...new Set(registry.all().map((tool) => tool.category))];
        const hint = didYouMean(category ?? '', categories) ?? `Categories are ${categories.join(', ')}.`;
        throw new ToolFailure(toolError('not_found', `There is no category "${category ?? ''}".`, hint));
      }
      const found = rankTools(tools, requiredText(args, 'query'));
      const shown = found.slice(0, optionalNumber(args, 'limit') ?? 10);
      const lines = shown.map(
        (tool) => `${tool.name}${statusMark(tool)}: ${firstSentence(tool.description)}`,
      );
      const head =
        found.length === 0
          ? 'No tool fits; try other words, or help {}.'
          : `${count(found.length, 'tool fits', 'tools fit')}`;
      return textResult([head, ...lines].join('\n'), { tools: shown.map(summary), total: found.length });
    },
  });
}

function help(registry: ToolRegistry): ToolDefinition {
  const topics = [...HELP_TOPICS.keys()];
  return defineTool({
    name: 'help',
    title: 'Help',
    description: `Explains a topic (${topics.join(', ')}), a tool by its name, or a category of tools. Without \`topic\`: what there is. Example: {"topic": "entity_create"} or {"topic": "undo"}.`,
    category: 'help',
    input: {
      topic: text('A topic, a tool’s name, or a category.', {
        minLength: 1,
        maxLength: 100,
        examples: ['undo'],
      }),
    },
    output: {
      topic: text('What is explained.'),
      text: text('The explanation.'),
      tool: anyObject('For a tool: its summary with `input_schema`, `output_schema` and an `example`.'),
      tools: list(text('A name.'), 'For a category: its tools. Without a topic: all.'),
    },
    optional: ['tool', 'tools'],
    usesScene: false,
    run: (args) => {
      const topic = optionalText(args, 'topic');
      if (topic === undefined) {
        return told('help', overview(registry), { tools: registry.active().map((tool) => tool.name) });
      }
      const explained = HELP_TOPICS.get(topic.toLowerCase());
      if (explained !== undefined) return told(topic, explained);
      const tool = registry.get(topic);
      if (tool !== undefined) return told(topic, toolText(tool), { tool: toolFacts(tool) });
      const tools = registry.active().filter((candidate) => candidate.category === topic);
      if (tools.length > 0) {
        const lines = tools.map((candidate) => `${candidate.name}: ${firstSentence(candidate.description)}`);
        return told(topic, lines.join('\n'), { tools: tools.map((candidate) => candidate.name) });
      }
      const names = [
        ...topics,
        ...categoriesOf(registry),
        ...registry.all().map((candidate) => candidate.name),
      ];
      throw new ToolFailure(
        toolError(
          'not_found',
          `There is no topic, tool or category "${topic}".`,
          didYouMean(topic, names) ?? `Topics are ${topics.join(', ')}; tool_search finds tools.`,
        ),
      );
    },
  });
}

function told(topic: string, explanation: string, more: JsonObject = {}) {
  return textResult(explanation, { topic, text: explanation, ...more });
}

function overview(registry: ToolRegistry): string {
  const lines = categoriesOf(registry).map((category) => {
    const names = registry
      .active()
      .filter((tool) => tool.category === category)
      .map((tool) => tool.name);
    const shown =
      names.length > 30 ? `${names.slice(0, 30).join(', ')} and ${names.length - 30} more` : names.join(', ');
    return `${category}: ${shown}`;
  });
  return [`Topics: ${[...HELP_TOPICS.keys()].join(', ')}`, 'Tools by category:', ...lines].join('\n');
}

function categoriesOf(registry: ToolRegistry): string[] {
  return [...new Set(registry.active().map((tool) => tool.category))].sort();
}

function summary(tool: ToolDefinition): JsonObject {
  return {
    name: tool.name,
    title: tool.title,
    category: tool.category,
    kind: tool.kind,
    status: tool.custom?.status ?? 'active',
    description: tool.description,
    arguments: argumentNames(tool),
    mutates: tool.mutates,
  };
}

function toolFacts(tool: ToolDefinition): JsonObject {
  return {
    ...summary(tool),
    input_schema: tool.inputSchema,
    ...(tool.outputSchema === undefined ? {} : { output_schema: tool.outputSchema }),
    example: exampleOf(tool.inputSchema),
  };
}

function toolText(tool: ToolDefinition): string {
  const properties = isJsonObject(tool.inputSchema.properties) ? tool.inputSchema.properties : {};
  const required = Array.isArray(tool.inputSchema.required)
    ? (tool.inputSchema.required as readonly Json[])
    : [];
  const lines = Object.entries(properties).map(([name, property]) => {
    const facts = isJsonObject(property) ? property : {};
    const types = Array.isArray(facts.type)
      ? facts.type.join(' or ')
      : typeof facts.type === 'string'
        ? facts.type
        : 'any';
    const choice = Array.isArray(facts.enum)
      ? ` (${facts.enum.map((value) => JSON.stringify(value)).join(' | ')})`
      : '';
    const initial = facts.default === undefined ? '' : ` = ${JSON.stringify(facts.default)}`;
    const mark = required.includes(name) ? ', required' : '';
    return `  ${name}: ${types}${choice}${initial}${mark}. ${typeof facts.description === 'string' ? facts.description : ''}`.trimEnd();
  });
  const head = `${tool.name} (${tool.title}, ${tool.category}${tool.mutates ? ', changes the project' : ', read-only'})${statusMark(tool)}`;
  return [
    head,
    tool.description,
    ...(lines.length === 0 ? ['It takes no arguments.'] : ['Arguments:', ...lines]),
  ].join('\n');
}

function argumentNames(tool: ToolDefinition): string[] {
  return Object.keys(isJsonObject(tool.inputSchema.properties) ? tool.inputSchema.properties : {});
}

function statusMark(tool: ToolDefinition): string {
  return tool.custom === undefined || tool.custom.status === 'active'
    ? ''
    : ` (${tool.custom.status.replaceAll('_', ' ')})`;
}

function firstSentence(description: string): string {
  const end = description.search(/\.(?:\s|$)/);
  const sentence = end < 0 ? description : description.slice(0, end + 1);
  return sentence.length > 200 ? `${sentence.slice(0, 199)}…` : sentence;
}
