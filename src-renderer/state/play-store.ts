/**
 * Play mode as the window sees it: its state, and the scene that is played, read again and again while it plays. The play is
 * of a copy; `useScene` goes on to hold the scene that is edited.
 */
import { create } from 'zustand';
import type { EngineEvent, JsonObject, ToolResult } from '../../src-preload/contract';
import { ENTITY_FIELDS } from '../../src-preload/first-calls';
import { callTool } from './bridge';
import { appendOutput } from './output-store';
import { followPlayLog } from './play-log';
import { entityOf } from './read-entity';
import { arrayOf, numberOf, numbersOf, objectOf, stringOf } from './read-json';
import { SceneIndex } from './scene-index';
import { showError } from './toasts';

export type PlayState = 'editing' | 'playing' | 'paused';

export interface PlayFacts {
  readonly state: PlayState;
  /** Which play it is, from 1. */
  readonly run: number;
  /** Steps done. */
  readonly step: number;
  /** Seconds of play. */
  readonly time: number;
  readonly errors: number;
  /** Steps a second, as they were measured; 0 where nothing runs. */
  readonly pace: number;
  /** Number of the newest entry of its log. */
  readonly newestLog: number;
  /** Why it was paused, where nobody asked for that. */
  readonly reason: string | undefined;
}

interface PlayStore extends PlayFacts {
  /** The entities of the play. Changed in place: follow `version`. Empty while the scene is edited. */
  readonly entities: SceneIndex;
  readonly version: number;
  /** The person has given input to this play. */
  readonly used: boolean;
}

const entities = new SceneIndex();
const EDITING: PlayFacts = {
  state: 'editing',
  run: 0,
  step: 0,
  time: 0,
  errors: 0,
  pace: 0,
  newestLog: 0,
  reason: undefined,
};

export const usePlay = create<PlayStore>(() => ({ ...EDITING, entities, version: 0, used: false }));

const PAGE = 1000;

/** The run and step that the index holds. */
let held = { run: 0, step: 0 };
let reading: Promise<void> | undefined;
let wanted = false;

/** Plays, or goes on with what is paused. */
export function play(): Promise<void> {
  return control({ action: 'play' });
}

export function pause(): Promise<void> {
  return control({ action: 'pause' });
}

export function stop(): Promise<void> {
  return control({ action: 'stop' });
}

export function step(steps = 1): Promise<void> {
  return control({ action: 'step', steps });
}

async function control(args: JsonObject): Promise<void> {
  const result = await callTool('sim_control', args);
  if (!result.ok) showError(result.error);
  else take(result.structured);
}

/** What a person does in the view of the play. Nothing is said where there is none. */
export async function giveInput(args: JsonObject): Promise<void> {
  const { state, used } = usePlay.getState();
  if (state === 'editing') return;
  if (!used && args['release_all'] === undefined) usePlay.setState({ used: true });
  const result: ToolResult = await callTool('sim_input', args);
  if (!result.ok) appendOutput('play', [result.error.message], 'error');
}

/** Takes note of events of the play. */
export function followPlay(events: readonly EngineEvent[]): void {
  for (const event of events) if (event.type === 'play_state') take(event.data);
}

/** After the window was loaded again, a play may be under way. */
export async function refreshPlay(): Promise<void> {
  const result = await callTool('sim_state', { limit: 1 });
  if (result.ok) take(result.structured);
}

function take(structured: unknown): void {
  const facts = factsOf(structured);
  if (facts === undefined) return;
  const before = usePlay.getState();
  // Events of an older play, or of this one before what is known, come late.
  if (
    facts.run < before.run ||
    (facts.run === before.run && facts.step < before.step && facts.state !== 'editing')
  )
    return;
  usePlay.setState({
    ...facts,
    ...(facts.run === before.run ? {} : { used: false }),
  });
  if (facts.state === 'editing') {
    forget();
    if (before.state !== 'editing') void followPlayLog(facts);
  } else read();
}

function factsOf(structured: unknown): PlayFacts | undefined {
  const data = objectOf(structured);
  const state = (['editing', 'playing', 'paused'] as const).find((one) => one === data['state']);
  if (state === undefined) return undefined;
  return {
    state,
    run: numberOf(data['run']) ?? 0,
    step: numberOf(data['step']) ?? 0,
    time: numberOf(data['time']) ?? 0,
    errors: numberOf(data['errors']) ?? 0,
    pace: numberOf(data['pace']) ?? 0,
    newestLog: numberOf(data['newest_log']) ?? 0,
    reason: stringOf(data['reason']),
  };
}

function forget(): void {
  held = { run: 0, step: 0 };
  for (const id of [...entities.ids()]) entities.delete(id);
  publish();
}

/** Reads until what is held is what there is, and on and on while it plays. */
function read(): void {
  wanted = true;
  reading ??= (async () => {
    while (wanted || usePlay.getState().state === 'playing') {
      wanted = false;
      if (!(await readOnce())) break;
      await followPlayLog(usePlay.getState());
      if (usePlay.getState().state !== 'playing') continue;
      await nextFrame();
    }
    reading = undefined;
  })();
}

/** False where it could not be read, or there is no play any more. */
async function readOnce(): Promise<boolean> {
  const { run } = usePlay.getState();
  const whole = held.run !== run;
  let offset: number | undefined = 0;
  let first: PlayFacts | undefined;
  const seen = new Set<number>();
  while (offset !== undefined) {
    const result = await callTool('sim_state', {
      fields: ENTITY_FIELDS,
      limit: PAGE,
      offset,
      ...(whole ? { all: true } : { since: held.step }),
    });
    if (!result.ok) return false;
    const facts = factsOf(result.structured);
    if (facts === undefined || facts.state === 'editing') {
      if (facts !== undefined) take(result.structured);
      return false;
    }
    const page = objectOf(result.structured);
    first ??= facts;
    for (const one of arrayOf(page['entities'])) {
      const entity = entityOf(one);
      if (entity === undefined) continue;
      seen.add(entity.id);
      entities.set(entity);
    }
    for (const id of numbersOf(page['deleted'])) entities.delete(id);
    offset = numberOf(page['next_offset']);
  }
  if (first === undefined) return false;
  if (whole) for (const id of [...entities.ids()]) if (!seen.has(id)) entities.delete(id);
  // Later pages may be of later steps; what changed since the first is read again.
  held = { run: first.run, step: first.step };
  usePlay.setState((state) => ({ ...first, version: state.version + 1 }));
  return true;
}

function publish(): void {
  usePlay.setState((state) => ({ version: state.version + 1 }));
}

function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    // A hidden window draws no frames, and the play goes on.
    const timer = setTimeout(done, 250);
    const frame = requestAnimationFrame(done);
    function done(): void {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      resolve();
    }
  });
}
