import { visible } from '../engine/text/visible';

/** Text of a project or an agent for what the system draws itself, the title of a window and its dialogs: on screen as it is, and bounded. */
export function systemText(text: string, most = 120): string {
  const shown = visible(text).replaceAll(/\n{3,}/g, '\n\n');
  const characters = [...shown];
  return characters.length <= most ? shown : `${characters.slice(0, most - 1).join('')}…`;
}

/** The same on one line. */
export function systemTitle(text: string): string {
  return systemText(text.replaceAll(/\s+/g, ' '));
}
