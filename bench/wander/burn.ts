/**
 * How long the default budget lasts, at the worst. Each script burns it in a process of its own, so that the most memory that
 * it ever took can be read there; several times, as the engine's process lives longer than one run.
 */
import { spawnSync } from 'node:child_process';
import type { Language } from './builds';
import { rounded } from './clock';

/** Instructions, unless a tool's limits say otherwise; see spec: it is gone within 100 ms. */
const BUDGET = 1_000_000;
const RUNS = 5;

const loop = (body: string, before = ''): string => `fn run()\n${before}\nwhile true\n${body}\nend\nend\n`;

/** A loop that never ends, with so many statements in its body. */
function longBody(statements: number): string {
  const lines = Array.from({ length: statements }, (_, index) => {
    const [a, b] = [`v${index % 10}`, `v${(index + 3) % 10}`];
    return [`${a} += 1`, `${a} = ${b} * 0.5 + ${index}`, `if ${a} > 1000 then ${a} = 1 end`][index % 3] ?? '';
  });
  const variables = Array.from({ length: 10 }, (_, index) => `let v${index} = ${index}`);
  return loop(lines.join('\n'), variables.join('\n'));
}

export const BURNS: Readonly<Record<string, string>> = {
  body_1: longBody(1),
  body_10: longBody(10),
  body_100: longBody(100),
  body_1000: longBody(1000),
  text_doubled: loop('s += s\nif s.length > 400000 then s = "ab" end', 'let s = "ab"'),
  text_grown: loop('s += "x"', 'let s = ""'),
  text_made: loop('s = "{n}:{n}:{s.slice(0, 20)}"\nn += 1', 'let s = ""\nlet n = 0'),
  list_pushed: loop('items.push(items.length)', 'let items = []'),
  list_literals: loop(
    `items = [${Array.from({ length: 200 }, (_, index) => index).join(', ')}]`,
    'let items = []',
  ),
  lists_nested: loop(
    'items = [items, items]\nif size > 90 then items = []\nsize = 0 end\nsize += 1',
    'let items = []\nlet size = 0',
  ),
  list_joined: loop(
    'items = items + items\nif items.length > 100000 then items = [1] end',
    'let items = [1]',
  ),
  list_copied: loop('let b = items\nb[0] += 1', 'let items = range(1000)'),
  map_keys: loop('m["k{n}"] = n\nn += 1', 'let m = {}\nlet n = 0'),
  map_literals: loop('m = {a: n, b: n, c: [n], d: {e: n}}\nn += 1', 'let m = {}\nlet n = 0'),
  map_copied: loop('let b = m\nb.a = 1', 'let m = {}\nfor i in 0..200 m["k{i}"] = i end'),
  vectors: loop('v = v * 1.5 - (1, 2, 3)\nif v.length > 1000 then v = (1, 1, 1) end', 'let v = (1, 1, 1)'),
  closures: loop('f = x => x + n\nkept.push(f)\nn += 1', 'let f = none\nlet kept = []\nlet n = 0'),
  calls:
    'fn down(n)\nif n == 0 then return 0 end\nreturn down(n - 1)\nend\nfn run()\nwhile true\ndown(90)\nend\nend\n',
  sort_numbers: loop('let b = items\nb.sort()', 'let items = range(20000, 0, -1)'),
  sort_texts: loop('let b = items.sorted()', 'let items = range(5000).map(n => "name {n * 7919 % 5000}")'),
  sort_keys: loop('let b = items.sorted(n => -n)', 'let items = range(2000)'),
  join: loop('let s = items.join(", ")', 'let items = range(2000)'),
  split: loop('let parts = s.split(",")', 'let s = range(2000).join(",")'),
  replace: loop('let t = s.replace("a", "bb")', 'let s = "abc".repeat(3000)'),
  search: loop('let place = s.index_of("aab")', 'let s = "a".repeat(5000)'),
  format: loop('let t = str(items)', 'let items = [[1, 2, 3], {a: 1, b: "x"}, (1, 2, 3)]'),
  equal: loop('let same = a == b', 'let a = range(5000)\nlet b = range(5000)'),
  unique: loop('let b = items.unique()', 'let items = range(2000)'),
  entity_maps: loop(
    'for e in find_all()\nrows.push({id: e.id, name: e.name, at: e.position, hp: e.hp})\nend',
    'let rows = []',
  ),
  entity_finds: loop('let e = find("unit 4999")'),
  entity_near: loop('let near = within((0, 0, 0), 30)'),
};

