/** The application's own commands. Panels add theirs while they are mounted. */
import type { JsonObject, ThemeChoice } from '../../src-preload/contract';
import { openProject, useApp } from '../state/app-store';
import { callTool } from '../state/bridge';
import { runCommand, type Command } from '../state/commands';
import { callsAmong, useFeedSelection } from '../state/feed-selection';
import { useLayout } from '../state/layout-store';
import { MAIN_VIEWS, PANEL_TITLES, type PanelId } from '../state/panels';
import { focusPanel } from './dock/move-panel';
import { writeNewTool } from '../state/new-tool';
import { usePalette } from '../state/palette-store';
import { newScene, saveScene, saveSceneAs } from '../state/scene-files';
import { useAgentsView } from '../panels/agents/agents-view';
import { useToolsView } from '../panels/tools/tools-view';
import { useSelection } from '../state/selection-store';
import { STUDIO_PAGES } from '../state/studio-store';
import { showStudio } from '../state/studio-view';
import { useTheme } from '../state/theme-store';
import { showError } from '../state/toasts';
import { isTyping } from './keyboard';
import { useScene } from '../state/scene-store';
import { useTools } from '../state/tools-store';
import { useUndoable } from '../state/undoable-store';
import { useWaiting } from '../state/waiting-store';
import { lastFocused, moveRegion } from './regions';

/** Commands that need an open project. */
export function projectCommands(): readonly Command[] {
  const layout = useLayout.getState;
  const viewCommands = MAIN_VIEWS.map((view, index): Command => ({
    id: `view.${view}`,
    title: `Show ${PANEL_TITLES[view]}`,
    category: 'View',
    keys: view === 'settings' ? 'Mod+,' : `Mod+${index + 1}`,
    menu: view === 'settings' ? { name: 'app', group: 1, title: 'Settings…' } : { name: 'view', group: 1 },
    run: () => {
      layout().show(view);
      focusPanel(view);
    },
  }));
  const bottom = (id: string, panel: PanelId & keyof typeof PANEL_TITLES, keys?: string): Command => ({
    id,
    title: `Show ${PANEL_TITLES[panel]} Panel`,
    category: 'View',
    keys,
    menu: { name: 'view', group: 3 },
    run: () => {
      layout().show(panel);
      focusPanel(panel);
    },
  });
  return [
    ...viewCommands,
    toggle('side', 'Scene Tree', 'Mod+B'),
    toggle('bottom', 'Bottom Panel', 'Mod+J'),
    toggle('inspector', 'Inspector', 'Mod+I'),
    bottom('panel.activity', 'feed'),
    bottom('panel.problems', 'problems', 'Mod+Shift+M'),
    bottom('panel.tests', 'test-list'),
    bottom('panel.output', 'output', 'Mod+Shift+U'),
    {
      id: 'view.history',
      title: 'Show History',
      category: 'View',
      menu: { name: 'view', group: 3 },
      run: () => {
        layout().show('history');
        focusPanel('history');
      },
    },
    history('undo', 'Undo', 'Mod+Z'),
    history('redo', 'Redo', 'Mod+Shift+Z Mod+Y'),
    {
      id: 'scene.save',
      title: 'Save Scene',
      category: 'Scene',
      keys: 'Mod+S',
      menu: { name: 'file', group: 2 },
      // The editors save their own file with the same keys while they have focus.
      when: () => !(document.activeElement?.closest('[data-editor]') ?? false),
      idle: () => useScene.getState().info?.dirty === false && useScene.getState().info?.file !== null,
      run: saveScene,
    },
    {
      id: 'scene.save-as',
      title: 'Save Scene As…',
      category: 'Scene',
      keys: 'Mod+Shift+S',
      menu: { name: 'file', group: 2 },
      run: saveSceneAs,
    },
    {
      id: 'scene.new',
      title: 'New Scene',
      category: 'Scene',
      menu: { name: 'file', group: 2 },
      run: newScene,
    },
    {
      id: 'scene.open',
      title: 'Open Scene…',
      category: 'Scene',
      menu: { name: 'file', group: 2 },
      run: () => usePalette.getState().open('scenes'),
    },
    {
      id: 'quick-open',
      title: 'Go to Tool, Entity or File',
      category: 'Go',
      keys: 'Mod+P',
      menu: { name: 'go', group: 1 },
      run: () => usePalette.getState().open('go'),
    },
    {
      id: 'palette.open',
      title: 'Show All Commands',
      category: 'Go',
      keys: 'Mod+Shift+P Mod+K F1',
      menu: { name: 'view', group: 0 },
      run: () => usePalette.getState().open('commands'),
    },
    {
      id: 'tools.write',
      title: 'Write a Tool',
      category: 'Tools',
      menu: { name: 'tools', group: 1 },
      run: writeNewTool,
    },
    ...STUDIO_PAGES.map((page): Command => ({
      id: `studio.${page}`,
      title: `Show ${page[0]?.toUpperCase()}${page.slice(1)}`,
      category: 'Studio',
      menu: { name: 'go', group: 3 },
      run: () => {
        showStudio(page);
        focusPanel('studio');
      },
    })),
    {
      id: 'agents.answer',
      title: 'Answer Waiting Calls',
      category: 'Agents',
      keys: 'Mod+Shift+A',
      menu: { name: 'tools', group: 2 },
      idle: () => useWaiting.getState().calls.length === 0,
      run: answerWaiting,
    },
    {
      id: 'tools.library',
      title: 'Show My Library',
      category: 'Tools',
      menu: { name: 'tools', group: 1 },
      run: () => useToolsView.getState().showInLibrary(null),
    },
    {
      id: 'tools.from-calls',
      title: 'Make a Tool of the Selected Calls…',
      category: 'Tools',
      menu: { name: 'tools', group: 1 },
      when: () => callsAmong(useFeedSelection.getState().chosen.values()).length > 0,
      run: () => useFeedSelection.getState().make(true),
    },
    {
      id: 'tools.review',
      title: 'Review Waiting Tools',
      category: 'Tools',
      menu: { name: 'tools', group: 1 },
      idle: () => !useTools.getState().tools.some((tool) => tool.status === 'pending_approval'),
      run: reviewWaiting,
    },
  ];
}

