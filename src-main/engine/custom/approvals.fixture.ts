/** Approvals of a project and the people who make them, for tests. */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { succeed, type Outcome } from '../errors';
import { Approvals, APPROVALS_FILE, type ApprovalRecord, type DecisionRequest } from './approvals';
import { UserKeys, type Signing } from './keys';
import { Ledger } from './ledger';

export const HASH = 'a'.repeat(64);
export const OTHER = 'b'.repeat(64);

/** Whose keys sign what is decided. */
const keysOf = new WeakMap<Approvals, UserKeys>();

export interface ApprovalsText {
  approvals: Record<string, unknown>[];
}

/** A project with its approvals, and a person with keys. */
export function setUp(
  project = 'p1',
  folder = mkdtempSync(join(tmpdir(), 'sky-approvals-')),
  user = join(folder, 'user'),
) {
  mkdirSync(join(folder, project), { recursive: true });
  const file = join(folder, project, 'approvals.json');
  const keys = new UserKeys(user);
  const open = (): Approvals => {
    const made = new Approvals(
      { locate: () => succeed({ absolute: file, real: file, relative: APPROVALS_FILE }) },
      project,
      keys,
      new Ledger(user, project),
    );
    keysOf.set(made, keys);
    return made;
  };
  return {
    folder,
    user,
    file,
    keys,
    open,
    read: (): ApprovalsText => JSON.parse(readFileSync(file, 'utf8')) as ApprovalsText,
    write: (value: unknown): void => writeFileSync(file, JSON.stringify(value)),
  };
}

export async function signing(keys: UserKeys): Promise<Signing> {
  const signer = await keys.signer();
  if (!signer.ok) throw new Error(signer.error.message);
  return signer.value;
}

export async function decide(
  approvals: Approvals,
  request: DecisionRequest,
): Promise<Outcome<ApprovalRecord>> {
  const keys = keysOf.get(approvals);
  if (keys === undefined) throw new Error('not opened here');
  return approvals.decide(request, await signing(keys));
}

export const approve = (
  approvals: Approvals,
  name = 'user_a',
  hash = HASH,
  at = new Date('2026-03-01T10:00:00Z'),
): Promise<Outcome<ApprovalRecord>> => decide(approvals, { name, hash, status: 'approved', by: 'user', at });
