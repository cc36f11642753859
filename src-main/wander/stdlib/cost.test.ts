import { expect, test } from 'vitest';
import { runText } from '../testkit/run-text';
import type { StdlibEntry } from './define';
import { signatureText } from './signature';
import { STDLIB } from './registry';

const SIZE = 10_000;
/** A call on something large costs at least this share of its size: less than what the fastest of them take. */
const LEAST_SHARE = 1 / 128;

/** What looks at one item, one entry or one length, however much there is. */
const CONSTANT = new Set([
  ...['list.push', 'list.pop', 'list.first', 'list.last', 'list.is_empty', 'list.clear', 'list.count'],
  ...['map.size', 'map.is_empty', 'map.clear', 'string.is_empty', 'pick', 'type_of', 'exists', 'assert'],
  // A key of the map that is hashed, and nothing else.
  ...['map.get', 'map.set', 'map.has', 'map.contains'],
  // Ends at the first item that decides it.
  ...['list.any', 'list.find', 'list.all', 'list.contains', 'list.index_of', 'list.remove'],
  // Only the part that is looked for is walked.
  ...['string.starts_with', 'string.ends_with'],
  // Names of entities, tags and vars: looked up, and refused by the scene when they are long.
  ...['find', 'nearest', 'spawn', 'add_tag', 'remove_tag', 'remove_var'],
  // Of text it costs what string.to_number does; anything else has no number.
  ...['num', 'number'],
  ...['tool_fail', 'call_tool', 'try_tool', 'file_exists', 'read_file', 'list_files', 'tagged'],
]);

const LARGE: Readonly<Record<string, string>> = {
  list: `range(${SIZE})`,
  map: 'big_map()',
  string: `"a b ".repeat(${SIZE / 4})`,
};
const SMALL: Readonly<Record<string, string>> = { list: '[1, 2]', map: '{a: 1}', string: '"a"' };
const OTHERS: Readonly<Record<string, string>> = {
  number: '1',
  function: '((a, b) => 1)',
  entity: 'find("Lamp")',
  vec: '(1, 2, 3)',
  color: '#102030',
  item: '1',
};

const MAP = `fn big_map()\n  let m = {}\n  for i in 0..${SIZE} m["k{i}"] = i end\n  return m\nend\n`;

const nameOf = (entry: StdlibEntry): string =>
  `${entry.receiver === undefined ? '' : `${entry.receiver}.`}${entry.name}`;

/** What a call costs, its arguments aside. */
function costOf(entry: StdlibEntry, values: Readonly<Record<string, string>>): number | undefined {
  const valueOf = (type: string): string => {
    const kind = type.replace(/<.*>|\?/g, '').split('|')[0] ?? '';
    if (kind === 'any') return values.list ?? 'none';
    return values[kind] ?? OTHERS[kind] ?? 'none';
  };
  const args = entry.parameters.slice(0, entry.least).map((parameter) => valueOf(parameter.type));
  const setup = args.map((arg, index) => `  let a${index} = ${arg}\n`).join('');
  const call = `${entry.receiver === undefined ? '' : 'subject.'}${entry.name}(${args.map((_, index) => `a${index}`).join(', ')})`;
  const text = (body: string): string =>
    `${MAP}fn run()\n  let subject = ${valueOf(entry.receiver ?? 'none')}\n${setup}${body}  return 1\nend\n`;
  const options = {
    scene: [{ name: 'Lamp', components: { light: {} } }],
    tool: { files: { a: '' } },
    instructions: 50_000_000,
  };
  const without = runText(text(''), options);
  const outcome = runText(text(`  ${call}\n`), options);
  return outcome.ok || outcome.error.code !== 'runtime_error'
    ? outcome.instructions - without.instructions
    : undefined;
}

/** Names of keys and actions of a running game are short too. */
const isOfGame = ({ group }: StdlibEntry): boolean => group === 'game';

const takesLarge = ({ receiver, parameters, least }: StdlibEntry): boolean =>
  [...(receiver === undefined ? [] : [receiver]), ...parameters.slice(0, least).map(({ type }) => type)].some(
    (type) => /^(list|map|string|any)\b/.test(type),
  );

test.each(
  STDLIB.filter(
    (entry) =>
      entry.constant !== true && takesLarge(entry) && !isOfGame(entry) && !CONSTANT.has(nameOf(entry)),
  ).map((entry) => [signatureText(entry), entry] as const),
)('%s costs more where there is more', (_name, entry) => {
  const small = costOf(entry, SMALL);
  const large = costOf(entry, LARGE);
  // Names of components, meshes and entities are short, so a long one is refused, and nothing is done with it.
  if (large === undefined || small === undefined) return;
  expect(large - small).toBeGreaterThan(SIZE * LEAST_SHARE);
});

test('the names that cost the same are names of the library', () => {
  const names = new Set(STDLIB.map(nameOf));
  expect([...CONSTANT].filter((name) => !names.has(name))).toEqual([]);
});
