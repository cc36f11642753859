/** Editor themes made from the window's own colour tokens, so that there is one palette. */
import type { editor } from 'monaco-editor/editor/editor.api.js';

/** The tokens of ui/tokens.css that an editor's colours come from. */
export const THEME_TOKENS = [
  'surface', 'raised', 'inset', 'hover', 'selected', 'border', 'border-strong', 'text', 'text-muted', 'text-faint', 'accent',
  'accent-solid', 'on-accent', 'focus', 'success', 'success-tint', 'warning', 'warning-tint', 'danger', 'danger-tint', 'info', 'actor-3',
  'actor-4', 'actor-5', 'actor-6',
] as const; // prettier-ignore

export type ThemeToken = (typeof THEME_TOKENS)[number];

/** `#rrggbb` or `#rrggbbaa` for each token. */
export type Palette = Readonly<Record<ThemeToken, string>>;

export const LIGHT_THEME = 'skywalker-light';
export const DARK_THEME = 'skywalker-dark';

/** A computed colour, `rgb(1, 2, 3)` or `rgba(1, 2, 3, 0.5)`, as `#rrggbb[aa]`. Undefined for anything else. */
export function hexOf(computed: string): string | undefined {
  const numbers = /^rgba?\(([^)]+)\)$/
    .exec(computed)?.[1]
    ?.split(/[\s,/]+/)
    .map(Number);
  if (!numbers || numbers.length < 3 || numbers.some((value) => !Number.isFinite(value))) return undefined;
  const [red = 0, green = 0, blue = 0, alpha = 1] = numbers;
  const channels = alpha < 1 ? [red, green, blue, alpha * 255] : [red, green, blue];
  return `#${channels.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}

/** Reads the tokens as they are for one colour scheme, whichever the page shows. */
export function readPalette(scheme: 'light' | 'dark'): Palette {
  const probe = document.createElement('span');
  probe.style.colorScheme = scheme;
  document.body.append(probe);
  const style = getComputedStyle(probe);
  const read = (token: ThemeToken): string => {
    probe.style.color = `var(--${token})`;
    return hexOf(style.color) ?? '#808080';
  };
  const entries = THEME_TOKENS.map((token) => [token, read(token)] as const);
  probe.remove();
  return Object.fromEntries(entries) as unknown as Palette;
}

/** The theme for one palette. Colours of code are the palette's own, which hold 4.5 : 1 on the surface. */
export function themeFrom(palette: Palette, scheme: 'light' | 'dark'): editor.IStandaloneThemeData {
  const of = (token: ThemeToken): string => palette[token];
  const faint = (token: ThemeToken, alpha: string): string => `${palette[token].slice(0, 7)}${alpha}`;
  const rule = (token: string, color: ThemeToken, fontStyle?: string): editor.ITokenThemeRule => ({
    token,
    foreground: of(color).slice(1, 7),
    ...(fontStyle === undefined ? {} : { fontStyle }),
  });
  return {
    base: scheme === 'dark' ? 'vs-dark' : 'vs',
    inherit: true,
    rules: [
      rule('', 'text'),
      rule('comment', 'text-muted', 'italic'),
      rule('keyword', 'actor-3'),
      // Statements that change the scene stand out: a reviewer looks for them.
      rule('keyword.action', 'actor-5'),
      rule('string', 'success'),
      rule('string.escape', 'actor-4'),
      rule('string.interpolation', 'actor-4'),
      rule('regexp', 'actor-4'),
      rule('number', 'info'),
      rule('constant', 'info'),
      rule('constant.color', 'warning'),
      rule('function', 'accent'),
      rule('function.declaration', 'accent', 'bold'),
      rule('function.tool', 'actor-6'),
      rule('function.defaultLibrary', 'accent'),
      rule('function.defaultLibrary.mutation', 'actor-5'),
      rule('method', 'accent'),
      rule('variable.readonly', 'info'),
      rule('variable.readonly.defaultLibrary', 'info'),
      rule('variable.declaration.readonly', 'info'),
      rule('property', 'text'),
      rule('identifier', 'text'),
      rule('parameter', 'text'),
      rule('variable', 'text'),
      rule('namespace', 'actor-4'),
      rule('type', 'actor-4'),
      rule('operator', 'text-muted'),
      rule('delimiter', 'text-muted'),
      rule('string.key.json', 'accent'),
      rule('string.value.json', 'success'),
      rule('number.json', 'info'),
      rule('keyword.json', 'actor-3'),
    ],
    colors: {
      'editor.background': of('surface'),
      'editor.foreground': of('text'),
      'editor.lineHighlightBackground': faint('hover', 'a0'),
      'editor.lineHighlightBorder': '#00000000',
      'editor.selectionBackground': faint('accent-solid', scheme === 'dark' ? '55' : '20'),
      'editor.inactiveSelectionBackground': faint('accent-solid', scheme === 'dark' ? '30' : '18'),
      'editor.selectionHighlightBackground': faint('accent-solid', scheme === 'dark' ? '28' : '14'),
      'editor.wordHighlightBackground': faint('accent-solid', scheme === 'dark' ? '28' : '14'),
      'editor.wordHighlightStrongBackground': faint('accent-solid', scheme === 'dark' ? '3c' : '16'),
      // Where a jump has led, or would lead.
      'editor.rangeHighlightBackground': faint('accent-solid', scheme === 'dark' ? '28' : '14'),
      'editor.symbolHighlightBackground': faint('accent-solid', scheme === 'dark' ? '28' : '14'),
      'editor.findMatchBackground': faint('warning', '66'),
      'editor.findMatchHighlightBackground': faint('warning', '33'),
      'editorCursor.foreground': of('text'),
      'editorLineNumber.foreground': of('text-faint'),
      'editorLineNumber.activeForeground': of('text'),
      'editorIndentGuide.background1': of('border'),
      'editorIndentGuide.activeBackground1': of('border-strong'),
      'editorWhitespace.foreground': of('border-strong'),
      'editorBracketMatch.background': faint('accent-solid', '30'),
      'editorBracketMatch.border': of('border-strong'),
      'editorBracketHighlight.foreground1': of('text-muted'),
      'editorBracketHighlight.foreground2': of('text-muted'),
      'editorBracketHighlight.foreground3': of('text-muted'),
      'editorUnicodeHighlight.border': of('warning'),
      'editorUnicodeHighlight.background': of('warning-tint'),
      'editorError.foreground': of('danger'),
      'editorWarning.foreground': of('warning'),
      'editorInfo.foreground': of('info'),
      'editorCodeLens.foreground': of('text-muted'),
      'editorLightBulb.foreground': of('warning'),
      'editorGutter.background': of('surface'),
      'editorWidget.background': of('raised'),
      'editorWidget.foreground': of('text'),
      'editorWidget.border': of('border'),
      'editorWidget.resizeBorder': of('border-strong'),
      'editorHoverWidget.background': of('raised'),
      'editorHoverWidget.border': of('border'),
      'editorSuggestWidget.background': of('raised'),
      'editorSuggestWidget.border': of('border'),
      'editorSuggestWidget.foreground': of('text'),
      'editorSuggestWidget.selectedBackground': of('selected'),
      'editorSuggestWidget.selectedForeground': of('text'),
      'editorSuggestWidget.highlightForeground': of('accent'),
      'editorSuggestWidget.focusHighlightForeground': of('accent'),
      'editorStickyScroll.background': of('surface'),
      'editorOverviewRuler.border': '#00000000',
      'editorOverviewRuler.rangeHighlightForeground': of('border-strong'),
      'editorOverviewRuler.wordHighlightForeground': of('border-strong'),
      'editorOverviewRuler.wordHighlightStrongForeground': of('border-strong'),
      'editorOverviewRuler.wordHighlightTextForeground': of('border-strong'),
      'editorOverviewRuler.selectionHighlightForeground': of('border-strong'),
      'diffEditor.insertedTextBackground': faint('success', scheme === 'dark' ? '2c' : '16'),
      'diffEditor.removedTextBackground': faint('danger', scheme === 'dark' ? '2c' : '16'),
      'diffEditor.insertedLineBackground': faint('success', scheme === 'dark' ? '14' : '0c'),
      'diffEditor.removedLineBackground': faint('danger', scheme === 'dark' ? '14' : '0c'),
      'diffEditor.diagonalFill': of('border'),
      'diffEditor.unchangedRegionBackground': of('inset'),
      'diffEditor.unchangedRegionForeground': of('text-muted'),
      'diffEditor.unchangedRegionShadow': '#00000000',
      'peekView.border': of('accent'),
      'peekViewEditor.background': of('inset'),
      'peekViewEditorGutter.background': of('inset'),
      'peekViewEditor.matchHighlightBackground': faint('accent-solid', scheme === 'dark' ? '3c' : '16'),
      'peekViewResult.matchHighlightBackground': faint('accent-solid', scheme === 'dark' ? '3c' : '16'),
      'peekViewResult.background': of('raised'),
      'peekViewResult.fileForeground': of('text'),
      'peekViewResult.lineForeground': of('text-muted'),
      'peekViewResult.selectionBackground': of('selected'),
      'peekViewResult.selectionForeground': of('text'),
      'peekViewTitle.background': of('raised'),
      'peekViewTitleLabel.foreground': of('text'),
      'peekViewTitleDescription.foreground': of('text-muted'),
      'input.background': of('inset'),
      'input.foreground': of('text'),
      'input.border': of('border-strong'),
      'input.placeholderForeground': of('text-faint'),
      'inputOption.activeBackground': of('selected'),
      'inputOption.activeForeground': of('text'),
      'inputOption.activeBorder': of('focus'),
      'list.hoverBackground': of('hover'),
      'list.focusBackground': of('selected'),
      'list.activeSelectionBackground': of('selected'),
      'list.activeSelectionForeground': of('text'),
      'list.highlightForeground': of('accent'),
      'list.inactiveSelectionBackground': of('hover'),
      'menu.background': of('raised'),
      'menu.foreground': of('text'),
      'menu.selectionBackground': of('selected'),
      'menu.selectionForeground': of('text'),
      'menu.separatorBackground': of('border'),
      'menu.border': of('border'),
      'widget.shadow': '#00000040',
      'widget.border': of('border'),
      focusBorder: of('focus'),
      'scrollbar.shadow': '#00000000',
      'scrollbarSlider.background': faint('border-strong', '59'),
      'scrollbarSlider.hoverBackground': faint('border-strong', '99'),
      'scrollbarSlider.activeBackground': faint('border-strong', 'cc'),
      'badge.background': of('inset'),
      'badge.foreground': of('text-muted'),
      'button.background': of('accent-solid'),
      'button.foreground': of('on-accent'),
      'textLink.foreground': of('accent'),
      'textLink.activeForeground': of('accent'),
      'textCodeBlock.background': of('inset'),
    },
  };
}
