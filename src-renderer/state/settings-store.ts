/** What a person can set for this window, each with what it is at first. Kept in the window's own storage. */
import { create } from 'zustand';
import { readStored, writeStored } from './stored';

export interface Settings {
  /** Saving a tool's file runs its tests. */
  readonly testOnSave: boolean;
  /** Of code, in pixels. */
  readonly fontSize: number;
  /** Notes at the corner for what agents changed while the feed is not on screen. */
  readonly agentToasts: boolean;
  /** The feed shows what was selected in the window. */
  readonly ownSelections: boolean;
  /** The feed has a strip of how much happened when. */
  readonly timeline: boolean;
  /** The scene view draws its grid. */
  readonly grid: boolean;
}

export const DEFAULT_SETTINGS: Settings = {
  testOnSave: true,
  fontSize: 13,
  agentToasts: true,
  ownSelections: false,
  timeline: true,
  grid: true,
};

export const FONT_SIZES = [11, 12, 13, 14, 15, 16, 18, 20, 24] as const;

/** Names in the storage, which stay what they are. */
const KEYS: Readonly<Record<keyof Settings, string>> = {
  testOnSave: 'testOnSave',
  fontSize: 'editor.fontSize',
  agentToasts: 'agentToasts',
  ownSelections: 'activity.selections',
  timeline: 'activity.timeline',
  grid: 'scene.grid',
};

function flag(key: Exclude<keyof Settings, 'fontSize'>): boolean {
  const parse = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined);
  return readStored(KEYS[key], parse, DEFAULT_SETTINGS[key]);
}

export const useSettings = create<Settings>(() => ({
  testOnSave: flag('testOnSave'),
  fontSize: readStored(
    KEYS.fontSize,
    (value) => FONT_SIZES.find((size) => size === value),
    DEFAULT_SETTINGS.fontSize,
  ),
  agentToasts: flag('agentToasts'),
  ownSelections: flag('ownSelections'),
  timeline: flag('timeline'),
  grid: flag('grid'),
}));

export function setSetting<Key extends keyof Settings>(key: Key, value: Settings[Key]): void {
  writeStored(KEYS[key], value);
  useSettings.setState({ [key]: value });
}
