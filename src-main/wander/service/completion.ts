/** What could stand at the cursor. */
import { callSnippet, keyword, snippet, type Candidate, type CompletionItem } from './completion-item';
import { completionAt, type Place } from './completion-place';
import { memberItems } from './completion-members';
import { textItems } from './completion-texts';
import { entrySignature, functionSignature, docComment, variableText } from './describe';
import { behaviorAt, bodiesOf } from '../declarations';
import {
  BEHAVIOR_SNIPPETS,
  MEMBER_SNIPPETS,
  STATE_SNIPPETS,
  TRIGGER_ITEMS,
  gameStatements,
  stateItems,
} from './completion-behaviors';
import { documentOf, type Document, type ServiceFacts } from './document';
import { visibleVariables } from './locate';
import type { Library } from '../builtin-names';
import type { StdlibSignature } from '../stdlib/entry';
import { TYPE_NAMES } from '../types/written';
import { asWritten } from '../types/type';

/** The items for a place, nearest first; not filtered by what has been typed, which the editor does. */
export function complete(text: string, offset: number, facts: ServiceFacts): readonly CompletionItem[] {
  const document = documentOf(text, facts);
  const place = completionAt(document, offset);
  return candidates(document, place, offset)
    .map((candidate): CompletionItem => ({ insert: candidate.label, ...candidate, span: place.span }))
    .sort((a, b) => a.rank - b.rank || (a.label < b.label ? -1 : 1));
}

function candidates(document: Document, place: Place, offset: number): readonly Candidate[] {
  switch (place.kind) {
    case 'nothing':
      return [];
    case 'text':
      return textItems(document, place, offset);
    case 'member':
      return memberItems(document, place.subject, place.subjectText).filter(
        (candidate) => candidate.detail !== 'var' || !isTypedHereOnly(document, candidate.label, place),
      );
    case 'type':
      return TYPE_NAMES.map((label) => ({ label, kind: 'type', rank: 0 }));
    case 'top':
      return document.facts.mode === 'tool'
        ? TOP_SNIPPETS
        : [...TOP_SNIPPETS, ...BEHAVIOR_SNIPPETS, ...MEMBER_SNIPPETS];
    case 'members':
      return [...TOP_SNIPPETS.filter(({ label }) => label === 'fn' || label === 'const'), ...MEMBER_SNIPPETS];
    case 'state':
      return STATE_SNIPPETS;
    case 'trigger':
      return TRIGGER_ITEMS;
    case 'go':
      return stateItems(document, offset);
    case 'statement':
      return [...valueItems(document, offset), ...STATEMENT_SNIPPETS, ...gameStatements(document, offset)];
    case 'value':
      return [...valueItems(document, offset), ...VALUE_WORD_ITEMS];
  }
}

/** A var that is known only from what is being typed is no suggestion. */
function isTypedHereOnly({ analysis, facts }: Document, name: string, { span }: Place): boolean {
  if (facts.varNames?.includes(name) === true) return false;
  const { tokens } = analysis.unit.lexed;
  return !tokens.some(
    ({ kind, text, start }, index) =>
      kind === 'word' && text === name && start !== span.start && tokens[index - 1]?.text === '.',
  );
}

function valueItems(document: Document, offset: number): readonly Candidate[] {
  const { unit, environment, library } = document.analysis;
  const items: Candidate[] = [];
  for (const variable of [...visibleVariables(unit.file, behindSpaces(document.text, offset))].reverse()) {
    const detail = variableText(variable, environment);
    items.push({
      label: variable.name,
      kind: variable.kind === 'const' ? 'constant' : 'variable',
      detail,
      rank: 0,
    });
  }
  const behavior = behaviorAt(unit.file, offset);
  for (const declaration of [...(behavior?.functions ?? []), ...unit.file.functions]) {
    const { text } = declaration.name;
    if (text === '' || text === 'run') continue;
    const doc = docComment(unit, declaration.start);
    const detail = functionSignature(declaration, environment).label;
    items.push({
      label: text,
      kind: 'function',
      detail,
      rank: 1,
      ...callSnippet(text, declaration.parameters.length),
      ...(doc !== undefined && { doc }),
    });
  }
  for (const declaration of [...(behavior?.constants ?? []), ...unit.file.constants]) {
    if (declaration.name.text === '') continue;
    items.push({
      label: declaration.name.text,
      kind: 'constant',
      detail: asWritten(environment.constant(declaration)),
      rank: 1,
    });
  }
  for (const use of unit.file.uses)
    if (use.name.text !== '') items.push({ label: use.name.text, kind: 'module', detail: use.path, rank: 1 });
  const taken = new Set(items.map(({ label }) => label));
  const isHandler = bodiesOf(unit.file).some(
    (owner) => owner.kind === 'handler' && owner.start <= offset && offset <= owner.end,
  );
  const ofLibrary = [
    ...libraryItems(library),
    ...(isHandler ? [...library.allOfHandlers()].map(libraryItem) : []),
  ];
  return [...items, ...ofLibrary.filter(({ label }) => !taken.has(label))];
}

