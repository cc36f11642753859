/** What can stand in behaviours, their states, handlers and tests. */
import { behaviorAt, bodiesOf } from '../declarations';
import { TRIGGERS, TRIGGER_WORDS } from '../triggers';
import { keyword, snippet, type Candidate } from './completion-item';
import type { Document } from './document';

export const BEHAVIOR_SNIPPETS: readonly Candidate[] = [
  snippet('behavior', 'behavior ${1:Name}\n\t$0\nend', 'What an entity does in a running game.', 0),
];

export const MEMBER_SNIPPETS: readonly Candidate[] = [
  snippet('on tick', 'on tick\n\t$0\nend', 'Runs in every step of the game.', 1),
  snippet('on start', 'on start\n\t$0\nend', 'Runs once, when the entity comes into the game.', 1),
  snippet('on event', 'on event "${1:name}" with ${2:data}\n\t$0\nend', 'Answers to an event.', 1),
  snippet('on', 'on $0', 'A handler: it answers to something that happens.', 1),
  snippet('var', 'var ${1:name} = $0', 'A value that the entity keeps.', 1),
  snippet('param', 'param ${1:name} = ${2:1} in ${3:0..10} "$0"', 'A value to be set from outside.', 1),
  snippet('state', 'state ${1:Name}\n\ton enter\n\t\t$0\n\tend\nend', 'What holds for a while.', 1),
  snippet('test', 'test "${1:name}"\n\t$0\nend', 'Plays the behavior, and says what must hold.', 1),
  snippet('intent', 'intent "$0"', 'What the behavior is meant to do.', 1),
];

export const STATE_SNIPPETS: readonly Candidate[] = ['enter', 'tick', 'exit', 'event "${1:name}"'].map(
  (trigger) =>
    snippet(
      `on ${trigger.split(' ')[0] ?? ''}`,
      `on ${trigger}\n\t$0\nend`,
      TRIGGERS.get(trigger.split(' ')[0] ?? '')?.doc ?? '',
      0,
    ),
);

export const TRIGGER_ITEMS: readonly Candidate[] = TRIGGER_WORDS.map((word) => {
  const rule = TRIGGERS.get(word);
  const argument = rule?.argument === 'required' ? ' "${1:name}"' : '';
  return { ...snippet(word, `${word}${argument}\n\t$0\nend`, rule?.doc ?? '', 0), kind: 'keyword' };
});

/** The states that a handler could go to. */
export function stateItems({ analysis }: Document, offset: number): readonly Candidate[] {
  const states = behaviorAt(analysis.unit.file, offset)?.states ?? [];
  return states
    .filter(({ name }) => name.text !== '')
    .map(({ name }) => ({ label: name.text, kind: 'type', detail: 'state', rank: 0 }));
}

const HANDLER_STATEMENTS: readonly Candidate[] = [
  snippet('emit', 'emit "${1:name}" with ${2:{}}', 'Sends an event, which arrives in the next step.'),
  snippet('wait', 'wait ${1:1}', 'Goes on after some seconds.'),
  snippet('wait frames', 'wait frames ${1:1}', 'Goes on after some steps.'),
  snippet('wait until', 'wait until ${1:condition}', 'Goes on when something holds.'),
  snippet('every', 'every ${1:1} seconds\n\t$0\nend', 'Does something again and again.'),
  snippet('after', 'after ${1:1} seconds\n\t$0\nend', 'Does something later.'),
  snippet('go to', 'go to ${1:State}', 'Changes the state, and ends the handler.'),
  snippet('move toward', 'move self toward ${1:point} at ${2:1}', 'Moves by metres a second.'),
  keyword('stop', 'Ends the handler.'),
];

const TEST_STATEMENTS: readonly Candidate[] = [
  snippet('expect', 'expect ${1:condition}', 'Says what must hold.'),
  snippet('wait', 'wait ${1:1}', 'Lets the game play for some seconds.'),
  snippet('wait frames', 'wait frames ${1:1}', 'Lets the game play for some steps.'),
  snippet('emit', 'emit "${1:name}" with ${2:{}} to self', 'Sends an event, which arrives in the next step.'),
  snippet('press', 'press "${1:space}"', 'A key goes down and up again.'),
  snippet('hold', 'hold "${1:w}"', 'A key goes down.'),
  snippet('release', 'release "${1:w}"', 'A key goes up.'),
  snippet('click', 'click ${1:self}', 'An entity is clicked.'),
];

/** Statements that only handlers, or only tests, have. */
export function gameStatements({ analysis }: Document, offset: number): readonly Candidate[] {
  const owner = bodiesOf(analysis.unit.file).findLast(({ start, end }) => start <= offset && offset <= end);
  if (owner?.kind === 'handler') return HANDLER_STATEMENTS;
  return owner?.kind === 'test' ? TEST_STATEMENTS : [];
}
