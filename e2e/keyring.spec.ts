/** A person's key on the real app with a real key store: made in it, opened by the next start, and of no use to a terminal. */
import { expect, test, type Page } from '@playwright/test';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { callAsPerson, openEditor, readJson, root, takeThemeScreenshots, type Editor } from './app';
import { keyringProblem, openKeyring, type Keyring } from './keyring';

const problem = keyringProblem();
test.skip(problem !== undefined, `No keyring to try: ${problem}.`);
test.describe.configure({ mode: 'serial' });

const tagByTag = readJson(join(root, 'docs/examples/tag_by_tag.json')) as Record<string, unknown>;

let keyring: Keyring;
let editor: Editor;

test.beforeAll(async () => {
  keyring = await openKeyring();
  editor = await openEditor({ env: keyring.env });
});

test.afterAll(async () => {
  await editor?.close();
  keyring?.close();
});

interface Answer {
  readonly ok: boolean;
  readonly structured?: Readonly<Record<string, unknown>>;
}

interface Refusal {
  readonly error?: { readonly message: string; readonly hint?: string };
}

async function call(page: Page, tool: string, args: object): Promise<Readonly<Record<string, unknown>>> {
  const answer = await callAsPerson<Answer>(page, tool, args);
  expect(answer, tool).toMatchObject({ ok: true });
  return answer.structured ?? {};
}

const keys = (): string => join(editor.home, '.skywalker/keys');

test('the first approval makes a key that lies nowhere but sealed by the keyring', async () => {
  const { page } = editor;
  expect(await editor.app.evaluate(({ safeStorage }) => safeStorage.getSelectedStorageBackend())).toBe(
    'gnome_libsecret',
  );
  await call(page, 'tool_define', tagByTag);
  await call(page, 'tool_approve', { name: 'user_tag_by_tag' });
  expect(await call(page, 'tool_inspect', { name: 'user_tag_by_tag' })).toMatchObject({ status: 'active' });
  expect(existsSync(join(keys(), 'approval.key'))).toBe(false);
  const sealed = join(keys(), 'approval.sealed.json');
  expect(statSync(sealed).mode & 0o777).toBe(0o600);
  const { sealed: bytes, store } = readJson(sealed) as { sealed: string; store: string };
  expect(store).toBe('the Secret Service (GNOME Keyring)');
  // Chromium's mark of what a keyring's password has sealed; "v10" is the fixed password, which seals nothing.
  expect(Buffer.from(bytes, 'base64').subarray(0, 3).toString()).toBe('v11');

  await page.keyboard.press('ControlOrMeta+3');
  await page.getByRole('button', { name: /^Keys/ }).click();
  await expect(
    page.getByRole('dialog', { name: 'Keys' }).getByRole('region', { name: 'Your key' }),
  ).toContainText('sealed in the Secret Service (GNOME Keyring)');
  await takeThemeScreenshots(editor, 'keys-sealed');
});

test('the next start opens the same key, and signs with it', async () => {
  const before = readFileSync(join(keys(), 'approval.sealed.json'), 'utf8');
  await editor.app.close();
  editor = await openEditor({ again: editor, env: keyring.env });
  const { page } = editor;
  expect(await call(page, 'tool_inspect', { name: 'user_tag_by_tag' })).toMatchObject({ status: 'active' });
  await call(page, 'tool_approve', { name: 'user_tag_by_tag', approve: false });
  await call(page, 'tool_approve', { name: 'user_tag_by_tag' });
  expect(await call(page, 'tool_inspect', { name: 'user_tag_by_tag' })).toMatchObject({ status: 'active' });
  expect(readFileSync(join(keys(), 'approval.sealed.json'), 'utf8')).toBe(before);
});

test('without the keyring nothing is approved, and no other key is made in its place', async () => {
  await editor.app.close();
  editor = await openEditor({ again: editor, env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' } });
  const { page } = editor;
  const refused = await callAsPerson<Refusal>(page, 'tool_approve', { name: 'user_tag_by_tag' });
  expect(refused.error?.message).toContain('sealed in the Secret Service (GNOME Keyring)');
  expect(refused.error?.hint).toContain('no other is made');
  expect(existsSync(join(keys(), 'approval.key'))).toBe(false);
});
