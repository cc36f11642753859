/** `tool_list_custom`, `tool_inspect` and `tool_test`: they change nothing. */
import { toolError } from '../../errors';
import { isJsonObject, type JsonObject } from '../../json';
import type { ToolContext, ToolDefinition, ToolResult, ToolSuccess } from '../../tools/definition';
import { anyObject, flag, list, text } from '../../tools/builtin/define';
import { requiredText } from '../../tools/builtin/args';
import { count } from '../../tools/builtin/entities';
import { failureResult, jsonResult } from '../../tools/result';
import { didYouMean } from '../../text/suggest';
import { shortHash } from '../hash';
import { inspectionOf, summaryOf, summaryOfTool } from '../inspection';
import { asJson } from '../json-copy';
import { authored } from '../least';
import { inspectLibrary, libraryTools } from '../library-view';
import { parseSetupList } from '../parse-steps';
import { Problems } from '../problems';
import { runTest, runTests } from '../testing';
import { toolOf } from '../tool-definition';
import type {
  LibraryRelation,
  TestRecord,
  ToolInspection,
  ToolListing,
  ToolSummary,
  ToolTest,
} from '../types';
import { candidateOf } from './candidate-of';
import { SETUP, TEST_RECORDS, UNSAVED_DEFINITION } from './schemas';
import { passedText, testLines } from './test-text';
import { lifecycleTool, type Workshop } from './workshop';

const STATUSES = ['active', 'pending_approval', 'rejected', 'disabled', 'offline', 'invalid', 'policy_off'];
const KINDS = ['wander', 'composite', 'external', 'script'];

export function readTools(workshop: Workshop): ToolDefinition[] {
  return [
    lifecycleTool({
      name: 'tool_list_custom',
      title: 'List custom tools',
      description:
        'Lists every custom tool of the project with its status (active, pending_approval, rejected, disabled, offline, invalid, policy_off), why it is not active, what it may do, its author, version, hash and statistics; and the policy. Example: {"status": "pending_approval"}',
      input: {
        status: text('Only tools with this status.', { enum: STATUSES }),
        kind: text('Only tools of this kind.', { enum: KINDS }),
        reload: flag('Reads all tool files again first.', false),
        include_library: flag("Also lists the user's library.", false),
      },
      output: {
        tools: list(anyObject('A tool.'), 'Sorted by name.'),
        policy: text('The policy in force.'),
        policy_note: text('Why game.json says another one.'),
        problems: list({ type: 'string' }, 'What can not be read or written at present.'),
        library: list(
          anyObject(
            "A tool of the library; `relation` says how it stands to the project's tool of its name.",
          ),
          'With include_library.',
        ),
        removed: list(anyObject('{name, by, at}'), 'Removed tools that can come back.'),
      },
      optional: ['policy_note', 'problems', 'library', 'removed'],
      run: (args) => {
        if (args.reload === true) workshop.catalog.load('system');
        else workshop.catalog.refreshAll();
        const listing = listingOf(workshop, args);
        return jsonResult(asJson(listing), listingText(listing));
      },
    }),
    lifecycleTool({
      name: 'tool_inspect',
      title: 'Inspect a custom tool',
      description:
        'Everything there is to know of one custom tool: definition, code, status and why, approval, what it declares beside what its code was found to use, what changed since it was approved, statistics, the last calls and errors, its tests. Example: {"name": "user_enemies_near"}',
      input: {
        name: text('The tool.'),
        library: flag(
          "The tool of that name in the user's library, and how it differs from this project's.",
          false,
        ),
      },
      required: ['name'],
      output: {
        name: text('The tool.'),
        status: text('Its status; "library" for one of the library.'),
        hash: text('Of its definition.'),
      },
      run: (args) =>
        args.library === true
          ? inspectInLibrary(workshop, requiredText(args, 'name'))
          : inspect(workshop, requiredText(args, 'name')),
    }),
    lifecycleTool({
      name: 'tool_test',
      title: 'Test a custom tool',
      description:
        'Runs the tests of a custom tool, one of them, or one dry call with arguments of yours. Everything is rolled back and nothing is counted; a tool that waits for approval can be tested, and a definition that is not saved yet. Examples: {"name": "user_enemies_near", "args": {"radius": 8}}, {"name": "user_enemies_near", "test": "finds one"}',
      input: {
        name: text('The tool.'),
        definition: UNSAVED_DEFINITION,
        args: anyObject('One dry call with these arguments, in place of the tests.'),
        setup: SETUP,
        test: text("One test's name."),
      },
      output: {
        name: text('The tool.'),
        passed: { type: 'integer', description: 'Tests that passed.' },
        failed: { type: 'integer', description: 'Tests that failed.' },
        tests: TEST_RECORDS,
      },
      ownDryRuns: true,
      waits: true,
      run: (args, context) => test(workshop, args, context),
    }),
  ];
}

