/** `skywalker trust`: whose approvals of tools count for this user. */
import { z } from 'zod';
import { fingerprintOf, isKey } from '../../engine/custom/keys';
import type { Command, Invocation } from '../command';
import { JSON_OPTION, PROJECT_OPTION, withSession } from '../common-options';
import { confirmed } from '../confirm';
import { EXIT, usageError } from '../exit-codes';
import type { ProjectSession } from '../session';
import { showResult } from '../show-result';

export const trustCommand: Command = {
  name: 'trust',
  summary: "Trusts a teammate's key, or lists the keys that are trusted.",
  usage: ['', 'KEY [--label NAME]', 'KEY --remove'],
  details: [
    'Approvals of tools are signed. One that is signed by a key which is not trusted here counts as none.',
    'A key is "ed25519:" and 43 characters, as in tools/approvals.json. Its fingerprint is shown first: compare it with what your teammate reads out, who sees it with: skywalker trust',
    'Without a key, the keys are listed: your own, those that are trusted, and those that signed approvals here and are not.',
  ],
  options: {
    ...PROJECT_OPTION,
    ...JSON_OPTION,
    label: { help: 'Whose key it is.', value: 'NAME' },
    remove: { help: 'Take the trust back.' },
    yes: { help: 'Do not ask: the fingerprint was compared before.', short: 'y' },
  },
  values: [{ names: 'keys' }],

  async run(call: Invocation): Promise<number> {
    const [key] = call.arguments(0, 1, 'Nothing');
    const label = call.text('label');
    const remove = call.flag('remove');
    if (key === undefined && (label !== undefined || remove)) throw usageError('The key is missing.');
    const args = {
      ...(key === undefined ? {} : { key, trust: !remove }),
      ...(label === undefined ? {} : { label }),
    };
    return withSession(call, 'trust', async (session) => {
      // Whoever is no person is refused by the tool itself, in its own words.
      if (key !== undefined && isKey(key) && !remove && !call.flag('yes') && session.human) {
        for (const line of await aboutKey(session, key)) call.io.err(line);
        if (
          !(await confirmed(
            call,
            `Trust the approvals of this key${label === undefined ? '' : ` as ${label}'s`}?`,
          ))
        )
          return EXIT.failed;
      }
      return showResult(call.io, await session.call('tool_trust', args), call.flag('json'));
    });
  },
};

const UNTRUSTED = z.object({
  untrusted: z.array(
    z.object({
      key: z.string(),
      decisions: z.array(
        z.object({ name: z.string(), status: z.string(), at: z.string(), current: z.boolean() }),
      ),
    }),
  ),
});

/** What a person looks at before trusting a key. */
async function aboutKey(session: ProjectSession, key: string): Promise<readonly string[]> {
  const listed = await session.call('tool_trust', {});
  const parsed = UNTRUSTED.safeParse(listed.ok ? listed.structured : undefined);
  const known = parsed.success ? parsed.data.untrusted.find((each) => each.key === key) : undefined;
  const signed = (known?.decisions ?? []).map(
    ({ name, status, at, current }) =>
      `  ${status} ${name} on ${at.slice(0, 10)}${current ? '' : ', of another definition than the present one'}`,
  );
  return [
    `Fingerprint: ${fingerprintOf(key)}`,
    ...(signed.length === 0
      ? ['It signed nothing in this project.']
      : ['In this project it signed:', ...signed]),
    'Trusted, its approvals count in all your projects.',
  ];
}
