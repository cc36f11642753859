/** From what somebody gave to a definition that has passed every check, with its version; and its tests. */
import { fail, succeed, type Outcome } from '../../errors';
import type { Json, JsonObject } from '../../json';
import type { ToolContext } from '../../tools/definition';
import { defaultProblems } from '../../tools/validation';
import type { Entry } from '../entry';
import { AUTHOR_FIELDS, parseDefinition, type ParsedDefinition } from '../definition';
import { definitionJson } from '../definition-file';
import { remarksOf } from '../effects';
import { leastCapabilities } from '../least';
import { needsOf } from '../needs';
import { definitionHash } from '../hash';
import type { Compiled } from '../kinds/compiled';
import { compileDefinition } from '../kinds/compile';
import { normaliseName } from '../names';
import { filesToBring } from '../library-view';
import { checkReferences, findCycle } from '../references';
import { ToolStore } from '../store';
import { runTests } from '../testing';
import { toolOf } from '../tool-definition';
import type { CustomDefinition, LeastCapabilities, TestRecord } from '../types';
import type { Workshop } from './workshop';

/** A definition that has passed every check but its tests. */
export interface Candidate {
  readonly definition: CustomDefinition;
  readonly compiled: Compiled;
  readonly hash: string;
  readonly warnings: readonly string[];
  /** Capabilities that would be enough, where they are fewer. */
  readonly least?: LeastCapabilities;
}

export interface Merged {
  readonly raw: JsonObject;
  readonly code?: { readonly text: string; readonly file: string };
  /** Files that the code uses and that come along from the library, by path. */
  readonly bring: ReadonlyMap<string, string>;
}

/** The author's fields of the tool as it was, with those given in their place; null takes one away. */
export function mergedDefinition(
  workshop: Workshop,
  args: JsonObject,
  before: Entry | undefined,
): Outcome<Merged> {
  let base: JsonObject = {};
  const known = before?.stored.definition;
  if (known !== undefined) {
    const json = definitionJson(known);
    base = { ...json, ...(known.code === undefined ? {} : { wander: known.code }) };
  }
  let bring: ReadonlyMap<string, string> = new Map();
  if (typeof args.from_library === 'string') {
    const found = workshop.library.find(args.from_library);
    if (!found.ok) return found;
    const files = filesToBring(found.value, (path) => workshop.catalog.store.readCode(path));
    if (!files.ok) return files;
    base = found.value.raw;
    bring = files.value;
  }
  const given = Object.entries(args).filter(([key]) => key !== 'from_library' && key !== 'dry_run');
  const fields = new Map<string, Json>(
    Object.entries(base).filter(([key]) => AUTHOR_FIELDS.some((field) => field === key)),
  );
  const has = (key: string): boolean => args[key] !== undefined && args[key] !== null;
  // One implementation takes the place of another.
  if (has('steps') || has('wander') || has('source')) {
    for (const key of ['kind', 'wander', 'source']) fields.delete(key);
    if (!has('steps')) for (const key of ['steps', 'result']) fields.delete(key);
  }
  for (const [key, value] of given) {
    if (value === null) fields.delete(key);
    else fields.set(key, value);
  }
  const source = fields.get('source');
  if (typeof source === 'string' && has('source') && !fields.has('wander')) {
    const text = workshop.catalog.store.readCode(source);
    if (!text.ok) return fail('invalid_definition', `source: ${text.error.message}`, text.error.hint);
    return succeed({ raw: Object.fromEntries(fields), code: { text: text.value, file: source }, bring });
  }
  // Code that is given, and code of the library, goes into the tool's own file.
  if (has('wander') || typeof args.from_library === 'string') fields.delete('source');
  return succeed({ raw: Object.fromEntries(fields), bring });
}

/** Parses, compiles and checks a definition against the tools that there are. */
export function checkCandidate(
  workshop: Workshop,
  raw: JsonObject,
  code: { text: string; file: string } | undefined,
  author: string,
  bring: ReadonlyMap<string, string> = new Map(),
): Outcome<Candidate> {
  const named = normaliseName(typeof raw.name === 'string' ? raw.name : '');
  const codeFile =
    code?.file ??
    (named.ok && typeof raw.wander === 'string' ? ToolStore.codePathOf(named.value) : undefined);
  const parsed = parseDefinition(raw, {
    from: 'define',
    author,
    ...(code === undefined ? {} : { code: code.text }),
    ...(codeFile === undefined ? {} : { codeFile }),
  });
  return parsed.ok ? checkParsed(workshop, parsed.value, () => true, bring) : parsed;
}

