/**
 * Everything that the language does with a text, done with any text whatever: it may find fault with it, and must not throw.
 * What it gives must be plain and lie within the text. Each function throws an error that says what did not hold.
 */
import { analyse } from '../analyse';
import { compileProgram } from '../compile/program';
import { format } from '../format';
import { parse } from '../parser';
import type { RunOutcome } from '../run';
import { complete } from '../service/completion';
import { diagnostics } from '../service/diagnostics';
import type { ServiceFacts } from '../service/document';
import { formatEdits } from '../service/formatting';
import { hover } from '../service/hover';
import { definition, references, rename, renameTarget } from '../service/navigation';
import { semanticTokens } from '../service/semantic-tokens';
import { signatureHelp } from '../service/signature';
import { folding, symbols } from '../service/structure';
import { syntaxTokens } from '../service/syntax-tokens';
import { MODULES } from './generator-wide';
import { MemoryScene } from './memory-scene';
import { fingerprint, strangeness } from './plain';
import { runLoaded } from './run-text';

const files = new Map(Object.entries(MODULES));
const BUDGET = 5000;

function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

/** Parses, checks, formats, and where a program comes out of it, runs it. The outcome of the run, where there was one. */
export function exerciseText(text: string, mode: 'tool' | 'script' = 'tool'): RunOutcome | undefined {
  const before = fingerprint();
  const { unit, modules, diagnostics: found } = analyse(text, { mode, module: (path) => files.get(path) });
  const lines = text.split('\n').length;
  for (const { line, column, length, message, file } of found) {
    must(
      message !== '' && line >= 1 && column >= 1 && length >= 0,
      `a diagnostic without a place: ${message}`,
    );
    must(file !== undefined || line <= lines, `a diagnostic below the text, in line ${line}: ${message}`);
  }
  const once = format(text);
  must(format(once) === once, 'formatting twice is not formatting once');
  if (parse(text).problems.errorCount > 0)
    must(once === text, 'what could not be read was formatted all the same');
  if (found.some(({ severity, code }) => severity === 'error' && !/mismatch|property|method/.test(code)))
    return undefined;
  const outcome = runLoaded(compileProgram(unit, modules), {
    scene: new MemoryScene([{ name: 'Lamp', tags: ['light'], components: { light: { intensity: 1 } } }]),
    instructions: BUDGET,
    args: { list: [1, 2], text: 'abc', map: { a: 1 } },
    tool: { tools: { echo: (args) => args }, files: { 'data/notes.txt': 'x' } },
  });
  if (outcome.ok) must(strangeness(outcome.result) === undefined, strangeness(outcome.result) ?? '');
  else must((outcome.error.line ?? 0) >= 1 && outcome.error.code !== '', 'an error without a place');
  must(outcome.instructions <= BUDGET, `more than the budget was used: ${outcome.instructions}`);
  must(fingerprint() === before, 'an object of the host was changed');
  return outcome;
}

/** Asks the language service everything at one place. */
export function exerciseService(text: string, offset: number, facts: ServiceFacts): void {
  const within = (span: { readonly start: number; readonly end: number }, what: string): void =>
    must(
      span.start >= 0 && span.end <= text.length && span.start <= span.end,
      `${what} lies outside of the text`,
    );
  complete(text, offset, facts);
  hover(text, offset, facts);
  signatureHelp(text, offset, facts);
  definition(text, offset, facts);
  references(text, offset, facts);
  const target = renameTarget(text, offset, facts);
  if (target !== undefined) within(target.span, 'what can be renamed');
  rename(text, offset, 'fresh', facts);
}

/** Asks it what is about the whole text. */
export function exerciseWhole(text: string, facts: ServiceFacts): void {
  diagnostics(text, facts);
  semanticTokens(text, facts);
  syntaxTokens(text, facts);
  symbols(text, facts);
  folding(text);
  formatEdits(text);
}