const itemsOfLibraries = new WeakMap<Library, readonly Candidate[]>();

/** The functions and values of the library, which stay the same. */
function libraryItems(library: Library): readonly Candidate[] {
  const known = itemsOfLibraries.get(library);
  if (known !== undefined) return known;
  const items = [...library.all()].map(libraryItem);
  itemsOfLibraries.set(library, items);
  return items;
}

function libraryItem(entry: StdlibSignature): Candidate {
  const isValue = entry.constant === true;
  return {
    label: entry.name,
    kind: isValue ? 'constant' : 'function',
    detail: isValue ? entry.result : entrySignature(entry).label,
    doc: `${entry.doc}\n\n${entry.example}`,
    rank: 3,
    ...(isValue ? {} : callSnippet(entry.name, entry.parameters.length)),
  };
}

/** The cursor moved back over the spaces before it: `let x = |` still belongs to the `let`. */
function behindSpaces(text: string, offset: number): number {
  let at = offset;
  while (at > 0 && (text.charAt(at - 1) === ' ' || text.charAt(at - 1) === '\t')) at -= 1;
  return at;
}

const STATEMENT_SNIPPETS: readonly Candidate[] = [
  snippet('let', 'let ${1:name} = $0', 'A variable.'),
  snippet('const', 'const ${1:NAME} = $0', 'A variable that keeps its value.'),
  snippet('if', 'if ${1:condition} then\n\t$0\nend', 'Does something where a condition holds.'),
  snippet('for', 'for ${1:item} in ${2:list}\n\t$0\nend', 'Goes through a list, a map or a string.'),
  snippet('for range', 'for ${1:i} in 0..${2:10}\n\t$0\nend', 'Counts; the end is left out.'),
  snippet('while', 'while ${1:condition}\n\t$0\nend', 'Goes on while a condition holds.'),
  snippet('repeat', 'repeat ${1:3} times\n\t$0\nend', 'Does something a number of times.'),
  snippet('match', 'match ${1:value}\nwhen ${2:1} then\n\t$0\nelse\nend', 'Chooses by value.'),
  keyword('return', 'Ends the function with a value.'),
  keyword('break', 'Leaves the loop.'),
  keyword('continue', 'Goes on with the next round of the loop.'),
  keyword('else', 'What is done otherwise.'),
  keyword('elif', 'What is done where another condition holds.'),
  keyword('end', 'Ends the block.'),
  snippet('log', 'log $0', 'Writes a line to the log of the call.'),
  snippet('destroy', 'destroy $0', 'Removes an entity with its children, at the end of the run.'),
  snippet('move', 'move ${1:e} by (${2:0, 1, 0})', 'Adds to the position of an entity.'),
  snippet('rotate', 'rotate ${1:e} by (${2:0, 90, 0})', 'Adds degrees to the rotation of an entity.'),
  snippet('look', 'look ${1:e} at $0', 'Turns an entity so that it faces a point.'),
];

const VALUE_WORD_ITEMS: readonly Candidate[] = [
  ...['true', 'false', 'none', 'not', 'and', 'or', 'in', 'is'].map((label): Candidate => ({
    label,
    kind: 'keyword',
    rank: 4,
  })),
  snippet('fn', 'fn(${1:x})\n\t$0\nend', 'A function as a value.', 4),
  snippet('if then else', 'if ${1:condition} then ${2:a} else ${3:b}', 'One value or another.', 4),
];

const TOP_SNIPPETS: readonly Candidate[] = [
  snippet('fn run', 'fn run(args)\n\t$0\nend', 'Where a tool starts.', 0),
  snippet('fn', 'fn ${1:name}($2)\n\t$0\nend', 'A function.', 1),
  snippet('const', 'const ${1:NAME} = $0', 'A constant of the file.', 1),
  snippet('use', 'use "${1:scripts/name}"', 'Functions and constants of another file.', 1),
];
