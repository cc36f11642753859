/** `studio_overview` and `studio_presence`: the whole studio at a glance, and who is doing what. */
import type { JsonObject } from '../../json';
import { optionalText, requiredText } from '../../tools/builtin/args';
import { anyObject, defineTool, flag, list, text } from '../../tools/builtin/define';
import { count } from '../../tools/builtin/entities';
import type { ToolContext, ToolDefinition, ToolResult } from '../../tools/definition';
import { jsonResult } from '../../tools/result';
import { isOpen } from '../board';
import { bySeverity, needsDecision } from '../feedback';
import { LOOP_TEMPLATES } from '../loop-templates';
import { memberOf } from '../people';
import { numberOf } from '../records';
import {
  FEEDBACK_CATEGORIES,
  FEEDBACK_STATUSES,
  PRESENCE_STATUSES,
  PRIORITIES,
  SEVERITIES,
  TASK_STATUSES,
  VERDICTS,
  type StudioMember,
  type StudioOverview,
  type StudioPresence,
  type StudioProblem,
} from '../types';
import { asJson, checkWritten, invalid, tell, time, type StudioParts } from '../writing';
import { AS, countByStatus, shortText } from './common';
import { summaryOf } from './loop-shared';
import { channelsOf } from './message-tools';

const NEEDS_DECISION = 20;
const RECENT = 10;

export function overviewTools(parts: StudioParts): ToolDefinition[] {
  return [overviewTool(parts), presenceTool(parts)];
}

function overviewTool(parts: StudioParts): ToolDefinition {
  return defineTool({
    name: 'studio_overview',
    title: 'The studio',
    description:
      'Shows the team at a glance: who is in the roster and what they are doing, the board in numbers, feedback that waits for a decision, recent decisions, loops, channels with what you have not read. Begin here. Example: {}.',
    category: 'studio',
    input: {
      include_catalog: flag('Also the words that tools take, and templates of loops.', false),
      as: AS,
    },
    output: {
      you: anyObject('`by` (who you act as here), `decides`.'),
      agents: list(
        anyObject(
          '`id`, `name`, `role`, `discipline`, `focus`, `status`, `activity`, `open_tasks`, `decides`.',
        ),
        'The roster.',
      ),
      presence: list(
        anyObject('`agent`, `status`, `activity`, `at`.'),
        'Of everybody who said something of it.',
      ),
      board: anyObject('Tasks by status.'),
      feedback: anyObject('Feedback by status.'),
      needs_decision: list(
        anyObject('As studio_feedback_list gives them.'),
        'The most severe first, at most 20.',
      ),
      recent_decisions: list(anyObject('As studio_decide gives them.'), 'The newest first, at most 10.'),
      loops: list(
        anyObject('`name`, `status`, `goal`, `iteration`, `stage`, `pending`, `problem`.'),
        'All of them.',
      ),
      channels: list(anyObject('`channel`, `messages`, `unread`, `last`.'), 'All of them.'),
      problems: list(anyObject('`path`, `problem`.'), 'Files that can’t be used as they are.'),
      catalog: anyObject('Statuses, priorities, categories, verdicts, roles, disciplines, templates.'),
    },
    optional: ['catalog'],
    quiet: true,
    usesScene: false,
    run: (args, context) => overview(parts, args, context),
  });
}

function overview(parts: StudioParts, args: JsonObject, context: ToolContext): ToolResult {
  const { store, people, messages, marks, loops, presence } = parts;
  const actor = people.actorOf(context, optionalText(args, 'as'));
  const tasks = store.tables.tasks.read();
  const feedback = store.tables.feedback.read();
  const decisions = store.tables.decisions.read();
  const written = messages.read();
  const allLoops = loops.all();
  const problems: StudioProblem[] = [
    ...[store.tables.tasks, store.tables.feedback, store.tables.decisions].flatMap((table) => {
      const { problem } = table.read();
      return problem === undefined ? [] : [{ path: table.spec.path, problem }];
    }),
    ...(written.problem === undefined ? [] : [{ path: 'studio/messages.jsonl', problem: written.problem }]),
    ...allLoops.flatMap(({ name, problem }) =>
      problem === undefined ? [] : [{ path: `studio/loops/${name}.loop.json`, problem }],
    ),
  ];
  const all: StudioOverview = {
    you: { by: actor.by, decides: actor.decides },
    agents: membersOf(parts),
    presence: presence.all(),
    board: countByStatus(TASK_STATUSES, tasks.records.values()),
    feedback: countByStatus(FEEDBACK_STATUSES, feedback.records.values()),
    needs_decision: [...feedback.records.values()]
      .filter(needsDecision)
      .sort(bySeverity)
      .slice(0, NEEDS_DECISION),
    recent_decisions: [...decisions.records.values()]
      .sort((a, b) => numberOf(b.id) - numberOf(a.id))
      .slice(0, RECENT),
    loops: allLoops.map(summaryOf),
    channels: channelsOf([...written.messages.values()], actor.by, marks.of(actor.by)),
    problems,
  };
  return jsonResult(
    { ...asJson(all), ...(args.include_catalog === true ? { catalog: catalog(all.agents) } : {}) },
    words(all),
  );
}

