/** What happened longer ago than the editor remembers, read back from the disk. */
import { expect, test } from '@playwright/test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openEditor, takeThemeScreenshots } from './app';

/** A log of an earlier day: 6,000 events, of which the editor takes the last 4,096 into memory. */
function writeLog(project: string): void {
  const logs = join(project, '.skywalker/logs');
  mkdirSync(logs, { recursive: true });
  const lines = Array.from({ length: 6_000 }, (_, index) =>
    JSON.stringify({
      seq: index + 1,
      time: 1_790_000_000 + index,
      type: 'log',
      kind: 'note',
      actor: 'mcp:old-times',
      summary: `Note ${index + 1} of old`,
      data: {},
    }),
  );
  writeFileSync(join(logs, 'events.jsonl'), `${lines.join('\n')}\n`);
}

test('at its beginning the feed goes on with what is on the disk, page by page, and what one looks at stays', async () => {
  test.setTimeout(120_000);
  const editor = await openEditor({ prepare: writeLog });
  const { page } = editor;
  try {
    const feed = page.getByRole('feed', { name: 'Activity' });
    const row = (name: string) => feed.getByText(name, { exact: true });
    await expect(row('Note 6000 of old')).toBeVisible();
    const earlier = page.getByRole('button', { name: 'Show Earlier' });
    await expect(earlier).toHaveCount(0);
    const toBegin = async (): Promise<void> => {
      await feed.locator('[data-index]').last().focus();
      await page.keyboard.press('Home');
    };
    await toBegin();
    await expect(row('Note 2000 of old')).toHaveCount(0);
    await expect(earlier).toBeVisible();
    const first = await feed.locator('[data-index="0"]').innerText();
    await takeThemeScreenshots(editor, 'feed-earlier');
    await earlier.click();
    // The row that was the first is where it was, with others above it now.
    await expect(feed.locator('[data-index="1000"]')).toHaveText(new RegExp(first.split('\n').at(-1) ?? ''));
    await expect(earlier).toHaveCount(0);
    await toBegin();
    await expect(earlier).toBeVisible();
    await earlier.click();
    await expect(earlier).toHaveCount(0);
    await toBegin();
    await expect(row('Note 1 of old')).toBeVisible();
    await expect(earlier).toHaveCount(0);
  } finally {
    await editor.close();
  }
});
