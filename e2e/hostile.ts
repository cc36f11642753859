/** What an agent may write to look like something else, to hide, to break out or to break the view; and what must hold wherever it is shown. */
import { expect, type Page } from '@playwright/test';

/** Runs where text becomes markup, in HTML and in Markdown. */
const MARKUP =
  '<img src=x onerror="window.pwned=1"><script>window.pwned=1</script><b class="pwned">b</b>' +
  '<svg onload="window.pwned=1"></svg>[l](javascript:window.pwned=1)![i](http://127.0.0.1:9/i.png)<!--';
/** Accents over ten lines, a very wide picture, and letters that run the other way. */
const TALL = `Z${'\u0335\u0301'.repeat(60)}`;
const WIDE = `${'👩\u200d👩\u200d👧\u200d👦'.repeat(60)}﷽`;
const TURNED = 'שלום 12 مرحبا 34';
/** Colours and moves of a terminal, direction overrides, nothing to see, letters that only a model reads, half a character. */
const STEERING =
  '\u202Egnp.exe\u202C \u2066i\u2069 z\u200Bw\u2060 \u001b[2J\u001b[31m\u0007\r \u2028 so\u00ADft \ufeff \u{e0072}\u{e006d} \ud800';

/** Nothing hidden in it: for what refuses that. `token` tells where it comes from. */
export function loud(token: string): string {
  return `${token} ${MARKUP} ${TURNED} ${TALL} ${WIDE}`;
}

/** For titles, which have 100 characters at most and nothing hidden. */
export function loudTitle(token: string): string {
  return `${token} <img src=x onerror="window.pwned=1"> ${TURNED} Z${'\u0301'.repeat(20)}`;
}

/** What `HIDE` stands for in a file: the same as JSON holds it, for texts that the engine takes only from a disk. */
export const HIDDEN_IN_JSON = JSON.stringify(STEERING).slice(1, -1);

export function hostile(token: string): string {
  return `${token} ${STEERING} ${MARKUP} ${TURNED} ${TALL} ${WIDE}`;
}

/** For names and tags, which have 100 characters at most and no control characters. */
export function shortHostile(token: string): string {
  return `${token} \u202Egnp\u202C\u200B<img src=x onerror="window.pwned=1"> ${TURNED} Z${'\u0301'.repeat(20)}`;
}

export function longLine(token: string): string {
  return `${token} ${'x'.repeat(1_048_576)}`;
}

export function manyLines(token: string): string {
  return `${token}\n${'line\n'.repeat(10_000)}`;
}

/** In the page: what is wider or taller than its place, a row that has grown, and what is outside the window. */
const PLACES = String.raw`(() => {
  const found = [];
  const tell = (what, element, text) =>
    found.push(what + ': ' + JSON.stringify(text.slice(0, 100)) + ' in ' + element.outerHTML.slice(0, 160));
  for (const element of document.body.querySelectorAll('*')) {
    const style = getComputedStyle(element);
    const over = element.scrollWidth - element.clientWidth;
    if (over > 1 && style.overflowX !== 'visible' && style.textOverflow !== 'ellipsis' && element.clientWidth > 8 &&
        !element.matches('[data-scrolls]') && !element.closest('.monaco-editor, input, textarea, .visually-hidden') && !element.querySelector(':scope > [role=tablist]'))
      tell('wider than its place by ' + over, element, element.textContent ?? '');
    const below = element.scrollHeight - element.clientHeight;
    if (below > 6 && element.clientHeight > 8 && style.overflowY === 'visible' && element.matches('button, h1, h2, h3, [class*=tag], [class*=chip], [class*=badge]'))
      tell('taller than its place by ' + below, element, element.textContent ?? '');
    if (element.matches('[role=feed] > * article, [role=feed] article, [role=grid] [role=row], [role=tree] [data-index], [role=option]') && element.offsetHeight > 60)
      tell('a row of ' + element.offsetHeight + ' pixels', element, element.textContent ?? '');
  }
  for (const region of document.querySelectorAll('[data-region]')) {
    const box = region.getBoundingClientRect();
    if (box.width > 0 && (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1))
      tell('outside the window', region, JSON.stringify(box));
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push('the page is wider than the window');
  return found;
})()`;

/** In the page: what is wrong with what is on screen. */
const LOOK = String.raw`(() => {
  const raw = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}\p{Cs}]|[\p{Mn}\p{Me}]{9}/u;
  const found = [];
  const tell = (what, element, text) =>
    found.push(what + ': ' + JSON.stringify(text.slice(0, 100)) + ' in ' + element?.outerHTML.slice(0, 160));
  if (window.pwned !== undefined) found.push('a script of a text ran');
  for (const element of document.querySelectorAll('img, iframe, object, embed, .pwned, script:not([src]), [onload], [onerror], [href^="javascript:"]'))
    tell('an element of a text', element, '');
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let length = 0;
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const parent = node.parentElement;
    if (parent?.closest('style, textarea, .ime-text-area')) continue;
    // The editor draws what is hidden itself, with marks of ours beside it; accents stay in their line.
    const line = parent?.closest('.view-line');
    if (line && getComputedStyle(line).overflowY !== 'clip') tell('not clipped', line, node.data);
    if (line) continue;
    length += node.data.length;
    if (raw.test(node.data)) tell('obeyed', parent, node.data.slice(Math.max(0, node.data.search(raw) - 10)));
  }
  const elements = document.body.querySelectorAll('*');
  for (const element of elements) {
    for (const name of ['title', 'alt', 'placeholder', 'aria-label', 'aria-description', 'aria-valuetext'])
      if (raw.test(element.getAttribute(name) ?? '')) tell('obeyed in ' + name, element, element.getAttribute(name));
    if (element.matches('input, textarea:not(.inputarea)') && element !== document.activeElement && raw.test(element.value))
      tell('obeyed in a field', element, element.value);
  }
  found.push(...${PLACES});
  if (elements.length > 12000) found.push(elements.length + ' elements');
  if (length > 400000) found.push(length + ' characters laid out');
  return found;
})()`;

/** Nothing on screen is obeyed, and nothing has left its place. `where` stands before each finding. */
export async function expectSafe(page: Page, where: string): Promise<void> {
  const found = await page.evaluate<string[]>(LOOK);
  expect.soft(found.map((one) => `${where}: ${one}`).slice(0, 8), where).toEqual([]);
}

/** Nothing has left its place. */
export async function expectInPlace(page: Page, where: string): Promise<void> {
  const found = await page.evaluate<string[]>(PLACES);
  expect.soft(found.slice(0, 8), where).toEqual([]);
}
