/** The rule for names of tools. Clients put a prefix of their own before them, hence the bound. */

const MAX_TOOL_NAME = 64;

/**
 * Why a name can't be a tool's, in words; undefined when it can: lowercase ASCII letters, digits and underscores, starting
 * with a letter, at most 64 characters.
 */
export function toolNameProblem(name: string): string | undefined {
  if (name === '') return 'A tool needs a name.';
  if (name.length > MAX_TOOL_NAME) {
    return `The name has ${name.length} characters; at most ${MAX_TOOL_NAME} are allowed, prefix included.`;
  }
  if (!/^[a-z]/.test(name)) return `"${name}" does not start with a lowercase letter a to z.`;
  const wrong = /[^a-z0-9_]/u.exec(name)?.[0];
  if (wrong !== undefined) {
    return `"${name}" has ${JSON.stringify(wrong)}; only lowercase letters a to z, digits and underscores are allowed.`;
  }
  return undefined;
}
