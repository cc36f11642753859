/** What a host answered, as the result of its tool. A stranger's data: whatever is wrong with it fails that call, and no other. */
import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../json';
import type { ImageContent, ResultContent, ToolResult } from '../tools/definition';
import { copyJson } from '../tools/plain-json';
import { failed } from '../tools/result';
import { contentOfBlock } from './content';
import { pngProblem } from './png-check';

/** Images of one answer, and blocks of other content. */
const MAX_IMAGES = 16;

/** As it is: a schema that makes a copy leaves out what is then not refused. */
const anyObject = z.custom<Record<string, unknown>>((value) => isJsonObject(value), 'must be an object');

const reply = z.object({
  text: z.string().optional(),
  structured: anyObject.nullish(),
  images: z.array(z.string()).optional(),
  is_error: z.boolean().optional(),
});

const callToolResult = z.object({
  content: z.array(z.looseObject({ type: z.string() })).optional(),
  structuredContent: anyObject.nullish(),
  isError: z.boolean().optional(),
});

const textBlock = z.object({ type: z.literal('text'), text: z.string() });
const pngBlock = z.object({ type: z.literal('image'), data: z.string(), mimeType: z.literal('image/png') });

/** Of `tool_host_reply`: `{text?, structured?, images?, is_error?}`. Fails with `invalid_output`, or `tool_failed` where it says that it failed. */
export function resultOfReply(tool: string, value: unknown): ToolResult {
  const parsed = reply.safeParse(value);
  if (!parsed.success) return malformed(tool, firstIssue(parsed.error));
  const { text, structured, images = [], is_error } = parsed.data;
  return resultOf(tool, {
    text,
    structured: structured ?? undefined,
    images: images.map((data) => ({ data, mimeType: 'image/png' })),
    isError: is_error === true,
  });
}

/** Of `skywalker/tools/call`: an MCP `CallToolResult`. Fails as `resultOfReply` does. */
export function resultOfCallToolResult(tool: string, value: unknown): ToolResult {
  const parsed = callToolResult.safeParse(value);
  if (!parsed.success) return malformed(tool, firstIssue(parsed.error));
  const { content = [], structuredContent, isError } = parsed.data;
  const texts: string[] = [];
  const images: { data: string; mimeType: string }[] = [];
  const more: ResultContent[] = [];
  for (const [index, block] of content.entries()) {
    const text = textBlock.safeParse(block);
    const image = pngBlock.safeParse(block);
    if (text.success) texts.push(text.data.text);
    else if (image.success) images.push(image.data);
    else {
      const other = contentOfBlock(block);
      if (!other.ok) return malformed(tool, `content[${index}] ${other.problem}`);
      more.push(other.content);
    }
  }
  return resultOf(tool, {
    text: texts.length === 0 ? undefined : texts.join('\n'),
    structured: structuredContent ?? undefined,
    images,
    more,
    isError: isError === true,
  });
}

/**
 * A host that answered with an error of its own, such as a JSON-RPC error. A line `hint: …` in it is the failure's hint, as where
 * the engine tells of an error in words: otherwise tools that pass failures on would say it once more each time.
 */
export function failureOfHost(tool: string, text: string): ToolResult {
  if (text === '') return failed('tool_failed', `${tool} failed, and its host did not say why.`);
  const at = text.indexOf(HINT_LINE);
  const [message, hint] = at < 1 ? [text, ''] : [text.slice(0, at), text.slice(at + HINT_LINE.length).trim()];
  return hint === '' ? failed('tool_failed', message) : failed('tool_failed', message, hint);
}

const HINT_LINE = '\nhint: ';

interface Answer {
  readonly text: string | undefined;
  readonly structured: Record<string, unknown> | undefined;
  readonly images: readonly { readonly data: string; readonly mimeType: string }[];
  readonly more?: readonly ResultContent[];
  readonly isError: boolean;
}

function resultOf(tool: string, { text, structured, images, more = [], isError }: Answer): ToolResult {
  let data: JsonObject | undefined;
  if (structured !== undefined) {
    const copy = copyJson(structured, 'structured');
    if (!copy.ok) return malformed(tool, copy.error.message.replace(/\.$/, ''));
    if (isJsonObject(copy.value)) data = copy.value;
  }
  if (isError) {
    const failure = failureOfHost(tool, text ?? '');
    if (failure.ok || data === undefined) return failure;
    return { ok: false, error: { ...failure.error, data } };
  }
  if (images.length > MAX_IMAGES)
    return malformed(tool, `it has ${images.length} images; at most ${MAX_IMAGES} are allowed`);
  if (more.length > MAX_IMAGES)
    return malformed(tool, `it has ${more.length} other blocks; at most ${MAX_IMAGES} are allowed`);
  const checked: ImageContent[] = [];
  for (const [index, image] of images.entries()) {
    const problem =
      image.mimeType === 'image/png'
        ? pngProblem(image.data)
        : `is ${JSON.stringify(image.mimeType.slice(0, 40))}, not "image/png"`;
    if (problem !== undefined) return malformed(tool, `images[${index}] ${problem}`);
    checked.push({ data: image.data, mimeType: 'image/png' });
  }
  return {
    ok: true,
    text: text ?? (data === undefined ? '' : JSON.stringify(data)),
    ...(data === undefined ? {} : { structured: data }),
    ...(checked.length === 0 ? {} : { images: checked }),
    ...(more.length === 0 ? {} : { content: more }),
  };
}

/** An answer that can't be used, whatever is wrong with it: `problem` completes "… can't be used: it has no end". */
export function unusableResult(tool: string, problem: string, hint = RESULT_HINT): ToolResult {
  return failed('invalid_output', `The host of ${tool} gave an answer that can't be used: ${problem}.`, hint);
}

const RESULT_HINT =
  'Its client has to be mended: a result is an object such as {"content": [{"type": "text", "text": "…"}]}.';

function malformed(tool: string, problem: string): ToolResult {
  return unusableResult(tool, problem, REPLY_HINT);
}

export const REPLY_HINT =
  'Its client has to be mended: text is a text, structured an object, images are PNG as base64.';

function firstIssue(error: z.ZodError): string {
  const [issue] = error.issues;
  const place = issue?.path.map(String).join('.') ?? '';
  return `${place === '' ? 'it' : place}: ${issue?.message ?? 'is malformed'}`.slice(0, 300);
}
