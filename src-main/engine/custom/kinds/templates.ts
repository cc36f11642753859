/** Templates in the arguments, loops, conditions and results of composite tools, compiled once and resolved on each call. */
import { fail, succeed, ToolFailure, toolError, type Outcome } from '../../errors';
import { isJsonObject, type Json, type JsonObject } from '../../json';
import { didYouMean } from '../../text/suggest';
import { roughSize } from '../../tools/plain-json';
import { parseTemplate, type Expression, type PathSegment, type Piece, type Term } from './template-parser';

/** What templates can read: each root's value. A root that is absent does not exist here. */
export interface TemplateScope {
  readonly roots: ReadonlyMap<string, Json>;
  /** Ids of steps that did not run because of their `when`. */
  readonly skipped?: ReadonlySet<string>;
}

export interface CompiledTemplate {
  /** Every path that it reads, for checks before it ever runs. */
  readonly paths: readonly {
    readonly root: string;
    readonly segments: readonly PathSegment[];
    readonly text: string;
    readonly hasDefault: boolean;
  }[];
  /** Throws `ToolFailure`: `template_error` where a path is missing, `output_too_large` above `MAX_TEMPLATE_SIZE`. */
  resolve(scope: TemplateScope): Json;
  /** The same, but undefined where a path is missing. */
  find(scope: TemplateScope): Json | undefined;
}

/**
 * Characters that one template may come to, roughly. A value that is passed on as it is costs nothing; one that is put
 * into a text, list or object counts each time, so that a few small places can not make something that fills the memory.
 */
export const MAX_TEMPLATE_SIZE = 16 * 1024 * 1024;

/** What is left of it. */
interface Meter {
  left: number;
}

function spend(meter: Meter, value: Json): void {
  meter.left -= roughSize(value, meter.left);
  if (meter.left >= 0) return;
  throw new ToolFailure(
    toolError(
      'output_too_large',
      `The template comes to more than ${MAX_TEMPLATE_SIZE} characters.`,
      'Pass on less: single fields in place of whole results.',
    ),
  );
}

interface Missing {
  readonly missing: true;
  readonly message: string;
  readonly hint?: string;
}

type Found = { readonly missing?: false; readonly value: Json } | Missing;

function pathSoFar(root: string, segments: readonly PathSegment[]): string {
  return segments.reduce<string>((text, segment) => {
    if (typeof segment === 'number') return `${text}[${segment}]`;
    return /^[\w$-]+$/.test(segment) ? `${text}.${segment}` : `${text}[${JSON.stringify(segment)}]`;
  }, root);
}

function kindOf(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'object') return 'an object';
  return `a ${typeof value}`;
}

function member(value: Json, segment: PathSegment): Json | undefined {
  if (typeof value === 'string' && segment === 'length') return Array.from(value).length;
  if (Array.isArray(value)) {
    const list = value as readonly Json[];
    if (segment === 'length') return list.length;
    const index = typeof segment === 'number' ? segment : /^\d+$/.test(segment) ? Number(segment) : NaN;
    return list.at(index);
  }
  if (isJsonObject(value) && Object.hasOwn(value, String(segment))) return value[String(segment)];
  return undefined;
}

function walk(term: Extract<Term, { kind: 'path' }>, scope: TemplateScope): Found {
  const root = scope.roots.get(term.root);
  if (root === undefined) {
    return {
      missing: true,
      message: `{{${term.text}}}: there is no "${term.root}" here; a path starts at ${[...scope.roots.keys()].join(', ')}.`,
      hint: didYouMean(term.root, [...scope.roots.keys()]),
    };
  }
  let value: Json = root;
  for (const [index, segment] of term.segments.entries()) {
    const next = member(value, segment);
    if (next !== undefined) {
      value = next;
      continue;
    }
    const here = pathSoFar(term.root, term.segments.slice(0, index));
    const stepId = term.root === 'steps' ? String(term.segments[0]) : '';
    if (value === null && scope.skipped?.has(stepId)) {
      return {
        missing: true,
        message: `{{${term.text}}}: the step "${stepId}" was skipped by its when, so ${here} is null.`,
        hint: 'Give a default after ??, or the same when to this step.',
      };
    }
    const keys = isJsonObject(value) ? Object.keys(value) : [];
    const suggestion = typeof segment === 'string' ? didYouMean(segment, keys) : undefined;
    const has =
      keys.length > 0 ? ` It has: ${keys.slice(0, 12).join(', ')}${keys.length > 12 ? ' …' : ''}.` : '';
    return {
      missing: true,
      message:
        typeof segment === 'number'
          ? `{{${term.text}}}: ${here} is ${kindOf(value)}, so [${segment}] does not exist.`
          : `{{${term.text}}}: ${here} is ${kindOf(value)} without "${segment}".`,
      hint: suggestion ?? `Give a default after ?? where it may be missing.${has}`,
    };
  }
  return { value };
}

