/**
 * Every message that the language has is shown by an example. The messages are read out of the sources: each call that
 * raises an error, a warning or a failure, with the text that it is given; a part that is worked out stands for any text.
 * A new message without an example fails here.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const ANY_TEXT = '\u0000';

/** Messages that no text leads to, each with the reason. */
const UNREACHABLE: ReadonlyMap<string, string> = new Map([
  [
    '… needs the name of a key or an action, not …',
    'what follows press begins with a text, so that the checker knows its kind',
  ],
  ["… is a value, and can't be called", 'the checker refuses a call of a constant of the library first'],
  [
    'The "{" in this string has no "}".',
    'shown; a second place says it where a text has thousands of open braces',
  ],
]);

interface Told {
  readonly where: string;
  /** Where it stands before the message. */
  readonly codes: readonly string[];
  /** With `ANY_TEXT` where something is worked out. */
  readonly text: string;
}

/** Which argument of a function is a message. */
const speakers = new Map([
  ['fail', 0],
  ['failWith', 1],
  ['error', 1],
  ['warning', 1],
  ['Failure', 1],
]);

const isSource = (file: string): boolean =>
  file.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(file) && !/^(testkit|service|corpus)\//.test(file);

const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter(isSource)
  .map((file) =>
    ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true),
  );

function functionAround(node: ts.Node | undefined): ts.SignatureDeclaration | undefined {
  let at = node;
  while (at !== undefined && !ts.isFunctionLike(at)) at = at.parent;
  return at;
}

const nameOf = (fn: ts.SignatureDeclaration): string | undefined =>
  fn.name?.getText() ?? (ts.isVariableDeclaration(fn.parent) ? fn.parent.name.getText() : undefined);

/** The parameter of a function around that a name means. */
function parameterOf(
  name: ts.Identifier,
): { readonly fn: ts.SignatureDeclaration; readonly index: number } | undefined {
  for (let fn = functionAround(name); fn !== undefined; fn = functionAround(fn.parent)) {
    const index = fn.parameters.findIndex((parameter) => parameter.name.getText() === name.text);
    if (index >= 0) return { fn, index };
  }
  return undefined;
}

/** What variables of this name are given in the functions around. */
function initialisersOf(name: ts.Identifier): readonly ts.Expression[] {
  const found: ts.Expression[] = [];
  const walk = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.name.getText() === name.text && node.initializer !== undefined)
      found.push(node.initializer);
    ts.forEachChild(node, walk);
  };
  walk(functionAround(name) ?? name.getSourceFile());
  if (found.length === 0)
    ts.forEachChild(name.getSourceFile(), (node) => {
      if (ts.isVariableStatement(node)) walk(node);
    });
  return found;
}

/** The texts that an expression can be; `ANY_TEXT` for what can't be told. */
function textsOf(node: ts.Expression, depth = 0): readonly string[] {
  if (depth > 6) return [ANY_TEXT];
  const both = (...nodes: ts.Expression[]): readonly string[] =>
    nodes.flatMap((each) => textsOf(each, depth + 1));
  if (ts.isParenthesizedExpression(node)) return both(node.expression);
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node))
    return [node.head.text + node.templateSpans.map((span) => ANY_TEXT + span.literal.text).join('')];
  if (ts.isConditionalExpression(node)) return both(node.whenTrue, node.whenFalse);
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
    return both(node.left).flatMap((left) => both(node.right).map((right) => left + right));
  if (ts.isIdentifier(node)) {
    const given = initialisersOf(node);
    if (given.length > 0) return both(...given);
  }
  return [ANY_TEXT];
}

function calleeOf(node: ts.CallExpression | ts.NewExpression): string {
  const { expression } = node;
  if (ts.isPropertyAccessExpression(expression)) return expression.name.text;
  return ts.isIdentifier(expression) ? expression.text : '';
}

