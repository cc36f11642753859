/**
 * Programs that call themselves through each construct there is, in frames as large as they get. Whatever the stack below them
 * holds, they must end as programs end, and not by running out of it.
 */
import { Run } from '../context';
import type { Failure } from '../errors';
import type { JsonValue } from '../host';
import { loadProgram } from '../load';
import type { Program } from '../compile/program';
import { MemoryScene } from './memory-scene';
import { runLoaded } from './run-text';

const around = (open: string, inner: string, close: string, times: number): string =>
  open.repeat(times) + inner + close.repeat(times);

const lets = (count: number): string => Array.from({ length: count }, (_, i) => `let v${i} = n`).join('\n');

/** Bodies of `fn f(n)`, each with a call of `f` in it. */
const BODIES: Readonly<Record<string, string>> = {
  call: 'return f(n)',
  argument: 'return abs(f(n))',
  sum: `return ${'1 + '.repeat(200)}f(n)`,
  brackets: `return ${around('(1 + ', 'f(n)', ')', 90)}`,
  lists: `return ${around('[', 'f(n)', ']', 90)}`,
  maps: `return ${around('{a: ', 'f(n)', '}', 90)}`,
  'computed keys': `return ${around('{["k" + ', 'f(n)', ']: 1}', 40)}`,
  indexes: `return ${around('[1][', 'f(n)', ']', 90)}`,
  members: `return f(n)${'.a'.repeat(100)}`,
  minus: `return ${'- '.repeat(90)}f(n)`,
  not: `return ${'not '.repeat(90)}f(n)`,
  and: `return ${'true and '.repeat(90)}f(n)`,
  default: `return ${'none ?? '.repeat(90)}f(n)`,
  conditions: `return ${around('if true then ', 'f(n)', ' else 1', 90)}`,
  interpolation: `return ${around('"{', 'f(n)', '}"', 20)}`,
  vectors: `return ${around('(1, 2, ', 'f(n)', ').z', 90)}`,
  calls: `return ${around('abs(', 'f(n)', ')', 90)}`,
  methods: `return ${around('[1].contains(', 'f(n)', ')', 90)}`,
  lambda: `return ${around('(x => ', 'f(n)', ')(1)', 20)}`,
  if: `${'if true then\n'.repeat(90)}f(n)\n${'end\n'.repeat(90)}`,
  elif: `if false then\n${'elif false then\n'.repeat(100)}elif f(n) then\nend`,
  while: `${'while true\n'.repeat(60)}f(n)\n${'break end\n'.repeat(60)}`,
  for: `${'for x in [1]\n'.repeat(60)}f(n)\n${'end\n'.repeat(60)}`,
  range: `${'for i in 0..1\n'.repeat(60)}f(n)\n${'end\n'.repeat(60)}`,
  repeat: `${'repeat 1 times\n'.repeat(60)}f(n)\n${'end\n'.repeat(60)}`,
  match: `${'match 1 when 1 then\n'.repeat(60)}f(n)\n${'end\n'.repeat(60)}`,
  subject: 'match f(n) when 1 then return 1 end',
  arm: 'match 1 when f(n) then return 1 end',
  variables: `${lets(180)}\nreturn f(v179)`,
  assignment: 'let a = {b: [1]}\na.b[f(n)] = f(n)',
  update: 'let a = [1]\na[0] += f(n)\nreturn a[0]',
  push: 'let a = []\na.push(f(n))',
  map: 'return [n].map(f)',
  'map within map': 'return [n].map(x => [x].map(y => f(y)))',
  filter: 'return [n].filter(f)',
  reduce: 'return [n, n].reduce((a, b) => f(b))',
  sort: 'return [n, n].sorted(f)',
  'sort in place': 'let a = [n, n]\na.sort(f)',
  group: 'return [n].group_by(f)',
  find: 'return [n].find(f)',
  any: 'return [n].any(f)',
  count: 'return [n].count(f)',
  min: 'return [n, n].min(f)',
  'map of a map': 'return {a: n}.map((k, v) => f(v))',
  'filter of a map': 'return {a: n}.filter((k, v) => f(v))',
  held: 'let m = {g: f}\nreturn m.g(n)',
  closure: 'let g = none\ng = x => f(x)\nreturn g(n)',
  log: 'log f(n)',
  spawn: 'spawn("cube", f(n))',
  entity: 'find("Lamp").hp = f(n)',
  move: 'move find("Lamp") by f(n)\nreturn (1, 2, 3)',
  assert: 'assert(f(n))',
};

