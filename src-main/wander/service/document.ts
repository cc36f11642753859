/** A text as the service sees it: analysed once, however many questions are asked about it. */
import { analyse, type Analysis } from '../analyse';
import type { Mode } from '../builtin-names';
import type { ModuleSource } from '../modules';
import type { CheckFacts } from '../types/context';

/** What the open project and scene know. Plain data, but for `module`. */
export interface ServiceFacts extends CheckFacts {
  /** Whether the text is a tool's code. */
  readonly mode: Mode;
  /** Project-relative path of the text. */
  readonly file?: string;
  readonly module?: ModuleSource;
  /** Project-relative paths of the modules that could be used. */
  readonly modulePaths?: readonly string[];
  readonly tags?: readonly string[];
  readonly entityNames?: readonly string[];
  /** Field names of each component type. */
  readonly componentFields?: Readonly<Record<string, readonly string[]>>;
}

export interface Document {
  readonly text: string;
  readonly facts: ServiceFacts;
  readonly analysis: Analysis;
}

const KEPT = 8;
const recent: Document[] = [];

/**
 * The analysed text. The last text of each of the last few facts is remembered, and the next one goes on from what was found out
 * about it: facts are one object for one file, so its older texts are not asked about again.
 */
export function documentOf(text: string, facts: ServiceFacts): Document {
  const same = recent.findIndex((document) => document.facts === facts);
  const last = recent[same];
  if (same === 0 && last?.text === text) return last;
  const index = same >= 0 ? same : recent.findIndex((document) => areAlike(document.facts, facts));
  const [before] = index >= 0 ? recent.splice(index, 1) : [];
  const found =
    before !== undefined && before === last && before.text === text
      ? before
      : { text, facts, analysis: analyse(text, optionsOf(facts), before?.analysis) };
  recent.unshift(found);
  recent.length = Math.min(recent.length, KEPT);
  return found;
}

/** What walks over functions are told of the world around a file. The rest is looked at whenever a text is analysed. */
const TOLD = ['file', 'mode', 'inputSchema', 'componentTypes', 'toolNames'] as const;

/** Facts of one file at two times, between which no more than modules has changed. */
function areAlike(before: ServiceFacts, now: ServiceFacts): boolean {
  return before.file !== undefined && TOLD.every((fact) => before[fact] === now[fact]);
}

function optionsOf(facts: ServiceFacts): Parameters<typeof analyse>[1] {
  const { mode, file, module } = facts;
  return { mode, facts, ...(file !== undefined && { file }), ...(module !== undefined && { module }) };
}