/** All messages of the sources. A function that passes a parameter of its own on as a message is one that says it. */
function collectMessages(): readonly Told[] {
  const told: Told[] = [];
  const waiting = [...speakers.keys()];
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const index = speakers.get(name) ?? 0;
    const visit = (node: ts.Node): void => {
      if ((ts.isCallExpression(node) || ts.isNewExpression(node)) && calleeOf(node) === name) {
        const message = node.arguments?.[index];
        const parameter = message && ts.isIdentifier(message) ? parameterOf(message) : undefined;
        if (parameter !== undefined) {
          const speaker = nameOf(parameter.fn);
          if (speaker !== undefined && !speakers.has(speaker)) {
            speakers.set(speaker, parameter.index);
            waiting.push(speaker);
          }
        } else if (message !== undefined) {
          const file = node.getSourceFile();
          const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
          const code = index === 0 ? undefined : node.arguments?.[index - 1];
          const codes = code === undefined ? [] : textsOf(code).filter((each) => !each.includes(ANY_TEXT));
          for (const text of textsOf(message)) told.push({ where: `${file.fileName}:${line}`, codes, text });
        }
      }
      ts.forEachChild(node, visit);
    };
    for (const source of sources) visit(source);
  }
  return told;
}

/** All values under a key in the expectations of the examples, and the lines of traces. */
function shown(wanted: 'message' | 'code'): readonly string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value === 'string' && wanted === 'message') found.push(value.replace(/^.*?, line \d+: /, ''));
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === wanted && typeof inner === 'string') found.push(inner);
      visit(inner);
    }
  };
  for (const folder of [import.meta.dirname, join(root, 'behavior/corpus')])
    for (const file of readdirSync(folder))
      if (file.endsWith('.json') && file !== 'rules.json')
        visit(JSON.parse(readFileSync(join(folder, file), 'utf8')));
  if (wanted === 'message') found.push(...textsOfTests());
  return found;
}

/** Messages about bounds of a game, which take many steps to reach, stand in the tests of behaviors. */
function textsOfTests(): readonly string[] {
  const found: string[] = [];
  const folder = join(root, 'behavior');
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.test.ts'))) {
    const visit = (node: ts.Node): void => {
      if (ts.isStringLiteralLike(node)) found.push(node.text.replace(/^\d+ \w+: /, ''));
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(file, readFileSync(join(folder, file), 'utf8'), ts.ScriptTarget.Latest));
  }
  return found;
}

const messages = collectMessages();
const inWords = (text: string): string => text.replaceAll(ANY_TEXT, '…');

test('the messages are found in the sources', () => {
  expect(messages.length).toBeGreaterThan(200);
  expect(messages.map(({ text }) => inWords(text))).toContain('"…" is not a type.');
});

test('every message has an example that shows it', () => {
  const examples = shown('message');
  const missing = messages.filter(({ text }) => {
    if (UNREACHABLE.has(inWords(text)) || text === ANY_TEXT) return false;
    const parts = text.split(ANY_TEXT).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    const pattern = new RegExp(`^${parts.join('.+')}$`, 's');
    return !examples.some((message) => pattern.test(message));
  });
  expect(missing.map(({ where, text }) => `${where}: ${inWords(text)}`)).toEqual([]);
});

test('every code has an example that shows it', () => {
  const examples = new Set(shown('code'));
  const codes = messages.flatMap((told) => told.codes).filter((code) => /^[a-z_]+$/.test(code));
  expect(new Set(codes).size).toBeGreaterThan(60);
  expect([...new Set(codes)].filter((code) => !examples.has(code))).toEqual([]);
});

test('a message ends as its kind does: a diagnostic with a full stop, a failure of a run without', () => {
  const odd = messages.filter(({ where, text }) => {
    const isRun =
      !/^(lex|parse|types)|^(lexer|analyse|constants|lost-names|modules|names|parser|resolver|resolve-behaviors|hidden-characters)\./.test(
        where,
      );
    return text !== ANY_TEXT && text.endsWith('.') === isRun;
  });
  expect(odd.map(({ where, text }) => `${where}: ${inWords(text)}`)).toEqual([]);
});
