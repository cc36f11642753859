/** The words that mean something to the grammar. */

/** May not name a variable, parameter, function or constant; allowed after `.` and as keys of maps. */
export const RESERVED_WORDS: ReadonlySet<string> = new Set(
  (
    'behavior intent var param const fn on end if then elif else while do for in every after repeat times wait until ' +
    'break continue return stop go goto state test expect use with move by toward at rotate look emit to destroy log print ' +
    'let set and or not true false none self other dt time frame pi state_time'
  ).split(' '),
);

/** Reserved words that stand for a value. */
export const VALUE_WORDS: ReadonlySet<string> = new Set(
  'self other dt time frame state state_time pi'.split(' '),
);

/** Words that may begin a statement, for did-you-mean. */
export const STATEMENT_WORDS: readonly string[] = (
  'let const set if while for repeat match break continue return stop log print destroy move rotate look emit ' +
  'wait every after goto expect'
).split(' ');

/** Words that may begin a declaration, for did-you-mean. */
export const DECLARATION_WORDS: readonly string[] = ['use', 'const', 'fn'];

/** The name of the behaviour that members at the top of a file make up. */
export const MAIN_BEHAVIOR = 'Main';

/** Words that begin a member of a behaviour. */
export const MEMBER_WORDS: ReadonlySet<string> = new Set(
  'intent var param const fn on state test'.split(' '),
);

/** Words that may begin something at the top of a file: a behaviour, or a member of the one that bare members make up. */
export const BEHAVIOR_WORDS: ReadonlySet<string> = new Set(
  'behavior test intent var param on state'.split(' '),
);

/** Reserved words that are also functions of the standard library where a value is expected: `log(x)`, `rotate(v, r)`. */
export const CALLABLE_WORDS: ReadonlySet<string> = new Set(['log', 'rotate']);
