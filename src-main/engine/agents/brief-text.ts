/** An agent's entry in words, for the model that plays it. */
import type { AgentProfile } from './profile';

const AUTONOMY_WORDS = {
  observe: 'You may read, and change nothing.',
  ask: 'You may read; each change waits until a person has allowed it, so tell them what you mean to do.',
  autonomous:
    'You may read and change things without asking; what reaches outside the project waits for a person.',
} as const;

export function briefText(profile: AgentProfile): string {
  const { raw, name, autonomy, permissions } = profile;
  const line = (key: string): string | undefined => {
    const value = raw[key];
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
  };
  const role = line('role')?.replaceAll('_', ' ');
  const set = [...permissions].map(([category, value]) => `${category}: ${value}`);
  const memory = Array.isArray(raw.memory)
    ? raw.memory.flatMap((note) => (typeof note === 'string' ? [`- ${note}`] : []))
    : [];
  const focus = line('focus');
  return [
    `You are ${name}${role === undefined ? '' : `, ${role}`}, in a project of the editor Skywalker.`,
    line('mission'),
    focus === undefined ? undefined : `You work on: ${focus}`,
    line('persona'),
    line('instructions'),
    AUTONOMY_WORDS[autonomy],
    set.length === 0 ? undefined : `For some categories of tools another rule holds: ${set.join(', ')}.`,
    memory.length === 0 ? undefined : `What you noted before:\n${memory.join('\n')}`,
  ]
    .filter((part) => part !== undefined)
    .join('\n\n');
}
