/** Completion of arguments of prompts and of addresses of resources. */
import type { EnginePort } from './engine-port';
import type { Resources } from './resources';

const MOST = 100;

type Reference =
  | { readonly type: 'ref/prompt'; readonly name: string }
  | { readonly type: 'ref/resource'; readonly uri: string };

/** Values that begin with, then values that contain what is typed; at most 100. Nothing for what can't be completed. */
export async function complete(
  engine: EnginePort,
  resources: Resources,
  reference: Reference,
  argument: { readonly name: string; readonly value: string },
): Promise<{ values: string[]; total: number; hasMore: boolean }> {
  const typed = argument.value.toLowerCase();
  const known = argument.name === 'name' ? await candidates(engine, resources, reference) : [];
  const begins = known.filter((value) => value.toLowerCase().startsWith(typed));
  const contains = known.filter((value) => !begins.includes(value) && value.toLowerCase().includes(typed));
  const all = [...begins, ...contains];
  return { values: all.slice(0, MOST), total: all.length, hasMore: all.length > MOST };
}

async function candidates(
  engine: EnginePort,
  resources: Resources,
  reference: Reference,
): Promise<readonly string[]> {
  if (reference.type === 'ref/prompt') {
    const custom = engine.registry.all().filter((tool) => tool.custom !== undefined);
    return reference.name === 'review_tool' ? custom.map((tool) => tool.name) : [];
  }
  if (reference.uri === 'skywalker://tools/{name}') return engine.registry.all().map((tool) => tool.name);
  if (reference.uri === 'skywalker://docs/{name}') return resources.docNames();
  return [];
}
