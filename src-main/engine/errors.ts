/**
 * The words that errors are known by. A code never changes its meaning. `message` says what is wrong with which value,
 * `hint` what to do next.
 */
import type { Json } from './json';

export const ERROR_CODES = [
  'not_found',
  'invalid_arguments',
  'invalid_definition',
  'invalid_output',
  'invalid_scene',
  'invalid_settings',
  'capability_denied',
  'permission_denied',
  'approval_required',
  'approval_requires_human',
  'declined',
  'input_required',
  'policy_off',
  'tool_disabled',
  'tool_rejected',
  'tool_offline',
  'tool_invalid',
  'tool_failed',
  'runtime_error',
  'compile_error',
  'template_error',
  'tests_failed',
  'budget_exceeded',
  'timeout',
  'cancelled',
  'output_too_large',
  'too_many_calls',
  'too_deep',
  'unknown_call',
  'hash_changed',
  'name_taken',
  'conflict',
  'io_error',
  'internal_error',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

export interface ToolError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint?: string;
  readonly data?: Json;
}

/** A value that is either what was asked for, or why not. */
export type Outcome<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: ToolError };

export function succeed<T>(value: T): Outcome<T> {
  return { ok: true, value };
}

export function toolError(code: ErrorCode, message: string, hint?: string, data?: Json): ToolError {
  return {
    code,
    message,
    ...(hint === undefined ? {} : { hint }),
    ...(data === undefined ? {} : { data }),
  };
}

export function fail(
  code: ErrorCode,
  message: string,
  hint?: string,
  data?: Json,
): { ok: false; error: ToolError } {
  return { ok: false, error: toolError(code, message, hint, data) };
}

/**
 * Carries an expected failure out of deep code to the door, which turns it into a value. For use where returning an
 * `Outcome` through every level would hide the work; nothing else may catch it.
 */
export class ToolFailure extends Error {
  constructor(readonly error: ToolError) {
    super(error.message);
    this.name = 'ToolFailure';
  }
}