/** Everything that `tool_list_custom` tells. */
export function listingOf(workshop: Workshop, filter: JsonObject = {}): ToolListing {
  const { catalog } = workshop;
  const own = catalog.all().map((entry) => summaryOf(entry, workshop));
  const known = new Set(own.map((tool) => tool.name));
  const elsewhere = catalog
    .tools()
    .flatMap((tool) => (known.has(tool.name) ? [] : (summaryOfTool(tool, workshop) ?? [])));
  const wanted = (tool: ToolSummary): boolean =>
    (filter.status === undefined || tool.status === filter.status) &&
    (filter.kind === undefined || tool.kind === filter.kind);
  const state = catalog.policyState;
  const problems = [
    ...(catalog.problem === undefined ? [] : [catalog.problem]),
    ...(workshop.ledger.problem === undefined ? [] : [workshop.ledger.problem]),
    ...(workshop.keys.problem === undefined ? [] : [workshop.keys.problem]),
    ...(workshop.keys.vault.state.problem === undefined ? [] : [workshop.keys.vault.state.problem]),
    ...(workshop.audit.problem === undefined
      ? []
      : [`The audit can't be written: ${workshop.audit.problem}`]),
    ...(workshop.stats.problem === undefined ? [] : [`Statistics can't be saved: ${workshop.stats.problem}`]),
  ];
  return {
    tools: [...own, ...elsewhere].filter(wanted).sort((a, b) => (a.name < b.name ? -1 : 1)),
    policy: state.policy,
    ...(state.note === undefined ? {} : { policy_note: state.note }),
    ...(problems.length === 0 ? {} : { problems }),
    ...(workshop.removed.list.length === 0 ? {} : { removed: workshop.removed.list }),
    ...(filter.include_library === true
      ? {
          library: libraryTools(
            workshop.library,
            (name) => catalog.entry(name),
            workshop.project.settings.id,
          ),
        }
      : {}),
  };
}

const RELATIONS: Readonly<Record<LibraryRelation, string>> = {
  absent: 'this project does not have it',
  same: 'this project has the same',
  library_newer: 'newer than what this project has',
  project_newer: 'older than what this project has',
  different: 'another tool than the one of this name here',
};

function listingText(listing: ToolListing): string {
  const lines = listing.tools.map((tool) => {
    const reason = tool.reason === undefined ? '' : ` ${tool.reason}`;
    return `${tool.name} (${tool.kind}, version ${tool.version}, by ${tool.author}): ${tool.status.replaceAll('_', ' ')}, ${count(tool.statistics.calls, 'call')}, ${count(tool.statistics.errors, 'error')}.${reason}${hostText(tool)}`;
  });
  const library = (listing.library ?? []).map(
    (tool) =>
      `library: ${tool.name} (${tool.kind}, version ${tool.version}): ${tool.problem ?? RELATIONS[tool.relation]}`,
  );
  return [
    `Policy: ${listing.policy}. ${listing.tools.length} custom tool${listing.tools.length === 1 ? '' : 's'}.`,
    ...(listing.policy_note === undefined ? [] : [listing.policy_note]),
    ...(listing.problems ?? []),
    ...lines,
    ...library,
  ].join('\n');
}

function hostText({ host }: ToolSummary): string {
  if (host === undefined) return '';
  if (!host.online) return ` Nobody serves it now; ${host.owner} did.`;
  return ` Served by ${host.label === undefined ? '' : `“${host.label}”, `}${host.owner} (${host.id ?? ''}).`;
}

function inspectInLibrary(workshop: Workshop, name: string): ToolResult {
  const found = workshop.library.find(name);
  if (!found.ok) return failureResult(found.error);
  const entry = found.value;
  const inspection = inspectLibrary(entry, workshop.catalog.entry(entry.name), workshop.project.settings.id);
  return jsonResult(
    asJson(inspection),
    [
      `${inspection.name} of the library (${inspection.kind}, version ${inspection.version}, ${shortHash(inspection.hash)}): ${RELATIONS[inspection.relation]}.`,
      inspection.description,
      ...(inspection.capability_changes ?? []),
      ...(inspection.modules === undefined ? [] : [`Its code uses ${inspection.modules.join(', ')}.`]),
      ...(inspection.code === undefined ? [] : ['', inspection.code]),
    ].join('\n'),
  );
}

