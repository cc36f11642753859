/** `skywalker new`: makes a folder a project. */
import { basename, relative, resolve } from 'node:path';
import type { Command, Invocation } from '../command';
import { EXIT } from '../exit-codes';
import { showError } from '../show-result';

export const newCommand: Command = {
  name: 'new',
  summary: 'Makes a new project.',
  usage: ['DIR'],
  details: ['Makes the folder if it is not there. Files that are there stay as they are.'],
  options: { name: { help: "The project's name; else that of the folder.", value: 'NAME', short: 'n' } },
  examples: ['skywalker new meadow --name "The Meadow"'],

  async run(call: Invocation): Promise<number> {
    const [given = ''] = call.arguments(1, 1, 'The folder');
    const folder = resolve(call.io.cwd, given);
    const name = call.text('name') ?? basename(folder);
    const { Project } = await import('../../engine/project/project');
    const { newSceneData } = await import('../../engine/scene/default-scene');
    const { formatScene } = await import('../../engine/scene/scene-file');
    const made = await Project.create(folder, { name, mainScene: formatScene(newSceneData({ name })) });
    if (!made.ok) {
      showError(call.io, made.error);
      return EXIT.failed;
    }
    call.io.out(folder);
    call.io.err(`Open it with: skywalker open ${relative(call.io.cwd, folder) || '.'}`);
    return EXIT.ok;
  },
};
