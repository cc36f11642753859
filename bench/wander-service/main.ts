/**
 * How long the language service takes after one keystroke in a text of 1,000 lines. Each question is timed as the first
 * one asked about the changed text, so that each pays for the analysis; between two keystrokes the text is as it was, which is
 * an edit for the service too. The main two questions are also asked in a text of 5,000 lines, and in one function of 1,000.
 */
import { complete } from '../../src-main/wander/service/completion';
import { diagnostics } from '../../src-main/wander/service/diagnostics';
import type { ServiceFacts } from '../../src-main/wander/service/document';
import { formatEdits } from '../../src-main/wander/service/formatting';
import { hover } from '../../src-main/wander/service/hover';
import { semanticTokens } from '../../src-main/wander/service/semantic-tokens';
import { signatureHelp } from '../../src-main/wander/service/signature';
import { folding, symbols } from '../../src-main/wander/service/structure';
import { keystrokes, type Keystroke } from './edits';
import { MODULE, longFunction, longProgram } from './program';

const LINES = 1000;
const KEYSTROKES = 200;
const WARM_UP = 100;
/** Each keystroke is timed as often, and the middle time taken: what else the machine does meanwhile is left out. */
const TRIES = 3;

const text = longProgram(LINES);
const LONG_LINES = 5000;
const facts: ServiceFacts = {
  mode: 'tool',
  module: (path) => (path === 'scripts/shared.wander' ? MODULE : undefined),
  componentTypes: ['light', 'mesh', 'camera'],
  componentFields: { light: ['intensity', 'color'] },
  toolNames: ['crate_row', 'scene_save'],
  tags: ['crate', 'lamp'],
  entityNames: ['Crate A', 'Lamp'],
  inputSchema: {
    type: 'object',
    properties: { kind: { type: 'string' }, count: { type: 'integer' }, reach: { type: 'number' } },
  },
};

const QUESTIONS: Readonly<Record<string, (keystroke: Keystroke) => unknown>> = {
  diagnostics: ({ text: now }) => diagnostics(now, facts),
  completion: ({ text: now, cursor }) => complete(now, cursor, facts),
  hover: ({ text: now, cursor }) => hover(now, cursor, facts),
  signature: ({ text: now, cursor }) => signatureHelp(now, cursor, facts),
  semantic_tokens: ({ text: now }) => semanticTokens(now, facts),
  symbols: ({ text: now }) => symbols(now, facts),
  folding: ({ text: now }) => folding(now),
  formatting: ({ text: now }) => formatEdits(now),
};

interface Times {
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

function timesOf(ask: (keystroke: Keystroke) => unknown, from = text): Times {
  const times: number[] = [];
  let before = 0;
  for (const keystroke of keystrokes(from, WARM_UP + KEYSTROKES, 11)) {
    before += 1;
    const tries = Array.from({ length: before > WARM_UP ? TRIES : 1 }, () => timeOf(ask, keystroke, from));
    if (before > WARM_UP) times.push(middle(tries));
  }
  times.sort((a, b) => a - b);
  const at = (part: number): number =>
    times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
  return { p50: rounded(at(0.5)), p95: rounded(at(0.95)), max: rounded(at(1)) };
}

function timeOf(ask: (keystroke: Keystroke) => unknown, keystroke: Keystroke, from: string): number {
  diagnostics(from, facts);
  const start = performance.now();
  ask(keystroke);
  return performance.now() - start;
}

const middle = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

const rounded = (milliseconds: number): number => Math.round(milliseconds * 100) / 100;

const OTHER_TEXTS: Readonly<Record<string, string>> = {
  lines_5000: longProgram(LONG_LINES),
  one_function: longFunction(LINES),
};

for (const each of [text, ...Object.values(OTHER_TEXTS)]) {
  const told = diagnostics(each, facts).filter(({ severity }) => severity === 'error');
  if (told.length > 0) throw new Error(`the text has errors: ${told[0]?.line} ${told[0]?.message}`);
}

const results: Record<string, Times> = {};
for (const [name, ask] of Object.entries(QUESTIONS)) results[name] = timesOf(ask);
const others: Record<string, Record<string, Times>> = {};
for (const [name, other] of Object.entries(OTHER_TEXTS)) {
  others[name] = {};
  for (const question of ['diagnostics', 'completion']) {
    const ask = QUESTIONS[question];
    if (ask !== undefined) others[name][question] = timesOf(ask, other);
  }
}

/** The service has the thread to itself as in `skywalker lsp`, and the heap that Node gives to every process. */
const flags = process.execArgv.filter((flag) => flag !== '--expose-gc').join(' ') || 'none';

const lines = text.split('\n').length;
if (process.argv.includes('--json')) {
  const figures = {
    lines,
    keystrokes: KEYSTROKES,
    diagnostics_p95_ms: results.diagnostics?.p95,
    completion_p95_ms: results.completion?.p95,
    questions: results,
    ...others,
    v8_flags: flags,
  };
  console.log(JSON.stringify(figures, null, 2));
} else {
  console.log(`${KEYSTROKES} keystrokes in a text of ${lines} lines; milliseconds, the analysis included`);
  const show = (name: string, { p50, p95, max }: Times): void =>
    console.log(`${name.padEnd(16)} p50 ${p50}  p95 ${p95}  max ${max}`);
  for (const [name, times] of Object.entries(results)) show(name, times);
  for (const [name, questions] of Object.entries(others)) {
    console.log(`\n${name}`);
    for (const [question, times] of Object.entries(questions)) show(question, times);
  }
  console.log(`\nflags of V8, as in "skywalker lsp": ${flags}`);
}
