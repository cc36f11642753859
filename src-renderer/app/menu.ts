/** Keeps the application menu in step with the table of commands and with what can be done, and runs what is chosen in it. */
import type { MenuCommand } from '../../src-preload/contract';
import { bridge } from '../state/bridge';
import { runCommand, useCommandTable, type Command } from '../state/commands';
import { useEditors } from '../state/editor-store';
import { useFeedSelection } from '../state/feed-selection';
import { useLayout } from '../state/layout-store';
import { useOnboarding } from '../state/onboarding-store';
import { usePlay } from '../state/play-store';
import { useScene } from '../state/scene-store';
import { useSelection } from '../state/selection-store';
import { useTheme } from '../state/theme-store';
import { useTools } from '../state/tools-store';
import { useUndoable } from '../state/undoable-store';
import { useWaiting } from '../state/waiting-store';
import { isTyping } from './keyboard';
import { useCopied } from '../panels/scene-tree/clipboard';
import { useTests } from '../panels/tests/test-store';

const AFTER_MS = 50;

/** Whatever decides whether a command can act, besides where the focus is. */
const STORES = [
  useCopied,
  ...[useCommandTable, useEditors, useFeedSelection, useLayout, useOnboarding, usePlay, useScene],
  ...[useSelection, useTests, useTheme, useTools, useUndoable, useWaiting],
];

/** Starts; call the result to stop. */
export function startMenu(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sent = '';
  const send = (): void => {
    timer = undefined;
    const commands = menuCommands(useCommandTable.getState().commands.values());
    const text = JSON.stringify(commands);
    if (text === sent) return;
    sent = text;
    void bridge().setMenu(commands);
  };
  const soon = (): void => {
    timer ??= setTimeout(send, AFTER_MS);
  };
  send();
  const stops = [
    ...STORES.map((store) => store.subscribe(soon)),
    bridge().onMenuCommand((id) => void runCommand(id)),
  ];
  const places = ['focusin', 'focusout'] as const;
  for (const place of places) window.addEventListener(place, soon);
  document.addEventListener('selectionchange', soon);
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
    for (const place of places) window.removeEventListener(place, soon);
    document.removeEventListener('selectionchange', soon);
  };
}

export function menuCommands(commands: Iterable<Command>): readonly MenuCommand[] {
  return [...commands].flatMap((command): MenuCommand[] => {
    const { menu } = command;
    if (menu === undefined) return [];
    const keys = command.keys ?? command.ownKeys;
    return [
      {
        id: command.id,
        title: menu.title ?? command.title,
        menu: menu.name,
        group: menu.group,
        ...(keys === undefined ? {} : { keys }),
        ...(menu.checked === undefined ? {} : { checked: menu.checked() }),
        ...(menu.insteadOf === undefined ? {} : { insteadOf: menu.insteadOf }),
        enabled:
          command.when?.() !== false &&
          command.idle?.() !== true &&
          !(menu.insteadOf !== undefined && isTyping(document.activeElement)),
      },
    ];
  });
}
