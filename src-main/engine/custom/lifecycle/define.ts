/** `tool_define`: makes a tool or changes one. Everything is checked and its tests have passed before a file is written. */
import { fail, succeed, ToolFailure, toolError, type Outcome } from '../../errors';
import type { Json, JsonObject } from '../../json';
import type { ToolContext, ToolDefinition, ToolResult } from '../../tools/definition';
import { flag, list, text } from '../../tools/builtin/define';
import { failureResult, jsonResult } from '../../tools/result';
import { defaultProblems } from '../../tools/validation';
import { AUTHOR_FIELDS, parseDefinition } from '../definition';
import { definitionJson } from '../definition-file';
import type { Entry } from '../catalog';
import { capabilityChanges, remarksOf } from '../effects';
import { definitionHash, shortHash } from '../hash';
import { asJson } from '../json-copy';
import type { Compiled } from '../kinds/compiled';
import { compileDefinition } from '../kinds/compile';
import { normaliseName } from '../names';
import { approvalWords, resolveStatus, type ResolvedStatus } from '../policy';
import { checkReferences, findCycle } from '../references';
import { ToolStore } from '../store';
import { runTests } from '../testing';
import { toolOf } from '../tool-definition';
import type { CustomDefinition, TestRecord } from '../types';
import { DEFINITION_FIELDS, TEST_RECORDS } from './schemas';
import { passedText, shortRecords, testLines } from './test-text';
import { actorOf, doerOf, isPerson, lifecycleTool, type Workshop } from './workshop';

/** A definition that has passed every check but its tests. */
export interface Candidate {
  readonly definition: CustomDefinition;
  readonly compiled: Compiled;
  readonly hash: string;
  readonly warnings: readonly string[];
}

export function defineTools(workshop: Workshop): ToolDefinition[] {
  return [
    lifecycleTool({
      name: 'tool_define',
      title: 'Define a tool',
      description:
        'Makes a tool of your own, or changes one: fields that are not given stay as they are. Use it when no tool does what you need or you repeat the same steps. Everything is validated, the code is compiled and the tests run as dry runs before anything is saved; a failing test blocks the save. A tool that only reads is active at once; one that edits, writes files or reaches the network waits for a person (the answer says what to tell them). Example: {"name": "enemies_near", "description": "Enemies within a radius of a point. Example: {\\"radius\\": 8}", "input_schema": {"type": "object", "properties": {"radius": {"type": "number", "default": 10}}}, "wander": "fn run(args)\\n  return within((0, 0, 0), args.radius, \\"enemy\\").length\\nend"}',
      input: {
        ...DEFINITION_FIELDS,
        enabled: flag('False saves it turned off.'),
        from_library: text("Takes a tool of the user's library up; the other fields change it."),
        dry_run: flag('Checks and tests everything, and saves nothing.', false),
      },
      output: {
        name: text('With its prefix.'),
        status: text('active, pending_approval, disabled, rejected or policy_off.'),
        hash: text('What an approval holds for.'),
        version: { type: 'integer', description: 'Rises when what the tool does has changed.' },
        tests: TEST_RECORDS,
        warnings: list({ type: 'string' }, 'What is worth a look.'),
        reason: text('Why it is not active.'),
        next: text('What to do now.'),
        capability_changes: list(
          { type: 'string' },
          'What it may do now that it could not before, and the other way round.',
        ),
        saved: flag('False for a dry run.'),
      },
      optional: ['reason', 'next', 'capability_changes'],
      ownDryRuns: true,
      effect: 'project',
      run: (args, context) => {
        const name = nameOf(args);
        if (!name.ok) return failureResult(name.error);
        return workshop.turns.take(name.value, () => define(workshop, name.value, args, context));
      },
    }),
  ];
}

function nameOf(args: JsonObject): Outcome<string> {
  const given = typeof args.name === 'string' ? args.name : args.from_library;
  if (typeof given !== 'string') {
    return fail('invalid_definition', 'The definition has no name.', 'Give "name", such as "enemies_near".');
  }
  const named = normaliseName(given);
  return named.ok ? named : fail('invalid_definition', named.error.message, named.error.hint);
}

