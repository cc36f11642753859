/** `call_waiting` and `call_answer`: what people see of calls that wait for them, and their answers. */
import { toolError, type ToolError } from '../../errors';
import type { Json, JsonObject } from '../../json';
import { textProblem } from '../../custom/hidden-text';
import { isPerson } from '../../custom/lifecycle/workshop';
import { optionalText, requiredText } from '../../tools/builtin/args';
import { anyObject, defineTool, flag, integer, list, text } from '../../tools/builtin/define';
import type { ToolContext, ToolDefinition, ToolResult } from '../../tools/definition';
import { failureResult, jsonResult } from '../../tools/result';
import type { AgentParts } from '../parts';
import { waitingFacts, type Questions, type WaitingCall } from '../questions';

/** Characters of the arguments of one call that the list shows; asked for by its id, a call is shown whole. */
const MAX_LISTED_ARGS = 4_000;

export function waitingTools(parts: AgentParts): ToolDefinition[] {
  const { questions } = parts;
  return [
    {
      ...defineTool({
        name: 'call_waiting',
        title: 'Calls that wait',
        description:
          'Lists the calls of agents that wait for a person to allow or decline them: who, which tool, with which arguments, what it may do, and until when it waits. ' +
          'With "call" that one alone, its arguments whole. Example: {"call": "c12"}.',
        category: 'agent',
        input: { call: text('The id of one call.', { maxLength: 64 }) },
        output: {
          waiting: list(
            anyObject(
              '`call`, `actor`, `agent`, `tool`, `title`, `hash`, `args` (or `args_cut`), `because`, `may`, `covers`, `below` (custom tools that it may run, each with its hash), `asked_at`, `expires_at`.',
            ),
            'In the order in which they were asked.',
          ),
          total: integer('How many wait.'),
        },
        quiet: true,
        usesScene: false,
        run: (args) => listWaiting(questions, optionalText(args, 'call')),
      }),
    },
    {
      ...defineTool({
        name: 'call_answer',
        title: 'Allow or decline a call',
        description:
          'For people only: allows one waiting call of an agent, once, or declines it with a reason that the agent gets to read. An answer to a call that does not wait any more does nothing. Example: {"call": "c12", "allow": true}.',
        category: 'agent',
        input: {
          call: text('The id of the call, from call_waiting.', { maxLength: 64 }),
          allow: flag('True lets it run, once; false declines it.'),
          reason: text('Why it is declined, for the agent.', { maxLength: 2000 }),
        },
        required: ['call', 'allow'],
        output: {
          call: text('The call.'),
          tool: text('The tool that it calls.'),
          answer: text('"allowed" or "declined".'),
        },
        effect: 'project',
        dryRunSafe: true,
        usesScene: false,
        humanOnly: (args) => needsPerson(args),
        run: (args, context) => answer(questions, args, context),
      }),
      governance: true,
    },
  ];
}

function needsPerson(args: JsonObject): ToolError {
  const call = typeof args.call === 'string' ? args.call.slice(0, 64) : 'c1';
  return toolError(
    'approval_requires_human',
    'Only a person allows or declines a waiting call.',
    `It waits in the window under Studio > Agents; in a terminal in the project's folder: skywalker call call_answer '{"call": "${call}", "allow": true}'.`,
  );
}

function listWaiting(questions: Questions, call: string | undefined): ToolResult {
  const all = questions.list();
  const one = call === undefined ? undefined : questions.get(call);
  if (call !== undefined && one === undefined) {
    return failureResult(
      toolError(
        'not_found',
        `No call ${JSON.stringify(call)} waits for a person.`,
        'Without "call", all that wait are listed.',
      ),
    );
  }
  const shown = one === undefined ? all.map(shortened) : [asJson(one)];
  const lines = (one === undefined ? all : [one]).map(
    (waiting) =>
      `${waiting.call}: ${waiting.actor} asks to call ${waiting.tool} ${clip(JSON.stringify(waiting.args), one === undefined ? 200 : Infinity)}; it ${waiting.may.join('; ')}; waits until ${waiting.expires_at}`,
  );
  return jsonResult(
    { waiting: shown, total: all.length },
    lines.length === 0 ? 'No call waits for a person.' : lines.join('\n'),
  );
}

function shortened(waiting: WaitingCall): JsonObject {
  const size = JSON.stringify(waiting.args).length;
  if (size <= MAX_LISTED_ARGS) return asJson(waiting);
  return { ...asJson(waiting), args: waitingFacts(waiting).args ?? {}, args_cut: size };
}

function answer(questions: Questions, args: JsonObject, context: ToolContext): ToolResult {
  if (!isPerson(context.caller)) return failureResult(needsPerson(args));
  const call = requiredText(args, 'call');
  const allow = args.allow === true;
  const given = optionalText(args, 'reason')?.trim();
  const reason = given === '' ? undefined : given;
  const hidden = reason === undefined ? undefined : textProblem(reason, 'The reason');
  if (hidden !== undefined) return failureResult(toolError('invalid_arguments', `${hidden}.`, 'Remove it.'));
  const waiting = questions.get(call);
  if (context.dryRun && waiting !== undefined)
    return jsonResult(
      { call, tool: waiting.tool, answer: 'none' },
      'Nothing was answered: this is a dry run.',
    );
  const answered = questions.answer(call, {
    allow,
    by: context.caller.actor,
    by_call: context.callId,
    ...(reason === undefined || allow ? {} : { reason }),
  });
  if (!answered.ok) return failureResult(answered.error);
  const { tool, actor } = answered.value;
  return jsonResult(
    { call, tool, answer: allow ? 'allowed' : 'declined' },
    `${allow ? 'Allowed' : 'Declined'} ${tool} for ${actor} (${call}).`,
  );
}

function clip(value: string, limit: number): string {
  return value.length > limit ? `${value.slice(0, limit)}… (${value.length} characters)` : value;
}

function asJson(waiting: WaitingCall): JsonObject {
  return Object.fromEntries(
    Object.entries(waiting).filter((entry): entry is [string, Json] => entry[1] !== undefined),
  );
}
