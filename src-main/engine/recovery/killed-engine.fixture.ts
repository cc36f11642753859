/**
 * A process with an engine that changes, autosaves and saves a scene as fast as it can, and says what it has done, until
 * somebody kills it. Arguments: the project's folder, and the first number to count from.
 */
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { Engine } from '../engine';
import type { JsonObject } from '../json';
import type { Caller } from '../tools/definition';

const [folder = '', first = '1'] = process.argv.slice(2);
const AGENT: Caller = { actor: 'mcp:test', kind: 'agent' };

const opened = await Engine.open({
  folder,
  userFolder: join(folder, '..', 'sky-home'),
  autosave: { quiet: 1, every: 4 },
});
if (!opened.ok) throw new Error(opened.error.message);
const engine = opened.value;

async function call(tool: string, args: JsonObject = {}): Promise<void> {
  const result = await engine.call({ tool, args, caller: AGENT });
  if (!result.ok) throw new Error(`${tool}: ${result.error.message}`);
}

/** At once: what was said before the kill was done before it. */
function say(what: string, count: number): void {
  writeSync(1, `${what} ${count}\n`);
}

let count = Number(first);
say('open', count);
for (let turn = 1; ; turn += 1) {
  count += 1;
  await call('entity_update', { entity: 'Counter', vars: { count } });
  say('changed', count);
  if (turn % 7 === 3) {
    await engine.recovery.flush();
    say('kept', count);
  }
  if (turn % 11 === 10) {
    say('saving', count);
    await call('scene_save');
    say('saved', count);
  }
}
