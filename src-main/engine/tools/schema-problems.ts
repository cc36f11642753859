/**
 * What is wrong with a schema that somebody gives for a tool's arguments or result, before anything compiles it: limits of
 * size, depth and cost, keywords that do not exist, forms that the model providers' APIs refuse.
 */
import { toolError, type ToolError } from '../errors';
import { isJsonObject, type Json, type JsonObject } from '../json';
import { didYouMean } from '../text/suggest';
import { copyJson } from './plain-json';
import { patternProblem } from './safe-regex';
import { checkWithMetaSchema, compileWithAjv } from './schema-compiler';
import { normalizeInputSchema } from './schema-normal';
import { costProblems } from './schema-cost';
import { definitionsOf, resolvePointer, subSchemas } from './schema-walk';

/** Limits of one schema: characters of JSON, nodes that are schemas, and their nesting. */
const SCHEMA_LIMITS = { characters: 65_536, nodes: 1_000, depth: 24 } as const;

const KEYWORDS = [
  ...['$schema', '$id', '$ref', '$defs', '$comment', 'definitions', 'type', 'enum', 'const'],
  ...[
    'multipleOf',
    'maximum',
    'exclusiveMaximum',
    'minimum',
    'exclusiveMinimum',
    'maxLength',
    'minLength',
    'pattern',
  ],
  ...['maxItems', 'minItems', 'uniqueItems', 'maxContains', 'minContains', 'maxProperties', 'minProperties'],
  ...[
    'required',
    'dependentRequired',
    'prefixItems',
    'items',
    'contains',
    'additionalProperties',
    'properties',
  ],
  ...[
    'patternProperties',
    'dependentSchemas',
    'propertyNames',
    'if',
    'then',
    'else',
    'allOf',
    'anyOf',
    'oneOf',
    'not',
  ],
  ...[
    'unevaluatedItems',
    'unevaluatedProperties',
    'title',
    'description',
    'default',
    'deprecated',
    'readOnly',
  ],
  ...['writeOnly', 'examples', 'format', 'contentEncoding', 'contentMediaType', 'contentSchema'],
] as const;

const TYPES: readonly string[] = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];

const KNOWN: ReadonlySet<string> = new Set(KEYWORDS);

/** Annotations that other tools write and that promise nothing about the value. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  'example',
  'markdownDescription',
  'enumNames',
  'enumDescriptions',
  'externalDocs',
  'defaultSnippets',
  'propertyOrder',
]);

/** Keywords of other dialects, and what to write instead. */
const OTHER_DIALECTS = new Map([
  ['nullable', 'Write "type": ["string", "null"] instead.'],
  ['additionalItems', 'Write "prefixItems" for the first elements and "items" for the others.'],
  ['dependencies', 'Write "dependentRequired" or "dependentSchemas".'],
  ['$recursiveRef', 'Write "$ref": "#".'],
  ['$dynamicRef', 'Write a plain "$ref" into "$defs".'],
  ['$dynamicAnchor', 'Write a plain "$ref" into "$defs".'],
  ['$anchor', 'Refer to it by its place, such as "#/$defs/point".'],
  ['discriminator', 'Give each alternative a "const" property instead.'],
  ['id', 'Leave it out.'],
]);

/** References and names of schemas, wherever they stand: whether they can be resolved shows in compiling alone. */
const NEEDS_COMPILING = /"\$(?!defs"|schema"|comment")/;

export interface SchemaPurpose {
  /** How messages call it. */
  readonly name?: 'input_schema' | 'output_schema';
}

/** All problems, most of them with a hint; empty where the schema may be used. `null` and `undefined` are no problem. */
export function schemaProblems(schema: unknown, purpose: SchemaPurpose = {}): ToolError[] {
  const name = purpose.name ?? 'input_schema';
  if (schema === undefined || schema === null || schema === true) return [];
  const copy = copyJson(schema, name);
  if (!copy.ok) return [problem(copy.error.message)];
  if (!isJsonObject(copy.value)) return [problem(`${name} has to be an object, a JSON Schema.`)];
  const walk = new SchemaWalk(name, copy.value);
  return walk.problems();
}

function problem(message: string, hint?: string): ToolError {
  return toolError('invalid_definition', message, hint);
}

/** A name of an HTTP header (RFC 9110, token). */
const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

