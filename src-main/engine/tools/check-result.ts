/** What a custom tool gives back is checked as what it was given was. */
import { toolError, type ToolError } from '../errors';
import type { CustomToolFacts, ResultContent, ToolDefinition, ToolResult, ToolSuccess } from './definition';
import { jsonProblem } from './plain-json';
import { compileOutputSchema } from './validation';

/** Characters of text that any tool may give; more is cut, with a mark. */
const MAX_TEXT = 1_000_000;

/** Characters of an error's message and of its hint: they may repeat what a caller sent, however long that was. */
export const MAX_ERROR_TEXT = 8_000;

/** Characters of all images and further content of one result. */
const MAX_CONTENT_CHARACTERS = 32 * 1_048_576;

/** The result, or the failure that takes its place. */
export function checkResult(tool: ToolDefinition, result: ToolResult): ToolResult {
  if (!result.ok) return result;
  const error = tool.custom === undefined ? undefined : checkCustom(tool, tool.custom, result);
  if (error !== undefined) return { ok: false, error };
  if (result.text.length <= MAX_TEXT) return result;
  const text = `${result.text.slice(0, MAX_TEXT)}\n… (cut after ${MAX_TEXT} of ${result.text.length} characters)`;
  return { ...result, text };
}

/** The error with texts of a bounded length. */
export function boundedError(error: ToolError): ToolError {
  const { message, hint } = error;
  if (message.length <= MAX_ERROR_TEXT && (hint?.length ?? 0) <= MAX_ERROR_TEXT) return error;
  return { ...error, message: cut(message), ...(hint === undefined ? {} : { hint: cut(hint) }) };
}

function cut(text: string): string {
  if (text.length <= MAX_ERROR_TEXT) return text;
  // With what is added it is within the bound itself: passed on by a tool above, it is not cut again.
  const kept = MAX_ERROR_TEXT - 40;
  return `${text.slice(0, kept)} … (${text.length - kept} more characters)`;
}

function checkCustom(
  tool: ToolDefinition,
  custom: CustomToolFacts,
  result: ToolSuccess,
): ToolError | undefined {
  const { structured } = result;
  if (structured !== undefined) {
    const problem = jsonProblem(structured);
    if (problem !== undefined)
      return toolError('invalid_output', `${tool.name} gave a result that is not JSON: ${problem}`);
  }
  return checkSchema(tool, result) ?? checkSize(tool, custom, result);
}

function checkSchema(tool: ToolDefinition, result: ToolSuccess): ToolError | undefined {
  if (tool.outputSchema === undefined) return undefined;
  if (result.structured === undefined) {
    return toolError('invalid_output', `${tool.name} has an output_schema, but gave no structured result.`);
  }
  const validator = compileOutputSchema(tool.outputSchema);
  if (!validator.ok) return validator.error;
  const checked = validator.value.checkOutput(result.structured, tool.name);
  return checked.ok ? undefined : checked.error;
}

function checkSize(
  tool: ToolDefinition,
  custom: CustomToolFacts,
  result: ToolSuccess,
): ToolError | undefined {
  const limit = custom.limits.max_output_bytes;
  const structured =
    result.structured === undefined ? 0 : Buffer.byteLength(JSON.stringify(result.structured));
  const bytes = Math.max(structured, Buffer.byteLength(result.text));
  if (bytes > limit) {
    return toolError(
      'output_too_large',
      `The result of ${tool.name} has ${bytes} bytes; its limit is ${limit} (limits.max_output_bytes).`,
      'Give back less: fewer entries or fewer fields, or raise the limit (at most 1048576).',
    );
  }
  const images = (result.images ?? []).reduce((sum, image) => sum + image.data.length, 0);
  const characters = images + (result.content ?? []).reduce((sum, block) => sum + charactersOf(block), 0);
  if (characters <= MAX_CONTENT_CHARACTERS) return undefined;
  return toolError(
    'output_too_large',
    `The images and other content of ${tool.name} have ${characters} characters; the limit is ${MAX_CONTENT_CHARACTERS}.`,
  );
}

function charactersOf(block: ResultContent): number {
  if (block.type === 'resource_link') return 0;
  if ('text' in block) return block.text.length;
  return 'blob' in block ? block.blob.length : block.data.length;
}
