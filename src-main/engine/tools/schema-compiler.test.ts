import { describe, expect, test } from 'vitest';
import { collectGarbage } from '../wander/heap';
import { compileWithAjv } from './schema-compiler';

const SCHEMAS = 40;

/** Validators of schemas that nobody holds, and the first of them as something that can be asked whether it is still there. */
function compileAndForget(all: boolean): readonly WeakRef<object>[] {
  return Array.from({ length: SCHEMAS }, (_, n) => {
    const compiled = compileWithAjv({ type: 'object', required: [`field_${n}`] }, all);
    if (!compiled.ok) throw new Error(compiled.error.message);
    expect(compiled.value({ [`field_${n}`]: 1 })).toBe(true);
    return new WeakRef(compiled.value);
  });
}

describe('compileWithAjv', () => {
  test.each([false, true])(
    'what was compiled for a schema goes when the schema does (all errors: %s)',
    async (all) => {
      const validators = compileAndForget(all);
      // What a WeakRef was made of or read as stays until the turn ends.
      await new Promise(setImmediate);
      collectGarbage();
      expect(validators.filter((validator) => validator.deref() !== undefined).length).toBeLessThan(
        SCHEMAS / 4,
      );
    },
  );

  test('a schema that is none is refused, with what is wrong', () => {
    const compiled = compileWithAjv({ type: 'objekt' }, false);
    expect(compiled.ok).toBe(false);
    if (!compiled.ok) expect(compiled.error.code).toBe('invalid_definition');
  });
});
