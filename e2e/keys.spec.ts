/** Keys on the real app: a teammate's approval that came with the project, trusting its key, and taking that back. */
import { expect, test, type Page } from '@playwright/test';
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { signedText } from '../src-main/engine/custom/approval-record';
import { nameOfKey } from '../src-main/engine/custom/key-vault';
import { fingerprintOf } from '../src-main/engine/custom/keys';
import { connectOverHttp, type Agent } from './agent';
import { approveIn, openEditor, readJson, root, takeThemeScreenshots, type Editor } from './app';

const tagByTag = readJson(join(root, 'docs/examples/tag_by_tag.json')) as Record<string, unknown>;
const mira: KeyObject = generateKeyPairSync('ed25519').privateKey;
const key = nameOfKey(mira);
const fingerprint = fingerprintOf(key);

let editor: Editor;
let agent: Agent;
let page: Page;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  editor = await openEditor();
  page = editor.page;
  await expect(page.getByRole('button', { name: /^MCP \d+/ })).toBeVisible();
  agent = await connectOverHttp('claude-code', editor.connection());
  await agent.call('tool_define', tagByTag);
});

test.afterAll(async () => {
  await agent?.close();
  await editor?.close();
});

async function inspected(): Promise<Record<string, unknown>> {
  return (await agent.call('tool_inspect', { name: 'user_tag_by_tag' })).data;
}

/** As it comes with a pull. */
async function writeApproval(): Promise<void> {
  const { id } = readJson(join(editor.project, 'game.json')) as { id: string };
  const approval = {
    name: 'user_tag_by_tag',
    hash: String((await inspected())['hash']),
    status: 'approved' as const,
    by: 'user',
    at: '2026-03-01T10:00:00.000Z',
  };
  const signature = sign(null, Buffer.from(signedText(id, approval)), mira).toString('base64url');
  const content = { format: 'skywalker.approvals/1', approvals: [{ ...approval, key, signature }] };
  writeFileSync(join(editor.project, 'tools/approvals.json'), JSON.stringify(content, null, 2));
}

test('an approval by a key that is not trusted shows who signed it; a person trusts the key after comparing its fingerprint', async () => {
  await writeApproval();
  await page.keyboard.press('ControlOrMeta+3');
  await page.getByRole('grid', { name: 'Custom tools' }).getByText('user_tag_by_tag').click();
  const note = page.getByRole('note', { name: 'Signed with a key that is not trusted' });
  await expect(note).toContainText('approved this definition');
  await expect(note.getByLabel(`Fingerprint ${fingerprint}`)).toBeVisible();
  expect((await inspected())['status']).toBe('pending_approval');
  await takeThemeScreenshots(editor, 'keys-signer');

  await note.getByRole('button', { name: 'Trust This Key…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Trust this key?' });
  await expect(dialog.getByLabel(`Fingerprint ${fingerprint}`)).toBeVisible();
  await dialog.getByLabel('Whose key is it?').fill('Mira');
  // Typing decides nothing.
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Trust This Key' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  expect((await inspected())['status']).toBe('pending_approval');
  await dialog.getByLabel('I compared the fingerprint with that person').click();
  await takeThemeScreenshots(editor, 'keys-trust');
  await dialog.getByRole('button', { name: 'Trust This Key' }).click();
  await expect.poll(async () => (await inspected())['status']).toBe('active');
  await expect(note).toHaveCount(0);
  await expect(page.getByText('This is what Mira approved')).toBeVisible();
});

test('the keys are listed, and one that is trusted no longer takes its approvals along', async () => {
  await page.getByRole('button', { name: /^Keys/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Keys' });
  const trusted = dialog.getByRole('region', { name: 'Trusted keys' });
  await expect(trusted).toContainText('Mira');
  await expect(dialog.getByRole('region', { name: 'Your key' })).toContainText(
    'Made with your first decision',
  );
  await takeThemeScreenshots(editor, 'keys-list');
  await trusted.getByRole('button', { name: 'Stop Trusting' }).click();
  await expect.poll(async () => (await inspected())['status']).toBe('pending_approval');
  await expect(dialog.getByRole('region', { name: 'Keys that are not trusted' })).toContainText(
    'user_tag_by_tag',
  );
  await expect(trusted).toContainText('Nobody yet');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('the window says where the own key is kept: without a key store in a file that only the person may read', async () => {
  const review = page.getByRole('article', { name: 'Review of user_tag_by_tag' });
  await expect(review.getByRole('button', { name: /^Approve/ })).not.toHaveAttribute('aria-disabled', 'true');
  await approveIn(review);
  await expect.poll(async () => (await inspected())['status']).toBe('active');
  const available = await editor.app.evaluate(
    ({ safeStorage }) =>
      safeStorage.isEncryptionAvailable() &&
      (process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text'),
  );
  const keys = join(editor.home, '.skywalker/keys');
  await page.getByRole('button', { name: /^Keys/ }).click();
  const own = page.getByRole('dialog', { name: 'Keys' }).getByRole('region', { name: 'Your key' });
  if (available) {
    await expect(own).toContainText('sealed in');
    expect(existsSync(join(keys, 'approval.key'))).toBe(false);
    expect(readFileSync(join(keys, 'approval.sealed.json'), 'utf8')).not.toContain('PRIVATE');
  } else {
    await expect(own).toContainText('in a file that only you may read. No key store can take it, because');
    expect(existsSync(join(keys, 'approval.sealed.json'))).toBe(false);
    expect(statSync(join(keys, 'approval.key')).mode & 0o777).toBe(0o600);
  }
  await takeThemeScreenshots(editor, 'keys-own');
});
