/** `skywalker call`: calls one tool. */
import type { Command, Invocation } from '../command';
import { JSON_OPTION, SESSION_OPTIONS, withSession } from '../common-options';
import { CommandError, EXIT } from '../exit-codes';
import { interruptSignal } from '../interrupt';
import { readJsonArgument } from '../json-argument';
import { outputFile, writeOutput } from '../output-file';
import type { ProjectSession } from '../session';
import { showResult } from '../show-result';

export const callCommand: Command = {
  name: 'call',
  summary: 'Calls a tool and prints its result.',
  usage: ['TOOL [JSON | @FILE | -]'],
  details: [
    'The arguments are a JSON object: as text, from a file (@FILE), or from standard input (-).',
    'In a terminal the call is yours (cli); without one, such as in a script, it is that of an agent.',
    'When the command opens the project itself and the call changes the scene, the scene is saved.',
  ],
  options: {
    ...SESSION_OPTIONS,
    ...JSON_OPTION,
    output: {
      help: 'Write the image of the result to a file.',
      value: 'IMAGE.png',
      short: 'o',
      values: 'files',
    },
    save: { help: 'Save the scene afterwards, also in the editor that is attached to.' },
    'no-save': { help: 'Do not save the scene when the call changed it.' },
  },
  values: [{ names: 'tools' }, 'at-file'],
  examples: [
    'skywalker call scene_overview',
    `skywalker call entity_create '{"name": "Lamp", "position": [0, 2, 0]}'`,
    'skywalker call viewport_capture -o view.png',
  ],

  async run(call: Invocation): Promise<number> {
    const [tool = '', argument] = call.arguments(1, 2, 'The name of the tool');
    const args = await readJsonArgument(call.io, argument);
    const output = await outputFile(call, 'output');
    const { io } = call;
    return withSession(call, 'call', async (session) => {
      const result = await session.call(tool, args, interruptSignal());
      const code = showResult(io, result, call.flag('json'));
      if (!result.ok) return code;
      // What was changed is kept, whatever becomes of the image.
      await saveAfter(call, session);
      const image = result.images?.[0];
      if (output !== undefined) {
        if (!image)
          throw new CommandError(EXIT.failed, `The result of ${tool} has no image to write to ${output}.`);
        await writeOutput(output, Buffer.from(image.data, 'base64'));
        io.err(`wrote ${call.text('output') ?? output}`);
      } else if (image && !call.flag('json')) io.err('The result has an image: -o FILE.png writes it.');
      return code;
    });
  },
};

async function saveAfter(call: Invocation, session: ProjectSession): Promise<void> {
  if (call.flag('no-save')) return;
  if (!call.flag('save') && session.unsaved !== true) return;
  const saved = await session.call('scene_save', {});
  if (!saved.ok)
    throw new CommandError(EXIT.failed, `The scene was not saved: ${saved.error.message}`, saved.error.hint);
  call.io.err(saved.text);
}
