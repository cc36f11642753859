import { isValidElement, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import { jsx, jsxs } from './shown-jsx';

function propsOf(node: ReactNode): Record<string, unknown> {
  if (!isValidElement(node)) throw new Error('not an element');
  return node.props as Record<string, unknown>;
}

test('S-17 text that a component forgot to make visible is made so on its way to the screen', () => {
  const props = {
    title: 'a\u202Eb',
    'aria-label': 'c\u200Bd',
    children: 'user\u202Ecod.exe',
    className: 'x',
    value: 'a\u202Eb',
  };
  expect(propsOf(jsx('span', props))).toEqual({
    title: 'a⟨U+202E⟩b',
    'aria-label': 'c⟨U+200B⟩d',
    children: 'user⟨U+202E⟩cod.exe',
    className: 'x',
    // What is edited stays what it is.
    value: 'a\u202Eb',
  });
  expect(
    propsOf(jsxs('p', { children: ['made by ', 'a\u2066b', ['c\u0000'], 3, null] }))['children'],
  ).toEqual(['made by ', 'a⟨U+2066⟩b', ['c⟨U+0000⟩'], 3, null]);
});

test('what has nothing to show keeps its props, so that nothing is made anew for it', () => {
  const props = { title: 'A title', children: ['two', ' words'] };
  expect(propsOf(jsxs('span', props))['children']).toBe(props.children);
});

test('a name that runs from right to left turns nothing around beside it', () => {
  const children = propsOf(jsxs('span', { children: ['#12 ', 'שלום', ' 3 m'] }))['children'] as ReactNode[];
  expect([children[0], children[2]]).toEqual(['#12 ', ' 3 m']);
  expect(isValidElement(children[1]) && [children[1].type, propsOf(children[1])]).toEqual([
    'bdi',
    { children: 'שלום' },
  ]);
});

test('a text that would stop the window is cut, and says by how much', () => {
  const shown = propsOf(jsx('p', { children: 'x'.repeat(1_048_576) }))['children'] as string;
  expect(shown.endsWith('x⟨848576 more characters⟩')).toBe(true);
});

test('properties of a component are its own affair, save its children and what is read aloud', () => {
  const Component = (): null => null;
  const props = { title: 'a\u202Eb', text: 'a\u202Eb', 'aria-label': 'a\u202Eb', children: 'a\u202Eb' };
  expect(propsOf(jsx(Component, props))).toEqual({
    ...props,
    'aria-label': 'a⟨U+202E⟩b',
    children: 'a⟨U+202E⟩b',
  });
});
