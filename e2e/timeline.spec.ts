/** The timeline over a full feed: 100,000 rows, of which it is known who made how many when. By keys and by pointer. */
import { expect, test, type Locator } from '@playwright/test';
import { expectAccessible, openEditor, takeThemeScreenshots, type Editor } from './app';

const ROWS = 100_000;
const HOUR = 1_790_000_000;
const SECONDS = 3_600;

/**
 * Gives the window the events through the channel on which it asks for them, and has it begin anew. Ten minutes of cursor come
 * first and last; in between is claude-code, with every hundredth call failed.
 */
async function fill({ app, page }: Editor): Promise<void> {
  await app.evaluate(
    ({ ipcMain }, { rows, from, seconds }) => {
      const channel = 'skywalker:pollEvents';
      const event = (index: number): object => {
        const part = Math.floor((index * 6) / rows);
        const outer = part === 0 || part === 5;
        const ok = outer || index % 100 !== 0;
        return {
          seq: index + 1,
          time: from + (index * seconds) / rows,
          type: 'tool',
          actor: outer ? 'mcp:cursor' : 'mcp:claude-code',
          tool: 'scene_query',
          call: `c${index + 1}`,
          summary: `Call ${index + 1}`,
          data: { ok, ms: 1, mutates: false, args: {}, depth: 0 },
        };
      };
      ipcMain.removeHandler(channel);
      ipcMain.handle(channel, async (_, { since, limit }: { since: number; limit: number }) => {
        const length = Math.max(0, Math.min(limit, rows - since));
        // Nothing more comes: the answer to that waits as long as the window does.
        if (length === 0) await new Promise(() => undefined);
        const events = Array.from({ length }, (__, at) => event(since + at));
        return { events, next: since + length, oldest: 1, truncated: false };
      });
    },
    { rows: ROWS, from: HOUR, seconds: SECONDS },
  );
  await page.reload();
}

interface Told {
  readonly rows: number;
  readonly cursor: number;
  readonly claude: number;
  readonly failed: number;
}

/** The words of the stretch that it is at, as numbers. */
async function told(timeline: Locator): Promise<Told> {
  const words = (await timeline.getAttribute('aria-valuetext')) ?? '';
  const count = (pattern: RegExp): number => Number(pattern.exec(words)?.[1] ?? 0);
  return {
    rows: count(/: (\d+) rows?/),
    cursor: count(/, cursor (\d+)/),
    claude: count(/, claude-code (\d+)/),
    failed: count(/, (\d+) failed/),
  };
}

/** How many of the pixels of its canvas are drawn on, in each third of its width. */
function drawn(timeline: Locator): Promise<readonly number[]> {
  return timeline.locator('canvas').evaluate((node) => {
    const canvas = node as unknown as {
      width: number;
      height: number;
      getContext(kind: '2d'): {
        getImageData(x: number, y: number, w: number, h: number): { data: Uint8ClampedArray };
      };
    };
    const third = Math.floor(canvas.width / 3);
    return [0, 1, 2].map(
      (at) =>
        canvas
          .getContext('2d')
          .getImageData(at * third, 0, third, canvas.height)
          .data.filter((value, index) => index % 4 === 3 && value > 0).length,
    );
  });
}

test('over 100,000 rows it says who did how much when, goes where one clicks and filters what one drags over', async () => {
  test.setTimeout(120_000);
  const editor = await openEditor();
  const { page } = editor;
  try {
    await fill(editor);
    const feed = page.getByRole('feed', { name: 'Activity' });
    const filter = page.getByRole('combobox', { name: 'Filter the activity' });
    const timeline = page.getByRole('slider', { name: 'Timeline' });
    await expect(feed.getByText(`Call ${ROWS}`, { exact: true })).toBeVisible({ timeout: 60_000 });

    // By keys: all of it is marked, and told as it was made: 2 of 6 parts by the one, the rest by the other.
    await filter.focus();
    const here = timeline.and(page.locator(':focus'));
    for (let step = 0; step < 12 && (await here.count()) === 0; step += 1) await page.keyboard.press('Tab');
    await expect(timeline).toBeFocused();
    const all = { rows: ROWS, cursor: 33_333, claude: 66_667, failed: 667 };
    await expect
      .poll(
        async () => {
          await page.keyboard.press('End');
          await page.keyboard.press('Shift+Home');
          return told(timeline);
        },
        { timeout: 30_000 },
      )
      .toEqual(all);
    for (const third of await drawn(timeline)) expect(third).toBeGreaterThan(100);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Home');
    const first = await told(timeline);
    expect([first.claude, first.failed, first.cursor]).toEqual([0, 0, first.rows]);
    expect(first.rows).toBeGreaterThan(ROWS / 720);
    await takeThemeScreenshots(editor, 'timeline-full');

    // A click goes there: half of the width is half of the hour, which claude-code had.
    const box = (await timeline.boundingBox())!;
    const slots = Number(await timeline.getAttribute('aria-valuemax')) + 1;
    const width = Math.min(14 * slots, box.width);
    await page.mouse.click(box.x + width / 2, box.y + 10);
    await expect(feed.getByText(/^Call (4[89]|5[01])\d{3}$/).first()).toBeVisible();
    const middle = await told(timeline);
    expect([middle.cursor, middle.claude]).toEqual([0, middle.rows]);

    // A drag over the first sixth and more: of the rest nothing is left.
    await page.mouse.move(box.x + 1, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + width / 10, box.y + 12, { steps: 3 });
    await page.mouse.up();
    await expect(filter).toHaveValue(/^after:\S+ before:\S+$/);
    await expect(page.getByText(/^[\d,]+ of 100,000$/)).toHaveText(/^(9,[5-9]|10,[0-9])\d\d of/);
    await expect(feed.getByText('claude-code')).toHaveCount(0);
    await timeline.focus();
    await page.keyboard.press('Escape');
    await expect(filter).toHaveValue('');
    await expect(page.getByText('100,000', { exact: true })).toBeVisible();

    // What nothing fits is said, and the list is there again with the next letter.
    await filter.fill('nobody did this');
    await expect(page.getByText('Nothing fits this filter')).toBeVisible();
    await expect(feed).toHaveCount(0);
    await filter.fill('tool:scene_query');
    await expect(feed.getByRole('article').first()).toBeVisible();

    // What has the focus keeps it while one scrolls away, and the keys go on from there.
    await filter.fill('');
    const row = (number: number): Locator =>
      feed.getByRole('article').filter({ has: page.getByText(`Call ${number}`, { exact: true }) });
    await row(ROWS - 5).click();
    await expect(row(ROWS - 5)).toBeFocused();
    await page.mouse.wheel(0, -500_000);
    await expect(row(ROWS - 5)).not.toBeInViewport();
    await expect(row(ROWS - 5)).toBeFocused();
    expect(await feed.getByRole('article').count()).toBeLessThan(100);
    await page.keyboard.press('ArrowUp');
    await expect(row(ROWS - 6)).toBeFocused();
    await expect(row(ROWS - 6)).toBeInViewport();
    await expectAccessible(page, 'a full feed');
  } finally {
    await editor.close();
  }
});
