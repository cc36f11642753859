import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { JsonObject } from '../engine/json';
import type { ToolResult } from '../engine/tools/definition';
import { askBeforeClosing, type Question } from './closing';

const FOLDER = join('/', 'projects', 'meadow');
const DONE: ToolResult = { ok: true, text: 'Saved' };
const CONFLICT: ToolResult = { ok: false, error: { code: 'conflict', message: 'It has changed on disk.' } };
const FULL: ToolResult = { ok: false, error: { code: 'io_error', message: 'The disk is full.' } };

/** Somebody who presses these buttons in turn, while saving goes like this. */
function close(options: {
  press: readonly string[];
  results?: readonly ToolResult[];
  file?: string | null;
  choose?: string;
}) {
  const press = [...options.press];
  const results = [...(options.results ?? [])];
  const questions: Question[] = [];
  const saves: JsonObject[] = [];
  const suggestions: string[] = [];
  const answer = askBeforeClosing({
    project: 'Meadow',
    scene: 'Main Square',
    file: options.file === undefined ? 'scenes/main.sky.json' : options.file,
    folder: FOLDER,
    ask: (question) => {
      questions.push(question);
      const button = press.shift() ?? 'nothing';
      const index = question.buttons.indexOf(button);
      if (index < 0) throw new Error(`there is no button ${button} in ${question.buttons.join(', ')}`);
      return Promise.resolve(index);
    },
    chooseFile: (suggested) => {
      suggestions.push(suggested);
      return Promise.resolve(options.choose);
    },
    save: (args) => {
      saves.push(args);
      return Promise.resolve(results.shift() ?? DONE);
    },
  });
  return { answer, questions, saves, suggestions };
}

test('a person saves, gives the changes up, or stays', async () => {
  const save = close({ press: ['Save'] });
  expect(await save.answer).toBe('keep');
  expect(save.saves).toEqual([{}]);
  expect(save.questions).toEqual([
    {
      message: 'Save the changes to the scene of Meadow?',
      detail: 'scenes/main.sky.json. The changes are lost if you do not save them.',
      buttons: ['Save', 'Don’t Save', 'Cancel'],
      cancel: 2,
    },
  ]);
  const giveUp = close({ press: ['Don’t Save'] });
  expect([await giveUp.answer, giveUp.saves]).toEqual(['discard', []]);
  const stay = close({ press: ['Cancel'] });
  expect([await stay.answer, stay.saves]).toEqual(['stay', []]);
});

test('a file that has changed on disk is replaced only when that is said', async () => {
  const replace = close({ press: ['Save', 'Replace the File'], results: [CONFLICT] });
  expect([await replace.answer, replace.saves]).toEqual(['keep', [{}, { overwrite: true }]]);
  expect(replace.questions[1]?.detail).toContain('It has changed on disk.');
  const stay = close({ press: ['Save', 'Cancel'], results: [CONFLICT] });
  expect([await stay.answer, stay.saves]).toEqual(['stay', [{}]]);
});

test('a scene that can’t be saved is kept for the next time, or the window stays', async () => {
  const keep = close({ press: ['Save', 'Close and Keep for Next Time'], results: [FULL] });
  expect(await keep.answer).toBe('keep');
  expect(keep.questions[1]?.buttons).toEqual(['Close and Keep for Next Time', 'Cancel']);
  const again = close({ press: ['Save', 'Replace the File', 'Cancel'], results: [CONFLICT, FULL] });
  expect(await again.answer).toBe('stay');
});

test('a scene without a file is saved where the person says', async () => {
  const saved = close({
    press: ['Save'],
    file: null,
    choose: join(FOLDER, 'scenes', 'far', 'quay.sky.json'),
  });
  expect([await saved.answer, saved.saves]).toEqual([
    'keep',
    [{ path: 'scenes/far/quay.sky.json', overwrite: true }],
  ]);
  expect(saved.suggestions).toEqual([join(FOLDER, 'scenes', 'main-square.sky.json')]);
  expect(saved.questions[0]?.detail).toContain('“Main Square” has no file yet');
  const none = close({ press: ['Save'], file: null });
  expect([await none.answer, none.saves]).toEqual(['stay', []]);
});