/** The one tool that waits, as it is now; of several, the list. */
function reviewWaiting(): void {
  const [first, ...others] = useTools
    .getState()
    .tools.filter((tool) => tool.status === 'pending_approval')
    .map((tool) => tool.name);
  if (first === undefined || others.length > 0) runCommand('view.tools');
  else useToolsView.getState().review(first);
}

/** The call that has waited longest. */
function answerWaiting(): void {
  const [first] = useWaiting.getState().calls;
  if (first === undefined) {
    runCommand('view.agents');
    return;
  }
  useAgentsView.getState().ask({ kind: 'call', id: first.call });
  useLayout.getState().show('agents');
}

/** Commands that are there with and without a project. */
export function generalCommands(): readonly Command[] {
  const theme = (choice: ThemeChoice, title: string): Command => ({
    id: `theme.${choice}`,
    title,
    category: 'View',
    menu: { name: 'view', group: 9, checked: () => useTheme.getState().choice === choice },
    run: () => useTheme.getState().choose(choice),
  });
  return [
    open('choose', 'file.open', 'Open Project…', 'Mod+O'),
    open('create', 'file.new', 'New Project…'),
    {
      id: 'file.recent',
      title: 'Open Recent Project…',
      category: 'File',
      menu: { name: 'file', group: 1 },
      run: () => {
        void useApp.getState().refresh();
        usePalette.getState().open('projects');
      },
    },
    open('sample', 'file.sample', 'Open Sample Project'),
    theme('system', 'Follow the System Theme'),
    theme('light', 'Use the Light Theme'),
    theme('dark', 'Use the Dark Theme'),
    {
      id: 'region.next',
      title: 'Next Region',
      category: 'Go',
      keys: 'F6',
      menu: { name: 'go', group: 5 },
      run: () => moveRegion(1),
    },
    {
      id: 'region.previous',
      title: 'Previous Region',
      category: 'Go',
      keys: 'Shift+F6',
      menu: { name: 'go', group: 5 },
      run: () => moveRegion(-1),
    },
  ];
}

function toggle(part: 'side' | 'inspector' | 'bottom', title: string, keys: string): Command {
  return {
    id: `toggle.${part}`,
    title: `Show or Hide ${title}`,
    category: 'View',
    keys,
    menu: { name: 'view', group: 2 },
    run: () => useLayout.getState().toggle(part),
  };
}

function history(action: 'undo' | 'redo', title: string, keys: string): Command {
  return {
    id: `edit.${action}`,
    title,
    category: 'Edit',
    keys,
    menu: { name: 'edit', group: 1 },
    idle: () => !useUndoable.getState()[action] && !isTyping(document.activeElement),
    // Chosen in the menu while one types, it means the text.
    run: () => {
      // The palette takes the focus, and means what had it before.
      const inDialog = document.activeElement?.closest('[role=dialog]') ?? null;
      const at = inDialog === null ? document.activeElement : lastFocused();
      if (!isTyping(at)) return undoOrRedo(action);
      if (at instanceof HTMLElement) at.focus();
      document.execCommand(action);
    },
  };
}

function open(kind: 'choose' | 'create' | 'sample', id: string, title: string, keys?: string): Command {
  return {
    id,
    title,
    category: 'File',
    keys,
    menu: { name: 'file', group: 1 },
    run: () => openProject({ kind }),
  };
}

async function undoOrRedo(action: 'undo' | 'redo'): Promise<void> {
  const { ids, undone } = useSelection.getState();
  if ((await tool('history', { action })) && action === 'undo') await undone(ids);
}

async function tool(name: string, args: JsonObject): Promise<boolean> {
  const result = await callTool(name, args);
  if (!result.ok) showError(result.error);
  return result.ok;
}
