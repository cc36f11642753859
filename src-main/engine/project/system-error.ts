/** Errors of the operating system, known by the code that Node gives them. */

/** Such as `ENOENT`; undefined for an error that has none. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

/** Whether it is one of these. */
export function isSystemError(error: unknown, ...codes: readonly string[]): boolean {
  const code = systemCode(error);
  return code !== undefined && codes.includes(code);
}
