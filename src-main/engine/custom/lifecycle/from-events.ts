/** `tool_from_events`: drafts a composite tool from recorded calls. Nothing is saved: `tool_define` takes the draft. */
import { toolError } from '../../errors';
import { valueAt, type Json, type JsonObject } from '../../json';
import { listNames } from '../../text/suggest';
import type { ToolContext, ToolDefinition, ToolResult } from '../../tools/definition';
import { anyObject, list, text } from '../../tools/builtin/define';
import { optionalTexts, requiredText } from '../../tools/builtin/args';
import { filePatternProblem } from '../../tools/file-patterns';
import { failureResult, jsonResult } from '../../tools/result';
import { draftOf, type Draft } from '../from-events/draft';
import {
  findEvents,
  recordedCalls,
  type LeftOut,
  type RecordedCall,
  type Wanted,
} from '../from-events/recorded';
import { asJson } from '../json-copy';
import { compositeEffects } from '../kinds/composite-effects';
import { normaliseName } from '../names';
import { needsOf } from '../needs';
import { checkCandidate } from './candidate';
import { actorOf, lifecycleTool, type Workshop } from './workshop';

export function fromEventsTools(workshop: Workshop): ToolDefinition[] {
  return [
    lifecycleTool({
      name: 'tool_from_events',
      title: 'Draft a tool from recorded calls',
      description:
        'Makes the draft of a composite tool from calls that were recorded in the event log: values that differ between repeated calls, and those that "lift" names, become arguments with the recorded values as defaults; what one call gave and a later one used becomes a template; repeated calls become one step with for_each. It answers with a definition, which is not saved, and notes of what was lifted and left out: look it over, write its description, and give it to tool_define. Example: {"events": [120, 124, 126], "name": "row_of_lamps", "lift": ["color"]}',
      input: {
        events: list(
          { type: ['integer', 'string'] },
          'The calls, by the number of their event (`seq` of events_poll) or their id ("c12").',
          { minItems: 1, maxItems: 200 },
        ),
        name: text('What the tool is to be called.'),
        lift: list(
          text(
            'A name ("position"), a place ("components.light.intensity"), or that of one event ("120.position").',
          ),
          'Values that are to be arguments.',
          { maxItems: 50 },
        ),
      },
      required: ['events', 'name'],
      output: {
        definition: anyObject('The draft, as tool_define takes it.'),
        notes: list({ type: 'string' }, 'What was made of the calls, and what to look at.'),
        lifted: list(anyObject('{argument, from}: the places that it was taken from.'), 'Arguments.'),
        left_out: list(anyObject('{event, tool?, why}'), 'Events that are no part of the draft.'),
        calls: { type: 'integer', description: 'Calls that it was made of.' },
      },
      run: (args, context) => fromEvents(workshop, args, context),
    }),
  ];
}

async function fromEvents(workshop: Workshop, args: JsonObject, context: ToolContext): Promise<ToolResult> {
  const named = normaliseName(requiredText(args, 'name'));
  if (!named.ok) return failureResult(named.error);
  const wanted = (Array.isArray(args.events) ? (args.events as readonly Json[]) : []).filter(
    (each): each is Wanted => typeof each === 'number' || typeof each === 'string',
  );
  const { found, missing } = await findEvents(workshop.events, wanted.map(wantedOf));
  const { calls, leftOut } = recordedCalls(found, workshop.catalog);
  const all: LeftOut[] = [
    ...leftOut,
    ...missing.map((event): LeftOut => ({ event, why: 'there is no such event in the log' })),
  ];
  if (calls.length === 0) {
    const [first] = all;
    return failureResult(
      toolError(
        'invalid_arguments',
        `Nothing of this can be a step of a tool${first === undefined ? '' : `: ${eventText(first)}, ${first.why}`}.`,
        'Name calls that worked: events of the type "tool" with "ok": true.',
        { left_out: all.map(asJson) },
      ),
    );
  }
  const drafted = draftOf(calls, optionalTexts(args, 'lift') ?? []);
  if (!drafted.ok) return failureResult(drafted.error);
  const draft = drafted.value;
  const files = fileNotes(workshop, draft, calls);
  const definition = definitionOf(named.value, draft, calls, files.capabilities);
  const checked = checkCandidate(workshop, definition, undefined, actorOf(context));
  const notes = [
    ...draft.notes,
    ...files.notes,
    ...all.map((each) => `${eventText(each)} is left out: ${each.why}.`),
    ...(workshop.catalog.entry(named.value) === undefined
      ? []
      : [`There is a tool ${named.value} already: tool_define would make this of it.`]),
    ...(checked.ok
      ? checked.value.warnings
      : [`As it stands it is not accepted: ${checked.error.message} ${checked.error.hint ?? ''}`.trim()]),
  ];
  const structured = asJson({
    definition,
    notes,
    lifted: draft.lifted,
    left_out: all,
    calls: calls.length,
  });
  return jsonResult(
    structured,
    [
      `A draft of ${named.value}: ${draft.steps.length} step${draft.steps.length === 1 ? '' : 's'} from ${calls.length} call${calls.length === 1 ? '' : 's'}. Nothing is saved.`,
      ...notes.map((note) => `- ${note}`),
      '',
      JSON.stringify(definition, null, 2),
    ].join('\n'),
  );
}

