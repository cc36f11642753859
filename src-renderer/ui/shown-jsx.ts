/**
 * How every element of the window is made: the build puts this in the place of React's own `react/jsx-runtime`, for our code and for that of
 * packages (electron.vite.config.ts). Whatever text is on its way to the screen, a tooltip or a screen reader is made visible here, so
 * that a component which forgets to can't show an agent's text as the agent wants it to look. Components still choose how it
 * looks: `PlainText` draws marks, cuts long text and keeps lines apart; what comes from it passes unchanged.
 */
import type { ReactNode } from 'react';
import * as react from 'react/jsx-runtime';
import { visibleText } from './visible-text';

export const Fragment = react.Fragment;

type Type = Parameters<typeof react.jsx>[0];
type Props = Readonly<Record<string, unknown>>;
type Key = Parameters<typeof react.jsx>[2];

export function jsx(type: Type, props: unknown, key?: Key): ReactNode {
  return react.jsx(type, shownProps(type, props as Props), key);
}

/** For elements whose children stand in the source one by one. */
export function jsxs(type: Type, props: unknown, key?: Key): ReactNode {
  return react.jsxs(type, shownProps(type, props as Props), key);
}

/** Attributes that are read, by eye or aloud. */
const READ = ['title', 'alt', 'placeholder', 'label'] as const;
const SPOKEN = ['aria-label', 'aria-description', 'aria-valuetext', 'aria-placeholder'] as const;

/** Of a component, `title` and the like are its own affair: they come here again when it makes its elements. */
function shownProps(type: Type, props: Props): Props {
  let shown: Record<string, unknown> | undefined;
  const set = (name: string, before: unknown, after: unknown): void => {
    if (after !== before) (shown ??= { ...props })[name] = after;
  };
  const isElement = typeof type === 'string';
  for (const name of SPOKEN) set(name, props[name], shownValue(props[name]));
  if (isElement) for (const name of READ) set(name, props[name], shownValue(props[name]));
  if (type !== 'style') set('children', props['children'], shownChildren(props['children'], isElement));
  return shown ?? props;
}

/** No single text of the window is as long as that; where a longer one gets here, laying it out would stop the window. */
const LONGEST = 200_000;

function shownValue(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (value.length <= LONGEST) return visibleText(value, 'many');
  return `${visibleText(value.slice(0, LONGEST), 'many')}⟨${value.length - LONGEST} more characters⟩`;
}

/** Letters that run from right to left, and so turn what stands beside them around. */
const TURNING = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\ud802\ud803\ud83a\ud83b]/;

function shownChildren(children: unknown, isElement: boolean): unknown {
  if (!Array.isArray(children)) return shownValue(children);
  const shown = children.map((child: unknown) => {
    if (Array.isArray(child)) return shownChildren(child, false);
    const text = shownValue(child);
    return isElement && typeof text === 'string' && TURNING.test(text)
      ? react.jsx('bdi', { children: text })
      : text;
  });
  return shown.some((child, index) => child !== children[index]) ? shown : children;
}
