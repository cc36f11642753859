/** `tool_define`: makes a tool or changes one. Everything is checked and its tests have passed before a file is written. */
import { fail, ToolFailure, toolError, type Outcome } from '../../errors';
import type { JsonObject } from '../../json';
import type { ToolContext, ToolDefinition, ToolResult } from '../../tools/definition';
import { anyObject, flag, list, text } from '../../tools/builtin/define';
import { failureResult, jsonResult } from '../../tools/result';
import type { Entry } from '../entry';
import { capabilityChanges } from '../effects';
import { authored } from '../least';
import { shortHash } from '../hash';
import { asJson } from '../json-copy';
import { normaliseName } from '../names';
import { approvalWords, resolveStatus, type ResolvedStatus } from '../policy';
import { ToolStore } from '../store';
import type { TestRecord } from '../types';
import { checkCandidate, mergedDefinition, testCandidate, withVersion, type Candidate } from './candidate';
import { DEFINITION_FIELDS, TEST_RECORDS } from './schemas';
import { passedText, shortRecords, testLines } from './test-text';
import { actorOf, doerOf, isPerson, lifecycleTool, type Workshop } from './workshop';

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
        least_capabilities: anyObject(
          'Capabilities that would be enough, where they are fewer: give them as "capabilities".',
        ),
        saved: flag('False for a dry run.'),
      },
      optional: ['reason', 'next', 'capability_changes', 'least_capabilities'],
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
  const known = catalog.find(name);
  const before = known.ok ? known.value : undefined;
  const merged = mergedDefinition(workshop, args, before);
  if (!merged.ok) return failureResult(merged.error);
  const checked = checkCandidate(
    workshop,
    { ...merged.value.raw, name },
    merged.value.code,
    actorOf(context),
    merged.value.bring,
  );
  if (!checked.ok) return failureResult(checked.error);
  const rival = before === undefined ? catalog.store.rivalOf(name) : undefined;
  if (rival !== undefined) {
    return failureResult(
      toolError(
        'conflict',
        `${rival} is there, and would be one file with that of ${name} on Windows and macOS.`,
        'Rename or remove it, or choose another name.',
      ),
    );
  }
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
    actorOf(context),
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
  const resolved = workshop.changes.alone(() => {
    // The tests took their time: what somebody else did meanwhile is not overwritten.
    const now = catalog.find(name);
    if ((now.ok ? now.value.stored : undefined) !== before?.stored) return undefined;
    return dry
      ? preview(workshop, candidate)
      : save(workshop, candidate, before, records, context, merged.value.bring);
  });
  if (resolved === undefined) {
    return failureResult(
      toolError(
        'conflict',
        `${name} was changed by somebody else while its tests ran. Nothing was saved.`,
        'Look at it with tool_inspect, then define it again.',
      ),
    );
  }
  const taken =
    typeof args.from_library === 'string'
      ? takenWarnings(workshop, args.from_library, candidate, before, !dry)
      : [];
  return answer(
    { ...candidate, warnings: [...taken, ...candidate.warnings] },
    resolved,
    before,
    records,
    !dry,
  );
}

/** What became of the tool that a tool of the library was put in the place of; and the library remembers who has it. */
function takenWarnings(
  workshop: Workshop,
  from: string,
  { definition, hash }: Candidate,
  before: Entry | undefined,
  saved: boolean,
): string[] {
  const { library, project } = workshop;
  const found = library.find(from);
  if (saved && found.ok && found.value.name === definition.name) {
    try {
      library.noteTaken(definition.name, project.settings.id, found.value.hash);
    } catch {
      // The tool is taken up all the same; only that it came from here is not remembered.
    }
  }
  const old = before?.stored.definition;
  if (old === undefined || before?.stored.hash === hash) return [];
  return [
    `It ${saved ? 'stands' : 'would stand'} in the place of this project's ${old.name}, version ${old.version} by ${old.author}.`,
  ];
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
  bring: ReadonlyMap<string, string>,
): ResolvedStatus {
  const { catalog, changes, ledger } = workshop;
  const { definition, hash } = candidate;
  const { name, version, enabled } = definition;
  const actor = actorOf(context);
  const entry = changes.make(
    {
      event: 'defined',
      tool: name,
      actor,
      facts: {
        hash,
        ...(before === undefined ? {} : { hash_before: before.stored.hash }),
        version,
        call: context.callId,
      },
      files: new Map([...bring, ...catalog.store.textsFor(definition)]),
    },
    () => {
      if (isPerson(context.caller)) {
        if (enabled) ledger.turnOn(name);
        else if (before?.stored.definition?.enabled !== false)
          ledger.turnOff(name, actor, workshop.now().toISOString());
      }
      const base = ToolStore.baseOfPath(ToolStore.pathOf(name));
      const saved = base === undefined ? undefined : catalog.reload(base);
      if (saved === undefined)
        throw new ToolFailure(toolError('io_error', `The file of ${name} is gone again.`));
      workshop.keepTests(name, saved.stored.hash, records);
      return saved;
    },
    ({ stored, resolved }) => ({ hash: stored.hash, status: resolved.status }),
  );
  const kind = before === undefined ? 'defined' : 'changed';
  const verb =
    before === undefined ? 'Defined' : before.stored.hash === hash ? 'Saved (unchanged)' : 'Changed';
  catalog.news.tell(
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
  const { definition, hash, warnings, least } = candidate;
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
    ...(least === undefined ? {} : { least_capabilities: authored(least.capabilities) }),
    saved,
  });
  const head = `${saved ? 'Saved' : 'Checked, not saved:'} ${name}, version ${version} (${shortHash(hash)}): ${resolved.status.replaceAll('_', ' ')}.`;
  const lines = [
    head,
    passedText(records),
    ...(resolved.reason === undefined ? [] : [resolved.reason]),
    ...changes,
    ...warnings.map((warning) => `Warning: ${warning}`),
    ...(least === undefined
      ? []
      : [`Less would be enough: "capabilities": ${JSON.stringify(authored(least.capabilities))}.`]),
    ...(next === undefined ? [] : [next]),
  ];
  return jsonResult(structured, lines.join('\n'));
}
