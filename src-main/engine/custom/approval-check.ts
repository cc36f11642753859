/** Whether an entry of `tools/approvals.json` is signed as it says, and with a key that counts here. */
import { signedText, type ApprovalRecord } from './approval-record';
import { fingerprintOf, isKey, type UserKeys } from './keys';
import type { Signer } from './types';

/** A record as it was found, and whether it counts. */
export interface CheckedApproval {
  readonly record: ApprovalRecord;
  /** Why it does not count; undefined where it does. */
  readonly problem?: string;
  /** Who signed it, where that is all that keeps it from counting. */
  readonly untrusted?: Signer;
}

export function checkSignature(record: ApprovalRecord, projectId: string, keys: UserKeys): CheckedApproval {
  const { key, signature, by, at, status, hash } = record;
  const what = wordOf(record);
  if (signature === undefined || key === undefined) {
    return { record, problem: `The ${what} in tools/approvals.json is not signed, so it does not count.` };
  }
  if (!isKey(key) || !keys.verify(signedText(projectId, record), key, signature)) {
    return {
      record,
      problem: `The signature of the ${what} in tools/approvals.json does not fit: it was changed, or copied from another project.`,
    };
  }
  if (keys.trusts(key)) return { record };
  const signer: Signer = { key, fingerprint: fingerprintOf(key), by, at, status, hash };
  const how =
    keys.problem ?? `A person can trust it in Studio > Tools, or in a terminal with: skywalker trust ${key}`;
  return {
    record,
    untrusted: signer,
    problem: `The ${what} by ${by} is signed with a key that is not trusted here (fingerprint ${signer.fingerprint}). ${how}`,
  };
}

export function wordOf(record: ApprovalRecord): string {
  return record.status === 'approved' ? 'approval' : 'rejection';
}
