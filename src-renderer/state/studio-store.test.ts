import { expect, test } from 'vitest';
import type { EngineEvent } from '../../src-preload/contract';
import { readFeedback, readLoop, readMessage, readTask } from './studio-read';
import { pagesOf } from './studio-store';
import { studioPlaceOf } from './studio-view';

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
