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

const KEPT = 4;
const recent: Document[] = [];

/** The analysed text; the last few are remembered, as long as the facts are the same object. */
export function documentOf(text: string, facts: ServiceFacts): Document {
  const index = recent.findIndex((document) => document.text === text && document.facts === facts);
  const found = recent[index] ?? { text, facts, analysis: analyse(text, optionsOf(facts)) };
  if (index >= 0) recent.splice(index, 1);
  recent.unshift(found);
  recent.length = Math.min(recent.length, KEPT);
  return found;
}

function optionsOf(facts: ServiceFacts): Parameters<typeof analyse>[1] {
  const { mode, file, module } = facts;
  return { mode, facts, ...(file !== undefined && { file }), ...(module !== undefined && { module }) };
}
