/** What a handler may answer to. */

export interface TriggerRule {
  /** Whether a text follows: the name of what is answered to. */
  readonly argument: 'none' | 'required' | 'optional';
  /** Where it may stand. */
  readonly place: 'behavior' | 'state' | 'both';
  /** What the handler is given by the name behind `with`, and as `data`. */
  readonly gives?: string;
  /** Known, but never happens here: the part of an engine that it belongs to. */
  readonly missing?: string;
  readonly doc: string;
}

const plain = (doc: string, place: TriggerRule['place'] = 'both'): TriggerRule => ({
  argument: 'none',
  place,
  doc,
});
const touch = (doc: string): TriggerRule => ({
  argument: 'optional',
  place: 'both',
  gives: 'the other entity',
  doc: `${doc} "other" is the other entity; a text is its name or one of its tags.`,
});
const missing = (what: string, argument: TriggerRule['argument'] = 'none'): TriggerRule => ({
  argument,
  place: 'both',
  missing: what,
  doc: `Belongs to ${what}, which is not there: it never happens.`,
});

export const TRIGGERS: ReadonlyMap<string, TriggerRule> = new Map<string, TriggerRule>([
  ['start', plain('Once, before anything else, when the entity comes into the game.', 'behavior')],
  ['tick', plain('In every step, 60 times a second; "dt" is its length in seconds.')],
  ['update', plain('The same as "tick".')],
  [
    'event',
    {
      argument: 'required',
      place: 'both',
      gives: 'what was sent along',
      doc: 'An event of this name, one step after it was emitted; "data" is what was sent, "other" who sent it.',
    },
  ],
  [
    'key',
    { argument: 'required', place: 'both', gives: 'the name of the key', doc: 'A key that goes down.' },
  ],
  [
    'action',
    {
      argument: 'required',
      place: 'both',
      gives: 'the name of the action',
      doc: 'An action that begins, by whatever key or button.',
    },
  ],
  ['click', { argument: 'none', place: 'both', gives: 'where it was hit', doc: 'The entity is clicked.' }],
  ['collide', touch('The entity begins to touch another.')],
  ['collide_end', touch('The entity touches another no more.')],
  ['trigger_enter', touch('Another entity comes in.')],
  ['trigger_exit', touch('Another entity goes out.')],
  ['enter', plain('The state begins.', 'state')],
  ['exit', plain("The state ends; it can't be told to go elsewhere.", 'state')],
  ['frame', missing('drawing between the steps')],
  ['anim', missing('animation', 'required')],
  ['ui', missing('a user interface of the game', 'required')],
  ['dialogue', missing('dialogues', 'required')],
  ['impact', missing('physics')],
  ['pause', missing('pausing from within the game')],
  ['resume', missing('pausing from within the game')],
  ['saved', missing('saved games')],
  ['loaded', missing('saved games')],
  ['scene_loaded', missing('changing scenes')],
  ['scene_unloading', missing('changing scenes')],
]);

/** Those that can happen. */
export const TRIGGER_WORDS: readonly string[] = [...TRIGGERS]
  .filter(([, rule]) => rule.missing === undefined)
  .map(([word]) => word);

/** `on event "hit"`, as an error names a handler. */
export function triggerText(trigger: { readonly word: string; readonly argument?: string }): string {
  return trigger.argument === undefined
    ? `on ${trigger.word}`
    : `on ${trigger.word} ${JSON.stringify(trigger.argument)}`;
}
