import { expect, test, vi } from 'vitest';
import { PageFiles } from './page-files';

/** Passes time, and says whether the page has its files then. */
async function servedAfter(files: PageFiles, ms: number): Promise<boolean> {
  let served = false;
  void files.served.then(() => (served = true));
  await vi.advanceTimersByTimeAsync(ms);
  return served;
}

test('the first page and its styles alone are not all that it asks for; a script is, once nothing is under way', async () => {
  vi.useFakeTimers();
  const files = new PageFiles();
  files.ask(false)();
  expect(await servedAfter(files, 100)).toBe(false);
  const [script, style] = [files.ask(true), files.ask(false)];
  script();
  expect(await servedAfter(files, 100)).toBe(false);
  style();
  const late = files.ask(true);
  expect(await servedAfter(files, 100)).toBe(false);
  late();
  expect(await servedAfter(files, 100)).toBe(true);
});

test('where no page comes, nothing waits for ever', async () => {
  vi.useFakeTimers();
  const files = new PageFiles();
  expect(await servedAfter(files, 1_900)).toBe(false);
  expect(await servedAfter(files, 200)).toBe(true);
});
