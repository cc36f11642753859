/** Options that several commands have, and what they lead to. */
import type { Invocation, OptionSpec } from './command';
import { findProject } from './find-project';
import { openSession } from './open-session';
import type { ProjectSession } from './session';
import { userFolder } from '../engine/project/user-folder';

export const PROJECT_OPTION = {
  project: {
    help: 'The project; else $SKYWALKER_PROJECT, else the one around this folder.',
    value: 'DIR',
    short: 'p',
    values: 'folders',
  },
} satisfies Record<string, OptionSpec>;

export const SESSION_OPTIONS = {
  ...PROJECT_OPTION,
  attach: { help: 'Only with the editor that has the project open; never open it here.' },
  as: { help: 'Act as an agent of this name, not as yourself.', value: 'NAME' },
} satisfies Record<string, OptionSpec>;

export const JSON_OPTION = { json: { help: 'Print JSON.' } } satisfies Record<string, OptionSpec>;

/** Opens the project that the options name, does some work with it, and closes it whatever happens. */
export async function withSession<T>(
  call: Invocation,
  purpose: string,
  work: (session: ProjectSession) => Promise<T>,
): Promise<T> {
  const as = call.text('as');
  const session = await openSession({
    folder: findProject(call.io, call.text('project')),
    interactive: call.io.interactive,
    ...(as === undefined ? {} : { as }),
    userFolder: userFolder(call.io.env),
    mode: call.flag('attach') ? 'attach' : 'any',
    purpose,
  });
  try {
    return await work(session);
  } finally {
    await session.close({ discardUnsaved: call.flag('no-save') });
  }
}
