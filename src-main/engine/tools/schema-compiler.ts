/** Ajv, set up for schemas that anybody may have written. The only place that knows Ajv. */
import { Ajv2020, type ErrorObject, type Options, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { fail, succeed, type Outcome } from '../errors';
import type { JsonObject } from '../json';
import { SafeRegex } from './safe-regex';
import { withoutDefaultsInAlternatives } from './schema-defaults';

export type { ErrorObject, ValidateFunction };

/** `ajv-formats`' own expressions, those without known slow inputs. Other formats are annotations. */
const FORMATS = [
  ...(['date-time', 'date', 'time', 'duration', 'email', 'hostname', 'ipv4', 'ipv6'] as const),
  ...(['uri', 'uri-reference', 'uuid', 'json-pointer'] as const),
];

const COLOR = /^#[0-9a-fA-F]{6}(?:[0-9a-fA-F]{2})?$/;

function createAjv(options: Options): Ajv2020 {
  const ajv = new Ajv2020({
    // schema-problems.ts refuses what strict mode would, with better words, and tolerates what it should not.
    strict: false,
    strictNumbers: true,
    verbose: true,
    useDefaults: true,
    // `required: ["constructor"]` must not be met by what every object inherits.
    ownProperties: true,
    validateFormats: true,
    logger: false,
    code: { regExp: Object.assign((pattern: string) => new SafeRegex(pattern), { code: 'SafeRegex' }) },
    formats: { color: COLOR, password: true },
    ...options,
  });
  addFormats(ajv, { mode: 'fast', formats: [...FORMATS] });
  return ajv;
}

/** Knows the meta-schema, which takes long to compile. */
let checking: Ajv2020 | undefined;

/** `compileChecked` for a schema that nobody has looked at. */
export function compileWithAjv(schema: JsonObject, all: boolean): Outcome<ValidateFunction> {
  const checked = checkWithMetaSchema(schema);
  return checked.ok ? compileChecked(schema, all) : checked;
}

/**
 * Compiles a normalised schema: to one that stops at the first error, or one that collects all of them with the schemas
 * they come from. Both fill in defaults, in place. `invalid_definition` where the schema itself is wrong in what the
 * meta-schema does not find.
 */
export function compileChecked(schema: JsonObject, all: boolean): Outcome<ValidateFunction> {
  // One of its own, which costs a tenth of what compiling does: the scope of an Ajv keeps every function that it ever made,
  // also of schemas that were removed from it, so that tools that come and go would fill the memory.
  const ajv = createAjv({ allErrors: all, meta: false, validateSchema: false });
  try {
    return succeed(ajv.compile(withoutDefaultsInAlternatives(schema)));
  } catch (error) {
    return notValid(error instanceof Error ? error.message : 'unknown');
  }
}

/**
 * Checks a normalised schema against the meta-schema of 2020-12, which takes a tenth of what compiling takes and finds all
 * that compiling would, but for what lies in references, names of schemas (`$id`, `$anchor`) and empty `enum`s.
 */
export function checkWithMetaSchema(schema: JsonObject): Outcome<undefined> {
  const ajv = (checking ??= createAjv({}));
  return ajv.validateSchema(schema) === true ? succeed(undefined) : notValid(ajv.errorsText());
}

function notValid(message: string): Outcome<never> {
  return fail('invalid_definition', `The schema is not valid: ${message.replaceAll(/\bdata\//g, '/')}.`);
}
