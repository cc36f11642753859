/** Keeps the application menu in step with the table of commands, and runs what is chosen in it. */
import type { MenuCommand } from '../../src-preload/contract';
import { bridge } from '../state/bridge';
import { runCommand, useCommandTable } from '../state/commands';

/** Starts; call the result to stop. */
export function startMenu(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const send = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void bridge().setMenu(menuCommands()), 50);
  };
  send();
  const stopTable = useCommandTable.subscribe(send);
  const stopMenu = bridge().onMenuCommand((id) => void runCommand(id));
  return () => {
    clearTimeout(timer);
    stopTable();
    stopMenu();
  };
}

function menuCommands(): readonly MenuCommand[] {
  return [...useCommandTable.getState().commands.values()].flatMap((command): MenuCommand[] =>
    command.menu === undefined
      ? []
      : [
          {
            id: command.id,
            title: command.title,
            menu: command.menu.name,
            group: command.menu.group,
            ...(command.keys === undefined ? {} : { keys: command.keys }),
            enabled: true,
          },
        ],
  );
}
