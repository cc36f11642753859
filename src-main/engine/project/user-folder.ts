/** The person's own folder, outside every project: keys, tokens, decisions, the library. */
import { homedir } from 'node:os';
import { join } from 'node:path';

/** `$SKYWALKER_HOME`, else `~/.skywalker`. */
export function userFolder(env: Readonly<Record<string, string | undefined>> = process.env): string {
  const own = env['SKYWALKER_HOME'];
  return own !== undefined && own !== '' ? own : join(homedir(), '.skywalker');
}
