/**
 * Checks arguments and results against JSON Schemas (2020-12): defaults filled in, objects closed, misspelled names with a
 * did-you-mean, an example of the right shape in the hint.
 *
 * Coercion: a client that sends an array, object, number or boolean as JSON text (`"[1,2]"`, `"3"`, `"false"`) is
 * understood where the schema allows no text there and the text parses to a value of the type that is asked for. A text
 * stays a text wherever the schema allows one.
 */
import { fail, succeed, type Outcome } from '../errors';
import { isJsonObject, type Json, type JsonObject } from '../json';
import { argumentError } from './argument-errors';
import { coerceTexts } from './coerce';
import { copyJson, countValues, roughSize } from './plain-json';
import { TooManySteps, withinSteps } from './safe-regex';
import { compileChecked, type ErrorObject, type ValidateFunction } from './schema-compiler';
import { checkingCost, type CheckingCost } from './schema-cost';
import { normalizeInputSchema, normalizeOutputSchema } from './schema-normal';
import { schemaProblems } from './schema-problems';

type Check = (value: unknown) => readonly ErrorObject[];

/** Comparisons that one check may take, and up to which all errors are looked for, not the first alone. */
const MAX_WORK = 50_000_000;
const MAX_THOROUGH_WORK = 1_000_000;

/** Steps of all regular expressions in one check. */
const MAX_PATTERN_STEPS = 20_000_000;

/** Characters of arguments, roughly, once defaults are filled in. */
const MAX_ARGUMENTS = 64 * 1_048_576;

class Validator {
  private thorough: Check | undefined;
  private readonly cost: CheckingCost;

  /** Use `compileSchema`. */
  constructor(
    /** In full, as it is advertised (see schema-normal.ts). */
    readonly schema: JsonObject,
    private readonly first: ValidateFunction,
  ) {
    this.cost = checkingCost(schema);
  }

  /**
   * The value as an object of our own with defaults filled in, or `invalid_arguments`. `undefined` and `null` stand for
   * `{}`. `subject` is the tool's name in messages.
   */
  check(value: unknown, subject = 'the tool'): Outcome<JsonObject> {
    const given = value === undefined || value === null ? {} : parseWhole(value);
    const copied = copyJson(given);
    if (!copied.ok) return copied;
    if (!isJsonObject(copied.value)) {
      return fail(
        'invalid_arguments',
        `The arguments of ${subject} have to be an object.`,
        'For example: {}',
      );
    }
    const work = this.workFor(copied.value);
    if (work > MAX_WORK) {
      return fail(
        'invalid_arguments',
        `The arguments of ${subject} have too many values to be checked against its input schema.`,
        'Give fewer of them in one call.',
      );
    }
    try {
      const checked = withinSteps(MAX_PATTERN_STEPS, () =>
        this.first(copied.value) ? succeed(copied.value as JsonObject) : this.explain(given, subject, work),
      );
      if (!checked.ok || roughSize(checked.value, MAX_ARGUMENTS) <= MAX_ARGUMENTS) return checked;
      return fail(
        'invalid_arguments',
        `The arguments of ${subject}, with the defaults that are filled in, have more than ${MAX_ARGUMENTS} characters.`,
        'Give fewer values in one call.',
      );
    } catch (error) {
      if (!(error instanceof TooManySteps)) throw error;
      return fail(
        'invalid_arguments',
        `The texts in the arguments of ${subject} are too long to be checked against the patterns of its input schema.`,
        'Give fewer or shorter texts in one call.',
      );
    }
  }

  /** Whether a result matches; the error is `invalid_output`. Nothing is filled in or coerced. */
  checkOutput(value: Json, subject = 'the tool'): Outcome<Json> {
    const copied = copyJson(value, 'result');
    if (!copied.ok)
      return fail('invalid_output', `${subject} gave a result that is not JSON: ${copied.error.message}`);
    const work = this.workFor(copied.value);
    let errors: readonly ErrorObject[];
    try {
      if (work > MAX_WORK) throw new TooManySteps();
      errors = withinSteps(MAX_PATTERN_STEPS, () =>
        this.first(copied.value) ? [] : this.errors(copied.value, work),
      );
    } catch (error) {
      if (!(error instanceof TooManySteps)) throw error;
      return fail(
        'invalid_output',
        `The result of ${subject} is too large to be checked against its output_schema.`,
        'Give back less, or let the output_schema ask for less.',
      );
    }
    if (errors.length === 0) return succeed(value);
    const error = argumentError(errors, this.schema, { subject, whole: 'result' });
    return fail(
      'invalid_output',
      `The result of ${subject} does not match its output_schema: ${error.message}`,
      'Mend the tool or its output_schema.',
      error.data,
    );
  }

