/** `skywalker trust`: whose approvals of tools count for this user. */
import type { Command, Invocation } from '../command';
import { JSON_OPTION, PROJECT_OPTION, withSession } from '../common-options';
import { usageError } from '../exit-codes';
import { showResult } from '../show-result';

export const trustCommand: Command = {
  name: 'trust',
  summary: "Trusts a teammate's key, or lists the keys that are trusted.",
  usage: ['', 'KEY [--label NAME]', 'KEY --remove'],
  details: [
    'Approvals of tools are signed. One that is signed by a key which is not trusted here counts as none.',
    'A key is "ed25519:" and 43 characters, as in tools/approvals.json; compare it with what your teammate tells you.',
  ],
  options: {
    ...PROJECT_OPTION,
    ...JSON_OPTION,
    label: { help: 'Whose key it is.', value: 'NAME' },
    remove: { help: 'Take the trust back.' },
  },

  run(call: Invocation): Promise<number> {
    const [key] = call.arguments(0, 1, 'Nothing');
    const label = call.text('label');
    if (key === undefined && (label !== undefined || call.flag('remove')))
      throw usageError('The key is missing.');
    const args = {
      ...(key === undefined ? {} : { key, trust: !call.flag('remove') }),
      ...(label === undefined ? {} : { label }),
    };
    return withSession(call, 'trust', async (session) =>
      showResult(call.io, await session.call('tool_trust', args), call.flag('json')),
    );
  },
};
