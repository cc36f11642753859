/**
 * The one table of what a person can do: the palette, the menus, tooltips and the keyboard all read it. A panel adds its
 * commands while it is mounted (`useCommands`); the application's own are always there.
 */
import { useEffect } from 'react';
import { create } from 'zustand';

export const MENUS = ['app', 'file', 'edit', 'view', 'go', 'play', 'tools', 'help'] as const;
export type MenuName = (typeof MENUS)[number];

export interface Command {
  /** Dotted: `tools.approve`. Never changes its meaning. */
  readonly id: string;
  /** Title case, verb first: `Approve Tool`. */
  readonly title: string;
  /** Shown before the title in the palette: `Tools`. */
  readonly category: string;
  /** `Mod+Shift+P`: `Mod` is Ctrl, or Command on macOS. Several with a space between: any of them. Single letters belong to lists, not here. */
  readonly keys?: string;
  /** Keys that the list or view takes itself which the command is about: shown, and not listened to. */
  readonly ownKeys?: string;
  /** False: the command is neither offered nor run. */
  readonly when?: () => boolean;
  /** The menu of the application that shows it; `group` parts a menu by lines. */
  readonly menu?: {
    readonly name: MenuName;
    readonly group: number;
    /** Where the menu calls it otherwise. */
    readonly title?: string;
    /** Of neighbours that are a choice: whether it is the one that is chosen. */
    readonly checked?: () => boolean;
    /** Takes the place of what the system does with text, while it can act. */
    readonly insteadOf?: 'cut' | 'copy' | 'paste';
  };
  /** True: as far as is known there is nothing for it to do. The menu shows it dimmed; it is run all the same. */
  readonly idle?: () => boolean;
  readonly run: () => void | Promise<void>;
}

interface CommandState {
  readonly commands: ReadonlyMap<string, Command>;
  add(commands: readonly Command[]): () => void;
}

export const useCommandTable = create<CommandState>((set) => ({
  commands: new Map(),
  add: (added) => {
    set((state) => {
      const commands = new Map(state.commands);
      for (const command of added) commands.set(command.id, command);
      return { commands };
    });
    return () =>
      set((state) => {
        const commands = new Map(state.commands);
        for (const command of added) if (commands.get(command.id) === command) commands.delete(command.id);
        return { commands };
      });
  },
}));

/** Adds commands while the component is mounted. Pass a list that is the same as long as nothing in it changes. */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => useCommandTable.getState().add(commands), [commands]);
}

/** Runs a command if it is there and may run now; says whether it did. */
export function runCommand(id: string): boolean {
  const command = useCommandTable.getState().commands.get(id);
  if (command === undefined || command.when?.() === false) return false;
  void command.run();
  return true;
}

/** The keys of a command as a person reads them, for tooltips: `Ctrl+Shift+P`, or `⇧⌘P`. */
export function useKeysOf(id: string): string | undefined {
  return useCommandTable((state) => {
    const keys = state.commands.get(id)?.keys;
    return keys === undefined ? undefined : formatKeys(keys);
  });
}

export function isMac(): boolean {
  return typeof navigator !== 'undefined' && /mac/i.test(navigator.platform);
}

const MAC: Readonly<Record<string, string>> = {
  Mod: '⌘',
  Ctrl: '⌃',
  Alt: '⌥',
  Shift: '⇧',
  Enter: '↩',
  Backspace: '⌫',
  Delete: '⌦',
  Escape: '⎋',
};
const SHOWN: Readonly<Record<string, string>> = {
  Mod: 'Ctrl',
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Space: 'Space',
};

/** `Mod+Shift+P` as this platform writes it. Of several alternatives, the first. */
export function formatKeys(keys: string, mac = isMac()): string {
  const parts = splitKeys(keys.split(' ')[0] ?? '');
  if (!mac) return parts.map((part) => SHOWN[part] ?? part).join('+');
  const order = ['Ctrl', 'Alt', 'Shift', 'Mod'];
  const sorted = [...parts].sort((a, b) => order.indexOf(a) - order.indexOf(b) || 0);
  const [modifiers, rest] = [
    sorted.filter((part) => order.includes(part)),
    sorted.filter((part) => !order.includes(part)),
  ];
  return [...modifiers, ...rest].map((part) => MAC[part] ?? SHOWN[part] ?? part).join('');
}

export interface KeyPress {
  readonly key: string;
  /** The physical key, for digits and letters that a layout or Alt turns into something else. */
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** Whether a key press is one of a command's alternatives. */
export function matchesKeys(keys: string, press: KeyPress, mac = isMac()): boolean {
  return keys.split(' ').some((one) => {
    const parts = splitKeys(one);
    const name = parts.at(-1) ?? '';
    const has = (modifier: string): boolean => parts.slice(0, -1).includes(modifier);
    const ctrl = has('Ctrl') || (!mac && has('Mod'));
    const meta = mac && has('Mod');
    if (press.ctrlKey !== ctrl || press.metaKey !== meta || press.altKey !== has('Alt')) return false;
    if (press.shiftKey !== has('Shift')) return false;
    return press.key.toLowerCase() === name.toLowerCase() || codeOf(name) === press.code;
  });
}

function splitKeys(one: string): string[] {
  return one.endsWith('++') ? [...one.slice(0, -2).split('+'), '+'] : one.split('+');
}

function codeOf(name: string): string {
  if (/^[a-z]$/i.test(name)) return `Key${name.toUpperCase()}`;
  if (/^[0-9]$/.test(name)) return `Digit${name}`;
  return name === '.' ? 'Period' : name === ',' ? 'Comma' : name === '`' ? 'Backquote' : name;
}
