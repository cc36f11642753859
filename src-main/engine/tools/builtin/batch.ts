/** batch: several calls as one change. */
import { toolError } from '../../errors';
import { isJsonObject, type Json, type JsonObject } from '../../json';
import type { ImageContent, ResultContent, ToolDefinition } from '../definition';
import { failed, textResult } from '../result';
import { optionalList, optionalText } from './args';
import { anyObject, defineTool, integer, list, objectSchema, text } from './define';
import { count } from './entities';

/** Images, and blocks of other content, that a batch passes on; the others are left out, with a warning. */
const MAX_IMAGES = 8;
const MAX_BLOCKS = 16;

/** Milliseconds that a batch may take: everybody else waits for it meanwhile. */
const MAX_BATCH_MS = 30_000;

export function batchTool(): ToolDefinition {
  return defineTool({
    name: 'batch',
    title: 'Batch',
    description:
      'Makes several calls as one change: all of them or, when one fails, none, and one undo step. Later operations see what earlier ones did, by name or id. ' +
      'A failure tells the index of the operation. Custom tools can be called, lifecycle tools (tool_*) and saving can not. ' +
      'Example: {"label": "Two lamps", "operations": [{"tool": "entity_create", "args": {"name": "Lamp A"}}, {"tool": "entity_create", "args": {"name": "Lamp B"}}]}.',
    category: 'scene',
    input: {
      operations: list(
        objectSchema(
          {
            tool: text('Name of a tool.', { examples: ['entity_create'] }),
            args: anyObject('Its arguments.'),
          },
          ['tool'],
        ),
        'The calls, in order.',
        { minItems: 1, maxItems: 1_000, examples: [[{ tool: 'entity_create', args: { name: 'Lamp' } }]] },
      ),
      label: text('Name of the undo step.', { minLength: 1, maxLength: 200 }),
    },
    required: ['operations'],
    output: {
      count: integer('Operations done.'),
      results: list(anyObject('`tool`, and `result` or `text`.'), 'One for each operation, in order.'),
    },
    effect: 'scene',
    operations: operationsOf,
    // A tool that waits for the client that serves it ends by then, whatever its own limit is.
    timeoutMs: MAX_BATCH_MS,
    *run(args, context) {
      const operations = listed(args);
      const label = optionalText(args, 'label');
      if (label !== undefined) context.relabel(label);
      const results: Json[] = [];
      const images: ImageContent[] = [];
      const content: ResultContent[] = [];
      const lines: string[] = [];
      const end = performance.now() + MAX_BATCH_MS;
      for (const [index, operation] of operations.entries()) {
        if (performance.now() > end) {
          return failed(
            'timeout',
            `The batch took longer than ${MAX_BATCH_MS} ms and ended before operation ${index} of ${operations.length}; nothing was changed.`,
            'Make several smaller batches.',
          );
        }
        const { tool, args: given } = operation;
        const result = yield* context.call(tool, given);
        if (!result.ok) {
          const { code, message, hint, data } = result.error;
          return {
            ok: false,
            error: toolError(
              code,
              `Operation ${index} (${tool}) failed, so nothing was changed: ${message}`,
              hint,
              {
                index,
                tool,
                operations: operations.length,
                ...(data === undefined ? {} : { details: data }),
              },
            ),
          };
        }
        for (const warning of result.warnings ?? []) context.warn(`Operation ${index} (${tool}): ${warning}`);
        images.push(...(result.images ?? []));
        content.push(...(result.content ?? []));
        results.push(
          result.structured === undefined ? { tool, text: result.text } : { tool, result: result.structured },
        );
        lines.push(`${index}. ${tool}: ${result.text.split('\n', 1)[0] ?? ''}`);
      }
      if (images.length > MAX_IMAGES) context.warn(`${images.length - MAX_IMAGES} images were left out.`);
      if (content.length > MAX_BLOCKS)
        context.warn(`${content.length - MAX_BLOCKS} blocks of content were left out.`);
      const done = textResult([`${count(results.length, 'operation')} done`, ...lines].join('\n'), {
        count: results.length,
        results,
      });
      return {
        ...done,
        ...(images.length === 0 ? {} : { images: images.slice(0, MAX_IMAGES) }),
        ...(content.length === 0 ? {} : { content: content.slice(0, MAX_BLOCKS) }),
      };
    },
  });
}

function listed(args: JsonObject): { tool: string; args: Json }[] {
  return (optionalList(args, 'operations') ?? []).map((operation) => ({
    tool: isJsonObject(operation) && typeof operation.tool === 'string' ? operation.tool : '',
    args: isJsonObject(operation) ? (operation.args ?? {}) : {},
  }));
}

function operationsOf(args: JsonObject): { tool: string; args: JsonObject }[] {
  return listed(args).map(({ tool, args: given }) => ({ tool, args: isJsonObject(given) ? given : {} }));
}
