/** The one listener for keys: finds the command that a key press means, and runs it. */
import { matchesKeys, useCommandTable, type Command } from '../state/commands';

/** Starts to listen; call the result to stop. */
export function startKeyboard(): () => void {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing) return;
    const command = commandFor(event);
    if (command === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    void command.run();
  };
  window.addEventListener('keydown', onKeyDown);
  return () => window.removeEventListener('keydown', onKeyDown);
}

function commandFor(event: KeyboardEvent): Command | undefined {
  const typing = isTyping(event.target);
  for (const command of useCommandTable.getState().commands.values()) {
    if (command.keys === undefined || !matchesKeys(command.keys, event)) continue;
    // In a field, undo and the like are the field's own.
    if (typing && command.category === 'Edit') continue;
    if (command.when?.() !== false) return command;
  }
  return undefined;
}

/**
 * Whether keys go into text at that place. A field that says `data-settled` shows what the scene holds: nothing was typed that
 * is not decided yet, so undo means the scene.
 */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || target.dataset['settled'] !== undefined) return false;
  if (target.isContentEditable || target.closest('.monaco-editor') !== null) return true;
  if (target instanceof HTMLTextAreaElement) return !target.readOnly;
  return (
    target instanceof HTMLInputElement &&
    !['checkbox', 'radio', 'button', 'range', 'color'].includes(target.type)
  );
}
