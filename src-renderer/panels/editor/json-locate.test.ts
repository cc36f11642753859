import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countElements, lineAt, locate, type JsonStep } from './json-locate';

const text = `{
  "name": "user_near",
  "tests": [
    { "name": "finds one", "args": { "a": [1, 2] } },
    { "name": "a \\"quoted\\" {brace}" }
  ]
}`;

test('a test is found at its line', () => {
  const second = locate(text, ['tests', 1]);
  expect(second && text.slice(second.start, second.end)).toBe('{ "name": "a \\"quoted\\" {brace}" }');
  expect(lineAt(text, second?.start ?? 0)).toBe(5);
  expect(countElements(text, ['tests'])).toBe(2);
});

test('what is not there is not found', () => {
  expect(locate(text, ['tests', 2])).toBeUndefined();
  expect(locate(text, ['limits'])).toBeUndefined();
  expect(locate(text, ['name', 'x'])).toBeUndefined();
  expect(countElements(text, ['steps'])).toBe(0);
});

test('a text that is broken further on is still read up to there', () => {
  const broken = text.replace('"finds one", "args"', '"finds one" "args"');
  expect(locate(broken, ['name'])).toBeDefined();
  expect(locate('{"a": [1, {"b": ', ['a', 0])).toEqual({ start: 7, end: 8 });
  expect(locate('{"a": [1, {"b": ', ['a', 1])).toBeUndefined();
});

test('every place of any JSON value is found, however it is laid out', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(0, 2), (value, indent) => {
      const printed = JSON.stringify(value, null, indent);
      for (const [path, child] of placesOf(value)) {
        const place = locate(printed, path);
        expect(place && JSON.parse(printed.slice(place.start, place.end))).toEqual(
          JSON.parse(JSON.stringify(child)),
        );
      }
    }),
  );
});

function placesOf(value: unknown, path: readonly JsonStep[] = []): [readonly JsonStep[], unknown][] {
  const children: [JsonStep, unknown][] = Array.isArray(value)
    ? value.map((child, index): [JsonStep, unknown] => [index, child])
    : typeof value === 'object' && value !== null
      ? Object.entries(value)
      : [];
  return [[path, value], ...children.flatMap(([step, child]) => placesOf(child, [...path, step]))];
}
