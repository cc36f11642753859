/** `call_running` and `call_cancel`: the calls that are under way, and a person's way to end one. */
import { toolError, type ToolError } from '../../errors';
import { isPerson } from '../../custom/lifecycle/workshop';
import { requiredText } from '../../tools/builtin/args';
import { anyObject, defineTool, integer, list, text } from '../../tools/builtin/define';
import type { ToolDefinition } from '../../tools/definition';
import { failureResult, jsonResult } from '../../tools/result';
import type { RunningCall, RunningCalls } from '../../tools/running-calls';

export function runningTools(running: RunningCalls): ToolDefinition[] {
  return [
    defineTool({
      name: 'call_running',
      title: 'Calls that run',
      description:
        'Lists the calls that have begun and not ended: who called which tool, since when, and whether it waits for a person. Example: {}.',
      category: 'agent',
      output: {
        calls: list(
          anyObject('`call`, `actor`, `tool`, `title`, `since`, `asks` (it waits for a person).'),
          'In the order in which they began.',
        ),
        total: integer('How many run.'),
      },
      quiet: true,
      usesScene: false,
      run: () => {
        const calls = running.list();
        const lines = calls.map(
          ({ id, actor, tool, asks }) => `${id}: ${tool} for ${actor}${asks() ? ', waits for a person' : ''}`,
        );
        return jsonResult(
          { calls: calls.map(facts), total: calls.length },
          lines.length === 0 ? 'No call runs.' : lines.join('\n'),
        );
      },
    }),
    {
      ...defineTool({
        name: 'call_cancel',
        title: 'Stop a call',
        description:
          'For people only: stops a call that runs or waits, whoever made it. What it changed is taken back, and its caller gets the error "cancelled", which says that a person stopped it. Example: {"call": "c12"}.',
        category: 'agent',
        input: { call: text('The id of the call, from call_running or an event.', { maxLength: 64 }) },
        required: ['call'],
        output: { call: text('The call.'), tool: text('The tool that it called.') },
        effect: 'project',
        dryRunSafe: true,
        usesScene: false,
        humanOnly: () => needsPerson(),
        run: (args, { caller, dryRun, callId }) => {
          if (!isPerson(caller)) return failureResult(needsPerson());
          const call = requiredText(args, 'call');
          const found = call === callId ? undefined : running.get(call);
          if (found === undefined)
            return failureResult(
              toolError(
                'unknown_call',
                `No call ${JSON.stringify(call)} runs; it may have ended.`,
                'call_running lists the calls that run; what has ended can be undone with history.',
              ),
            );
          if (!dryRun) found.stop(caller.actor);
          return jsonResult(
            { call, tool: found.tool },
            `${dryRun ? 'Would stop' : 'Stopped'} ${found.tool} of ${found.actor} (${call}).`,
          );
        },
      }),
      governance: true,
    },
  ];
}

function facts({ id, actor, tool, title, since, asks }: RunningCall): Record<string, string | boolean> {
  return { call: id, actor, tool, title, since: new Date(since * 1000).toISOString(), asks: asks() };
}

function needsPerson(): ToolError {
  return toolError(
    'approval_requires_human',
    'Only a person stops a call by its id.',
    'To stop a call of your own, cancel its request (notifications/cancelled).',
  );
}
