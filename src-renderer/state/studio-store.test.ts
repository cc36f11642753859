import { expect, test, vi } from 'vitest';
import type { EngineEvent, JsonObject, ToolResult } from '../../src-preload/contract';
import { readFeedback, readLoop, readMessage, readTask } from './studio-read';
import { studioPlaceOf } from './studio-view';

/** What the engine answers, and the tools that were asked. */
let answers: Readonly<Record<string, ToolResult>> = {};
let asked: string[] = [];

vi.mock('./bridge', () => ({
  readTool: (tool: string) => {
    asked.push(tool);
    return Promise.resolve(answers[tool] ?? { ok: true, text: '', structured: {} });
  },
}));

const { pagesOf, useStudio } = await import('./studio-store');

const event = (more: Partial<EngineEvent>): EngineEvent => ({
  ...{ seq: 1, time: 1, type: 'studio', actor: 'user', summary: '', data: {} },
  ...more,
});

test('an event of the studio leads to the page and the thing that it is about', () => {
  expect(studioPlaceOf(event({ kind: 'task', data: { action: 'updated', id: 'T-3' } }))).toEqual([
    'board',
    'T-3',
  ]);
  expect(
    studioPlaceOf(event({ kind: 'message', data: { id: 'M-1', message: { id: 'M-1', channel: 'art' } } })),
  ).toEqual(['messages', 'art']);
  expect(studioPlaceOf(event({ kind: 'decision', data: { id: 'D-1' } }))).toEqual(['decisions', 'D-1']);
  expect(studioPlaceOf(event({ kind: 'loop', data: { id: 'polish' } }))).toEqual(['loops', 'polish']);
  expect(studioPlaceOf(event({ kind: 'presence', data: { id: 'mira' } }))).toBeUndefined();
  expect(studioPlaceOf(event({ type: 'tool', kind: 'task' }))).toBeUndefined();
});

test('a decision is read again on the pages of decisions and of feedback', () => {
  expect(pagesOf('decision')).toEqual(['decisions', 'feedback']);
});

test('after a decision all feedback is read once for both pages, and older decisions come from it', async () => {
  const decided = (id: string): JsonObject => ({ id, verdict: 'defer' });
  answers = {
    studio_feedback_list: {
      ok: true,
      text: '',
      structured: { feedback: [{ id: 'F-1', decided: decided('D-2') }, { id: 'F-2' }] },
    },
    studio_overview: {
      ok: true,
      text: '',
      structured: { recent_decisions: [decided('D-10'), decided('D-9')] },
    },
  };
  const { refresh, follow } = useStudio.getState();
  await Promise.all([refresh('feedback'), refresh('decisions')]);
  asked = [];
  follow([event({ kind: 'decision', data: { id: 'D-10' } })]);
  await vi.waitFor(() => expect(asked).toContain('studio_overview'));
  expect(asked).toEqual(['studio_feedback_list', 'studio_overview']);
  const { decisions, feedback } = useStudio.getState();
  expect(decisions.map(({ id }) => id)).toEqual(['D-10', 'D-9', 'D-2']);
  expect(feedback.map(({ id }) => id)).toEqual(['F-1', 'F-2']);
});

test('feedback that can not be read is told on the page of decisions too', async () => {
  const error = { code: 'io_error', message: 'studio/feedback.json is not to be read' } as const;
  answers = { studio_feedback_list: { ok: false, error } };
  await useStudio.getState().refresh('decisions');
  expect(useStudio.getState().errors).toMatchObject({ feedback: error, decisions: error });
});

test('what is not of the expected shape is left out, and a word that means nothing gets the usual one', () => {
  expect(readMessage({ text: 'no id' })).toEqual([]);
  expect(readTask(7)).toEqual([]);
  expect(
    readTask({ id: 'T-1', status: 'nowhere', priority: 3, acceptance: ['a', 4], comments: [null] }),
  ).toMatchObject([
    { id: 'T-1', title: '', status: 'backlog', priority: 'normal', acceptance: ['a'], comments: [] },
  ]);
  expect(readFeedback({ id: 'F-1', decided: { id: 'D-1', verdict: 'defer' } })).toMatchObject([
    {
      severity: 'medium',
      status: 'open',
      occurrences: 1,
      decided: { id: 'D-1', verdict: 'defer', tasks: [] },
    },
  ]);
});

test('a loop is read with its run', () => {
  const loop = readLoop({
    name: 'polish',
    goal: 'Fun',
    stages: [{ id: 'build', assignees: ['@code'], gate: { approval: 'human' } }, 'odd'],
    run: {
      ...{
        status: 'running',
        goal: 'Faster',
        iteration: 2,
        max_iterations: 5,
        stage: 'build',
        pending: ['mira'],
      },
      history: [
        { iteration: 1, stage: 'build', outcome: 'done', reports: [{ agent: 'mira', report: 'Lit' }] },
      ],
    },
  });
  expect(loop).toMatchObject({
    ...{ status: 'running', goal: 'Faster', iteration: 2, maxIterations: 5, pending: ['mira'] },
    stages: [{ id: 'build', assignees: ['@code'], gated: true }],
    history: [{ iteration: 1, outcome: 'done', reports: [{ agent: 'mira', report: 'Lit' }] }],
  });
});