function inspect(workshop: Workshop, name: string): ToolResult {
  const found = workshop.catalog.find(name);
  if (found.ok) {
    const inspection = inspectionOf(found.value, workshop);
    return jsonResult(asJson(inspection), inspectionText(inspection));
  }
  const tool = workshop.catalog.get(name);
  const summary = tool === undefined ? undefined : summaryOfTool(tool, workshop);
  if (tool === undefined || summary === undefined) {
    if (tool === undefined) return failureResult(found.error);
    return failureResult(
      toolError(
        'invalid_arguments',
        `${name} is a tool of the engine, not a custom one.`,
        `tool_search {"query": "${name}"} describes it.`,
      ),
    );
  }
  return jsonResult(
    asJson({
      ...summary,
      definition: {},
      input_schema: tool.inputSchema,
      limits: tool.custom?.limits ?? {},
      remarks: [],
      recent: workshop.stats.recent(name),
    }),
    `${name}: ${summary.status.replaceAll('_', ' ')}.`,
  );
}

/** What a dry call shows, for who tries the tool. */
function picturesOf({ images, content = [] }: ToolSuccess): Pick<ToolSuccess, 'images' | 'content'> {
  const pictures = content.filter(({ type }) => type === 'image');
  return {
    ...(images === undefined ? {} : { images }),
    ...(pictures.length === 0 ? {} : { content: pictures }),
  };
}

function inspectionText(tool: ToolInspection): string {
  const { approval, found } = tool;
  return [
    `${tool.name} (${tool.kind}, version ${tool.version}, ${tool.hash === '' ? 'broken' : shortHash(tool.hash)}), by ${tool.author}: ${tool.status.replaceAll('_', ' ')}.${hostText(tool)}`,
    ...(tool.reason === undefined ? [] : [tool.reason]),
    tool.description,
    ...(approval === undefined
      ? []
      : [
          `${approval.status === 'approved' ? 'Approved' : 'Rejected'} by ${approval.by} on ${approval.at.slice(0, 10)} (${shortHash(approval.hash)}).`,
        ]),
    ...(tool.capability_changes ?? []),
    ...(found === undefined || found.calls.length === 0 ? [] : [`Calls: ${found.calls.join(', ')}.`]),
    ...tool.remarks,
    ...(tool.least === undefined
      ? []
      : [`Less would be enough: "capabilities": ${JSON.stringify(authored(tool.least.capabilities))}.`]),
    `${count(tool.statistics.calls, 'call')}, ${count(tool.statistics.errors, 'error')}, ${Math.round(tool.statistics.total_ms)} ms in all.`,
    ...(tool.code === undefined ? [] : ['', tool.code]),
  ].join('\n');
}

async function test(workshop: Workshop, args: JsonObject, context: ToolContext): Promise<ToolResult> {
  const candidate = candidateOf(workshop, args, context);
  if (!candidate.ok) return failureResult(candidate.error);
  const { definition, compiled, hash } = candidate.value;
  const run = {
    pipeline: workshop.pipeline,
    caller: context.caller,
    signal: context.signal,
    monotonic: workshop.monotonic,
    tool: (onRun: Parameters<Parameters<typeof runTests>[1]['tool']>[0]) =>
      toolOf(definition, compiled, hash, { status: 'active', onRun }, workshop.catalog),
  };
  let records: TestRecord[];
  let dry: ToolResult | undefined;
  if (isJsonObject(args.args) || args.setup !== undefined) {
    const problems = new Problems();
    const setup = parseSetupList(args.setup, problems);
    if (problems.any) return problems.failure('The dry call');
    const dryCall: ToolTest = { name: 'dry call', setup, args: isJsonObject(args.args) ? args.args : {} };
    records = [await runTest(dryCall, { ...run, onResult: (result) => (dry = result) })];
  } else {
    const wanted =
      typeof args.test === 'string'
        ? definition.tests.filter((each) => each.name === args.test)
        : definition.tests;
    if (typeof args.test === 'string' && wanted.length === 0) {
      const names = definition.tests.map((each) => each.name);
      const hint =
        didYouMean(args.test, names) ??
        (names.length === 0 ? 'It has no tests.' : `Its tests: ${names.join(', ')}.`);
      return failureResult(
        toolError('not_found', `${definition.name} has no test ${JSON.stringify(args.test)}.`, hint),
      );
    }
    records = await runTests(wanted, run);
    // Of a run that was cancelled, those left over did not fail.
    if (typeof args.name === 'string' && args.test === undefined && !context.signal.aborted)
      workshop.keepTests(definition.name, hash, records);
  }
  const failed = records.filter((record) => !record.ok).length;
  const structured = asJson({
    name: definition.name,
    passed: records.length - failed,
    failed,
    tests: records,
  });
  const text = [`${definition.name}: ${passedText(records)}`, ...testLines(records)].join('\n');
  return { ...jsonResult(structured, text), ...(dry?.ok === true ? picturesOf(dry) : {}) };
}
