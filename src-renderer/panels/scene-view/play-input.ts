/** What a person does in the view while a scene is played is input of the play. */
import type { KeyboardEvent } from 'react';
import { giveInput } from '../../state/play-store';

/** Keys that stay the window's own, so that nobody is caught in the view. */
const OWN = /^(Tab|F\d+|Control|Alt|Meta|CapsLock|ContextMenu|Dead|Unidentified|Process)$/;

export function isPlayKey(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): boolean {
  return !event.ctrlKey && !event.metaKey && !event.altKey && !OWN.test(event.key);
}

export function keyDown(event: KeyboardEvent): void {
  if (!isPlayKey(event)) return;
  event.preventDefault();
  event.stopPropagation();
  if (!event.repeat) void giveInput({ hold: [nameOf(event)] });
}

/** Whatever else is held by now: a key that is up must not stay down. */
export function keyUp(event: KeyboardEvent): void {
  if (!OWN.test(event.key)) void giveInput({ release: [nameOf(event)] });
}

/** The view has lost its keys. */
export function releaseAll(): void {
  void giveInput({ release_all: true });
}

/** `A` and `a` are one key; what a letter key is called must not depend on Shift. */
function nameOf({ key }: KeyboardEvent): string {
  return key === ' ' ? 'space' : key.toLowerCase();
}