  // The slow path: only for values that are wrong in some way.
  private explain(given: unknown, subject: string, work: number): Outcome<JsonObject> {
    let current = copyJson(given);
    let errors: readonly ErrorObject[] = [];
    // A text may hold an object that holds a text: each round opens one more level.
    for (let round = 0; round < 4 && current.ok; round += 1) {
      errors = this.errors(current.value, work);
      if (errors.length === 0 && isJsonObject(current.value)) return succeed(current.value);
      const coerced = coerceTexts(current.value, errors);
      if (coerced === undefined) break;
      current = copyJson(coerced);
    }
    if (!current.ok) return current;
    return { ok: false, error: argumentError(errors, this.schema, { subject, whole: 'arguments' }) };
  }

  /** What is wrong with a value: all of it, or where that would take too long, the first thing. */
  private errors(value: Json, work: number): readonly ErrorObject[] {
    if (work > MAX_THOROUGH_WORK) return this.first(value) ? [] : (this.first.errors ?? []);
    this.thorough ??= thoroughCheck(this.schema);
    return this.thorough(value);
  }

  private workFor(value: Json): number {
    const { once, each } = this.cost;
    return each === 0 ? once : once + each * countValues(value);
  }
}

const validators = new WeakMap<object, Outcome<Validator>>();
const outputValidators = new WeakMap<object, Outcome<Validator>>();

/**
 * The validator of a schema of arguments; the same schema object is compiled once. Fails with `invalid_definition` for a
 * schema with problems (see schema-problems.ts).
 */
export function compileSchema(schema: JsonObject): Outcome<Validator> {
  return cached(validators, schema, () => build(schema, 'input_schema', normalizeInputSchema));
}

/**
 * The same for a schema of the product's own, in which a test has looked for problems: looking needs the meta-schema, which
 * takes longer to compile than all that a window needs for its start.
 */
export function compileOwnSchema(schema: JsonObject): Outcome<Validator> {
  return cached(validators, schema, () => compiled(normalizeInputSchema(schema)));
}

/** The validator of a schema of results. */
export function compileOutputSchema(schema: JsonObject): Outcome<Validator> {
  return cached(outputValidators, schema, () => build(schema, 'output_schema', normalizeOutputSchema));
}

/** Whether the defaults that a schema gives are themselves allowed by it; one sentence for each that is not. */
export function defaultProblems(schema: JsonObject): string[] {
  const found: string[] = [];
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  for (const [name, property] of Object.entries(properties)) {
    if (!isJsonObject(property) || property.default === undefined) continue;
    const alone = compileSchema({
      ...pick(schema, ['$defs', 'definitions']),
      properties: { [name]: property },
    });
    if (!alone.ok) continue;
    const checked = alone.value.check({ [name]: property.default });
    if (!checked.ok)
      found.push(`The default of "${name}" is not allowed by its own schema: ${checked.error.message}`);
  }
  return found;
}

function cached(
  cache: WeakMap<object, Outcome<Validator>>,
  schema: JsonObject,
  make: () => Outcome<Validator>,
): Outcome<Validator> {
  const known = cache.get(schema);
  if (known !== undefined) return known;
  const made = make();
  cache.set(schema, made);
  return made;
}

function build(
  schema: JsonObject,
  name: 'input_schema' | 'output_schema',
  normalize: (schema: JsonObject) => JsonObject,
): Outcome<Validator> {
  const first = schemaProblems(schema, { name })[0];
  if (first !== undefined) return { ok: false, error: first };
  return compiled(normalize(schema));
}

function compiled(full: JsonObject): Outcome<Validator> {
  const first = compileChecked(full, false);
  return first.ok ? succeed(new Validator(full, first.value)) : first;
}

function thoroughCheck(schema: JsonObject): Check {
  const all = compileChecked(schema, true);
  // The same schema compiled before, or there would be no validator.
  if (!all.ok) throw new Error(all.error.message);
  const validate = all.value;
  return (value) => (validate(value) ? [] : (validate.errors ?? []));
}

/** Some clients send all arguments as one JSON text. */
function parseWhole(value: unknown): unknown {
  if (typeof value !== 'string' || !value.trimStart().startsWith('{')) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

function pick(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => keys.includes(key)));
}
