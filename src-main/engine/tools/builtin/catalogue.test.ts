import { afterAll, beforeAll, expect, test } from 'vitest';
import { isJsonObject } from '../../json';
import type { ToolDefinition } from '../definition';
import { toolNameProblem } from '../names';
import { schemaProblems } from '../schema-problems';
import { compileOutputSchema, compileSchema, defaultProblems } from '../validation';
import { createTestProject, type TestProject } from './testing';

let project: TestProject;
let tools: readonly ToolDefinition[];

beforeAll(async () => {
  project = await createTestProject();
  tools = project.registry.all();
});

afterAll(() => {
  project.remove();
});

const NAMES = [
  ...[
    'asset_delete',
    'asset_import',
    'asset_list',
    'batch',
    'component_schema',
    'engine_info',
    'entity_copy',
    'entity_create',
  ],
  ...[
    'entity_delete',
    'entity_duplicate',
    'entity_get',
    'entity_paste',
    'entity_refs',
    'entity_update',
    'events_poll',
  ],
  ...[
    'file_list',
    'file_read',
    'file_search',
    'file_write',
    'game_settings',
    'help',
    'history',
    'project_info',
    'scene_diff',
  ],
  ...[
    'scene_list',
    'scene_load',
    'scene_new',
    'scene_overview',
    'scene_query',
    'scene_recover',
    'scene_save',
    'scene_validate',
  ],
  ...[
    'selection_get',
    'selection_set',
    'tag_rename',
    'tool_search',
    'transform',
    'viewport_capture',
    'viewport_focus',
  ],
];

test('all tools of the catalogue are there, by names that are allowed', () => {
  expect(tools.map((tool) => tool.name)).toEqual(NAMES);
  expect(NAMES.flatMap((name) => toolNameProblem(name) ?? [])).toEqual([]);
});

test('each tool has a title, a category, and a description of one to six sentences with an example', () => {
  const categories = new Set(['scene', 'entity', 'view', 'project', 'help', 'agent']);
  for (const tool of tools) {
    expect(tool.title, tool.name).not.toBe('');
    expect(categories.has(tool.category), tool.name).toBe(true);
    const [prose = '', example] = tool.description.split(' Example: ');
    const sentences = prose.split(/[.!?](?:\s|$)/).filter((sentence) => sentence.trim() !== '');
    expect(sentences.length, `${tool.name}: ${sentences.length} sentences`).toBeLessThanOrEqual(6);
    expect(example, tool.name).toBeDefined();
  }
});

test('the examples in the descriptions are valid calls', () => {
  for (const tool of tools) {
    const examples = (tool.description.split(' Example: ')[1] ?? '').replace(/\.$/, '').split(/ or (?=\{)/);
    const validator = compileSchema(tool.inputSchema);
    if (!validator.ok) throw new Error(validator.error.message);
    for (const example of examples) {
      const checked = validator.value.check(JSON.parse(example), tool.name);
      expect(checked.ok ? '' : `${tool.name}: ${checked.error.message}`).toBe('');
    }
  }
});

test('input and output schemas are sound, closed, described, and their defaults fit', () => {
  for (const tool of tools) {
    expect(schemaProblems(tool.inputSchema), tool.name).toEqual([]);
    expect(tool.inputSchema.additionalProperties, tool.name).toBe(false);
    expect(defaultProblems(tool.inputSchema), tool.name).toEqual([]);
    expect(schemaProblems(tool.outputSchema, { name: 'output_schema' }), tool.name).toEqual([]);
    expect(compileOutputSchema(tool.outputSchema ?? {}).ok, tool.name).toBe(true);
    for (const schema of [tool.inputSchema, tool.outputSchema]) {
      const properties = isJsonObject(schema?.properties) ? schema.properties : {};
      for (const [name, property] of Object.entries(properties)) {
        expect(isJsonObject(property) && typeof property.description, `${tool.name}.${name}`).toBe('string');
      }
    }
  }
});

test('S-26: hints follow from what the tools do', () => {
  const named = (test: (tool: ToolDefinition) => boolean): string[] =>
    tools.filter(test).map((tool) => tool.name);
  expect(named((tool) => tool.annotations.readOnlyHint === tool.mutates)).toEqual([]);
  expect(named((tool) => tool.outsideScene === true)).toEqual(['game_settings', 'history', 'scene_save']);
  expect(named((tool) => tool.annotations.destructiveHint)).toEqual([
    'asset_delete',
    'entity_delete',
    'scene_load',
    'scene_new',
    'scene_recover',
  ]);
  expect(named((tool) => tool.quiet === true)).toEqual(['events_poll']);
  expect(named((tool) => tool.annotations.openWorldHint)).toEqual([]);
});

test('every tool that needs no arguments runs in an empty project, and keeps its output schema', async () => {
  for (const tool of tools) {
    const required = tool.inputSchema.required ?? [];
    if (tool.mutates || (Array.isArray(required) && required.length > 0)) continue;
    if (tool.name === 'scene_diff') continue;
    expect(await project.ok(tool.name), tool.name).toBeDefined();
  }
});