async function define(
  workshop: Workshop,
  name: string,
  args: JsonObject,
  context: ToolContext,
): Promise<ToolResult> {
  const { catalog } = workshop;
  if (catalog.entry(name)) catalog.refresh(name);
  const before = catalog.entry(name);
  const merged = mergedDefinition(workshop, args, before);
  if (!merged.ok) return failureResult(merged.error);
  const checked = checkCandidate(
    workshop,
    { ...merged.value.raw, name },
    merged.value.code,
    actorOf(context),
  );
  if (!checked.ok) return failureResult(checked.error);
  const turnedOn = before?.stored.definition?.enabled === false && checked.value.definition.enabled;
  const offBy = before?.stored.definition?.disabled_by;
  if (turnedOn && (offBy === 'user' || offBy === 'cli') && !isPerson(context.caller)) {
    return failureResult(
      toolError(
        'approval_requires_human',
        `${name} was turned off by ${offBy}; only a person can turn it on.`,
        'Leave "enabled" out, and ask the person.',
      ),
    );
  }
  const candidate = withVersion(
    checked.value,
    before?.stored.definition,
    before?.stored.hash,
    context,
    workshop.now(),
  );
  const records = await testCandidate(workshop, candidate, context);
  const failed = records.filter((record) => !record.ok);
  if (failed.length > 0) {
    return failureResult(
      toolError(
        'tests_failed',
        `${failed.length} of ${records.length} tests of ${name} failed, so nothing was saved:\n${testLines(failed).join('\n')}`,
        'Mend the tool or its tests and define it again.',
        { tests: shortRecords(records).map(asJson) },
      ),
    );
  }
  const dry = args.dry_run === true;
  // The tests took their time: what somebody else did meanwhile is not overwritten.
  if (catalog.entry(name)) catalog.refresh(name);
  if (catalog.entry(name)?.stored !== before?.stored) {
    return failureResult(
      toolError(
        'conflict',
        `${name} was changed by somebody else while its tests ran. Nothing was saved.`,
        'Look at it with tool_inspect, then define it again.',
      ),
    );
  }
  const resolved = dry ? preview(workshop, candidate) : save(workshop, candidate, before, records, context);
  return answer(candidate, resolved, before, records, !dry);
}

/** The author's fields of the tool as it was, with those given in their place; null takes one away. */
function mergedDefinition(
  workshop: Workshop,
  args: JsonObject,
  before: Entry | undefined,
): Outcome<{ raw: JsonObject; code?: { text: string; file: string } }> {
  let base: JsonObject = {};
  const known = before?.stored.definition;
  if (known !== undefined) {
    const json = definitionJson(known);
    base = { ...json, ...(known.code === undefined ? {} : { wander: known.code }) };
  }
  if (typeof args.from_library === 'string') {
    const found = workshop.library.find(args.from_library);
    if (!found.ok) return found;
    base = found.value;
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
    return succeed({ raw: Object.fromEntries(fields), code: { text: text.value, file: source } });
  }
  // Code that is given, and code of the library, goes into the tool's own file.
  if (has('wander') || typeof args.from_library === 'string') fields.delete('source');
  return succeed({ raw: Object.fromEntries(fields) });
}

