/** `skywalker check --profile`: runs a tool's code as a dry run, and shows what each of its lines used. */
import * as z from 'zod';
import { isJsonObject } from '../engine/json';
import { shareText } from '../engine/text/run-facts';
import type { ToolResult } from '../engine/tools/definition';
import type { Io } from './io';

const PROFILE = z.looseObject({
  instructions: z.number(),
  instruction_limit: z.number().optional(),
  profile: z.array(
    z.looseObject({
      file: z.string().optional(),
      line: z.number(),
      runs: z.number(),
      instructions: z.number(),
      share: z.number(),
    }),
  ),
  outside: z.number(),
});

export type Profile = z.infer<typeof PROFILE>;

export type ProfileOrder = 'lines' | 'cost';

/** The profile in a result of `wander_run`, also of a run that failed; undefined where it did not come to run. */
export function profileOf(result: ToolResult): Profile | undefined {
  const data = result.ok ? result.structured : result.error.data;
  const parsed = PROFILE.safeParse(isJsonObject(data) ? data : {});
  return parsed.success ? parsed.data : undefined;
}

/**
 * In the order of lines, the whole source of each file that took part, with numbers before the lines that ran; in the order
 * of cost, those lines alone. `sourceOf` gives a file's text by its project-relative path.
 */
export function profileReport(
  io: Io,
  profile: Profile,
  order: ProfileOrder,
  sourceOf: (file: string) => string,
): string {
  const files = [...new Set(profile.profile.map((line) => line.file ?? ''))];
  const texts = new Map(files.map((file) => [file, sourceOf(file).split(/\r?\n/)]));
  const row = (numbers: string, place: string, text: string): string =>
    `${numbers}  ${io.paint('stdout', 'dim', place)} ${io.paint('stdout', 'plain', text)}`;
  const numbersOf = ({ instructions, share, runs }: Profile['profile'][number]): string =>
    `${String(instructions).padStart(12)} ${`${(share * 100).toFixed(1)} %`.padStart(7)} ${String(runs).padStart(8)}`;
  const none = ' '.repeat(12 + 8 + 9);
  const lines = [io.paint('stdout', 'bold', 'instructions   share     runs')];
  if (order === 'cost') {
    const sorted = [...profile.profile].sort((a, b) => b.instructions - a.instructions);
    for (const line of sorted) {
      const text = texts.get(line.file ?? '')?.[line.line - 1] ?? '';
      lines.push(row(numbersOf(line), `${line.file ?? ''}:${line.line}`, text.trim()));
    }
  } else {
    for (const file of files) {
      lines.push(io.paint('stdout', 'bold', file));
      const found = new Map(
        profile.profile.filter((line) => line.file === file).map((line) => [line.line, line]),
      );
      const source = texts.get(file) ?? [];
      const width = String(source.length).length;
      if (source.at(-1) === '') source.pop();
      source.forEach((text, index) => {
        const line = found.get(index + 1);
        lines.push(row(line === undefined ? none : numbersOf(line), String(index + 1).padStart(width), text));
      });
    }
  }
  const { outside, instructions, instruction_limit: limit } = profile;
  lines.push(`${String(outside).padStart(12)}  outside of all lines: the arguments and the result`);
  const share = limit === undefined ? '' : ` of ${limit} (${shareText(instructions, limit)})`;
  lines.push(`${String(instructions).padStart(12)}  in all${share}`);
  return lines.join('\n');
}
