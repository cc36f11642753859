/** Which project files a tool may name in its capabilities, and what no tool may touch whatever it declares. */
import { hasWildcard } from './glob';

/** Folders and files that no tool may ever write. Compared without regard to case. */
const NEVER_WRITTEN = new Set(['tools', 'game.json', 'agents', 'studio']);

function firstSegment(path: string): string {
  return (path.normalize('NFC').split('/')[0] ?? '').toLowerCase();
}

/**
 * Why a project-relative path may not be touched by any tool, or undefined. Names that begin with a dot (`.skywalker/`,
 * `.git/`) hold the engine's and version control's own state: reading them would give away tokens, writing them would
 * run code.
 */
export function protectedPath(path: string, access: 'read' | 'write'): string | undefined {
  const first = firstSegment(path);
  if (first.startsWith('.')) return `"${first}" belongs to the engine or to version control`;
  if (access === 'write' && NEVER_WRITTEN.has(first)) return `"${first}" is never writable by a tool`;
  return undefined;
}

/** Why an entry of `files.read` or `files.write` is refused, or undefined. */
export function filePatternProblem(pattern: string, access: 'read' | 'write'): string | undefined {
  if (pattern === '') return 'is empty';
  if (pattern.length > 256) return 'is longer than 256 characters';
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(pattern)) return 'holds a control character';
  if (pattern.includes('\\')) return 'has a backslash; folders are separated by /';
  if (pattern.startsWith('/') || pattern.startsWith('~') || /^[a-z]:/i.test(pattern)) {
    return 'is not relative to the project folder';
  }
  const segments = pattern.replace(/\/$/, '').split('/');
  if (segments.includes('..')) return 'leads out of the project with ".."';
  if (segments.some((segment) => segment === '' || segment === '.')) return 'has an empty or "." segment';
  return protectedPath(pattern, access);
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

/** Whether a folder may be listed: it is the fixed part of a pattern, or lies below it. What is shown is filtered besides. */
export function mayListFolder(folder: string, patterns: readonly string[]): boolean {
  const segments = segmentsOf(folder);
  return patterns.some((pattern) => {
    const parts = segmentsOf(pattern);
    const stop = parts.findIndex(hasWildcard);
    const root = stop < 0 ? parts : parts.slice(0, stop);
    return root.length <= segments.length && root.every((part, index) => part === segments[index]);
  });
}
