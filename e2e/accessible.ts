/** What must hold of every view for those who do not see it as it is drawn, do not use a mouse, or have set their system otherwise. */
import { expect, type Page } from '@playwright/test';

/** Whatever takes the focus shows that it has it: an outline, a ring or an edge that was not there before. */
const FOCUS = String.raw`(async () => {
  const shown = (element) => {
    const looks = [];
    const look = (at, part) => {
      const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, backgroundColor } = getComputedStyle(at, part);
      looks.push(outlineStyle === 'none' ? 'none' : outlineStyle + outlineWidth + outlineColor, boxShadow, borderColor, backgroundColor);
    };
    for (let at = element, up = 0; at && up < 4; at = at.parentElement, up += 1) look(at, null);
    for (const part of ['::before', '::after']) look(element, part);
    // In a list that keeps the focus itself, the row that is meant shows it.
    const active = document.getElementById(element.getAttribute('aria-activedescendant') ?? '');
    if (active) look(active, null);
    return looks.join(';');
  };
  const found = [];
  const before = document.activeElement;
  const all = document.querySelectorAll('button, input, textarea, select, a[href], summary, [tabindex]:not([tabindex="-1"])');
  for (const element of all) {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: false }) || element.matches(':disabled, .inputarea, .ime-text-area') || element.closest('.monaco-editor')) continue;
    // These hand it on to one of their tabs or buttons.
    if (element.matches('[role=tablist], [role=toolbar], [role=radiogroup]')) continue;
    element.blur();
    const without = shown(element);
    element.focus({ preventScroll: true });
    if (document.activeElement !== element) continue;
    if (shown(element) === without) found.push(element.outerHTML.slice(0, 160));
    element.blur();
  }
  before?.focus?.({ preventScroll: true });
  return found;
})()`;

export async function expectFocusShows(page: Page, where: string): Promise<void> {
  // A browser shows the focus that a script moves to those who use the keys.
  await page.evaluate('document.activeElement?.blur()');
  await page.keyboard.press('Tab');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const found = await page.evaluate<string[]>(FOCUS);
  await page.emulateMedia({ reducedMotion: null });
  expect.soft(found.slice(0, 6), `${where}: focus that can’t be seen`).toEqual([]);
}

/** Who has asked for less motion gets none: nothing of ours moves or fades, however briefly. */
export async function expectStill(page: Page, where: string): Promise<void> {
  const found = await page.evaluate<string[]>(String.raw`(() => {
    const moves = (text) => text.split(',').some((time) => Number.parseFloat(time) > 0.001);
    return [...document.querySelectorAll('*')].flatMap((element) =>
      [null, '::before', '::after'].flatMap((part) => {
        const { animationName, animationDuration, transitionDuration } = getComputedStyle(element, part);
        return (animationName !== 'none' && moves(animationDuration)) || moves(transitionDuration)
          ? [element.outerHTML.slice(0, 120)]
          : [];
      }),
    );
  })()`);
  expect.soft(found.slice(0, 6), `${where}: motion`).toEqual([]);
}
