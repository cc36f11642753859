/**
 * What the official conformance runner calls by name: `skywalker serve --conformance-fixtures`. Tools, prompts and
 * resources that say what the scenarios want to hear, registered as the product's own are, so that the product answers.
 * Test code: nothing else loads it.
 */
import type { Prompts } from '../server/prompts';
import type { Resources } from '../server/resources';
import type { ToolRegistry } from '../engine/tools/registry';
import { contentTools } from './content-tools';

import { inputTools } from './input-tools';
import { PROMPTS } from './prompts';
import { RESOURCES } from './resources';
import { tool, TRIGGERED_PROMPT } from './fixture';

/** With fixtures, a stream that has not brought its answer by then ends. */
export const POLL_AFTER_MS = 1_500;

export function registerFixtures(
  registry: ToolRegistry,
  offered: { readonly prompts: Prompts; readonly resources: Resources },
): void {
  for (const definition of [...contentTools, ...inputTools]) registry.register(definition);
  registry.register(
    tool('test_trigger_tool_change', () => {
      if (registry.get('test_triggered') === undefined)
        registry.register(tool('test_triggered', () => ({ ok: true, text: 'Here for a while' })));
      else registry.unregister('test_triggered');
      return { ok: true, text: 'The list of tools has changed' };
    }),
  );
  registry.register(
    tool('test_trigger_prompt_change', () => {
      const known = offered.prompts.list().includes(TRIGGERED_PROMPT);
      if (known) offered.prompts.remove(TRIGGERED_PROMPT.name);
      else offered.prompts.add(TRIGGERED_PROMPT);
      return { ok: true, text: 'The list of prompts has changed' };
    }),
  );
  for (const prompt of PROMPTS) offered.prompts.add(prompt);
  offered.resources.add(RESOURCES);
}
