/**
 * How Wander looks before the language service has answered: words, numbers, strings with `{expressions}`, colours and
 * comments, and what the editor does while typing (brackets, indentation, comments).
 */
import type { languages } from 'monaco-editor/editor/editor.api.js';

export const WANDER = 'wander';

/** Words that begin, part or end a construct. */
const CONTROL = [
  'if', 'then', 'elif', 'else', 'end', 'while', 'do', 'for', 'in', 'repeat', 'times', 'match', 'when', 'break', 'continue',
  'return', 'step', 'stop', 'go', 'goto', 'log', 'print', 'wait', 'until', 'every', 'after', 'on', 'with',
] as const; // prettier-ignore

const DECLARATIONS = [
  'fn',
  'let',
  'const',
  'use',
  'as',
  'set',
  'to',
  'var',
  'param',
  'behavior',
  'state',
  'test',
  'intent',
  'expect',
] as const;

/** What changes the scene. */
const ACTIONS = ['destroy', 'move', 'rotate', 'look', 'by', 'at', 'toward', 'towards', 'emit'] as const;

const OPERATORS = ['and', 'or', 'not', 'is'] as const;

const CONSTANTS = ['true', 'false', 'none', 'nothing', 'self', 'other', 'pi', 'dt', 'time'] as const;

/** Builtins that exist only inside tools: what a reviewer looks for first. */
export const TOOL_BUILTINS = [
  'call_tool', 'try_tool', 'tool_warn', 'tool_fail', 'tool_actor',
  'read_file', 'list_files', 'file_exists', 'write_file', 'json_parse', 'json_text',
] as const; // prettier-ignore

export const wanderTokens: languages.IMonarchLanguage = {
  defaultToken: '',
  tokenPostfix: '.wander',
  control: [...CONTROL],
  declarations: [...DECLARATIONS],
  actions: [...ACTIONS],
  wordOperators: [...OPERATORS],
  constants: [...CONSTANTS],
  toolBuiltins: [...TOOL_BUILTINS],
  brackets: [
    { open: '(', close: ')', token: 'delimiter.parenthesis' },
    { open: '[', close: ']', token: 'delimiter.square' },
    { open: '{', close: '}', token: 'delimiter.curly' },
  ],
  tokenizer: {
    root: [{ include: '@code' }, [/[{}]/, '@brackets']],
    code: [
      [/--.*$/, 'comment'],
      [/\/\/.*$/, 'comment'],
      [/#(?:[0-9a-fA-F]{8}|[0-9a-fA-F]{6}|[0-9a-fA-F]{4}|[0-9a-fA-F]{3})(?![A-Za-z0-9_])/, 'constant.color'],
      [/#.*$/, 'comment'],
      // A member is never a keyword: `.end` and `.name` are ordinary names.
      [/(\.)([A-Za-z_]\w*)(?=\s*\()/, ['delimiter', 'function']],
      [/(\.)([A-Za-z_]\w*)/, ['delimiter', 'property']],
      [/(fn)(\s+)([A-Za-z_]\w*)/, ['keyword.declaration', '', 'function.declaration']],
      // A map key, not the second half of a conditional expression.
      [/[A-Za-z_]\w*(?=\s*:(?!:))/, { cases: { '@control': 'keyword.control', '@default': 'property' } }],
      [
        /[A-Za-z_]\w*(?=\s*\()/,
        {
          cases: {
            '@control': 'keyword.control',
            '@declarations': 'keyword.declaration',
            '@actions': 'keyword.action',
            '@wordOperators': 'keyword.operator',
            '@constants': 'constant',
            '@toolBuiltins': 'function.tool',
            '@default': 'function',
          },
        },
      ],
      [
        /[A-Za-z_]\w*/,
        {
          cases: {
            '@control': 'keyword.control',
            '@declarations': 'keyword.declaration',
            '@actions': 'keyword.action',
            '@wordOperators': 'keyword.operator',
            '@constants': 'constant',
            '@default': 'identifier',
          },
        },
      ],
      [/0[xX][0-9a-fA-F_]+/, 'number'],
      [/\d[\d_]*(?:\.(?!\.)[\d_]*)?(?:[eE][-+]?\d+)?/, 'number'],
      [/\.\d[\d_]*(?:[eE][-+]?\d+)?/, 'number'],
      [/"/, { token: 'string', next: '@interpolated' }],
      [/'/, { token: 'string', next: '@plain' }],
      [/[()[\]]/, '@brackets'],
      [/=>|->|\?\?|\.\.=?|[-+*/%]=|[<>=!]=|[-+*/%<>=|?!]/, 'operator'],
      [/[,:;.]/, 'delimiter'],
      [/\s+/, ''],
    ],
    interpolated: [
      [/[^\\"{]+/, 'string'],
      [/\\u\{[0-9a-fA-F]*\}|\\./, 'string.escape'],
      [/\{/, { token: 'string.interpolation', next: '@expression' }],
      [/"/, { token: 'string', next: '@pop' }],
      [/$/, { token: 'string', next: '@pop' }],
    ],
    plain: [
      [/[^\\']+/, 'string'],
      [/\\u\{[0-9a-fA-F]*\}|\\./, 'string.escape'],
      [/'/, { token: 'string', next: '@pop' }],
      [/$/, { token: 'string', next: '@pop' }],
    ],
    expression: [
      [/\}/, { token: 'string.interpolation', next: '@pop' }],
      [/\{/, { token: 'delimiter.curly', next: '@braces' }],
      { include: '@code' },
    ],
    braces: [
      [/\}/, { token: 'delimiter.curly', next: '@pop' }],
      [/\{/, { token: 'delimiter.curly', next: '@push' }],
      { include: '@code' },
    ],
  },
};

export const wanderConfiguration: languages.LanguageConfiguration = {
  comments: { lineComment: '--' },
  brackets: [
    ['(', ')'],
    ['[', ']'],
    ['{', '}'],
  ],
  autoClosingPairs: [
    { open: '(', close: ')' },
    { open: '[', close: ']' },
    { open: '{', close: '}' },
    { open: '"', close: '"', notIn: ['string', 'comment'] },
    { open: "'", close: "'", notIn: ['string', 'comment'] },
  ],
  surroundingPairs: [
    { open: '(', close: ')' },
    { open: '[', close: ']' },
    { open: '{', close: '}' },
    { open: '"', close: '"' },
    { open: "'", close: "'" },
  ],
  wordPattern: /[A-Za-z_]\w*|-?\d+(?:\.\d+)?/,
  indentationRules: {
    increaseIndentPattern:
      /^\s*(?:(?:if|elif|else|while|for|repeat|match|when|on|every|after|behavior|state|test)\b(?!.*\bend\s*$)|fn\b(?!.*\bend\s*$)|.*\bfn\s*\([^)]*\)\s*$|.*[([{]\s*$).*$/,
    decreaseIndentPattern: /^\s*(?:end|else|elif|when)\b|^\s*[)\]}]/,
  },
  folding: { markers: { start: /^\s*--\s*#?region\b/, end: /^\s*--\s*#?endregion\b/ } },
};
