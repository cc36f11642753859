/** `skywalker new`: makes a folder a project. */
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { Command, Invocation } from '../command';
import { JSON_OPTION } from '../common-options';
import { CommandError, EXIT } from '../exit-codes';
import { showResult } from '../show-result';
import { productFolder } from '../../server/product-folder';
import { shellWord } from '../../server/client-configuration';

export const newCommand: Command = {
  name: 'new',
  summary: 'Makes a new project.',
  usage: ['DIR [--name NAME] [--sample]'],
  details: ['Makes the folder if it is not there. Files that are there stay as they are.'],
  options: {
    ...JSON_OPTION,
    sample: { help: 'Begin with the sample: floating islands with enemies, lanterns and a portal.' },
    name: { help: "The project's name; else that of the folder.", value: 'NAME', short: 'n' },
  },
  values: ['folders'],
  examples: ['skywalker new meadow --name "The Meadow"', 'skywalker new islands --sample'],

  async run(call: Invocation): Promise<number> {
    const [given = ''] = call.arguments(1, 1, 'The folder');
    const folder = resolve(call.io.cwd, given);
    const name = call.text('name') ?? basename(folder);
    const sample = call.flag('sample') ? sampleFolder() : undefined;
    const { Project } = await import('../../engine/project/project');
    const { newSceneData } = await import('../../engine/scene/default-scene');
    const { formatScene } = await import('../../engine/scene/scene-file');
    const mainScene =
      sample === undefined
        ? formatScene(newSceneData({ name }))
        : readFileSync(join(sample, 'scenes', 'main.sky.json'), 'utf8');
    const made = await Project.create(folder, { name, mainScene });
    const near = relative(call.io.cwd, folder) || '.';
    const shown = shellWord(near.startsWith('..') ? folder : near);
    if (!made.ok) {
      const { error } = made;
      const known =
        error.code === 'conflict' ? { ...error, hint: `Open it instead: skywalker open ${shown}` } : error;
      return showResult(call.io, { ok: false, error: known }, call.flag('json'));
    }
    if (sample !== undefined) copySample(sample, folder);
    if (call.flag('json')) call.io.out(JSON.stringify({ ok: true, folder, name }, null, 2));
    else {
      call.io.out(folder);
      call.io.err(`Open it with: skywalker open ${shown}`);
    }
    return EXIT.ok;
  },
};

/** What the sample has besides its game.json, which would bring the same id into every copy, and the tool that waits for approval. */
function copySample(sample: string, folder: string): void {
  cpSync(sample, folder, { recursive: true, force: false, filter: (path) => basename(path) !== 'game.json' });
  cpSync(join(dirname(sample), 'first-tool'), join(folder, 'tools'), { recursive: true, force: false });
}

function sampleFolder(): string {
  const root = productFolder();
  const folder = root === undefined ? undefined : join(root, 'resources', 'sample-project');
  if (folder !== undefined && existsSync(folder)) return folder;
  throw new CommandError(
    EXIT.failed,
    'The sample was not installed.',
    'Leave out --sample for an empty project.',
  );
}
