/**
 * Play mode of one open project: editing, playing, or paused. A play is of a copy of the scene, so that stopping it has
 * nothing to restore. Steps come from the clock while it plays, and from `advance` while it is paused.
 */
import { fail, succeed, type Outcome } from '../errors';
import type { EventLog } from '../events/event-log';
import type { JsonObject } from '../json';
import type { Scene } from '../scene/scene';
import { PlayClock, type Timers } from './clock';
import { LogBook } from './log-book';
import type { ScriptFiles } from './script-files';
import { Session } from './session';

export type PlayState = 'editing' | 'playing' | 'paused';

export interface PlayerParts {
  /** The open scene. */
  readonly scene: Scene;
  readonly events: Pick<EventLog, 'append'>;
  readonly files: Pick<ScriptFiles, 'text' | 'module'>;
  readonly timers: Timers;
  /** Where faults of the engine are told. */
  readonly log: (text: string) => void;
}

export interface PlayStatus {
  readonly state: PlayState;
  /** Which play this is, from 1; 0 before the first. */
  readonly run: number;
  /** Steps done. */
  readonly step: number;
  /** Seconds of play. */
  readonly time: number;
  readonly seed: number;
  /** Steps a second as they were measured; 0 unless it plays in real time. */
  readonly pace: number;
  /** Errors that behaviours ran into, also after the end of a play. */
  readonly errors: number;
  /** Number of the newest entry of the log. */
  readonly newest_log: number;
  /** Why it was paused, where nobody asked for that. */
  readonly reason?: string;
}

/** Who asked, for the events. */
export interface Asker {
  readonly actor: string;
  readonly call?: string;
}

export interface Advance {
  /** Steps that were made. */
  readonly made: number;
  /** Why it were fewer than asked for. */
  readonly reason?: string;
}

/** A step that takes longer pauses the play: nobody could work beside it. */
const SLOW_STEP_MS = 250;
/** All steps of one `advance`. */
const ADVANCE_MS = 5_000;
/** Problems of one play that the feed is told of; the log has all. */
const MOST_TOLD = 20;

export class Player {
  private session: Session | undefined;
  private current: PlayState = 'editing';
  private run = 0;
  private reason: string | undefined;
  private book = new LogBook();
  private readonly clock: PlayClock;
  /** When the present step has taken too long. */
  private late = Infinity;
  private readonly told = new Set<string>();
  private seen = 0;

  constructor(private readonly parts: PlayerParts) {
    this.clock = new PlayClock(parts.timers, () => this.tick());
  }

  get state(): PlayState {
    return this.current;
  }

  /** The play, unless the scene is being edited. */
  get played(): Session | undefined {
    return this.session;
  }

  /** What behaviours logged in the present play, or the last. */
  get log(): LogBook {
    return this.book;
  }

  status(): PlayStatus {
    const { session, reason } = this;
    return {
      state: this.current,
      run: this.run,
      step: session?.steps ?? 0,
      time: session?.time ?? 0,
      seed: session?.seed ?? this.parts.scene.seed,
      pace: this.clock.pace,
      errors: this.book.errors,
      newest_log: this.book.newest,
      ...(reason === undefined ? {} : { reason }),
    };
  }

  /** Starts a play in real time, or goes on with the one that is paused. */
  play(asker: Asker, seed?: number): void {
    if (this.current === 'playing') return;
    const isNew = this.session === undefined;
    if (isNew) this.begin(seed);
    this.current = 'playing';
    this.reason = undefined;
    this.clock.start();
    this.tell(isNew ? 'started' : 'resumed', asker, isNew ? 'Play started' : 'Play goes on');
  }

  pause(asker: Asker): Outcome<void> {
    if (this.current === 'editing') return notPlaying('paused');
    if (this.current === 'playing') this.halt(asker, `Play paused at ${this.clockText()}`);
    return succeed(undefined);
  }

  /** Ends the play. The scene is as it is: it never took part. */
  stop(asker: Asker): Outcome<void> {
    if (this.session === undefined) return notPlaying('stopped');
    const { errors } = this.book;
    const summary = `Played ${this.clockText()}${errors === 0 ? '' : `, ${errors} ${errors === 1 ? 'error' : 'errors'}`}`;
    const { steps } = this.session;
    this.clock.stop();
    this.session = undefined;
    this.current = 'editing';
    this.reason = undefined;
    this.tell('stopped', asker, summary, { steps });
    return succeed(undefined);
  }

