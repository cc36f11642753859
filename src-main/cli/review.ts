/** A custom tool as text for the person who decides about it. */
import * as z from 'zod';
import { diffLines } from './diff';
import type { Io } from './io';

const CAPABILITIES = z.looseObject({
  read_scene: z.boolean(),
  mutate: z.boolean(),
  calls: z.array(z.string()),
  files: z.looseObject({ read: z.array(z.string()), write: z.array(z.string()) }),
  network: z.boolean(),
});

/** What is read of `tool_inspect`'s result. */
export const INSPECTION = z.looseObject({
  name: z.string(),
  description: z.string(),
  kind: z.string(),
  status: z.string(),
  reason: z.string().optional(),
  author: z.string(),
  version: z.number(),
  hash: z.string(),
  capabilities: CAPABILITIES,
  definition: z.record(z.string(), z.unknown()),
  code: z.string().optional(),
  /** The code with the files that it uses. */
  full_code: z.string().optional(),
  approved: z
    .looseObject({
      hash: z.string(),
      definition: z.record(z.string(), z.unknown()),
      code: z.string().optional(),
      full_code: z.string().optional(),
    })
    .optional(),
  capability_changes: z.array(z.string()).optional(),
  remarks: z.array(z.string()).optional(),
});

export type Inspection = z.infer<typeof INSPECTION>;

/** Everything that a decision needs, with styles for stdout. Control characters of the author's are shown, not obeyed. */
export function reviewText(io: Io, tool: Inspection): string {
  const bold = (text: string): string => io.paint('stdout', 'bold', text);
  const plain = (text: string): string => io.paint('stdout', 'dim', text);
  const lines = [
    `${bold(tool.name)} ${plain(`${tool.kind}, version ${tool.version}, by ${tool.author}: ${tool.status}`)}`,
    ...(tool.reason === undefined ? [] : [plain(tool.reason)]),
    plain(`hash ${tool.hash}`),
    '',
    ...tool.description.split('\n').map((line) => `  ${io.paint('stdout', 'plain', line)}`),
    '',
    bold('What it may do'),
    ...permissions(tool).map(
      (line) => `  ${io.paint('stdout', line.strong ? 'yellow' : 'plain', line.text)}`,
    ),
  ];
  const changes = tool.capability_changes ?? [];
  if (changes.length > 0)
    lines.push(
      '',
      bold('What it may do has changed'),
      ...changes.map((text) => `  ${io.paint('stdout', 'yellow', text)}`),
    );
  const remarks = tool.remarks ?? [];
  if (remarks.length > 0) lines.push('', bold('Remarks'), ...remarks.map((text) => `  ${plain(text)}`));
  if (tool.approved) {
    lines.push('', bold('Changes since it was approved'), ...difference(io, tool.approved, tool));
  } else {
    lines.push('', bold('Definition'), ...indent(io, JSON.stringify(tool.definition, null, 2)));
    const code = codeOf(tool);
    if (code !== undefined) lines.push('', bold('Code'), ...indent(io, code));
  }
  return lines.join('\n');
}

/** All the code that a decision is about. */
function codeOf(of: { readonly code?: string; readonly full_code?: string }): string | undefined {
  return of.full_code ?? of.code;
}

function permissions(tool: Inspection): { text: string; strong: boolean }[] {
  const { read_scene, mutate, calls, files, network } = tool.capabilities;
  return [
    { text: read_scene ? 'read the scene' : 'it may not read the scene', strong: false },
    { text: mutate ? 'change the scene' : 'it changes nothing in the scene', strong: mutate },
    {
      text: calls.length === 0 ? 'it calls no other tools' : `call ${calls.join(', ')}`,
      strong: calls.length > 0,
    },
    ...(files.read.length === 0 ? [] : [{ text: `read files: ${files.read.join(', ')}`, strong: true }]),
    ...(files.write.length === 0 ? [] : [{ text: `write files: ${files.write.join(', ')}`, strong: true }]),
    ...(network ? [{ text: 'reach the network', strong: true }] : []),
  ];
}

function difference(io: Io, before: NonNullable<Inspection['approved']>, after: Inspection): string[] {
  const definition = diffLines(
    JSON.stringify(before.definition, null, 2),
    JSON.stringify(after.definition, null, 2),
  );
  const code = diffLines(codeOf(before) ?? '', codeOf(after) ?? '');
  const shown = [
    ...(definition.length > 0 ? ['definition:', ...definition] : []),
    ...(code.length > 0 ? ['code:', ...code] : []),
  ];
  if (shown.length === 0) return [io.paint('stdout', 'dim', '  none')];
  return shown.map(
    (line) =>
      `  ${io.paint('stdout', line.startsWith('+') ? 'green' : line.startsWith('-') ? 'red' : 'dim', line)}`,
  );
}

function indent(io: Io, text: string): string[] {
  return text.split('\n').map((line) => `  ${io.paint('stdout', 'plain', line)}`);
}