function evaluate(expression: Expression, scope: TemplateScope): Found {
  let result: Found = { value: null };
  for (const term of expression.terms) {
    result = term.kind === 'literal' ? { value: term.value } : walk(term, scope);
    if (result.missing !== true && result.value !== null) return result;
  }
  return result;
}

function asText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** `meter` is absent where the value is passed on as it is. */
function evaluatePieces(pieces: readonly Piece[], scope: TemplateScope, meter: Meter | undefined): Found {
  const [only] = pieces;
  if (pieces.length === 1 && only !== undefined && typeof only !== 'string') {
    const found = evaluate(only, scope);
    if (meter !== undefined && found.missing !== true) spend(meter, found.value);
    return found;
  }
  const inText = meter ?? { left: MAX_TEMPLATE_SIZE };
  let text = '';
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      text += piece;
      continue;
    }
    const found = evaluate(piece, scope);
    if (found.missing === true) return found;
    spend(inText, found.value);
    text += asText(found.value);
  }
  return { value: text };
}

type Resolver = (scope: TemplateScope, meter: Meter | undefined) => Found;

function compile(value: Json, at: string, paths: CompiledTemplate['paths'][number][]): Outcome<Resolver> {
  if (typeof value === 'string') {
    const pieces = parseTemplate(value);
    if (!pieces.ok) return fail('template_error', `${at}: ${pieces.error.message}`, pieces.error.hint);
    for (const piece of pieces.value) {
      if (typeof piece === 'string') continue;
      piece.terms.forEach((term, index) => {
        if (term.kind === 'path') paths.push({ ...term, hasDefault: index < piece.terms.length - 1 });
      });
    }
    return succeed((scope, meter) => evaluatePieces(pieces.value, scope, meter));
  }
  if (Array.isArray(value)) {
    const parts: Resolver[] = [];
    for (const [index, element] of (value as readonly Json[]).entries()) {
      const part = compile(element, `${at}[${index}]`, paths);
      if (!part.ok) return part;
      parts.push(part.value);
    }
    return succeed((scope, meter = { left: MAX_TEMPLATE_SIZE }) => {
      const list: Json[] = [];
      for (const part of parts) {
        const found = part(scope, meter);
        if (found.missing === true) return found;
        list.push(found.value);
      }
      return { value: list };
    });
  }
  if (isJsonObject(value)) {
    const parts: [string, Resolver][] = [];
    for (const [key, element] of Object.entries(value)) {
      const part = compile(element, `${at}.${key}`, paths);
      if (!part.ok) return part;
      parts.push([key, part.value]);
    }
    return succeed((scope, meter = { left: MAX_TEMPLATE_SIZE }) => {
      const entries: [string, Json][] = [];
      for (const [key, part] of parts) {
        const found = part(scope, meter);
        if (found.missing === true) return found;
        entries.push([key, found.value]);
      }
      // fromEntries makes own properties, whatever their names.
      const object: JsonObject = Object.fromEntries(entries);
      return { value: object };
    });
  }
  return succeed(() => ({ value }));
}

/**
 * Compiles a JSON value whose strings may hold templates. `at` names its place in messages, such as `steps[1].args`.
 * Errors: `template_error` with the place and what is not understood.
 */
export function compileTemplate(value: Json, at: string): Outcome<CompiledTemplate> {
  const paths: CompiledTemplate['paths'][number][] = [];
  const compiled = compile(value, at, paths);
  if (!compiled.ok) return compiled;
  const resolver = compiled.value;
  return succeed({
    paths,
    resolve(scope: TemplateScope): Json {
      const found = resolver(scope, undefined);
      if (found.missing === true)
        throw new ToolFailure(toolError('template_error', found.message, found.hint));
      return found.value;
    },
    find(scope: TemplateScope): Json | undefined {
      const found = resolver(scope, undefined);
      return found.missing === true ? undefined : found.value;
    },
  });
}

/** What `when` understands by yes: everything but false, 0, null, an empty text, list or object, and what is missing. */
export function isTruthy(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === false || value === 0 || value === '') return false;
  if (Array.isArray(value)) return value.length > 0;
  if (isJsonObject(value)) return Object.keys(value).length > 0;
  return true;
}