/** Parses, compiles and checks a definition against the tools that there are. */
export function checkCandidate(
  workshop: Workshop,
  raw: JsonObject,
  code: { text: string; file: string } | undefined,
  author: string,
): Outcome<Candidate> {
  const { catalog, project } = workshop;
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
  if (!parsed.ok) return parsed;
  const { definition } = parsed.value;
  const taken = catalog.get(definition.name);
  if (taken !== undefined && catalog.entry(definition.name) === undefined) {
    return fail(
      'name_taken',
      `There is a tool named ${definition.name} already, of another kind (${taken.kind}).`,
      'Choose another name.',
    );
  }
  const [wrongDefault] = defaultProblems(definition.input_schema);
  if (wrongDefault !== undefined)
    return fail('invalid_definition', `input_schema: ${wrongDefault}`, 'Mend the default or its schema.');
  const references = checkReferences(definition, catalog, true);
  if (!references.ok) return references;
  const compiled = compileDefinition(
    definition,
    { project, componentTypes: workshop.componentTypes(), tools: catalog },
    (path) => {
      const found = catalog.store.readCode(path);
      return found.ok ? found.value : undefined;
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
  const warnings = [
    ...parsed.value.warnings,
    ...remarksOf(definition, { ...effects, unbounded: [] }),
    ...references.value,
    ...compiled.value.warnings,
    ...(cycle === undefined
      ? []
      : [`It may come back to itself: ${cycle.chain.join(' → ')}. Such calls end 8 tools deep.`]),
  ];
  return succeed({
    definition,
    compiled: compiled.value,
    hash: definitionHash(definition, compiled.value.modules),
    warnings,
  });
}

function withVersion(
  candidate: Candidate,
  before: CustomDefinition | undefined,
  hashBefore: string | undefined,
  context: ToolContext,
  now: Date,
): Candidate {
  const actor = actorOf(context);
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

function preview(workshop: Workshop, { definition, hash }: Candidate): ResolvedStatus {
  return resolveStatus({
    name: definition.name,
    policy: workshop.catalog.policyState.policy,
    capabilities: definition.capabilities,
    ...workshop.catalog.switchOf(definition.name, definition),
    verdict: workshop.approvals.verdict(definition.name, hash),
  });
}

function save(
  workshop: Workshop,
  candidate: Candidate,
  before: Entry | undefined,
  records: readonly TestRecord[],
  context: ToolContext,
): ResolvedStatus {
  const { catalog, audit } = workshop;
  const { definition, hash } = candidate;
  const actor = actorOf(context);
  if (isPerson(context.caller)) {
    const { name, enabled } = definition;
    if (enabled) workshop.ledger.turnOn(name);
    else if (before?.stored.definition?.enabled !== false)
      workshop.ledger.turnOff(name, actor, workshop.now().toISOString());
  }
  catalog.store.write(definition);
  const base = ToolStore.baseOfPath(ToolStore.pathOf(definition.name));
  const entry = base === undefined ? undefined : catalog.reload(base);
  if (entry === undefined)
    throw new ToolFailure(toolError('io_error', `The file of ${definition.name} is gone again.`));
  workshop.keepTests(definition.name, entry.stored.hash, records);
  audit.note('defined', actor, {
    tool: definition.name,
    hash: entry.stored.hash,
    ...(before === undefined ? {} : { hash_before: before.stored.hash }),
    version: definition.version,
    status: entry.resolved.status,
    call: context.callId,
  });
  const kind = before === undefined ? 'defined' : 'changed';
  const verb =
    before === undefined ? 'Defined' : before.stored.hash === hash ? 'Saved (unchanged)' : 'Changed';
  catalog.tell(
    kind,
    doerOf(context),
    entry,
    {},
    `${verb} ${definition.name} (version ${definition.version}): ${entry.resolved.status.replaceAll('_', ' ')}`,
  );
  return entry.resolved;
}

function answer(
  candidate: Candidate,
  resolved: ResolvedStatus,
  before: Entry | undefined,
  records: readonly TestRecord[],
  saved: boolean,
): ToolResult {
  const { definition, hash, warnings } = candidate;
  const { name, version } = definition;
  const earlier = before?.stored.definition;
  const changes = earlier === undefined ? [] : capabilityChanges(definition, earlier);
  const next =
    resolved.status === 'pending_approval'
      ? approvalWords(name)
      : resolved.status === 'active' && saved
        ? `Call it: ${name}.`
        : undefined;
  const structured = asJson({
    name,
    status: resolved.status,
    hash,
    version,
    tests: shortRecords(records),
    warnings,
    ...(resolved.reason === undefined ? {} : { reason: resolved.reason }),
    ...(next === undefined ? {} : { next }),
    ...(changes.length === 0 ? {} : { capability_changes: changes }),
    saved,
  });
  const head = `${saved ? 'Saved' : 'Checked, not saved:'} ${name}, version ${version} (${shortHash(hash)}): ${resolved.status.replaceAll('_', ' ')}.`;
  const lines = [
    head,
    passedText(records),
    ...(resolved.reason === undefined ? [] : [resolved.reason]),
    ...changes,
    ...warnings.map((warning) => `Warning: ${warning}`),
    ...(next === undefined ? [] : [next]),
  ];
  return jsonResult(structured, lines.join('\n'));
}
