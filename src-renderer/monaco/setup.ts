/** Sets the editor up once, when it is first loaded: themes, languages, and the language service of Wander. */
import { useEditors } from '../state/editor-store';
import { useTheme } from '../state/theme-store';
import { monaco } from './core';
import './monaco.css';
import { markHidden } from './hidden-marks';
import { setUpJson } from './json-language';
import { pathOf } from './models';
import { DARK_THEME, LIGHT_THEME, readPalette, themeFrom } from './themes';
import { WanderClient } from './wander-client';
import { checkWander } from './wander-diagnostics';
import { provideWander } from './wander-providers';
import { WANDER, wanderConfiguration, wanderTokens } from './wander-tokens';

monaco.editor.defineTheme(LIGHT_THEME, themeFrom(readPalette('light'), 'light'));
monaco.editor.defineTheme(DARK_THEME, themeFrom(readPalette('dark'), 'dark'));
const follow = (theme: 'light' | 'dark'): void =>
  monaco.editor.setTheme(theme === 'dark' ? DARK_THEME : LIGHT_THEME);
follow(useTheme.getState().theme);
useTheme.subscribe((state) => follow(state.theme));

monaco.editor.onDidCreateEditor((code) => markHidden(monaco, code));

setUpJson();

monaco.languages.register({ id: WANDER, extensions: ['.wander'], aliases: ['Wander'] });
monaco.languages.setMonarchTokensProvider(WANDER, wanderTokens);
monaco.languages.setLanguageConfiguration(WANDER, wanderConfiguration);

export const wander = new WanderClient();
provideWander(wander, (path) => monaco.Uri.from({ scheme: 'project', path: `/${path}` }));
export const recheckWander = checkWander(wander);

// A definition in another file opens it in its own tab.
monaco.editor.registerEditorOpener({
  openCodeEditor: (_source, resource, place) => {
    const path = pathOf(resource);
    if (path === undefined) return false;
    const line =
      place === undefined ? undefined : 'lineNumber' in place ? place.lineNumber : place.startLineNumber;
    const column = place === undefined ? undefined : 'lineNumber' in place ? place.column : place.startColumn;
    useEditors
      .getState()
      .open(path, line === undefined ? undefined : { line, ...(column === undefined ? {} : { column }) });
    return true;
  },
});

// The same chord everywhere; the editor's own differs on Linux, where it opens the developer tools elsewhere.
monaco.editor.addKeybindingRule({
  keybinding: monaco.KeyMod.Shift | monaco.KeyMod.Alt | monaco.KeyCode.KeyF,
  command: 'editor.action.formatDocument',
  when: 'editorHasDocumentFormattingProvider && !editorReadonly',
});

// These go through the problems of all files, and are the window's.
monaco.editor.addKeybindingRules([
  { keybinding: monaco.KeyMod.Alt | monaco.KeyCode.F8, command: null },
  { keybinding: monaco.KeyMod.Shift | monaco.KeyMod.Alt | monaco.KeyCode.F8, command: null },
]);

// In a text that is only read, this chord is the page's: it approves.
monaco.editor.addKeybindingRules([
  { keybinding: monaco.KeyMod.CtrlCmd | monaco.KeyCode.Enter, command: null, when: 'editorReadonly' },
  { keybinding: monaco.KeyMod.CtrlCmd | monaco.KeyCode.Backspace, command: null, when: 'editorReadonly' },
]);

// The code face is measured for carets and wrapping: measure again once it has arrived.
void document.fonts.ready.then(() => monaco.editor.remeasureFonts());

export { monaco };
