/** Reads a project file whole. The engine gives a long file in parts. */
import type { JsonObject, ToolError, ToolResult } from '../../../src-preload/contract';
import { readTool } from '../../state/bridge';
import { stringOf } from '../../state/read-json';
import type { DiskState } from './external-change';

type Call = (tool: string, args: JsonObject) => Promise<ToolResult>;

/** Lines asked for at once. */
const PART = 100_000;
/** Times a file may change while it is read before reading it is given up. */
const MAX_RESTARTS = 3;

/** The file as it is, that it does not exist, or why it can't be read. */
export async function readDisk(
  path: string,
  call: Call = readTool,
): Promise<DiskState | { readonly error: ToolError }> {
  for (let attempt = 0; attempt <= MAX_RESTARTS; attempt += 1) {
    const read = await readParts(path, call);
    if (read !== 'changed') return read;
  }
  return {
    error: {
      code: 'conflict',
      message: `${path} keeps changing while it is read.`,
      hint: 'Try again when whatever writes it is done.',
    },
  };
}

async function readParts(
  path: string,
  call: Call,
): Promise<DiskState | { readonly error: ToolError } | 'changed'> {
  const lines: string[] = [];
  let revision: string | undefined;
  for (;;) {
    const result = await call('file_read', { path, offset: lines.length, limit: PART });
    if (!result.ok) return result.error.code === 'not_found' ? { exists: false } : { error: result.error };
    const text = stringOf(result.structured?.['text']);
    const now = stringOf(result.structured?.['revision']);
    if (text === undefined || now === undefined) {
      return {
        error: { code: 'internal_error', message: `The engine’s answer about ${path} could not be read.` },
      };
    }
    if (revision !== undefined && now !== revision) return 'changed';
    revision = now;
    const part = text.split('\n');
    if (result.structured?.['truncated'] !== true) {
      return { exists: true, revision, text: [...lines, ...part].join('\n') };
    }
    // A part that is cut by its size ends somewhere within a line.
    if (part.length < PART) part.pop();
    if (part.length === 0) {
      return {
        error: {
          code: 'output_too_large',
          message: `Line ${lines.length + 1} of ${path} is too long to be edited here.`,
        },
      };
    }
    lines.push(...part);
  }
}