class SchemaWalk {
  private readonly found: ToolError[] = [];
  /** Names of headers, lower case, that arguments are repeated in. */
  private readonly headers = new Set<string>();
  private nodes = 0;

  constructor(
    private readonly name: string,
    private readonly root: JsonObject,
  ) {}

  problems(): ToolError[] {
    const text = JSON.stringify(this.root);
    if (text.length > SCHEMA_LIMITS.characters) {
      return [
        problem(
          `${this.name} has ${text.length} characters; at most ${SCHEMA_LIMITS.characters} are allowed.`,
        ),
      ];
    }
    this.checkTop();
    this.visit(this.root, '', 0, this.name === 'input_schema');
    // Cost can be told only of a schema that is sound otherwise, and only one that costs little is compiled.
    if (this.found.length === 0) {
      for (const text of costProblems(this.root)) this.add('', text);
    }
    if (this.found.length === 0) {
      const full = normalizeInputSchema(this.root);
      // A project of a thousand tools opens without compiling what nobody has called yet; see schema-problems.property.test.ts.
      const checked = NEEDS_COMPILING.test(text) ? compileWithAjv(full, false) : checkWithMetaSchema(full);
      if (!checked.ok) this.found.push(problem(`${this.name}: ${checked.error.message}`, checked.error.hint));
    }
    return this.found;
  }

  private checkTop(): void {
    const { type } = this.root;
    if (type !== undefined && type !== 'object') {
      this.add(
        '',
        `its "type" is ${JSON.stringify(type)}; it has to be "object".`,
        'Put the value into a property.',
      );
    }
    for (const key of ['anyOf', 'oneOf', 'allOf', 'not', 'enum', 'const', 'if', '$ref']) {
      if (this.root[key] === undefined) continue;
      this.add(
        '',
        `"${key}" can't be at the top: the APIs of language models refuse such tools.`,
        'Move it into a property, or describe the rule in the description and check it in the tool.',
      );
    }
  }

  /** `named`: reached through names of properties alone. */
  private visit(schema: Json, path: string, depth: number, named: boolean): void {
    if (typeof schema === 'boolean') return;
    if (!isJsonObject(schema)) {
      this.add(path, 'a schema has to be an object, true or false.');
      return;
    }
    this.nodes += 1;
    if (this.nodes > SCHEMA_LIMITS.nodes) {
      if (this.nodes === SCHEMA_LIMITS.nodes + 1) {
        this.add(
          '',
          `it has more than ${SCHEMA_LIMITS.nodes} parts.`,
          'Describe large data by its shape, not by every key.',
        );
      }
      return;
    }
    if (depth > SCHEMA_LIMITS.depth) {
      this.add(path, `it is nested more than ${SCHEMA_LIMITS.depth} deep.`, 'Flatten it, or use a "$ref".');
      return;
    }
    this.checkKeywords(schema, path);
    this.checkType(schema, path);
    this.checkReference(schema, path);
    this.checkPatterns(schema, path);
    this.checkArrays(schema, path);
    if (this.name === 'input_schema') this.checkHeader(schema, path, named);
    for (const sub of [...subSchemas(schema), ...definitionsOf(schema)]) {
      const still = named && sub.pointer.startsWith('/properties/');
      this.visit(sub.schema, path + dotted(sub.pointer), depth + 1, still);
    }
  }

  /** `x-mcp-header` has a client repeat an argument in a header. One that MCP does not allow makes clients leave the tool out. */
  private checkHeader(schema: JsonObject, path: string, named: boolean): void {
    const header = schema['x-mcp-header'];
    if (header === undefined) return;
    const hint = 'MCP clients leave out a tool whose "x-mcp-header" is wrong.';
    if (!named || path === '') {
      this.add(path, '"x-mcp-header" is allowed only on properties, and properties of those.', hint);
    } else if (typeof header !== 'string' || !HEADER_NAME.test(header)) {
      this.add(path, `"x-mcp-header": ${JSON.stringify(header)} is no name of an HTTP header.`, hint);
    } else if (schema.type !== 'string' && schema.type !== 'integer' && schema.type !== 'boolean') {
      this.add(path, '"x-mcp-header" needs "type" to be "string", "integer" or "boolean".', hint);
    } else if (this.headers.has(header.toLowerCase())) {
      this.add(path, `"x-mcp-header": ${JSON.stringify(header)} stands at another property already.`, hint);
    } else this.headers.add(header.toLowerCase());
  }