/** What has to hold of every definition, whoever gave it. `strict` tells which unknown tools in `calls` are refused; the others are remarked on. */
export function checkParsed(
  workshop: Workshop,
  parsed: ParsedDefinition,
  strict: (tool: string) => boolean,
  bring: ReadonlyMap<string, string> = new Map(),
): Outcome<Candidate> {
  const { catalog, project } = workshop;
  const { definition } = parsed;
  const taken = catalog.get(definition.name);
  if (taken !== undefined && catalog.entry(definition.name) === undefined) {
    return fail(
      'name_taken',
      `There is a tool named ${definition.name} already, of another kind (${taken.kind}).`,
      'Choose another name.',
    );
  }
  const rival = definition.kind === 'external' ? undefined : catalog.atPathOf(definition.name);
  if (rival !== undefined) {
    return fail(
      'name_taken',
      `The file of ${rival.stored.name}, ${rival.stored.path}, is where that of ${definition.name} would be.`,
      'Choose another name.',
    );
  }
  const [wrongDefault] = defaultProblems(definition.input_schema);
  if (wrongDefault !== undefined)
    return fail('invalid_definition', `input_schema: ${wrongDefault}`, 'Mend the default or its schema.');
  const references = checkReferences(definition, catalog, strict);
  if (!references.ok) return references;
  const compiled = compileDefinition(
    definition,
    { project, componentTypes: workshop.componentTypes(), tools: catalog, served: workshop.served },
    (path) => {
      const found = catalog.store.readCode(path);
      return bring.get(path) ?? (found.ok ? found.value : undefined);
    },
  );
  if (!compiled.ok) return compiled;
  const cycle = findCycle(definition, compiled.value.effects.calls, catalog);
  if (cycle?.certain === true) {
    return fail(
      'invalid_definition',
      `It would call itself without end: ${cycle.chain.join(' → ')}.`,
      'Take one of these calls out.',
    );
  }
  const { effects } = compiled.value;
  const needs = needsOf(effects, definition.kind === 'composite', catalog);
  const warnings = [
    ...parsed.warnings,
    ...remarksOf(definition, { ...effects, unbounded: [] }, needs),
    ...references.value,
    ...compiled.value.warnings,
    ...(cycle === undefined
      ? []
      : [`It may come back to itself: ${cycle.chain.join(' → ')}. Such calls end 8 tools deep.`]),
  ];
  const hash = definitionHash(definition, compiled.value.modules);
  const least = leastCapabilities(
    definition.capabilities,
    needs,
    workshop.stats.observed(definition.name, hash),
  );
  return succeed({
    definition,
    compiled: compiled.value,
    hash,
    warnings,
    ...(least === undefined ? {} : { least }),
  });
}

/** The definition as it is to be saved: its version rises where what it does has changed; who made it stays. */
export function withVersion(
  candidate: Candidate,
  before: CustomDefinition | undefined,
  hashBefore: string | undefined,
  actor: string,
  now: Date,
): Candidate {
  const at = now.toISOString();
  const { definition, hash } = candidate;
  if (before === undefined) {
    return {
      ...candidate,
      definition: {
        ...definition,
        version: 1,
        author: actor,
        provenance: { created_by: actor, created_at: at },
      },
    };
  }
  const created = before.provenance ?? { created_by: before.author, created_at: at };
  const kept: CustomDefinition = {
    ...definition,
    version: before.version + (hash === hashBefore ? 0 : 1),
    author: before.author,
    provenance: {
      created_by: created.created_by,
      created_at: created.created_at,
      updated_by: actor,
      updated_at: at,
    },
    ...(before.extra === undefined ? {} : { extra: before.extra }),
    ...(definition.enabled ? {} : { disabled_by: before.enabled ? actor : (before.disabled_by ?? actor) }),
  };
  return { ...candidate, definition: kept };
}

/** The tests of a definition, whatever its status; nothing is kept. */
export function testCandidate(
  workshop: Workshop,
  candidate: Candidate,
  context: ToolContext,
): Promise<TestRecord[]> {
  const { definition, compiled, hash } = candidate;
  return runTests(definition.tests, {
    pipeline: workshop.pipeline,
    caller: context.caller,
    signal: context.signal,
    monotonic: workshop.monotonic,
    tool: (onRun) => toolOf(definition, compiled, hash, { status: 'active', onRun }, workshop.catalog),
  });
}