function membersOf({ people, presence, store }: StudioParts): StudioMember[] {
  const open = new Map<string, number>();
  for (const task of store.tables.tasks.read().records.values())
    if (task.assignee !== undefined && isOpen(task))
      open.set(task.assignee, (open.get(task.assignee) ?? 0) + 1);
  return people.entries().map(({ id, profile }): StudioMember => {
    const openTasks = open.get(id) ?? 0;
    if (profile === undefined)
      return { id, name: id, status: 'broken', open_tasks: openTasks, decides: false };
    const said = presence.of(id);
    return {
      ...memberOf(profile),
      status: said?.status ?? 'idle',
      ...(said?.activity === undefined ? {} : { activity: said.activity }),
      open_tasks: openTasks,
    };
  });
}

function catalog(agents: readonly StudioMember[]): JsonObject {
  const words = (key: 'role' | 'discipline'): string[] =>
    [...new Set(agents.flatMap((agent) => agent[key] ?? []))].sort();
  return {
    task_statuses: [...TASK_STATUSES],
    priorities: [...PRIORITIES],
    feedback_categories: [...FEEDBACK_CATEGORIES],
    feedback_statuses: [...FEEDBACK_STATUSES],
    severities: [...SEVERITIES],
    verdicts: [...VERDICTS],
    roles: words('role'),
    disciplines: words('discipline'),
    loop_templates: Object.keys(LOOP_TEMPLATES),
  };
}

function words({
  you,
  agents,
  board,
  needs_decision: waiting,
  loops,
  channels,
  problems,
}: StudioOverview): string {
  const unread = channels.reduce((sum, channel) => sum + channel.unread, 0);
  return [
    `You act as ${you.by}${you.decides ? ', and may decide' : ''}.`,
    `${count(agents.length, 'agent')}: ${agents.map(({ id, status, activity }) => `${id} ${status}${activity === undefined ? '' : ` (${activity})`}`).join(', ') || 'none'}.`,
    `Board: ${TASK_STATUSES.map((status) => `${board[status]} ${status}`).join(', ')}.`,
    `${waiting.length} feedback ${waiting.length === 1 ? 'waits' : 'wait'} for a decision; ${unread} unread.`,
    ...loops.map(
      ({ name, status, stage }) => `Loop ${name}: ${status}${stage === undefined ? '' : ` at ${stage}`}.`,
    ),
    ...problems.map(({ problem }) => problem),
  ].join('\n');
}

function presenceTool(parts: StudioParts): ToolDefinition {
  return defineTool({
    name: 'studio_presence',
    title: 'Say what you are doing',
    description:
      'Tells the team what you are doing, or what you wait for. It is shown as long as the editor is open. Example: {"status": "working", "activity": "lights the bridge"}.',
    category: 'studio',
    input: {
      status: text('How it stands.', { enum: [...PRESENCE_STATUSES] }),
      activity: shortText('In a few words.'),
      agent: text('Of whom; yourself by default.', { maxLength: 64 }),
      as: AS,
    },
    required: ['status'],
    output: { presence: anyObject('`agent`, `status`, `activity`, `at`.') },
    effect: 'project',
    idempotent: true,
    dryRunSafe: true,
    usesScene: false,
    run: (args, context) => {
      checkWritten(args);
      const { people, presence } = parts;
      const actor = people.actorOf(context, optionalText(args, 'as'));
      const wanted = optionalText(args, 'agent')?.toLowerCase() ?? actor.by;
      if (wanted !== actor.by && actor.member !== undefined)
        throw invalid(`${actor.by} can't speak for ${wanted}`, 'Leave "agent" out.');
      const status = PRESENCE_STATUSES.find((word) => word === requiredText(args, 'status')) ?? 'idle';
      const activity = optionalText(args, 'activity')?.trim() ?? '';
      const said: StudioPresence = {
        agent: wanted === actor.by ? wanted : people.known(wanted).id,
        status,
        ...(activity === '' ? {} : { activity }),
        at: time(parts),
      };
      if (!context.dryRun) {
        const { changed, undo } = presence.set(said);
        context.onRollback(undo);
        if (changed) {
          const doing = activity === '' ? '' : `: ${activity}`;
          tell(parts, context, 'presence', `${said.agent} is ${status}${doing}`, {
            action: 'presence',
            id: said.agent,
            by: actor.by,
            status,
            ...(activity === '' ? {} : { activity }),
          });
        }
      }
      return jsonResult({ presence: asJson(said) }, `${said.agent} is ${status}.`);
    },
  });
}
