import { expect, test } from 'vitest';
import { WanderAnswers } from './wander-answers';
import type { FromWorker, Question, Questions, SentFacts } from './wander-protocol';

const FACTS: SentFacts = { mode: 'script', file: 'scripts/a.wander', modules: {} };

/** Answers whose work waits until `run` is called. */
function started(): {
  readonly answers: WanderAnswers;
  readonly posted: FromWorker[];
  readonly ask: <Q extends Question>(
    id: number,
    question: Q,
    given: Questions[Q]['with'],
    version?: number,
  ) => void;
  readonly run: () => void;
} {
  const posted: FromWorker[] = [];
  const work: (() => void)[] = [];
  const answers = new WanderAnswers(
    (message) => posted.push(message),
    (one) => work.push(one),
  );
  return {
    answers,
    posted,
    ask: (id, question, given, version = 1) =>
      answers.hear({ kind: 'ask', id, document: 'a', version, question, with: given }),
    run: () => work.splice(0).forEach((one) => one()),
  };
}

test('nothing is said to be wrong before it is known what is around a text', () => {
  const { answers, posted, ask, run } = started();
  answers.hear({
    kind: 'text',
    document: 'a',
    version: 1,
    text: 'use "scripts/b"\nfn f()\n  return b.ONE\nend\n',
  });
  ask(1, 'diagnostics', undefined);
  run();
  expect(posted).toEqual([{ kind: 'answer', id: 1, answer: undefined }]);
  answers.hear({ kind: 'facts', document: 'a', facts: FACTS });
  ask(2, 'diagnostics', undefined);
  run();
  expect(posted.slice(1)).toEqual([
    { kind: 'answer', id: 2, answer: undefined },
    { kind: 'wants', document: 'a', modules: ['scripts/b.wander'] },
  ]);
  // Asked once more while the module is being read.
  ask(5, 'diagnostics', undefined);
  run();
  expect(posted.splice(3)).toEqual([{ kind: 'answer', id: 5, answer: undefined }]);
  answers.hear({ kind: 'facts', document: 'a', facts: { ...FACTS, modules: { 'scripts/b.wander': null } } });
  ask(3, 'diagnostics', undefined);
  run();
  expect(posted.slice(3)).toMatchObject([{ id: 3, answer: [{ code: 'unknown_module' }] }]);
  const modules = { 'scripts/b.wander': 'const ONE = 1\n' };
  answers.hear({ kind: 'facts', document: 'a', facts: { ...FACTS, modules } });
  ask(4, 'diagnostics', undefined);
  run();
  expect(posted.slice(4)).toEqual([{ kind: 'answer', id: 4, answer: [] }]);
});

test('a question that was taken back is not answered, and one about an older text costs nothing', () => {
  const { answers, posted, ask, run } = started();
  answers.hear({ kind: 'facts', document: 'a', facts: FACTS });
  answers.hear({ kind: 'text', document: 'a', version: 1, text: 'fn f(x)\n  return x\nend\n' });
  ask(1, 'symbols', undefined);
  ask(2, 'symbols', undefined);
  answers.hear({ kind: 'cancel', id: 1 });
  answers.hear({ kind: 'text', document: 'a', version: 2, text: 'const A = 1\n' });
  ask(3, 'symbols', undefined, 2);
  run();
  expect(posted).toMatchObject([
    { id: 2, answer: undefined },
    { id: 3, answer: [{ name: 'A', kind: 'constant' }] },
  ]);
  expect(posted).toHaveLength(2);
});

test('references and renaming go through the files that are sent along; places in this text have no file', () => {
  const { answers, posted, ask, run } = started();
  const combat = 'fn hurt(e)\n  return e.hp\nend\n';
  const text = 'use "scripts/combat"\nfn f(e)\n  return combat.hurt(e)\nend\n';
  const facts = { ...FACTS, modules: { 'scripts/combat.wander': combat } };
  answers.hear({ kind: 'facts', document: 'a', facts });
  answers.hear({ kind: 'text', document: 'a', version: 1, text });
  const files = { 'scripts/combat.wander': combat, 'scripts/a.wander': text, 'scripts/b.wander': text };
  const offset = text.indexOf('hurt');
  const span = { start: offset, end: offset + 4 };
  ask(1, 'isShared', offset);
  ask(2, 'references', { offset, files });
  ask(3, 'rename', { offset, name: 'harm', files });
  ask(4, 'renameTarget', offset);
  run();
  expect(posted).toEqual([
    { kind: 'answer', id: 1, answer: true },
    {
      kind: 'answer',
      id: 2,
      answer: [
        { span, role: 'call' },
        { span: { start: 3, end: 7 }, role: 'declare', file: 'scripts/combat.wander' },
        { span, role: 'call', file: 'scripts/b.wander' },
      ],
    },
    {
      kind: 'answer',
      id: 3,
      answer: {
        ok: true,
        edits: [
          { span: { start: 3, end: 7 }, replacement: 'harm', file: 'scripts/combat.wander' },
          { span, replacement: 'harm' },
          { span, replacement: 'harm', file: 'scripts/b.wander' },
        ],
      },
    },
    { kind: 'answer', id: 4, answer: { span, name: 'hurt' } },
  ]);
});
