/** The engine's tools as types of the TypeScript client (`clients/typescript/src/engine-tools.ts`). */
import type { ToolEntry } from './session';

/** One module with an interface: a function for each tool, and its arguments typed by its schema. */
export function toolsTypescript(tools: readonly ToolEntry[]): string {
  return [
    '/** The tools of the engine, typed. Made from their definitions by `npm run docs`. */',
    "import type { CallOptions } from './connection';",
    "import type { ToolResult } from './result';",
    '',
    'export interface EngineTools {',
    ...tools.flatMap(functionOf),
    '}',
    '',
  ].join('\n');
}

function functionOf(tool: ToolEntry): string[] {
  const { properties = {}, required = [] } = tool.inputSchema;
  const optional = required.length === 0 ? '?' : '';
  const type =
    Object.keys(properties).length === 0 ? 'Record<string, never>' : objectType(tool.inputSchema, 2);
  return [
    `  /** ${firstSentence(tool.description ?? tool.name)} */`,
    `  readonly ${tool.name}: (args${optional}: ${type}, options?: CallOptions) => Promise<ToolResult>;`,
  ];
}

/** `depth` is how far its members are indented, in steps of two. */
function typeOf(schema: unknown, depth: number): string {
  if (!isRecord(schema)) return 'unknown';
  const { type, anyOf, oneOf } = schema;
  const values = schema['enum'];
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ');
  if ('const' in schema) return JSON.stringify(schema['const']);
  const either = anyOf ?? oneOf;
  if (Array.isArray(either)) return union(either.map((each) => typeOf(each, depth)));
  if (Array.isArray(type))
    return union(type.map((each) => typeOf({ ...schema, type: each as unknown }, depth)));
  switch (type) {
    case 'string':
      return 'string';
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array': {
      const item = typeOf(schema['items'], depth);
      return `readonly ${/[ |]/.test(item) && !item.startsWith('{') ? `(${item})` : item}[]`;
    }
    case 'object':
      return objectType(schema, depth);
    default:
      return 'unknown';
  }
}

function objectType(schema: Readonly<Record<string, unknown>>, depth: number): string {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const names = Object.keys(properties);
  if (names.length === 0) return 'Readonly<Record<string, unknown>>';
  const indent = '  '.repeat(depth);
  const lines = names.map((name) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    return `${indent}readonly ${key}${required.includes(name) ? '' : '?'}: ${typeOf(properties[name], depth + 1)};`;
  });
  const open = schema['additionalProperties'] !== false ? [`${indent}readonly [key: string]: unknown;`] : [];
  return ['{', ...lines, ...open, `${'  '.repeat(depth - 1)}}`].join('\n');
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ');
}

/** Of a comment: nothing in it ends that. */
function firstSentence(text: string): string {
  const [sentence = text] = /^.*?[.!?](?=\s|$)/s.exec(text) ?? [];
  return sentence.replace(/\s+/g, ' ').replaceAll('*/', '* /');
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
