/** A tool's result as MCP's `CallToolResult`, and back: the one place that knows how errors, images and warnings travel. */
import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';
import { ERROR_CODES, type ErrorCode, type ToolError } from '../engine/errors';
import { isJsonObject, type Json, type JsonObject } from '../engine/json';
import { runFacts, stackLines, textsOf } from '../engine/text/run-facts';
import type { ImageContent, ResultContent, ToolResult } from '../engine/tools/definition';

/** More characters of text than this are cut, and the text says so; the structured result stays whole. */
const MAX_TEXT = 1 << 20;

/**
 * The answer to `tools/call`. An error's code, message and hint go out as text and in `_meta["skywalker/error"]`, and as
 * structured content only where the tool declares no output schema: clients check what they get against that.
 */
export function callToolResult(result: ToolResult, declaresOutput: boolean): CallToolResult {
  if (!result.ok) {
    const { code, message, hint, data } = result.error;
    const structured: Record<string, Json> = { error: code, message };
    if (hint !== undefined) structured['hint'] = hint;
    if (data !== undefined) structured['data'] = data;
    return {
      content: [{ type: 'text', text: errorText(result.error) }],
      ...(declaresOutput ? {} : { structuredContent: structured }),
      isError: true,
      _meta: { 'skywalker/error': structured },
    };
  }
  const more = result.content ?? [];
  // An empty text says nothing where something else does.
  const content: ContentBlock[] =
    result.text === '' && more.length > 0 ? [] : [{ type: 'text', text: cut(result.text) }];
  const logs = textsOf(result.structured?.['logs']);
  if (logs.length > 0)
    content.push({ type: 'text', text: cut(logs.map((line) => `log: ${line}`).join('\n')) });
  if (result.warnings && result.warnings.length > 0) {
    content.push({
      type: 'text',
      text: cut(result.warnings.map((warning) => `warning: ${warning}`).join('\n')),
    });
  }
  // For clients that read text only: what a summary in words leaves out is in the data.
  if (result.structured && !/^\s*\{/.test(result.text) && !isSaid(result.structured, result.text)) {
    content.push({
      type: 'text',
      text: cut(JSON.stringify(result.structured)),
      annotations: { audience: ['assistant'] },
    });
  }
  for (const image of result.images ?? [])
    content.push({ type: 'image', data: image.data, mimeType: image.mimeType });
  for (const block of more) content.push(contentBlock(block));
  return {
    content,
    ...(result.structured === undefined ? {} : { structuredContent: { ...result.structured } }),
    ...(result.warnings && result.warnings.length > 0
      ? { _meta: { 'skywalker/warnings': [...result.warnings] } }
      : {}),
  };
}

function contentBlock(block: ResultContent): ContentBlock {
  if (block.type === 'text') return { type: 'text', text: cut(block.text) };
  if (block.type === 'resource_link') return block;
  if (block.type !== 'resource') return { type: block.type, data: block.data, mimeType: block.mimeType };
  const { uri, mimeType } = block;
  const resource =
    'text' in block ? { uri, mimeType, text: block.text } : { uri, mimeType, blob: block.blob };
  return { type: 'resource', resource };
}

/** Whether texts say all of the data, as those of code that gives back one value do. */
function isSaid(structured: JsonObject, text: string): boolean {
  for (const key in structured) if (key !== 'result' && key !== 'logs' && key !== 'warnings') return false;
  const { result } = structured;
  return text === (typeof result === 'string' ? result : JSON.stringify(result));
}

/** `error [not_found]: …`, a line with the hint; for code that failed its call stack and what it logged last. */
export function errorText(error: ToolError): string {
  const { stack, logs } = runFacts(error.data);
  return [
    `error [${error.code}]: ${error.message}`,
    ...(error.hint === undefined ? [] : [`hint: ${error.hint}`]),
    ...stackLines(stack).map((line) => `  ${line}`),
    ...logs.map((line) => `log: ${line}`),
  ].join('\n');
}

/** What `callToolResult` made, as a result again. */
export function toolResultOf(answer: CallToolResult): ToolResult {
  const meta: Record<string, unknown> = answer._meta ?? {};
  if (answer.isError === true) return { ok: false, error: errorOf(answer, meta['skywalker/error']) };
  const warnings = meta['skywalker/warnings'];
  const known = Array.isArray(warnings) ? warnings.filter((warning) => typeof warning === 'string') : [];
  const [first] = answer.content;
  const images = answer.content.flatMap((block): ImageContent[] =>
    block.type === 'image' && block.mimeType === 'image/png'
      ? [{ data: block.data, mimeType: 'image/png' }]
      : [],
  );
  const content = contentOf(answer.content);
  const structured = asJsonObject(answer.structuredContent);
  return {
    ok: true,
    text: first?.type === 'text' ? first.text : '',
    ...(structured === undefined ? {} : { structured }),
    ...(images.length === 0 ? {} : { images }),
    ...(content.length === 0 ? {} : { content }),
    ...(known.length === 0 ? {} : { warnings: known }),
  };
}

/** All but the texts that stand first, which are made of the rest of the result, and PNG images. */
function contentOf(blocks: readonly ContentBlock[]): readonly ResultContent[] {
  const begin = blocks.findIndex((block) => block.type !== 'text');
  return begin < 0 ? [] : blocks.slice(begin).flatMap(resultContent);
}

function resultContent(block: ContentBlock): readonly ResultContent[] {
  switch (block.type) {
    case 'text':
      return [{ type: 'text', text: block.text }];
    case 'image':
    case 'audio': {
      const { type, data, mimeType } = block;
      return type === 'image' && mimeType === 'image/png' ? [] : [{ type, data, mimeType }];
    }
    case 'resource_link': {
      const { uri, name, description, mimeType } = block;
      return [
        {
          ...{ type: 'resource_link', uri, name },
          ...(description === undefined ? {} : { description }),
          ...(mimeType === undefined ? {} : { mimeType }),
        },
      ];
    }
    case 'resource': {
      const { resource } = block;
      const { uri, mimeType = 'text' in resource ? 'text/plain' : 'application/octet-stream' } = resource;
      return 'text' in resource
        ? [{ type: 'resource', uri, mimeType, text: resource.text }]
        : [{ type: 'resource', uri, mimeType, blob: resource.blob }];
    }
  }
}

function errorOf(answer: CallToolResult, sent: unknown): ToolError {
  const text = answer.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
  const details = isJsonObject(sent) ? sent : asJsonObject(answer.structuredContent);
  const code =
    ERROR_CODES.find((known) => known === details?.['error']) ?? ('tool_failed' satisfies ErrorCode);
  const message = details?.['message'];
  const hint = details?.['hint'];
  const data = details?.['data'];
  return {
    code,
    message: typeof message === 'string' ? message : text,
    ...(typeof hint === 'string' ? { hint } : {}),
    ...(data === undefined ? {} : { data }),
  };
}

function asJsonObject(value: unknown): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}

function cut(text: string): string {
  if (text.length <= MAX_TEXT) return text;
  const end = MAX_TEXT - (isHighSurrogate(text.charCodeAt(MAX_TEXT - 1)) ? 1 : 0);
  return `${text.slice(0, end)}\n… ${text.length - end} more characters are left out here`;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
