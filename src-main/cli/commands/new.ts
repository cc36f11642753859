/** `skywalker new`: makes a folder a project. */
import { basename, relative, resolve } from 'node:path';
import type { Command, Invocation } from '../command';
import { JSON_OPTION } from '../common-options';
import { EXIT } from '../exit-codes';
import { showResult } from '../show-result';
import { shellWord } from '../../server/client-configuration';

export const newCommand: Command = {
  name: 'new',
  summary: 'Makes a new project.',
  usage: ['DIR'],
  details: ['Makes the folder if it is not there. Files that are there stay as they are.'],
  options: {
    ...JSON_OPTION,
    name: { help: "The project's name; else that of the folder.", value: 'NAME', short: 'n' },
  },
  values: ['folders'],
  examples: ['skywalker new meadow --name "The Meadow"'],

  async run(call: Invocation): Promise<number> {
    const [given = ''] = call.arguments(1, 1, 'The folder');
    const folder = resolve(call.io.cwd, given);
    const name = call.text('name') ?? basename(folder);
    const { Project } = await import('../../engine/project/project');
    const { newSceneData } = await import('../../engine/scene/default-scene');
    const { formatScene } = await import('../../engine/scene/scene-file');
    const made = await Project.create(folder, { name, mainScene: formatScene(newSceneData({ name })) });
    const shown = shellWord(relative(call.io.cwd, folder) || '.');
    if (!made.ok) {
      const { error } = made;
      const known =
        error.code === 'conflict' ? { ...error, hint: `Open it instead: skywalker open ${shown}` } : error;
      return showResult(call.io, { ok: false, error: known }, call.flag('json'));
    }
    if (call.flag('json')) call.io.out(JSON.stringify({ ok: true, folder, name }, null, 2));
    else {
      call.io.out(folder);
      call.io.err(`Open it with: skywalker open ${shown}`);
    }
    return EXIT.ok;
  },
};
