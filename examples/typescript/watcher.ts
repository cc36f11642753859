/**
 * Follows what happens in a project, and says who did what. It goes on where it was when the editor was closed meanwhile, and
 * with `--cursor` when it was itself.
 *
 *     node examples/run.mjs watcher --project path/to/project --types tool,scene --cursor watcher.cursor
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Engine, visible, type EngineEvent } from '../../clients/typescript/src/main';

const { values: options } = parseArgs({
  options: {
    project: { type: 'string', default: '.' },
    types: { type: 'string' },
    cursor: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});

const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
process.once('SIGTERM', () => stop.abort());

// One line for a person, not a stack.
process.once('uncaughtException', (error) => {
  console.error(error.message);
  process.exit(1);
});

const engine = await Engine.attach({ project: options.project, name: 'watcher' });
const since = readCursor();
const events = await engine
  .events({
    signal: stop.signal,
    ...(options.types === undefined ? {} : { types: options.types.split(',') }),
    ...(since === undefined ? {} : { since }),
  })
  .ready();
console.error(`Watching from event ${events.cursor ?? 0} on.`);
for await (const event of events) {
  console.log(options.json ? JSON.stringify(event) : lineOf(event));
  if (options.cursor !== undefined) writeFileSync(options.cursor, String(event.seq));
}
if (events.truncated)
  console.error('More happened in between than the engine keeps: some events were not seen.');
await engine.close();

function lineOf({ time, actor, type, kind, summary, data }: EngineEvent): string {
  const at = new Date(time * 1000).toISOString().slice(11, 19);
  const failed = data.ok === false ? ' (failed)' : '';
  // Names and words of others stand in it, which are not to steer the terminal.
  return visible(`${at}  ${actor}  ${kind === undefined ? type : `${type}.${kind}`}  ${summary}${failed}`);
}

function readCursor(): number | undefined {
  if (options.cursor === undefined) return undefined;
  try {
    const seq = Number(readFileSync(options.cursor, 'utf8'));
    return Number.isInteger(seq) && seq >= 0 ? seq : undefined;
  } catch {
    return undefined;
  }
}