interface Burn {
  readonly code: string;
  /** Processor time of the first run of the process, and the least of all. */
  readonly first: number;
  readonly best: number;
  /** Bytes above what the process took before. */
  readonly memory: number;
}

/** In the child: burns and prints. */
export function burnHere(
  name: string,
  language: Language,
  host: Parameters<Language['runProgram']>[1]['host'],
): void {
  const { program } = language.loadProgram(BURNS[name] ?? '', { mode: 'tool', module: () => undefined });
  if (program === undefined) throw new Error(`the burn ${name} does not compile`);
  const before = process.memoryUsage.rss();
  let code = '';
  const times = Array.from({ length: RUNS }, () => {
    const start = process.cpuUsage();
    const outcome = language.runProgram(program, {
      host,
      args: {},
      limits: {
        instructions: BUDGET,
        deadline: Infinity,
        now: () => performance.now(),
        stopped: () => false,
        heapBytes: language.heapBytes,
        collect: language.collectGarbage,
      },
      seed: 1,
    });
    const { user, system } = process.cpuUsage(start);
    code = outcome.ok ? 'ok' : outcome.error.code;
    return (user + system) / 1000;
  });
  const memory = process.resourceUsage().maxRSS * 1024 - before;
  const burn: Burn = { code, first: times[0] ?? 0, best: Math.min(...times), memory };
  process.stdout.write(JSON.stringify(burn));
}

function burnInChild(name: string): Burn {
  const main = process.argv[1] ?? '';
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--expose-gc', main, '--burn', name], {
    encoding: 'utf8',
    env: process.env,
  });
  if (status !== 0) throw new Error(`burn ${name}: ${stderr}`);
  return JSON.parse(stdout) as Burn;
}

/** Burns everything; milliseconds and MiB. */
export function burnAll(rounds: number): Readonly<Record<string, unknown>> {
  const figures = Object.keys(BURNS).map((name) => {
    const burns = Array.from({ length: rounds }, () => burnInChild(name));
    const least = (pick: (burn: Burn) => number): number => Math.min(...burns.map(pick));
    const code = burns[0]?.code ?? '';
    if (code !== 'budget_exceeded' && code !== 'output_too_large') {
      throw new Error(`the burn ${name} ended with ${code}, and not with its budget`);
    }
    return {
      name,
      code,
      ms: rounded(least((burn) => burn.best)),
      first_ms: rounded(least((burn) => burn.first)),
      memory_mb: Math.round(least((burn) => burn.memory) / 1_048_576),
    };
  });
  const worst = figures.reduce((a, b) => (b.ms > a.ms ? b : a));
  const coldest = figures.reduce((a, b) => (b.first_ms > a.first_ms ? b : a));
  const largest = figures.reduce((a, b) => (b.memory_mb > a.memory_mb ? b : a));
  return {
    worst_budget_burn_ms: worst.ms,
    worst_budget_burn: worst.name,
    worst_budget_burn_first_ms: coldest.first_ms,
    worst_budget_burn_first: coldest.name,
    worst_budget_burn_memory_mb: largest.memory_mb,
    worst_budget_burn_memory: largest.name,
    budget_burns: Object.fromEntries(figures.map(({ name, ...rest }) => [name, rest])),
  };
}
