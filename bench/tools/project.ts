/** A project as teams have it after a year: 1,000 tools in `tools/`, of both kinds, a fifth of them approved by a person. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Engine } from '../../src-main/engine/engine';
import type { JsonObject } from '../../src-main/engine/json';
import { Project } from '../../src-main/engine/project/project';

export const TOOLS = 1000;

export interface BenchProject {
  readonly folder: string;
  readonly userFolder: string;
}

const pad = (index: number): string => String(index).padStart(4, '0');

export const nameOf = (index: number): string => `user_bench_${pad(index)}`;

/** Only every fifth tool may change something; those wait for a person, who approves them below. */
const mutates = (index: number): boolean => index % 5 === 0;

export function definitionOf(index: number, note = ''): JsonObject {
  const common = {
    format: 'skywalker.tool/1',
    name: nameOf(index),
    description: `Counts what carries a tag within a radius of a point, variant ${index}${note}. Use it to look before you change. Example: {"tag": "enemy", "radius": 8}`,
    input_schema: {
      type: 'object',
      properties: {
        tag: { type: 'string', description: 'A tag of entities.', default: 'enemy' },
        radius: { type: 'number', minimum: 0, default: 5 + index },
        center: { type: 'array', items: { type: 'number' }, minItems: 3, maxItems: 3 },
        mode: { enum: ['near', 'far', `m${index}`] },
      },
      required: [],
      additionalProperties: false,
    },
    capabilities: { mutate: mutates(index) },
    tests: [{ name: 'answers', args: { tag: 'nothing' }, expect: { ok: true } }],
    enabled: true,
    version: 1,
    author: 'mcp:bench',
    provenance: {
      created_by: 'mcp:bench',
      created_at: '2026-01-05T10:00:00.000Z',
      updated_by: 'mcp:bench',
      updated_at: '2026-01-06T10:00:00.000Z',
    },
  };
  if (index % 2 === 0) return { ...common, kind: 'wander', ...(index % 4 === 0 ? output('number') : {}) };
  return {
    ...common,
    kind: 'composite',
    steps: [
      { id: 'found', tool: 'scene_query', args: { tag: '{{args.tag}}', limit: 10 } },
      ...(mutates(index)
        ? [
            {
              tool: 'entity_update',
              for_each: '{{steps.found.matches}}',
              as: 'm',
              args: { entity: '{{m.id}}', vars: { seen: true } },
            },
          ]
        : [{ tool: 'scene_overview', args: {}, when: '{{args.center ?? false}}' }]),
    ],
    result: { count: '{{steps.found.matches.length}}' },
  };
}

function output(type: string): JsonObject {
  return { output_schema: { type: 'object', properties: { count: { type } }, required: ['count'] } };
}

function codeOf(index: number): string {
  return `// Variant ${index}.
fn near(e, center, radius)
  return distance(e, center) <= radius + ${index}
end

fn run(args)
  let center = (0, 0, 0)
  if args.center then center = args.center end
  let count = 0
  for e in find_all(args.tag)
    if near(e, center, args.radius) then count = count + 1 end
  end
  return {count: count}
end
`;
}

export function writeTool(folder: string, index: number, note = ''): void {
  const base = join(folder, 'tools', `bench_${pad(index)}`);
  writeFileSync(`${base}.tool.json`, `${JSON.stringify(definitionOf(index, note), null, 2)}\n`);
  if (index % 2 === 0) writeFileSync(`${base}.wander`, codeOf(index));
}

/** Makes the project, and approves what waits, as a person does. */
export async function makeProject(count = TOOLS): Promise<BenchProject> {
  const root = mkdtempSync(join(tmpdir(), 'sky-bench-tools-'));
  const [folder, userFolder] = [join(root, 'project'), join(root, 'user')];
  const made = await Project.create(folder, { name: 'Bench' });
  if (!made.ok) throw new Error(made.error.message);
  mkdirSync(userFolder);
  for (let index = 0; index < count; index += 1) writeTool(folder, index);
  const engine = await openEngine({ folder, userFolder });
  for (let index = 0; index < count; index += 1) {
    if (!mutates(index)) continue;
    const result = await engine.call({
      tool: 'tool_approve',
      args: { name: nameOf(index) },
      caller: { actor: 'user', kind: 'human' },
    });
    if (!result.ok) throw new Error(result.error.message);
  }
  await engine.close();
  return { folder, userFolder };
}

export async function openEngine({ folder, userFolder }: BenchProject): Promise<Engine> {
  const opened = await Engine.open({ folder, userFolder, purpose: 'bench' });
  if (!opened.ok) throw new Error(opened.error.message);
  return opened.value;
}

/** How many custom tools can be called. */
export const activeTools = (engine: Engine): number =>
  engine.registry.active().filter((tool) => tool.custom !== undefined).length;
