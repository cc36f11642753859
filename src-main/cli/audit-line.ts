/** One line of the audit in words. */
import * as z from 'zod';
import type { Io } from './io';

const LINE = z.looseObject({
  at: z.string(),
  event: z.string(),
  actor: z.string().optional(),
  tool: z.string().optional(),
  version: z.number().optional(),
  hash: z.string().optional(),
  reason: z.string().optional(),
  ok: z.boolean().optional(),
  ms: z.number().optional(),
  nested: z.array(z.unknown()).optional(),
  error: z.looseObject({ code: z.string(), message: z.string() }).optional(),
});

/** Text for stdout; what is no line of the audit is shown as it is. */
export function auditLine(io: Io, text: string): string {
  const line = parse(text);
  if (line === undefined) return io.paint('stdout', 'plain', text);
  const { at, actor = 'system', event, tool } = line;
  const time = at.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d).*$/, '$1 $2');
  const what = [event.replaceAll('_', ' '), ...(tool === undefined ? [] : [tool])].join(' ');
  const facts = event === 'call' ? callFacts(line) : decisionFacts(line);
  return [
    io.paint('stdout', 'dim', time),
    io.paint('stdout', actor === 'user' || actor === 'cli' ? 'green' : 'cyan', actor),
    io.paint('stdout', line.ok === false ? 'red' : 'plain', `${what}${facts}`),
  ].join('  ');
}

type Line = z.infer<typeof LINE>;

function callFacts({ ok, ms, nested, error }: Line): string {
  if (ok !== true) return `: ${error === undefined ? 'failed' : `${error.code}: ${error.message}`}`;
  const below = nested === undefined || nested.length === 0 ? '' : `, ${nested.length} calls below`;
  return `: ok${ms === undefined ? '' : `, ${ms.toFixed(1)} ms`}${below}`;
}

function decisionFacts({ version, hash, reason }: Line): string {
  const of = version === undefined ? '' : `, version ${version}`;
  const short = hash === undefined ? '' : ` (${hash.slice(0, 12)})`;
  return `${of}${short}${reason === undefined ? '' : `: ${reason}`}`;
}

function parse(text: string): Line | undefined {
  try {
    return LINE.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
