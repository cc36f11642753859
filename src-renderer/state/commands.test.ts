import { expect, test } from 'vitest';
import { formatKeys, matchesKeys, runCommand, useCommandTable, type KeyPress } from './commands';

const press = (key: string, modifiers: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...modifiers,
});

test('Mod is Ctrl, and Command on macOS', () => {
  expect(matchesKeys('Mod+P', press('p', { ctrlKey: true }), false)).toBe(true);
  expect(matchesKeys('Mod+P', press('p', { metaKey: true }), true)).toBe(true);
  expect(matchesKeys('Mod+P', press('p', { metaKey: true }), false)).toBe(false);
});

test('a key press with another modifier is another key', () => {
  expect(matchesKeys('Mod+P', press('P', { ctrlKey: true, shiftKey: true }), false)).toBe(false);
  expect(matchesKeys('F6', press('F6', { shiftKey: true }), false)).toBe(false);
});

test('any of several alternatives will do', () => {
  const keys = 'Mod+Shift+Z Mod+Y';
  expect(matchesKeys(keys, press('y', { ctrlKey: true }), false)).toBe(true);
  expect(matchesKeys(keys, press('Z', { ctrlKey: true, shiftKey: true }), false)).toBe(true);
});

test('digits are known by their place on the keyboard, whatever the layout writes there', () => {
  expect(matchesKeys('Mod+1', press('&', { ctrlKey: true, code: 'Digit1' }), false)).toBe(true);
});

test('keys are written as the platform writes them', () => {
  expect(formatKeys('Mod+Shift+P', false)).toBe('Ctrl+Shift+P');
  expect(formatKeys('Mod+Shift+P', true)).toBe('⇧⌘P');
  expect(formatKeys('Mod+Shift+Z Mod+Y', false)).toBe('Ctrl+Shift+Z');
});

test('a command that may not run now does not run, and one that was taken out is gone', () => {
  let runs = 0;
  const remove = useCommandTable.getState().add([
    { id: 'test.no', title: 'No', category: 'Test', when: () => false, run: () => void (runs += 1) },
    { id: 'test.yes', title: 'Yes', category: 'Test', run: () => void (runs += 1) },
  ]);
  expect([runCommand('test.no'), runCommand('test.yes'), runs]).toEqual([false, true, 1]);
  remove();
  expect([runCommand('test.yes'), runs]).toEqual([false, 1]);
});
