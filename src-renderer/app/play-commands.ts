/** Commands of play mode: in the palette, the Play menu, and on the play bar. */
import { runCommand, type Command } from '../state/commands';
import { pause, play, step, stop, usePlay } from '../state/play-store';

const state = (): string => usePlay.getState().state;

export function playCommands(): readonly Command[] {
  const command = (one: Pick<Command, 'id' | 'title' | 'keys' | 'when' | 'run'>): Command => ({
    ...one,
    category: 'Play',
    menu: { name: 'play', group: 1 },
  });
  return [
    command({
      id: 'play.toggle',
      title: 'Play or Pause',
      keys: 'F7',
      run: async () => {
        if (state() === 'playing') return pause();
        if (state() === 'editing') runCommand('view.scene');
        await play();
        focusView();
      },
    }),
    command({ id: 'play.step', title: 'Step', keys: 'F8', run: () => step() }),
    command({
      id: 'play.stop',
      title: 'Stop',
      keys: 'Shift+F7',
      when: () => state() !== 'editing',
      run: stop,
    }),
  ];
}

/** Whoever presses Play goes on with the play's own keys. */
function focusView(): void {
  document.querySelector<HTMLElement>('[data-play-view]')?.focus();
}
