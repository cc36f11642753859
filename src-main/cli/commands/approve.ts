/** `skywalker approve` and `skywalker reject`: decisions about custom tools, by a person at a terminal. */
import type { Command, Invocation } from '../command';
import { PROJECT_OPTION, withSession } from '../common-options';
import { confirmed } from '../confirm';
import { CommandError, EXIT } from '../exit-codes';
import type { ProjectSession } from '../session';
import { showResult } from '../show-result';
import { reviewText, type Inspection, INSPECTION } from '../review';

export const approveCommand = decision('approve');
export const rejectCommand = decision('reject');

function decision(name: 'approve' | 'reject'): Command {
  const approve = name === 'approve';
  return {
    name,
    summary: approve ? 'Approves a custom tool, after showing it.' : 'Rejects a custom tool.',
    usage: ['NAME'],
    details: [
      approve
        ? 'Shows what the tool is, what it may do, and what has changed since it was last approved; then asks. Only a person at a terminal can approve.'
        : 'Shows what the tool is, then asks. Only a person at a terminal can reject.',
    ],
    options: {
      ...PROJECT_OPTION,
      json: { help: 'Print the decision as JSON; the tool is shown on stderr.' },
      attach: { help: 'Only in the editor that has the project open.' },
      reason: { help: 'Why; it is kept with the decision.', value: 'TEXT' },
      hash: { help: 'Decide only about this version of the tool.', value: 'HASH' },
      yes: { help: 'Do not ask: it was looked at before. Needs --hash.', short: 'y' },
    },
    values: [{ names: 'custom' }],

    async run(call: Invocation): Promise<number> {
      const [tool = ''] = call.arguments(1, 1, 'The name of the tool');
      const hash = call.text('hash');
      if (call.flag('yes') && hash === undefined) {
        throw new CommandError(
          EXIT.usage,
          '--yes needs --hash, so that the decision is about what was looked at.',
        );
      }
      if (!call.io.interactive) {
        throw new CommandError(
          EXIT.failed,
          `Only a person at a terminal can ${name} a tool.`,
          'Run it in a terminal, or decide in Studio > Tools.',
        );
      }
      return withSession(call, name, async (session) => {
        const inspection = await inspect(call, session, tool);
        if (hash !== undefined && hash !== inspection.hash) {
          throw new CommandError(
            EXIT.failed,
            `${inspection.name} is another by now: its hash is ${inspection.hash}.`,
          );
        }
        const review = reviewText(call.io, inspection);
        if (call.flag('json')) call.io.errStyled(review);
        else call.io.outStyled(review);
        if (!call.flag('yes')) {
          if (!(await confirmed(call, `${approve ? 'Approve' : 'Reject'} ${inspection.name}?`)))
            return EXIT.failed;
        }
        return decide(call, session, inspection, approve);
      });
    },
  };
}

async function inspect(call: Invocation, session: ProjectSession, tool: string): Promise<Inspection> {
  const result = await session.call('tool_inspect', { name: tool });
  if (!result.ok) throw new CommandError(EXIT.failed, result.error.message, result.error.hint);
  const parsed = INSPECTION.safeParse(result.structured);
  if (!parsed.success)
    throw new CommandError(EXIT.failed, 'The editor answered with something that is no definition.');
  return parsed.data;
}

async function decide(
  call: Invocation,
  session: ProjectSession,
  inspection: Inspection,
  approve: boolean,
): Promise<number> {
  const reason = call.text('reason');
  const result = await session.call('tool_approve', {
    name: inspection.name,
    approve,
    hash: inspection.hash,
    ...(reason === undefined ? {} : { reason }),
  });
  return showResult(call.io, result, call.flag('json'));
}
