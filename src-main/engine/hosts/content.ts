/** Blocks of an MCP `CallToolResult` that are neither a text nor a PNG: audio, other pictures, resources and links to them. */
import { z } from 'zod';
import type { ResultContent } from '../tools/definition';

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const base64 = z
  .string()
  .min(4, 'is empty')
  .refine((text) => text.length % 4 === 0 && BASE64.test(text), 'is not base64');

const mimeType = z
  .string()
  .max(100)
  .regex(/^[\w.+-]+\/[\w.+-]+( *;.*)?$/, 'is no media type');

/** The editor's own resources are not for others to hand out. */
const uri = z
  .string()
  .max(2000)
  .regex(/^(?!skywalker:)[a-z][a-z0-9+.-]*:[\x21-\x7e]*$/i, 'is no address that a tool may name');

const OTHER = 'application/octet-stream';

const block = z.discriminatedUnion('type', [
  z.object({ type: z.literal('image'), data: base64, mimeType: mimeType.regex(/^image\//, 'is no image') }),
  z.object({ type: z.literal('audio'), data: base64, mimeType: mimeType.regex(/^audio\//, 'is no audio') }),
  z.object({
    type: z.literal('resource'),
    resource: z.union([
      z.object({ uri, mimeType: mimeType.default('text/plain'), text: z.string() }),
      z.object({ uri, mimeType: mimeType.default(OTHER), blob: base64 }),
    ]),
  }),
  z.object({
    type: z.literal('resource_link'),
    uri,
    name: z.string().min(1).max(200),
    description: z.string().max(2000).optional(),
    mimeType: mimeType.optional(),
  }),
]);

/** The block as content of a result; else what is wrong with it, in words that complete "content[0] …". */
export function contentOfBlock(
  value: unknown,
): { readonly ok: true; readonly content: ResultContent } | { readonly ok: false; readonly problem: string } {
  const parsed = block.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const place = issue?.path.map(String).join('.') ?? '';
    const problem = `${place === '' ? '' : `has a ${place} that `}${issue?.message ?? 'is malformed'}`;
    return { ok: false, problem: problem.slice(0, 300) };
  }
  const { data } = parsed;
  return { ok: true, content: data.type === 'resource' ? { type: 'resource', ...data.resource } : data };
}