  /**
   * Makes steps at once, in a play that is paused then; starts one where there is none. Stops early where a step takes too
   * long, or all of them do; the steps that were made are the same whatever the time they took.
   */
  advance(steps: number, asker: Asker, seed?: number): Advance {
    const isNew = this.session === undefined;
    if (this.session === undefined) this.begin(seed);
    this.clock.stop();
    this.current = 'paused';
    this.reason = undefined;
    const end = this.parts.timers.now() + ADVANCE_MS;
    let made = 0;
    let reason: string | undefined;
    while (made < steps && reason === undefined) {
      reason = this.step();
      made += 1;
      if (reason === undefined && made < steps && this.parts.timers.now() > end)
        reason = `${ADVANCE_MS / 1000} seconds were over after ${made} of ${steps} steps. Ask for the rest in another call.`;
    }
    this.reason = reason;
    this.tell(isNew ? 'started' : 'stepped', asker, `Play stepped to ${this.clockText()}`, { made });
    return { made, ...(reason === undefined ? {} : { reason }) };
  }

  /** Ends whatever is played without a word: the project is being closed. */
  close(): void {
    this.clock.stop();
    this.session = undefined;
    this.current = 'editing';
  }

  private begin(seed?: number): void {
    this.run += 1;
    this.told.clear();
    this.seen = 0;
    this.session = new Session({
      scene: this.parts.scene,
      files: this.parts.files,
      seed: seed ?? this.parts.scene.seed,
      stopped: () => this.parts.timers.now() > this.late,
    });
    this.book = this.session.log;
  }

  private tick(): boolean {
    const reason = this.step();
    if (reason === undefined) return true;
    this.halt({ actor: 'system' }, `Play paused: ${reason}`, reason);
    return false;
  }

  /** One step; why the play can't simply go on, where that is so. */
  private step(): string | undefined {
    const { session, parts } = this;
    if (session === undefined) return 'Nothing is played.';
    const started = parts.timers.now();
    this.late = started + SLOW_STEP_MS;
    try {
      session.step();
    } catch (error) {
      parts.log(`A step of the play failed: ${error instanceof Error ? (error.stack ?? '') : String(error)}`);
      return `Step ${session.steps + 1} failed inside the engine. Its log has the details.`;
    } finally {
      this.late = Infinity;
      this.tellProblems(session);
    }
    if (parts.timers.now() - started <= SLOW_STEP_MS) return undefined;
    return `Step ${session.steps} took longer than ${SLOW_STEP_MS} ms. The behaviours do too much in one step; logs shows where they were cut short.`;
  }

  private halt(asker: Asker, summary: string, reason?: string): void {
    this.clock.stop();
    this.current = 'paused';
    this.reason = reason;
    this.tell('paused', asker, summary);
  }

  /** Each place that fails is told of once. */
  private tellProblems(session: Session): void {
    const found = session.log.read({
      since: this.seen,
      limit: 100,
      fits: (entry) => entry.level === 'error',
    });
    this.seen = session.log.newest;
    for (const { entity, name, behavior, file, line, text } of found) {
      const key = `${entity ?? 0}/${behavior ?? ''}/${file ?? ''}:${line ?? 0}`;
      if (this.told.has(key) || this.told.size >= MOST_TOLD) continue;
      this.told.add(key);
      const place = file === undefined ? '' : ` (${file}${line === undefined ? '' : `, line ${line}`})`;
      this.tell('problem', { actor: 'system' }, `#${entity ?? 0} ${name ?? ''}: ${text}${place}`, {
        ...(entity === undefined ? {} : { entity }),
        ...(file === undefined ? {} : { file }),
        ...(line === undefined ? {} : { line }),
      });
    }
  }

  /** `3.2 s (192 steps)`. */
  private clockText(): string {
    const { steps = 0, time = 0 } = this.session ?? {};
    return `${time.toFixed(1)} s (${steps} ${steps === 1 ? 'step' : 'steps'})`;
  }

  private tell(kind: string, { actor, call }: Asker, summary: string, more: JsonObject = {}): void {
    this.parts.events.append({
      type: 'play_state',
      kind,
      actor,
      ...(call === undefined ? {} : { call }),
      summary,
      data: { ...this.status(), ...more },
    });
  }
}

function notPlaying(what: string): ReturnType<typeof fail> {
  return fail(
    'conflict',
    `Nothing is played, so nothing can be ${what}.`,
    'sim_control {"action": "play"} starts a play, {"action": "step"} one that goes step by step.',
  );
}
