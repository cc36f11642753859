import type { KeyboardEvent } from 'react';

/** Arrows, `j`/`k`, Home and End in a list of options, which are found by their role. `choose` is told where it went. */
export function listKeys(length: number, choose: (index: number) => void) {
  return (event: KeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return;
    const options = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=option]')];
    const at = options.indexOf(event.target);
    if (at < 0) return;
    const moves: Record<string, number> = {
      ...{ ArrowDown: at + 1, j: at + 1, ArrowUp: at - 1, k: at - 1 },
      ...{ Home: 0, End: length - 1, Enter: at, ' ': at },
    };
    const to = moves[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const bounded = Math.max(0, Math.min(length - 1, to));
    choose(bounded);
    options[bounded]?.focus();
  };
}
