/** Regions of the window, which F6 goes through: elements that carry `data-region`. Each remembers where its focus was. */

const FOCUSABLE = '[tabindex="0"], button:not([tabindex="-1"]), input:not([disabled]), textarea, a[href]';

/** Notices come and go: nothing else goes back to where focus was in them. */
export const NOTICES = 'notices';

let latest: HTMLElement | null = null;

/** What had focus last in a region: neither a dialog nor a menu. */
export function lastFocused(): HTMLElement | null {
  return latest?.isConnected === true ? latest : null;
}

const lastFocus = new WeakMap<HTMLElement, HTMLElement>();

/** Notes where focus is, so that a region can be entered again at the same place. */
export function startRegions(): () => void {
  const onFocus = (event: FocusEvent): void => {
    if (!(event.target instanceof HTMLElement)) return;
    const region = event.target.closest<HTMLElement>('[data-region]');
    if (!region) return;
    lastFocus.set(region, event.target);
    const panel = event.target.closest<HTMLElement>('[data-dock-panel]');
    if (panel) lastFocus.set(panel, event.target);
    if (region.dataset['region'] !== NOTICES) latest = event.target;
  };
  window.addEventListener('focusin', onFocus);
  return () => window.removeEventListener('focusin', onFocus);
}

/** Moves focus to the next region, or the one before. */
export function moveRegion(step: 1 | -1): void {
  const regions = [...document.querySelectorAll<HTMLElement>('[data-region]')].filter((region) =>
    region.checkVisibility(),
  );
  if (regions.length === 0) return;
  const present = regions.findIndex((region) => region.contains(document.activeElement));
  const next =
    present < 0 ? (step > 0 ? 0 : regions.length - 1) : (present + step + regions.length) % regions.length;
  const region = regions[next];
  if (region) focusRegion(region);
}

/** Moves focus into a panel, by its id: to where it was in it, else to what can take it first, else to its region. */
export function focusPanelNamed(id: string): void {
  const panel = document.querySelector<HTMLElement>(`[data-dock-panel="${CSS.escape(id)}"]`);
  if (panel === null) return;
  const region = panel.closest<HTMLElement>('[data-region]');
  if (!focusWithin(panel) && region !== null) focusRegion(region);
}

function focusRegion(region: HTMLElement): void {
  if (focusWithin(region)) return;
  region.tabIndex = -1;
  region.focus();
}

/** Says whether anything in it took focus. */
function focusWithin(region: HTMLElement): boolean {
  const known = lastFocus.get(region);
  if (known?.isConnected && known.offsetParent !== null && region.contains(known)) {
    known.focus();
    return true;
  }
  // Not everything that says it can be focused can: the first that is, after being asked.
  for (const candidate of region.querySelectorAll<HTMLElement>(FOCUSABLE)) {
    candidate.focus();
    if (region.contains(document.activeElement)) return true;
  }
  return false;
}
