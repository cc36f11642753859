/** What can stand in quotes: names of tools, tags, entities, components, modules and arguments. */
import type { Candidate } from './completion-item';
import type { Place } from './completion-place';
import type { Document } from './document';
import { handlersOf } from '../declarations';
import { forEachNode, nodesAt } from './locate';
import { callAround } from './signature';
import { asWritten } from '../types/type';

type Source = 'tools' | 'tags' | 'entities' | 'components';

/** For functions of the library: which argument names what. */
const ARGUMENTS: ReadonlyMap<string, readonly [number, Source]> = new Map<string, readonly [number, Source]>([
  ['call_tool', [0, 'tools']],
  ['try_tool', [0, 'tools']],
  ['find', [0, 'entities']],
  ['find_all', [0, 'tags']],
  ['nearest', [0, 'tags']],
  ['count', [0, 'tags']],
  ['within', [2, 'tags']],
  ['tagged', [1, 'tags']],
  ['add_tag', [1, 'tags']],
  ['remove_tag', [1, 'tags']],
  ['has', [1, 'components']],
  ['add_component', [1, 'components']],
  ['remove_component', [1, 'components']],
]);

export function textItems(
  document: Document,
  place: Extract<Place, { kind: 'text' }>,
  offset: number,
): readonly Candidate[] {
  const { facts, analysis } = document;
  const { tokens } = analysis.unit.lexed;
  const before = tokens[place.token - 1];
  if (before?.kind === 'word' && before.text === 'use') {
    return (facts.modulePaths ?? []).map((path) => item(path.replace(/\.wander$/, ''), 'module'));
  }
  if (before?.kind === 'word' && (before.text === 'event' || before.text === 'emit'))
    return eventItems(document);
  const keys = keyItems(document, offset);
  if (keys !== undefined) return keys;
  const open = callAround(document, tokens[place.token]?.start ?? offset);
  const name =
    open?.node.kind === 'call' && open.node.callee.kind === 'name' ? open.node.callee.text : undefined;
  const [index, source] = ARGUMENTS.get(name ?? '') ?? [];
  if (open === undefined || index !== open.argument) return [];
  switch (source) {
    case 'tools':
      return (facts.toolNames ?? []).map((label) => item(label, 'tool'));
    case 'tags':
      return (facts.tags ?? []).map((label) => item(label, 'tag'));
    case 'entities':
      return [...new Set(facts.entityNames)].map((label) => item(label, 'entity'));
    case 'components':
      return (facts.componentTypes ?? []).map((label) => item(label, 'component'));
    case undefined:
      return [];
  }
}

/** Events that the text sends or answers to. */
function eventItems({ analysis }: Document): readonly Candidate[] {
  const names = new Set<string>();
  for (const behavior of analysis.unit.file.behaviors) {
    for (const { handler } of handlersOf(behavior))
      if (handler.trigger.word === 'event' && handler.trigger.argument !== undefined)
        names.add(handler.trigger.argument);
  }
  forEachNode(analysis.unit.file, (node) => {
    if (node.kind === 'emit') names.add(node.event);
  });
  return [...names].filter((name) => name !== '').map((label) => item(label, 'event'));
}

function item(label: string, detail: string): Candidate {
  return { label, kind: 'text', detail, rank: 0 };
}

/** `args["…"]`: the keys that are known. */
function keyItems({ analysis }: Document, offset: number): readonly Candidate[] | undefined {
  const index = nodesAt(analysis.unit.file, offset).findLast((node) => node.kind === 'index');
  if (index?.kind !== 'index' || offset < index.bracket.end || index.index.kind !== 'string')
    return undefined;
  const fields = analysis.environment.expression(index.subject)?.fields;
  return [...(fields ?? [])].map(([label, { type, doc }]) => ({
    label,
    kind: 'text',
    detail: asWritten(type),
    rank: 0,
    ...(doc !== undefined && { doc }),
  }));
}
