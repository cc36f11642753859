/** What a tool answered. */
import * as z from 'zod';
import { isRecord, type JsonObject } from './json';
import { ToolError } from './errors';

const BLOCK = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  /** Base64. */
  data: z.string().optional(),
  mimeType: z.string().optional(),
});

/** MCP's `CallToolResult`, as far as the engine makes use of it. */
export const ANSWER = z.looseObject({
  content: z.array(BLOCK).default([]),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().optional(),
  _meta: z.unknown().optional(),
});

export type Answer = z.infer<typeof ANSWER>;

export class ToolResult {
  readonly ok: boolean;
  /** All of what a person or model reads: the summary, logs and warnings, and for a failure code, message and hint. */
  readonly text: string;
  /** The structured result; an empty object where there is none. */
  readonly data: JsonObject;
  readonly warnings: readonly string[];
  /** Such as `not_found`; undefined where the call succeeded, as are the next two. */
  readonly errorCode: string | undefined;
  readonly errorMessage: string | undefined;
  /** What to do next. */
  readonly errorHint: string | undefined;

  constructor(
    readonly tool: string,
    /** As it came. */
    readonly answer: Answer,
  ) {
    const { content, structuredContent, isError, _meta } = answer;
    const meta = isRecord(_meta) ? _meta : {};
    const warnings = meta['skywalker/warnings'];
    this.ok = isError !== true;
    this.text = content.flatMap((block) => (block.type === 'text' ? [block.text ?? ''] : [])).join('\n');
    this.data = isRecord(structuredContent) ? structuredContent : {};
    this.warnings = Array.isArray(warnings) ? warnings.filter((each) => typeof each === 'string') : [];
    if (this.ok) return;
    const sent = meta['skywalker/error'];
    const error = isRecord(sent) ? sent : this.data;
    this.errorCode = textIn(error, 'error') ?? 'tool_failed';
    this.errorMessage = textIn(error, 'message') ?? this.text;
    this.errorHint = textIn(error, 'hint');
  }

  /** PNG images, as bytes. */
  get images(): readonly Buffer[] {
    return this.answer.content.flatMap((block) =>
      block.type === 'image' && block.data !== undefined ? [Buffer.from(block.data, 'base64')] : [],
    );
  }

  /** This result; throws a `ToolError` where the call failed. */
  check(): this {
    if (this.ok) return this;
    const { errorCode: code, errorHint: hint, tool } = this;
    throw new ToolError(this.errorMessage ?? '', {
      tool,
      ...(code === undefined ? {} : { code }),
      ...(hint === undefined ? {} : { hint }),
    });
  }
}

/** A failure that the server reported without running a tool, in the form of one that did. */
export function failedResult(tool: string, code: string, message: string): ToolResult {
  const error = { error: code, message };
  return new ToolResult(tool, {
    content: [{ type: 'text', text: `error [${code}]: ${message}` }],
    structuredContent: error,
    isError: true,
    _meta: { 'skywalker/error': error },
  });
}

function textIn(record: JsonObject, key: string): string | undefined {
  const value = record[key];
  return typeof value === 'string' ? value : undefined;
}
