/** One entry of `tools/approvals.json`: its form, and the text that is signed. */
import { z } from 'zod';
import { isJsonObject, type Json } from '../json';
import { canonicalJson } from './json-form';
import type { Approval } from './types';

export const APPROVALS_FORMAT = 'skywalker.approvals/1';

/** A moment as this editor writes it. Only such ones are in order as texts. */
const moment = z.string().refine((text) => {
  const time = Date.parse(text);
  return (
    /^[0-9]{4}-/.test(text) && text < '9999' && !Number.isNaN(time) && new Date(time).toISOString() === text
  );
}, 'is no moment of the form 2026-03-01T10:00:00.000Z');

/** An actor. What it says is shown, so nothing in it may hide. */
const actor = z.string().regex(/^[A-Za-z0-9:._/-]{1,100}$/, 'is no name of an actor');

const record = z.object({
  name: z.string(),
  hash: z.string().regex(/^[0-9a-f]{64}$/, 'is no SHA-256'),
  status: z.enum(['approved', 'rejected']),
  by: actor,
  at: moment,
  reason: z.string().optional(),
  owner: actor.optional(),
  signature: z.string().optional(),
  key: z.string().optional(),
});

export type ApprovalRecord = z.infer<typeof record>;

/** An entry that is none, and why. */
export interface BrokenRecord {
  readonly name: string;
  readonly why: string;
}

/** Reads an entry; undefined where it names no tool. */
export function readRecord(entry: Json): ApprovalRecord | BrokenRecord | undefined {
  const parsed = record.safeParse(entry);
  if (parsed.success) return parsed.data;
  if (!isJsonObject(entry) || typeof entry.name !== 'string') return undefined;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') ?? '';
  const what = !Object.hasOwn(entry, field)
    ? `"${field}" is missing`
    : issue?.code === 'custom' || issue?.code === 'invalid_format'
      ? `"${field}" ${issue.message}`
      : `"${field}" is not as it should be`;
  return { name: entry.name, why: what };
}

/** What a signature is over: all that an entry says, and the project that it is for. */
export function signedText(projectId: string, approval: Approval): string {
  const { name, hash, status, by, at, reason, owner } = approval;
  return canonicalJson({
    format: APPROVALS_FORMAT,
    project: projectId,
    name,
    hash,
    status,
    by,
    at,
    reason: reason ?? null,
    ...(owner === undefined ? {} : { owner }),
  });
}
