/**
 * The titles of the tests in a file, as they stand in its text: `test('…')`, `it('…')`, their `.each`, `.only`, `.for` and the
 * like, with `%s` and `${…}` left as they are; in Python, the docstrings of test methods. What a skipped test says holds nothing, so it is left out.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const FOLDERS = ['src-main', 'src-preload', 'src-renderer', 'clients', 'examples', 'e2e', 'bench', 'scripts'];
const CALLS = new Set(['test', 'it']);
const SKIPPED = new Set(['skip', 'todo', 'fixme', 'describe', 'step', 'use', 'beforeEach', 'afterEach']);

/** Files of tests, from the folder of the repository. */
export function testFiles(root) {
  const found = [];
  const visit = (folder) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory() && entry.name !== 'node_modules') visit(path);
      else if (/\.(test|spec)\.tsx?$|^test_\w+\.py$/.test(entry.name)) found.push(path);
    }
  };
  for (const folder of FOLDERS) visit(folder);
  return found.sort();
}

/** Titles in the order in which they stand. */
export function titlesOf(path) {
  const text = readFileSync(path, 'utf8');
  if (path.endsWith('.py')) return titlesOfPython(text);
  const file = ts.createSourceFile(
    path,
    text,
    ts.ScriptTarget.Latest,
    true,
    path.endsWith('x') ? ts.ScriptKind.TSX : undefined,
  );
  const titles = [];
  const visit = (node) => {
    if (ts.isCallExpression(node) && isTest(node.expression)) {
      const title = node.arguments.length > 1 ? textOf(node.arguments[0], text) : undefined;
      if (title !== undefined) titles.push(title);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return titles;
}

/** What the docstring of a test method says. */
function titlesOfPython(text) {
  const found = text.matchAll(/def test_\w+\(self\b[^)]*\)[^:]*:\n\s+"""(.*?)"""/gs);
  return [...found].map(([, words]) => words.replaceAll(/\s+/g, ' ').trim());
}

/** `test`, `test.only`, `test.each(…)`, and a tagged `test.each`, but not `test.skip` and `test.describe`. */
function isTest(callee) {
  if (ts.isIdentifier(callee)) return CALLS.has(callee.text);
  if (ts.isPropertyAccessExpression(callee))
    return !SKIPPED.has(callee.name.text) && isTest(callee.expression);
  if (ts.isCallExpression(callee)) return isTest(callee.expression);
  return ts.isTaggedTemplateExpression(callee) && isTest(callee.tag);
}

function textOf(node, text) {
  if (node === undefined) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    return (
      node.head.text +
      node.templateSpans
        .map(
          (span) => `\${${text.slice(span.expression.pos, span.expression.end).trim()}}${span.literal.text}`,
        )
        .join('')
    );
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const [left, right] = [textOf(node.left, text), textOf(node.right, text)];
    return left === undefined || right === undefined ? undefined : left + right;
  }
  return undefined;
}
