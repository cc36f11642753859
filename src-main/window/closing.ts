/** What becomes of unsaved changes when a window is closed: a person decides, and nothing is lost without their saying so. */
import { isAbsolute, join, relative, sep } from 'node:path';
import type { JsonObject } from '../engine/json';
import type { ToolResult } from '../engine/tools/definition';

/** `keep`: close; what is not saved is offered the next time. `discard`: close and give it up. `stay`: do not close. */
export type ClosingAnswer = 'keep' | 'discard' | 'stay';

export interface Question {
  readonly message: string;
  readonly detail: string;
  readonly buttons: readonly string[];
  /** Of `buttons`: the one that Escape and closing the question mean. */
  readonly cancel: number;
}

export interface ClosingParts {
  /** Names of the project and the scene, for the question. */
  readonly project: string;
  readonly scene: string;
  /** Project-relative; null where the scene has no file yet. */
  readonly file: string | null;
  /** Absolute. */
  readonly folder: string;
  /** Asks; answers with the place of the button that was chosen. */
  ask(question: Question): Promise<number>;
  /** Asks where to save a scene that has no file yet, and whether to replace what is there; undefined where the person would rather not. */
  chooseFile(suggested: string): Promise<string | undefined>;
  save(args: JsonObject): Promise<ToolResult>;
}

/** Asks until it is clear. Whatever goes wrong with saving, closing is up to the person. */
export async function askBeforeClosing(parts: ClosingParts): Promise<ClosingAnswer> {
  const choice = await parts.ask({
    message: `Save the changes to the scene of ${parts.project}?`,
    detail: `${parts.file ?? `“${parts.scene}” has no file yet`}. The changes are lost if you do not save them.`,
    buttons: ['Save', 'Don’t Save', 'Cancel'],
    cancel: 2,
  });
  if (choice === 1) return 'discard';
  if (choice !== 0) return 'stay';
  let args: JsonObject = {};
  if (parts.file === null) {
    const chosen = await parts.chooseFile(join(parts.folder, 'scenes', `${fileName(parts.scene)}.sky.json`));
    if (chosen === undefined) return 'stay';
    args = { path: pathInProject(parts.folder, chosen), overwrite: true };
  }
  for (;;) {
    const saved = await parts.save(args);
    if (saved.ok) return 'keep';
    const { code, message } = saved.error;
    const replace = code === 'conflict' && args['overwrite'] !== true ? ['Replace the File'] : [];
    const buttons = [...replace, 'Close and Keep for Next Time', 'Cancel'];
    const next =
      buttons[
        await parts.ask({
          message: 'The scene was not saved',
          detail: `${message}\n\nWhat is kept is offered when the project is opened again.`,
          buttons,
          cancel: buttons.length - 1,
        })
      ];
    if (next === 'Replace the File') args = { ...args, overwrite: true };
    else return next === 'Close and Keep for Next Time' ? 'keep' : 'stay';
  }
}

/** As tools take it. What lies outside stays as it is: the tool says what is wrong with it. */
function pathInProject(folder: string, path: string): string {
  const inside = relative(folder, path);
  return inside.startsWith('..') || isAbsolute(inside) ? path : inside.split(sep).join('/');
}

function fileName(name: string): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return plain === '' ? 'scene' : plain;
}
