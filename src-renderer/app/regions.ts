/** Regions of the window, which F6 goes through: elements that carry `data-region`. Each remembers where its focus was. */

const FOCUSABLE = '[tabindex="0"], button:not([tabindex="-1"]), input:not([disabled]), textarea, a[href]';

const lastFocus = new WeakMap<HTMLElement, HTMLElement>();

/** Notes where focus is, so that a region can be entered again at the same place. */
export function startRegions(): () => void {
  const onFocus = (event: FocusEvent): void => {
    if (!(event.target instanceof HTMLElement)) return;
    const region = event.target.closest<HTMLElement>('[data-region]');
    if (region) lastFocus.set(region, event.target);
  };
  window.addEventListener('focusin', onFocus);
  return () => window.removeEventListener('focusin', onFocus);
}

/** Moves focus to the next region, or the one before. */
export function moveRegion(step: 1 | -1): void {
  const regions = [...document.querySelectorAll<HTMLElement>('[data-region]')].filter(
    (region) => region.offsetParent !== null,
  );
  if (regions.length === 0) return;
  const present = regions.findIndex((region) => region.contains(document.activeElement));
  const next =
    present < 0 ? (step > 0 ? 0 : regions.length - 1) : (present + step + regions.length) % regions.length;
  const region = regions[next];
  if (region) focusRegion(region);
}

/** Moves focus into a region, by name: to where it was, else to what can take it first. */
export function focusRegionNamed(name: string): void {
  const region = document.querySelector<HTMLElement>(`[data-region="${name}"]`);
  if (region) focusRegion(region);
}

function focusRegion(region: HTMLElement): void {
  const known = lastFocus.get(region);
  if (known?.isConnected && known.offsetParent !== null && region.contains(known)) {
    known.focus();
    return;
  }
  // Not everything that says it can be focused can: the first that is, after being asked.
  for (const candidate of region.querySelectorAll<HTMLElement>(FOCUSABLE)) {
    candidate.focus();
    if (region.contains(document.activeElement)) return;
  }
  region.tabIndex = -1;
  region.focus();
}
