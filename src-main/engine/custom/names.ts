/** Names of custom tools: the spellings that are accepted, the one that is stored, and the file names they give. */
import { fail, succeed, type Outcome } from '../errors';

export const USER_PREFIX = 'user_';

/** With the prefix. Model APIs stop at 64. */
export const MAX_NAME_LENGTH = 64;

/** Characters of a name that can't be one which messages repeat, and from which they guess what was meant. */
const MAX_SHOWN = 120;

/** Above this, clients that put `mcp__skywalker__` in front of a name come to more than 64 characters. */
export const COMFORTABLE_NAME_LENGTH = 48;

/** Names that Windows keeps for devices, whatever the extension: no project can hold such a file there. */
const DEVICE_NAME = /^(con|prn|aux|nul|com\d|lpt\d)$/;

const BASE = /^[a-z][a-z0-9_]*$/;

/**
 * The stored name of a project tool: `user.x`, `user:x`, `user_x` and `x` all give `user_x`.
 * Errors: `invalid_arguments`, with the rule that was broken and, where a small change mends it, the name that would do.
 */
export function normaliseName(text: string): Outcome<string> {
  const base = text.replace(/^user[.:_]/, '');
  if (!BASE.test(base)) {
    const shown = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
    const mended = text
      .slice(0, MAX_SHOWN)
      .normalize('NFKC')
      .replace(/^user[.:_]/i, '')
      .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
      .toLowerCase()
      .replace(/[^a-z0-9_]+/g, '_')
      .replace(/^[^a-z]+|_+$/g, '');
    return fail(
      'invalid_arguments',
      `${JSON.stringify(shown)} can't be a tool's name: lowercase letters a-z, digits and underscores only, starting with a letter.`,
      BASE.test(mended) ? `Did you mean "${mended}"?` : 'Choose a name such as "enemies_near".',
    );
  }
  if (DEVICE_NAME.test(base)) {
    return fail(
      'invalid_arguments',
      `"${base}" can't be a tool's name: Windows keeps it for a device, and the project could not be opened there.`,
      `Choose another, such as "${base}_tool".`,
    );
  }
  const name = USER_PREFIX + base;
  if (name.length > MAX_NAME_LENGTH) {
    const shown = name.length > MAX_SHOWN ? `${name.slice(0, MAX_SHOWN)}…` : name;
    return fail(
      'invalid_arguments',
      `"${shown}" has ${name.length} characters; a tool's name has at most ${MAX_NAME_LENGTH} with its prefix.`,
      `Shorten it by ${name.length - MAX_NAME_LENGTH}.`,
    );
  }
  return succeed(name);
}

/** First words of names that are not for tools which clients serve: project tools, and what decides over tools. */
const OWN_WORDS: readonly string[] = ['user', 'tool'];

/** A word, an underscore, and more: `py_memory_recall`. */
const HOSTED = /^[a-z][a-z0-9]*_[a-z0-9_]*[a-z0-9]$/;

const NAMESPACE = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;

/**
 * The stored name of a tool that a client serves, from the whole of it: `py_memory_recall`.
 * Errors: `invalid_arguments`, with the rule that was broken.
 */
export function normaliseHostedName(name: string): Outcome<string> {
  const shown = name.length > MAX_SHOWN ? `${name.slice(0, MAX_SHOWN)}…` : name;
  if (!HOSTED.test(name)) {
    return fail(
      'invalid_arguments',
      `${JSON.stringify(shown)} can't be the name of a tool that a client serves: a namespace, an underscore and a name, of lowercase letters a-z, digits and underscores, starting with a letter.`,
      'Choose a name such as "py_memory_recall".',
    );
  }
  const word = firstWordOf(name);
  if (OWN_WORDS.includes(word)) {
    return fail(
      'invalid_arguments',
      `"${shown}" can't be the name of a tool that a client serves: "${word}_" is for ${word === 'user' ? "the project's own tools" : 'what decides over tools'}.`,
      'Choose another namespace, such as "ext".',
    );
  }
  if (name.length > MAX_NAME_LENGTH) {
    return fail(
      'invalid_arguments',
      `"${shown}" has ${name.length} characters; a tool's name has at most ${MAX_NAME_LENGTH} with its prefix.`,
      `Shorten it by ${name.length - MAX_NAME_LENGTH}.`,
    );
  }
  return succeed(name);
}

/**
 * The namespace that a client gives for its tools. `taken` tells of first words that the engine's own tools have: what a
 * client serves is never taken for one of them, nor does a glob such as `entity_*` allow it.
 * Errors: `invalid_arguments`.
 */
export function checkNamespace(text: string, taken: (word: string) => boolean): Outcome<string> {
  const shown = JSON.stringify(text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);
  if (!NAMESPACE.test(text) || text.length > 32) {
    return fail(
      'invalid_arguments',
      `${shown} can't be a namespace: lowercase letters a-z, digits and single underscores, starting with a letter, at most 32 characters.`,
      'Choose a word such as "ext", or leave it out.',
    );
  }
  const word = firstWordOf(text);
  if (OWN_WORDS.includes(word) || taken(word)) {
    return fail(
      'invalid_arguments',
      `${shown} can't be a namespace: ${word === 'user' ? "the project's own tools" : 'tools of the engine'} have names that begin with "${word}_".`,
      'Choose another, such as "ext", or leave it out.',
    );
  }
  return succeed(text);
}

/** `memory_recall` and `py_memory_recall`, served under `py`, are both `py_memory_recall`. Errors: `invalid_arguments`. */
export function hostedName(namespace: string, text: string): Outcome<string> {
  const prefix = `${namespace}_`;
  return normaliseHostedName(text.startsWith(prefix) ? text : prefix + text);
}

/** `py_memory_recall` → `py`. */
export function firstWordOf(name: string): string {
  return name.split('_', 1)[0] ?? '';
}

/** `user_enemies_near` → `enemies_near`, the part that file names are made of. */
export function baseOf(name: string): string {
  return name.startsWith(USER_PREFIX) ? name.slice(USER_PREFIX.length) : name;
}

/** `user.x` and `user:x` as they may stand in `calls` and steps; every other name stays as it is. */
export function normaliseReference(name: string): string {
  return name.replace(/^user[.:]/, USER_PREFIX);
}
