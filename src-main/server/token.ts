/** The bearer token of the HTTP port: one for each project of this user, kept so that a client's settings outlive a restart. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { readOrMakePrivateFile, writePrivateFile } from './private-file';

const PATTERN = /^[A-Za-z0-9_-]{43}$/;

/** The project's token, 256 random bits; made at first use, and anew where the file holds something else. */
export async function projectToken(projectFolder: string, userFolder: string): Promise<string> {
  const path = tokenPath(projectFolder, userFolder);
  const text = (await readOrMakePrivateFile(path, newToken)).trim();
  if (PATTERN.test(text)) return text;
  const token = newToken();
  await writePrivateFile(path, token);
  return token;
}

/** Where the token of a project is kept. */
export function tokenPath(projectFolder: string, userFolder: string): string {
  const name = createHash('sha256').update(projectFolder).digest('hex').slice(0, 32);
  return join(userFolder, 'tokens', name);
}

function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether an `Authorization` header carries this token; of a header of the token's own length (which is no secret), how long it takes says nothing. */
export function isAuthorized(header: string | undefined, token: string): boolean {
  const match = /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i.exec(header ?? '');
  const given = Buffer.from(match?.[1] ?? '', 'latin1');
  const wanted = Buffer.from(token, 'latin1');
  return wanted.length > 0 && given.length === wanted.length && timingSafeEqual(given, wanted);
}
