/** Starts what the window does besides drawing: reading events, following the scene, tools, selection and connections. */
import type { EngineEvent } from '../../src-preload/contract';
import { useApp } from '../state/app-store';
import { bridge } from '../state/bridge';
import { startBehaviors } from '../state/behaviors-store';
import { onEvents, startEvents } from '../state/event-store';
import { SAMPLE_TOOL, useOnboarding } from '../state/onboarding-store';
import { appendOutput } from '../state/output-store';
import { followPlay, refreshPlay } from '../state/play-store';
import { useRecovery } from '../state/recovery-store';
import { logsOf } from '../state/run-facts';
import { useSceneProblem } from '../state/scene-problem';
import { followScene, startScene } from '../state/scene-store';
import { useSelection } from '../state/selection-store';
import { followToolProblems } from '../state/tool-problems';
import { useRoster } from '../state/roster-store';
import { useStudio } from '../state/studio-store';
import { useTools } from '../state/tools-store';
import { followUndoable, refreshUndoable } from '../state/undoable-store';
import { useWaiting } from '../state/waiting-store';
import { arrayOf, objectOf, stringOf } from '../state/read-json';
import { idle, settled } from '../state/startup-store';
import { startAgentToasts } from './agent-toasts';

/** So long, what is known of the project waits for its scene (milliseconds). */
const TOGETHER_MS = 50;

/** Types of events after which the list of tools is read again. */
const TOOL_EVENTS: readonly EngineEvent['type'][] = ['custom_tool', 'tool_host', 'policy'];

/** Shows what was asked for before there was a page: the project with its scene, drawn at once where both are there soon. */
export async function startWindow(): Promise<void> {
  const first = bridge().first();
  try {
    const info = await first.info;
    if (info.project !== null) await Promise.race([startScene(first), pause(TOGETHER_MS)]);
    useApp.setState({ info });
  } catch {
    // It says what is wrong.
    await useApp.getState().refresh();
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Starts to follow the open project once its scene is shown; call the result to stop. */
export function startProject(): () => void {
  let stop: (() => void) | undefined;
  let stopped = false;
  void settled.then(idle).then(() => {
    if (!stopped) stop = follow();
  });
  return () => {
    stopped = true;
    stop?.();
  };
}

function follow(): () => void {
  void useApp.getState().openPort();
  const stopProblems = followToolProblems();
  void useTools.getState().refresh();
  void useSelection.getState().refresh();
  void useRecovery.getState().refresh();
  void useWaiting.getState().refresh();
  void refreshPlay();
  refreshUndoable();
  const stopFollowing = onEvents(take);
  const stopSceneProblem = onEvents(useSceneProblem.getState().follow);
  const stopBehaviors = startBehaviors();
  const stopToasts = startAgentToasts();
  const stopEvents = startEvents();
  return () => {
    stopEvents();
    stopToasts();
    stopBehaviors();
    stopProblems();
    stopFollowing();
    stopSceneProblem();
  };
}

function take(events: readonly EngineEvent[]): void {
  const has = (...types: readonly EngineEvent['type'][]): boolean =>
    events.some((event) => types.includes(event.type));
  // Statistics change with each call of a custom tool; their events carry the tool's name.
  const custom = new Set(useTools.getState().tools.map((tool) => tool.name));
  if (has(...TOOL_EVENTS)) void useTools.getState().refresh();
  else if (events.some((event) => event.tool !== undefined && custom.has(event.tool)))
    useTools.getState().refreshSoon();
  if (has('connection', 'tool_host')) void useApp.getState().refresh();
  if (has('selection', 'scene')) void useSelection.getState().refresh();
  if (has('scene')) void useRecovery.getState().refresh();
  followScene(events);
  followPlay(events);
  followUndoable(events);
  useWaiting.getState().follow(events);
  useRoster.getState().follow(events);
  useStudio.getState().follow(events);
  for (const event of events) {
    print(event);
    if (
      event.tool === SAMPLE_TOOL &&
      event.type === 'tool' &&
      event.data['ok'] === true &&
      event.data['dry_run'] !== true
    )
      useOnboarding.getState().note('call');
  }
}

/** What code printed, and what the engine has to say, goes to Output. */
function print(event: EngineEvent): void {
  if (event.type === 'log') {
    appendOutput(
      event.tool ?? stringOf(event.data['source']) ?? 'engine',
      [event.summary],
      levelOf(event.data['level']),
    );
  } else if (event.type === 'tool' && event.tool !== undefined) {
    const logs = arrayOf(objectOf(event.data['result'])['logs']).map((line) =>
      typeof line === 'string' ? line : JSON.stringify(line),
    );
    // What it printed before it failed is what one looks for then.
    appendOutput(event.tool, [...logs, ...logsOf(event.data['error'])]);
    const warnings = arrayOf(event.data['warnings']).map(String);
    appendOutput(event.tool, warnings, 'warning');
  }
}

function levelOf(level: unknown): 'info' | 'warning' | 'error' {
  return level === 'error' ? 'error' : level === 'warning' || level === 'warn' ? 'warning' : 'info';
}
