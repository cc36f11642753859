/** Makers of tool results. */
import type { ErrorCode, ToolError } from '../errors';
import { toolError } from '../errors';
import type { Json, JsonObject } from '../json';
import type { ToolFailureResult, ToolSuccess } from './definition';

/** A result for reading, with the same in data where there is any. */
export function textResult(text: string, structured?: JsonObject): ToolSuccess {
  return structured === undefined ? { ok: true, text } : { ok: true, text, structured };
}

/** A result that is data first; its text is the JSON unless given. */
export function jsonResult(structured: JsonObject, text?: string): ToolSuccess {
  return { ok: true, text: text ?? JSON.stringify(structured, null, 2), structured };
}

export function failureResult(error: ToolError): ToolFailureResult {
  return { ok: false, error };
}

export function failed(code: ErrorCode, message: string, hint?: string, data?: Json): ToolFailureResult {
  return { ok: false, error: toolError(code, message, hint, data) };
}
