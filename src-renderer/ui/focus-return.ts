/**
 * Where focus goes when a dialog closes whose opener is gone by then: a line of the palette, an entry of a menu. Radix gives
 * focus back to what had it when the dialog opened, and to nothing where that has left the page.
 */

const FLOATING = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

let last: HTMLElement | undefined;

if (typeof window !== 'undefined')
  window.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && target.closest(FLOATING) === null) last = target;
  });

/** For `onCloseAutoFocus`: once Radix has done its part, focus that it lost goes to what had it last outside of dialogs and menus. */
export function returnFocus(): void {
  setTimeout(() => {
    const active = document.activeElement;
    if (active === null || active === document.body) last?.focus();
  }, 0);
}