/** `"120"` means the event, `"c12"` the call. */
function wantedOf(each: Wanted): Wanted {
  return typeof each === 'string' && /^#?\d+$/.test(each) ? Number(each.replace('#', '')) : each;
}

function eventText({ event, tool }: LeftOut): string {
  return `${typeof event === 'number' ? `#${event}` : event}${tool === undefined ? '' : ` (${tool})`}`;
}

function definitionOf(
  name: string,
  draft: Draft,
  calls: readonly RecordedCall[],
  capabilities: JsonObject,
): JsonObject {
  const counts = new Map<string, number>();
  for (const { tool } of calls) counts.set(tool.name, (counts.get(tool.name) ?? 0) + 1);
  const what = listNames(
    [...counts].map(([tool, count]) => (count === 1 ? tool : `${tool} ${count} times`)),
    8,
  );
  const example = JSON.stringify(draft.example);
  const shown = example.length > 300 ? '{}' : example;
  return {
    name,
    description: `Draft of ${calls.length} recorded call${calls.length === 1 ? '' : 's'} (${what}): say here what it does, when to use it and its key arguments. Example: ${shown}`,
    input_schema: draft.input_schema,
    capabilities,
    steps: draft.steps.map((step): JsonObject => ({ ...step })),
  };
}

/** Capabilities as the steps need them; for files that an argument names, the folders that were recorded. */
function fileNotes(
  workshop: Workshop,
  draft: Draft,
  calls: readonly RecordedCall[],
): { readonly capabilities: JsonObject; readonly notes: readonly string[] } {
  const steps = draft.steps;
  const needs = needsOf(compositeEffects(steps, workshop.catalog), true, workshop.catalog);
  const notes: string[] = [];
  const places = (access: 'read' | 'write', paths: readonly string[]): string[] => {
    const all = new Set(paths);
    if (needs.open.has(`files.${access}`)) {
      for (const call of calls) {
        const argument = call.tool.files?.[access];
        if (argument === true) {
          notes.push(
            `${call.tool.name} shows only files that the tool declares: name folders in capabilities.files.${access}.`,
          );
          continue;
        }
        const path = argument === undefined ? undefined : valueAt(call.args, [argument]);
        if (typeof path !== 'string' || paths.includes(path)) continue;
        const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/') + 1) : path;
        all.add(folder);
        notes.push(
          `It may ${access} files in "${folder}", where the recorded call did: name other folders in capabilities.files.${access} if it is to ${access} elsewhere.`,
        );
      }
    }
    return [...all].filter((place) => {
      const problem = filePatternProblem(place, access);
      if (problem !== undefined)
        notes.push(`It can't ${access} ${JSON.stringify(place)} as a tool: it ${problem}.`);
      return problem === undefined;
    });
  };
  const read = places('read', needs.read);
  const write = places('write', needs.written);
  const own = new Set(steps.map((step) => step.tool));
  const below = needs.calls.filter((name) => !own.has(name));
  const capabilities: JsonObject = {
    ...(needs.mutate ? { mutate: true } : {}),
    ...(below.length === 0 ? {} : { calls: [...own, ...below] }),
    ...(read.length + write.length === 0
      ? {}
      : { files: { ...(read.length > 0 ? { read } : {}), ...(write.length > 0 ? { write } : {}) } }),
  };
  return { capabilities, notes: [...new Set(notes)] };
}