const sourceOf = (body: string): string => `fn f(n)\n${body}\nend\nfn run(args)\n  return f(0)\nend\n`;

/** The rest: where the call is no part of the body. */
const OTHERS: Readonly<Record<string, string>> = {
  'a default value': 'fn f(a = f()) return a end\nfn run() return f() end\n',
  'a default value of a lambda': 'fn f() return (fn(x = f()) return x end)() end\nfn run() return f() end\n',
  'functions in turns': 'fn a(n) return [b(n)] end\nfn b(n) return {c: a(n)} end\nfn run() return a(0) end\n',
};

/** The tool calls itself by its host; each run stands on the one below. */
const TOOL = `fn f(n, args)\n  if n > 0 then return ${around('[1, ', 'f(n - 1, args)', ']', 60)} end\n  return call_tool("again", args)\nend\nfn run(args)\n  return f(5, args)\nend\n`;
/** As many runs as the engine lets stand on each other. */
const MAX_NESTED = 8;

/** Host frames on the stack before the first run. */
function deepIn<T>(frames: number, work: () => T): T {
  return frames === 0 ? work() : ([frames].map((left) => deepIn(left - 1, work))[0] ?? work());
}

function load(name: string, source: string): Program {
  const { program, diagnostics } = loadProgram(source, { mode: 'tool' });
  if (program !== undefined) return program;
  const first = diagnostics.find(({ severity }) => severity === 'error');
  throw new Error(`${name}: ${first?.code ?? ''} ${first?.message ?? ''}`);
}

const scene = (): MemoryScene => new MemoryScene([{ name: 'Lamp' }]);

/** The last guard says the same as the weighted depth, so what comes to it is counted. */
let stackErrors = 0;

/** Counts them while something is done. */
function watching<T>(work: () => T): T {
  const guard = Object.getOwnPropertyDescriptor(Run.prototype, 'failureOf');
  if (guard === undefined) throw new Error('the guard is gone');
  const { value: original } = guard as { value: (this: Run, thrown: unknown) => Failure | undefined };
  const counting = function (this: Run, thrown: unknown): Failure | undefined {
    if (thrown instanceof RangeError) stackErrors += 1;
    return original.call(this, thrown);
  };
  Object.defineProperty(Run.prototype, 'failureOf', { ...guard, value: counting });
  try {
    return work();
  } finally {
    Object.defineProperty(Run.prototype, 'failureOf', guard);
  }
}

function endOf(program: Program): string {
  const before = stackErrors;
  const outcome = runLoaded(program, { scene: scene(), instructions: 5_000_000 });
  if (stackErrors > before) return 'the stack was used up';
  return outcome.ok ? 'ok' : outcome.error.code;
}

function nested(program: Program): string {
  const call = (args: JsonValue): string => {
    const depth = typeof args === 'object' && args !== null && 'depth' in args ? Number(args.depth) : 0;
    if (depth >= MAX_NESTED) return 'at the end';
    const outcome = runLoaded(program, {
      scene: scene(),
      args: { depth: depth + 1 },
      tool: { tools: { again: (given) => call(given) } },
    });
    return outcome.ok ? JSON.stringify(outcome.result) : outcome.error.code;
  };
  return call({ depth: 0 });
}

export interface DepthReport {
  /** How each program ended, where it was not with `too_deep`. */
  readonly others: Readonly<Record<string, string>>;
  readonly programs: number;
  /** What a tool that calls itself gave. */
  readonly nested: string;
}

/** Runs them all from a stack with so many frames of the host's. */
export const reportDepth = (frames: number): DepthReport => watching(() => report(frames));

function report(frames: number): DepthReport {
  const others: Record<string, string> = {};
  const sources = [
    ...Object.entries(BODIES).map(([name, body]) => [name, sourceOf(body)] as const),
    ...Object.entries(OTHERS),
  ];
  for (const [name, source] of sources) {
    const program = load(name, source);
    // Compiled once more by V8 as it runs again; frames differ.
    for (let round = 0; round < 3; round += 1) {
      const end = deepIn(frames, () => endOf(program));
      if (end !== 'too_deep') others[name] = end;
    }
  }
  const program = load('tool', TOOL);
  const before = stackErrors;
  const end = deepIn(frames, () => nested(program));
  return { others, programs: sources.length, nested: stackErrors > before ? 'the stack was used up' : end };
}