  private checkKeywords(schema: JsonObject, path: string): void {
    for (const key of Object.keys(schema)) {
      if (KNOWN.has(key) || ANNOTATIONS.has(key) || key.startsWith('x-')) continue;
      const instead = OTHER_DIALECTS.get(key);
      const hint = instead ?? didYouMean(key, KEYWORDS) ?? 'Own keys start with "x-".';
      this.add(path, `"${key}" is no keyword of JSON Schema 2020-12, so it would check nothing.`, hint);
    }
    if (path !== '' && schema.$id !== undefined) {
      this.add(path, '"$id" is allowed at the top only.', 'Leave it out and refer to "#/$defs/…".');
    }
  }

  private checkType(schema: JsonObject, path: string): void {
    const { type } = schema;
    if (Array.isArray(schema.enum) && schema.enum.length === 0)
      this.add(
        path,
        '"enum" is empty, so no value could ever be right.',
        'List the values, or leave it out.',
      );
    if (type === undefined) return;
    const words: readonly Json[] = Array.isArray(type) ? type : [type];
    for (const word of words) {
      if (typeof word === 'string' && TYPES.includes(word)) continue;
      const hint = typeof word === 'string' ? didYouMean(word, TYPES) : undefined;
      this.add(
        path,
        `"type": ${JSON.stringify(word)} is no type of JSON Schema.`,
        hint ?? `Write one of ${TYPES.join(', ')}.`,
      );
    }
  }

  private checkReference(schema: JsonObject, path: string): void {
    const reference = schema.$ref;
    if (reference === undefined) return;
    if (typeof reference !== 'string') {
      this.add(path, '"$ref" has to be a text.');
    } else if (!reference.startsWith('#')) {
      this.add(
        path,
        `"$ref": ${JSON.stringify(reference)} leads outside; nothing is ever fetched.`,
        'Copy what it refers to into "$defs" and refer to "#/$defs/…".',
      );
    } else if (reference !== '#' && !reference.startsWith('#/')) {
      this.add(path, `"$ref": ${JSON.stringify(reference)} is not a path such as "#/$defs/point".`);
    } else {
      const target = resolvePointer(this.root, reference);
      if (!isJsonObject(target) && typeof target !== 'boolean') {
        const names = ['$defs', 'definitions'].flatMap((key) =>
          isJsonObject(this.root[key]) ? Object.keys(this.root[key]).map((name) => `#/${key}/${name}`) : [],
        );
        this.add(
          path,
          `"$ref": ${JSON.stringify(reference)} points at nothing.`,
          didYouMean(reference, names),
        );
      }
    }
  }

  private checkPatterns(schema: JsonObject, path: string): void {
    const patterns = isJsonObject(schema.patternProperties) ? Object.keys(schema.patternProperties) : [];
    if (typeof schema.pattern === 'string') patterns.push(schema.pattern);
    for (const pattern of patterns) {
      const why = patternProblem(pattern);
      if (why !== undefined)
        this.add(path, `the pattern ${JSON.stringify(cut(pattern))} can't be used. ${why}`);
    }
  }

  private checkArrays(schema: JsonObject, path: string): void {
    if (Array.isArray(schema.items)) {
      this.add(
        path,
        '"items" is a list, the form of older drafts.',
        'Write "prefixItems" for the elements of a tuple.',
      );
    }
    const items = isJsonObject(schema.items) ? schema.items.type : undefined;
    const scalar = typeof items === 'string' && items !== 'object' && items !== 'array';
    const bounded = typeof schema.maxItems === 'number' && schema.maxItems <= 1_000;
    if (schema.uniqueItems === true && !scalar && !bounded) {
      // Comparing every pair of objects takes quadratic time.
      this.add(path, '"uniqueItems" on objects or arrays needs a "maxItems" of at most 1000.');
    }
  }

  private add(path: string, text: string, hint?: string): void {
    if (this.found.length < 20) this.found.push(problem(`${this.name}${path}: ${text}`, hint));
  }
}

function dotted(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => `.${part.replaceAll('~1', '/').replaceAll('~0', '~')}`)
    .join('');
}

function cut(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
