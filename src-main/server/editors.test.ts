/** Where clients that name no project find an editor. Real servers and sockets; the engines are small ones. */
import { createConnection } from 'node:net';
import { readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startServer, type ServerHandle } from './host';
import { socketPathFor } from './socket-path';
import { newFolder, SmallEngine } from './testkit/small-engine';

test.skipIf(process.platform === 'win32')(
  'editor.sock leads to the newest editor, to the one before when that closes, and is gone with the last',
  async () => {
    const home = newFolder();
    const link = join(home, 'editor.sock');
    const open = (editor: boolean): Promise<ServerHandle> =>
      startServer({ engine: new SmallEngine(), userFolder: home, http: false, editor });
    const [first, second] = [await open(true), await open(true)];
    const headless = await open(false);
    expect(readlinkSync(link)).toBe(second.socket);
    const client = createConnection(link);
    await new Promise((resolve) => client.once('connect', resolve));
    client.destroy();
    expect(statSync(home).mode & 0o077).toBe(0);
    await second.close();
    expect(readlinkSync(link)).toBe(first.socket);
    await first.close();
    expect(() => readlinkSync(link)).toThrow('ENOENT');
    await headless.close();
  },
);

test('on Windows the agent socket is a named pipe, another for each project', () => {
  const [a, b] = ['C:\\a', 'C:\\b'].map((folder) => socketPathFor(folder, () => 'unused', 'win32'));
  expect(a).toMatch(/^\\\\\.\\pipe\\skywalker-[0-9a-f]{16}$/);
  expect(b).not.toBe(a);
});
