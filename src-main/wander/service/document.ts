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

/**
 * The analysed text. The last text of each of the last few facts is remembered: facts are one object for one file, so its older
 * texts are not asked about again.
 */
export function documentOf(text: string, facts: ServiceFacts): Document {
  const index = recent.findIndex((document) => document.facts === facts);
  const last = recent[index];
  if (index === 0 && last?.text === text) return last;
  if (index >= 0) recent.splice(index, 1);
  const found = last?.text === text ? last : { text, facts, analysis: analyse(text, optionsOf(facts)) };
  recent.unshift(found);
  recent.length = Math.min(recent.length, KEPT);
  return found;
}

function optionsOf(facts: ServiceFacts): Parameters<typeof analyse>[1] {
  const { mode, file, module } = facts;
  return { mode, facts, ...(file !== undefined && { file }), ...(module !== undefined && { module }) };
}
