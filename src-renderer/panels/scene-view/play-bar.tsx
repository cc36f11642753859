import { Pause, Play, Square, StepForward } from 'lucide-react';
import type { ReactNode } from 'react';
import { runCommand, useKeysOf } from '../../state/commands';
import { usePlay } from '../../state/play-store';
import { IconButton } from '../../ui/button';
import { visibleText } from '../../ui/visible-text';
import styles from './play-bar.module.css';

/** Play, pause, step and stop, and how far the play is. */
export function PlayBar(): ReactNode {
  const state = usePlay((play) => play.state);
  const playKeys = useKeysOf('play.toggle');
  const stepKeys = useKeysOf('play.step');
  const stopKeys = useKeysOf('play.stop');
  const playing = state === 'playing';
  return (
    <div className={styles.bar} role="toolbar" aria-label="Play" data-state={state}>
      <IconButton
        label={playing ? 'Pause' : state === 'paused' ? 'Go On' : 'Play'}
        keys={playKeys}
        icon={playing ? Pause : Play}
        size="small"
        onClick={() => runCommand('play.toggle')}
      />
      <IconButton
        label="Step"
        keys={stepKeys}
        icon={StepForward}
        size="small"
        tip={playing ? 'Pause, and make one step' : 'Make one step of 1/60 s'}
        onClick={() => runCommand('play.step')}
      />
      <IconButton
        label="Stop"
        keys={stopKeys}
        icon={Square}
        size="small"
        disabled={state === 'editing'}
        tip={state === 'editing' ? 'Nothing is played' : undefined}
        onClick={() => runCommand('play.stop')}
      />
      {state !== 'editing' && <Clock />}
    </div>
  );
}

function Clock(): ReactNode {
  const state = usePlay((play) => play.state);
  const time = usePlay((play) => play.time);
  const step = usePlay((play) => play.step);
  const pace = usePlay((play) => play.pace);
  const errors = usePlay((play) => play.errors);
  return (
    <>
      <span className={styles.rule} />
      <span className={styles.word} role="status">
        {state === 'playing' ? 'Playing' : 'Paused'}
      </span>
      <span className={styles.number} title="Seconds of play">
        {time.toFixed(2)} s
      </span>
      <span className={styles.number} title="Steps made, 60 for each second of play">
        step {step}
      </span>
      {state === 'playing' && (
        <span className={styles.number} data-slow={pace > 0 && pace < 50} title="Steps a second, as measured">
          {pace === 0 ? '–' : pace}/s
        </span>
      )}
      {errors > 0 && (
        <button
          type="button"
          className={styles.errors}
          title="Show what failed"
          onClick={() => runCommand('panel.problems')}
        >
          {errors} {errors === 1 ? 'error' : 'errors'}
        </button>
      )}
    </>
  );
}

/** What a person needs to know of the play: why it was paused, or where their clicks and keys go. */
export function PlayHint(): ReactNode {
  const state = usePlay((play) => play.state);
  const reason = usePlay((play) => play.reason);
  const used = usePlay((play) => play.used);
  if (state === 'editing') return null;
  if (reason !== undefined)
    return (
      <p className={styles.hint} data-tone="warning" role="alert">
        {visibleText(reason)}
      </p>
    );
  if (used || state === 'paused') return null;
  return <p className={styles.hint}>Clicks and keys here go to the play. Alt and a click selects.</p>;
}
