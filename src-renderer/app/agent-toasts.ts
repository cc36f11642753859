/**
 * Tells of what agents did while nobody looks at the feed: one toast for a burst, and one for each tool that begins to wait
 * for a person. Quiet while the feed, or the list of tools, is on screen.
 */
import type { EngineEvent } from '../../src-preload/contract';
import { useToolsView } from '../panels/tools/tools-view';
import { runCommand } from '../state/commands';
import { onEvents, useEvents } from '../state/event-store';
import { isShown, useLayout } from '../state/layout-store';
import { numberOf, stringOf } from '../state/read-json';
import { useSettings } from '../state/settings-store';
import { showToast, useToasts } from '../state/toasts';
import { isAboutWaiting } from '../state/waiting-store';
import { actorLook } from '../ui/actor-look';

/** A burst ends when nothing has come for so long; of one that does not end, it is told now and then. */
const PAUSE_MS = 2500;
const LONGEST_MS = 15_000;

/** Starts; call the result to stop. */
export function startAgentToasts(): () => void {
  const changes = new Map<string, number>();
  /** Toasts of tools that wait: gone as soon as somebody has decided. */
  const waiting = new Map<string, number>();
  /** Calls that wait, and the one toast that tells of them. */
  const asking = new Map<string, EngineEvent>();
  let askingToast: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let shown: number | undefined;
  /** When the first change came that is not told yet. */
  let since = 0;
  const tell = (): void => {
    const parts = [...changes].map(
      ([name, count]) => `${name} made ${count} ${count === 1 ? 'change' : 'changes'}`,
    );
    changes.clear();
    if (parts.length === 0 || isFeedVisible() || !useSettings.getState().agentToasts) return;
    if (shown !== undefined) useToasts.getState().dismiss(shown);
    shown = showToast({
      tone: 'info',
      title: parts.slice(0, 2).join(', ') + (parts.length > 2 ? ` and ${parts.length - 2} more agents` : ''),
      action: { label: 'Show Activity', run: () => void runCommand('view.activity') },
    });
  };
  const stop = onEvents((events) => {
    // What happened before the window opened is no news.
    if (useEvents.getState().link !== 'live') return;
    let asked = false;
    let changed = false;
    for (const event of events) {
      if (event.type === 'custom_tool' && event.tool !== undefined) {
        const before = waiting.get(event.tool);
        if (before !== undefined) useToasts.getState().dismiss(before);
        const toast = isWaiting(event) ? tellOfWaiting(event) : undefined;
        if (toast === undefined) waiting.delete(event.tool);
        else waiting.set(event.tool, toast);
      }
      if (event.type === 'policy' && event.call !== undefined && isAboutWaiting(event.kind)) {
        if (event.kind === 'asked') asking.set(event.call, event);
        else asking.delete(event.call);
        asked = true;
      }
      if (!isChangeByAgent(event)) continue;
      const { name } = actorLook(event.actor);
      if (changes.size === 0) since = Date.now();
      changes.set(name, (changes.get(name) ?? 0) + 1);
      changed = true;
    }
    if (asked) {
      if (askingToast !== undefined) useToasts.getState().dismiss(askingToast);
      askingToast = tellOfAsking([...asking.values()]);
    }
    if (!changed) return;
    clearTimeout(timer);
    timer = setTimeout(tell, Math.max(0, Math.min(PAUSE_MS, since + LONGEST_MS - Date.now())));
  });
  // Who opens the page on which they are answered, or the list of what waits, has seen it.
  const stopLayout = useLayout.subscribe((layout) => {
    if (isShown(layout, 'tools') && waiting.size > 0) {
      for (const toast of waiting.values()) useToasts.getState().dismiss(toast);
      waiting.clear();
    }
    if (!isShown(layout, 'agents') || askingToast === undefined) return;
    useToasts.getState().dismiss(askingToast);
    askingToast = undefined;
  });
  return () => {
    stop();
    stopLayout();
    clearTimeout(timer);
  };
}

function isChangeByAgent({ type, actor, parent, data }: EngineEvent): boolean {
  return (
    type === 'tool' &&
    parent === undefined &&
    actor.includes(':') &&
    // Defining a tool changes no scene.
    numberOf(data['undo_step']) !== undefined
  );
}

function isWaiting({ type, kind, actor, data }: EngineEvent): boolean {
  return (
    type === 'custom_tool' &&
    kind !== 'approved' &&
    actor !== 'user' &&
    stringOf(data['status']) === 'pending_approval'
  );
}

function tellOfWaiting(event: EngineEvent): number | undefined {
  if (isShown(useLayout.getState(), 'tools')) return undefined;
  return showToast({
    tone: 'warning',
    title: `${event.tool ?? 'A tool'} waits for approval`,
    detail: event.actor === 'system' ? 'Its file has changed.' : `Defined by ${actorLook(event.actor).name}.`,
    action: {
      label: 'Review',
      run: () => {
        if (event.tool === undefined) runCommand('tools.review');
        else useToolsView.getState().review(event.tool);
      },
    },
  });
}

function tellOfAsking(events: readonly EngineEvent[]): number | undefined {
  const [first] = events;
  const layout = useLayout.getState();
  if (first === undefined || isShown(layout, 'agents') || isShown(layout, 'activity')) return undefined;
  const { name, sub } = actorLook(first.actor);
  return showToast({
    tone: 'warning',
    title:
      events.length === 1
        ? `${sub ?? name} asks: ${stringOf(first.data['title']) ?? first.tool ?? 'a call'}`
        : `${events.length} calls wait for your answer`,
    detail: 'Nothing runs until you allow it.',
    action: { label: 'Look at It', run: () => void runCommand('agents.answer') },
  });
}

function isFeedVisible(): boolean {
  const layout = useLayout.getState();
  return isShown(layout, 'activity') || isShown(layout, 'feed');
}
