import type { ReactNode } from 'react';
import { callTool } from '../../state/bridge';
import { useRoster } from '../../state/roster-store';
import { showError } from '../../state/toasts';
import { Select } from '../../ui/select';

/** Seconds that are offered; the project's own is among them whatever it is. */
const CHOICES = [60, 300, 600, 1_800, 3_600, 28_800];

/** How long a call waits for an answer before it gives up. */
export function AskTime(): ReactNode {
  const seconds = useRoster((state) => state.askSeconds);
  const all = [...new Set([...CHOICES, seconds])].sort((a, b) => a - b);
  const set = async (next: number): Promise<void> => {
    const settings = { agents: { ask_seconds: next } };
    const result = await callTool('game_settings', { operation: 'set', settings });
    if (!result.ok) showError(result.error, 'The time was not changed');
    await useRoster.getState().refresh();
  };
  return (
    <Select
      label="How long a call waits for an answer"
      value={String(seconds)}
      options={all.map((one) => ({ value: String(one), label: `Calls wait ${words(one)}` }))}
      onChange={(next) => void set(Number(next))}
    />
  );
}

function words(seconds: number): string {
  if (seconds % 3_600 === 0) return seconds === 3_600 ? '1 hour' : `${seconds / 3_600} hours`;
  if (seconds % 60 === 0) return seconds === 60 ? '1 minute' : `${seconds / 60} minutes`;
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}
