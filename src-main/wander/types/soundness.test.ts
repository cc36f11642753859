import { expect, test } from 'vitest';
import type { Expression } from '../ast';
import { analyse } from '../analyse';
import { ProgramGenerator } from '../testkit/generator';
import { MemoryScene } from '../testkit/memory-scene';
import { SMALL_SCENE } from '../testkit/small-scene';
import { watchValues } from '../testkit/oracle';
import { oracleProgram } from '../testkit/oracle-program';
import { runLoaded } from '../testkit/run-text';
import { kindOf } from '../type-names';
import { List, MapValue, type Value } from '../values';
import { asWritten, isAny, type Type } from './type';

const COUNT = Number(process.env['SOUNDNESS_COUNT'] ?? 600);
const SEED = Number(process.env['SOUNDNESS_SEED'] ?? 7_000_000);

/** Whether a value is of a type, its insides too. */
function fits(value: Value, type: Type | undefined, depth = 0): boolean {
  if (type === undefined || isAny(type) || depth > 6) return true;
  if ((kindOf(value) & type.kinds) === 0) return false;
  if (value instanceof List)
    return value.items.slice(0, 20).every((item) => fits(item, type.item, depth + 1));
  if (!(value instanceof MapValue)) return true;
  const { fields } = type;
  if (fields === undefined)
    return value
      .values()
      .slice(0, 20)
      .every((item) => fits(item, type.item, depth + 1));
  return [...fields].every(([name, field]) => fits(value.get(name) ?? null, field.type, depth + 1));
}

/** Where the checker puts an error about an expression itself, or about what it is given. */
function placesOf(node: Expression): readonly number[] {
  switch (node.kind) {
    case 'binary':
      return [node.operatorSpan.start];
    case 'member':
      return [node.name.start];
    case 'method':
      return [node.name.start, ...node.arguments.map(({ start }) => start)];
    case 'call':
      // What is wrong with the use of the result stands at the same place as what is wrong with the callee.
      return node.arguments.map(({ start }) => start);
    case 'index':
      return [node.bracket.start, node.index.start];
    default:
      return [];
  }
}

test(`${COUNT} random programs give what the checker said they may give, and fail where it said that they would`, () => {
  let told = 0;
  let refused = 0;
  for (let index = 0; index < COUNT; index += 1) {
    const source = new ProgramGenerator(SEED + index).program();
    const { unit, modules, environment, diagnostics } = analyse(source, {
      mode: 'tool',
      facts: { componentTypes: ['light', 'mesh'] },
    });
    const program = oracleProgram(unit, modules, false);
    const wrong: string[] = [];
    const errors = new Map(
      diagnostics
        .filter(({ severity }) => severity === 'error')
        .map(({ span, message }) => [span.start, message]),
    );
    refused += errors.size;
    watchValues((node: Expression, value: Value) => {
      for (const place of placesOf(node)) {
        const message = errors.get(place);
        if (message !== undefined)
          wrong.push(`${source.slice(node.start, node.end)} gives a value, against: ${message}`);
      }
      const type = environment.expression(node);
      if (type === undefined || type.kinds === 0) return;
      told += isAny(type) ? 0 : 1;
      if (!fits(value, type)) {
        wrong.push(`${source.slice(node.start, node.end)} is said to be ${asWritten(type)}`);
      }
    });
    try {
      runLoaded(program, {
        scene: new MemoryScene(SMALL_SCENE),
        instructions: 5000,
        args: { a: [1, [2, 3]], hp: 5 },
      });
    } finally {
      watchValues(undefined);
    }
    expect(wrong.slice(0, 3), source).toEqual([]);
  }
  // Something was said at all.
  expect(refused).toBeGreaterThan(COUNT / 10);
  expect(told).toBeGreaterThan(COUNT * 10);
}, 600_000);
