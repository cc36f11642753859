/** Sets the editor up once, when it is first loaded: themes, languages, and the language service of Wander. */
import { useTheme } from '../state/theme-store';
import { monaco } from './core';
import { setUpJson } from './json-language';
import { DARK_THEME, LIGHT_THEME, readPalette, themeFrom } from './themes';
import { WANDER, wanderConfiguration, wanderTokens } from './wander-tokens';

monaco.editor.defineTheme(LIGHT_THEME, themeFrom(readPalette('light'), 'light'));
monaco.editor.defineTheme(DARK_THEME, themeFrom(readPalette('dark'), 'dark'));
const follow = (theme: 'light' | 'dark'): void =>
  monaco.editor.setTheme(theme === 'dark' ? DARK_THEME : LIGHT_THEME);
follow(useTheme.getState().theme);
useTheme.subscribe((state) => follow(state.theme));

setUpJson();

monaco.languages.register({ id: WANDER, extensions: ['.wander'], aliases: ['Wander'] });
monaco.languages.setMonarchTokensProvider(WANDER, wanderTokens);
monaco.languages.setLanguageConfiguration(WANDER, wanderConfiguration);

// The code face is measured for carets and wrapping: measure again once it has arrived.
void document.fonts.ready.then(() => monaco.editor.remeasureFonts());

export { monaco };
