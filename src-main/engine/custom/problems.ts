/** What is wrong with a definition: collected, so that an author mends everything at once. */
import { fail, type Outcome } from '../errors';
import { isJsonObject, type Json, type JsonObject } from '../json';
import { didYouMean, listNames } from '../text/suggest';

export type JsonPath = readonly (string | number)[];

export interface Problem {
  readonly path: JsonPath;
  readonly message: string;
  readonly hint?: string;
}

/** `['steps', 1, 'args', 'a key']` → `steps[1].args["a key"]`. */
export function pathText(path: JsonPath): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    if (!/^[\w$-]+$/.test(part)) return `${text}[${JSON.stringify(part)}]`;
    return text === '' ? part : `${text}.${part}`;
  }, '');
}

export function kindOfJson(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

export class Problems {
  readonly list: Problem[] = [];

  add(path: JsonPath, message: string, hint?: string): void {
    this.list.push(hint === undefined ? { path, message } : { path, message, hint });
  }

  get any(): boolean {
    return this.list.length > 0;
  }

  /** The failure that tells of all of them; the first one leads. */
  failure(subject: string): Extract<Outcome<never>, { ok: false }> {
    return problemsFailure(subject, this.list);
  }

  /** The value as an object, or undefined with a problem noted. */
  object(value: Json | undefined, path: JsonPath): JsonObject | undefined {
    if (isJsonObject(value)) return value;
    this.add(path, `must be an object, not ${kindOfJson(value)}`);
    return undefined;
  }

  /** Notes every key that is not known, with a did-you-mean. `reasons` says more of keys that people try. */
  closed(
    object: JsonObject,
    known: readonly string[],
    path: JsonPath,
    reasons: Readonly<Record<string, string>> = {},
  ): void {
    for (const key of Object.keys(object)) {
      if (known.includes(key)) continue;
      const reason = Object.hasOwn(reasons, key) ? reasons[key] : undefined;
      this.add(
        [...path, key],
        reason ?? 'is not a field that is known here',
        reason === undefined
          ? (didYouMean(key, known) ?? `Known are: ${listNames(known, 20)}.`)
          : 'Leave it out.',
      );
    }
  }

  text(
    object: JsonObject,
    key: string,
    path: JsonPath,
    rule: { readonly max: number; readonly pattern?: RegExp; readonly patternText?: string },
  ): string | undefined {
    const value = object[key];
    if (value === undefined || value === null) return undefined;
    const at = [...path, key];
    if (typeof value !== 'string') {
      this.add(at, `must be a text, not ${kindOfJson(value)}`);
      return undefined;
    }
    if (value.length > rule.max) {
      this.add(at, `has ${value.length} characters; at most ${rule.max} are allowed`);
      return undefined;
    }
    if (rule.pattern && !rule.pattern.test(value)) {
      this.add(at, `${JSON.stringify(value)} ${rule.patternText ?? 'has a wrong form'}`);
      return undefined;
    }
    return value;
  }

  flag(object: JsonObject, key: string, path: JsonPath, otherwise: boolean): boolean {
    const value = object[key];
    if (value === undefined || value === null) return otherwise;
    if (typeof value === 'boolean') return value;
    this.add([...path, key], `must be true or false, not ${kindOfJson(value)}`);
    return otherwise;
  }

  whole(
    object: JsonObject,
    key: string,
    path: JsonPath,
    rule: { readonly min: number; readonly max: number; readonly otherwise: number },
  ): number {
    const value = object[key];
    if (value === undefined || value === null) return rule.otherwise;
    if (typeof value !== 'number' || !Number.isInteger(value) || value < rule.min || value > rule.max) {
      this.add(
        [...path, key],
        `must be a whole number from ${rule.min} to ${rule.max}, not ${JSON.stringify(value)}`,
      );
      return rule.otherwise;
    }
    return value;
  }

  entries(value: Json | undefined, path: JsonPath, max: number): readonly Json[] {
    if (value === undefined || value === null) return [];
    if (!Array.isArray(value)) {
      this.add(path, `must be an array, not ${kindOfJson(value)}`);
      return [];
    }
    if (value.length > max) {
      this.add(path, `has ${value.length} entries; at most ${max} are allowed`);
      return [];
    }
    return value as readonly Json[];
  }
}

export function problemsFailure(
  subject: string,
  problems: readonly Problem[],
): Extract<Outcome<never>, { ok: false }> {
  const [first] = problems;
  if (first === undefined) throw new Error('a failure without a problem');
  const place = pathText(first.path);
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more, in data.problems)` : '';
  const message = `${subject}: ${place === '' ? '' : `${place} `}${first.message}.${more}`;
  return fail('invalid_definition', message, first.hint, {
    problems: problems.slice(0, 50).map((problem) => ({
      path: pathText(problem.path),
      message: problem.message,
      ...(problem.hint === undefined ? {} : { hint: problem.hint }),
    })),
  });
}
