/**
 * A memory that all agents of a project share: this program serves two tools, `ext_memory_note` and `ext_memory_recall`, and
 * keeps what they are told in a file of its own.
 *
 *     node examples/run.mjs memory-host --project path/to/project --file notes.jsonl
 */
import { appendFile, readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { Engine, tool, ToolError } from '../../clients/typescript/src/main';

const { values: options } = parseArgs({
  options: {
    project: { type: 'string', default: '.' },
    file: { type: 'string', default: 'memory.jsonl' },
  },
});

const NOTE = z.object({ text: z.string(), tags: z.array(z.string()), by: z.string(), at: z.string() });
type Note = z.infer<typeof NOTE>;

const note = tool({
  name: 'memory_note',
  title: 'Note for the team',
  description:
    'Keeps a note in the memory that all agents of this project share: decisions, names, what did not work. Example: {"text": "Doors are 1.2 m wide", "tags": ["level"]}',
  input: z.object({
    text: z.string().min(1).max(2_000).describe('One thing worth knowing later.'),
    tags: z.array(z.string().max(40)).max(10).default([]).describe('Words to find it by.'),
  }),
  run: async ({ text, tags }, { actor, dryRun }) => {
    const made: Note = { text, tags, by: actor, at: new Date().toISOString() };
    // In a dry run nothing may be left behind, here no more than in the scene.
    if (!dryRun) await appendFile(options.file, `${JSON.stringify(made)}\n`);
    return { noted: made };
  },
});

const recall = tool({
  name: 'memory_recall',
  title: 'Recall what the team noted',
  description:
    'Searches the memory that all agents of this project share, best matches first. Look here before you decide what others may have decided. Example: {"query": "door width"}',
  input: z.object({
    query: z.string().min(1).describe('Words to look for.'),
    limit: z.int().min(1).max(20).default(5),
  }),
  output: z.object({ notes: z.array(NOTE), of: z.int() }),
  run: async ({ query, limit }, { signal }) => {
    const notes = await readNotes(signal);
    const words = query.toLowerCase().split(/\W+/).filter(Boolean);
    const found = notes
      .map((each) => ({ each, score: scoreOf(each, words) }))
      .filter(({ score }) => score > 0)
      // Of equal ones the newest first.
      .sort((a, b) => b.score - a.score || (a.each.at < b.each.at ? 1 : -1))
      .slice(0, limit);
    return { notes: found.map(({ each }) => each), of: notes.length };
  },
});

async function readNotes(signal: AbortSignal): Promise<readonly Note[]> {
  let text: string;
  try {
    text = await readFile(options.file, { encoding: 'utf8', signal });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw new ToolError('The memory can’t be read.', { hint: `Look at ${options.file}.` });
  }
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => NOTE.parse(JSON.parse(line)));
}

function scoreOf({ text, tags }: Note, words: readonly string[]): number {
  const said = text.toLowerCase();
  const tagged = tags.map((tag) => tag.toLowerCase());
  return words.reduce(
    (sum, word) => sum + (said.includes(word) ? 1 : 0) + (tagged.includes(word) ? 2 : 0),
    0,
  );
}

// One line for a person, not a stack.
process.once('uncaughtException', (error) => {
  console.error(error.message);
  process.exit(1);
});

const engine = await Engine.attach({ project: options.project, name: 'team-memory' });
const host = await engine.hostTools([note, recall], {
  label: 'Team memory',
  onProblem: (problem) => console.error(problem),
});
for (const [name, { status, reason }] of Object.entries(host.status))
  console.log(`${name}: ${status}${reason === undefined ? '' : ` (${reason})`}`);

const leave = (): void => void engine.close().then(() => process.exit(0));
process.once('SIGINT', leave);
process.once('SIGTERM', leave);
