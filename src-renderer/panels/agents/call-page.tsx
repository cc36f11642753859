import { X } from 'lucide-react';
import {
  Fragment,
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { runCommand } from '../../state/commands';
import { readWaiting, useWaiting, type WaitingCall } from '../../state/waiting-store';
import { Actor } from '../../ui/actor';
import { IconButton, Button } from '../../ui/button';
import { PlainText } from '../../ui/plain-text';
import { EmptyState, SkeletonRows } from '../../ui/state-view';
import { visibleText } from '../../ui/visible-text';
import { JUMP_SETTLE_MS, SETTLE_MS } from '../tools/review-gate';
import { useAgentsView, useHeadingFocus } from './agents-view';
import styles from './agents.module.css';
import { AnswerBar, type AnswerBarHandle } from './answer-bar';
import { ArgumentsView } from './arguments-view';
import { TimeLeft } from './time-left';

/** What an agent asks for: everything that an answer is about, before the buttons. */
export function CallPage({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactNode {
  const [shown, setShown] = useState<
    { readonly call: WaitingCall; readonly at: number } | null | undefined
  >();
  useEffect(() => {
    let stopped = false;
    void readWaiting(id).then((call) => {
      if (!stopped) setShown(call === undefined ? null : { call, at: performance.now() });
    });
    return () => {
      stopped = true;
    };
  }, [id]);
  if (shown === undefined) return <SkeletonRows rows={8} label="Loading the call" />;
  if (shown === null)
    return (
      <EmptyState title="It does not wait any more" text="Activity shows what became of it.">
        <Button onClick={() => runCommand('view.activity')}>Show Activity</Button>
      </EmptyState>
    );
  return <Loaded waiting={shown.call} shownAt={shown.at} onClose={onClose} />;
}

function Loaded({
  waiting,
  shownAt,
  onClose,
}: {
  readonly waiting: WaitingCall;
  readonly shownAt: number;
  readonly onClose: () => void;
}): ReactNode {
  const waits = useWaiting((state) => state.calls.some(({ call }) => call === waiting.call));
  const next = useWaiting((state) => state.calls.find(({ call }) => call !== waiting.call)?.call);
  const how = useWaiting((state) => state.ends.get(waiting.call));
  const { jumped, jump } = useAgentsView();
  const heading = useRef<HTMLHeadingElement>(null);
  const bar = useRef<AnswerBarHandle>(null);
  const end = useRef<HTMLSpanElement>(null);
  const scroll = useRef<HTMLDivElement>(null);
  const seen = useSeen(end, scroll);
  useHeadingFocus(heading);

  const onKeyDown = (event: KeyboardEvent): void => {
    const chord = event.ctrlKey || event.metaKey;
    if (event.repeat || event.defaultPrevented) return;
    if (chord && event.key === 'Enter') {
      event.preventDefault();
      bar.current?.allow();
    } else if (chord && event.key === 'Backspace' && !isText(event.target)) {
      event.preventDefault();
      bar.current?.decline();
    } else if (event.key === 'Escape' && !isText(event.target)) {
      event.preventDefault();
      onClose();
    }
  };
  return (
    <article
      className={styles.page}
      aria-label={`Call of ${visibleText(waiting.tool)} by ${visibleText(waiting.agent)}`}
      onKeyDown={onKeyDown}
    >
      <header className={styles.header}>
        <h2 ref={heading} tabIndex={-1} className={styles.heading}>
          <PlainText text={waiting.agent} /> asks: <PlainText text={waiting.title} />
        </h2>
        <IconButton label="Close" icon={X} size="small" keys="Esc" onClick={onClose} />
      </header>
      <div ref={scroll} className={styles.scroll}>
        <dl className={styles.facts}>
          <dt>Who</dt>
          <dd>
            <Actor actor={waiting.actor} />
          </dd>
          <dt>Tool</dt>
          <dd className={styles.code} title={waiting.hash}>
            {visibleText(waiting.tool)}
            {waiting.hash === undefined ? '' : ` ${waiting.hash.slice(0, 12)}`}
          </dd>
          <dt>Waits</dt>
          <dd>{waits ? <TimeLeft until={waiting.expiresAt} /> : 'no more'}</dd>
          <dt>Because</dt>
          <dd>
            <PlainText text={waiting.because} lines="many" />
          </dd>
        </dl>
        <section className={styles.section}>
          <h3>What it may do</h3>
          <ul className={styles.list}>
            {waiting.may.map((phrase) => (
              <li key={phrase}>
                <PlainText text={phrase} lines="many" />
              </li>
            ))}
          </ul>
          {waiting.covers.length > 0 && (
            <p className={styles.callout}>
              The answer also holds for{' '}
              {waiting.covers.length === 1 ? 'a tool below it' : `${waiting.covers.length} tools below it`}{' '}
              that would have to ask:{' '}
              <code className={styles.code}>
                {waiting.covers.map((name) => visibleText(name)).join(', ')}
              </code>
            </p>
          )}
        </section>
        {waiting.below.length > 0 && (
          <section className={styles.section}>
            <h3>Project tools below it</h3>
            <p className={styles.prose}>
              Allowed is what each of them is now; one that changes is asked for anew.
            </p>
            <dl className={styles.facts}>
              {waiting.below.map(({ tool, hash }) => (
                <Fragment key={tool}>
                  <dt className={styles.code}>
                    <PlainText text={tool} />
                  </dt>
                  <dd className={styles.code} title={hash}>
                    {hash.slice(0, 12)}
                  </dd>
                </Fragment>
              ))}
            </dl>
          </section>
        )}
        <section className={styles.section}>
          <h3>Arguments</h3>
          <ArgumentsView args={waiting.args} end={end} />
        </section>
        {waiting.description !== '' && (
          <section className={styles.section}>
            <h3>What the tool says of itself</h3>
            <p className={styles.prose}>
              <PlainText text={waiting.description} lines="many" />
            </p>
          </section>
        )}
      </div>
      <AnswerBar
        ref={bar}
        waiting={waiting}
        waits={waits}
        end={how}
        shownAt={shownAt}
        settleMs={jumped ? JUMP_SETTLE_MS : SETTLE_MS}
        seen={seen}
        onShowEnd={() => end.current?.scrollIntoView({ block: 'end' })}
        onNext={next === undefined ? undefined : () => jump({ kind: 'call', id: next })}
      />
    </article>
  );
}

/** Whether an element has been on screen inside what scrolls, asked when it matters. */
function useSeen(
  target: RefObject<HTMLElement | null>,
  scroll: RefObject<HTMLElement | null>,
): () => boolean {
  const seen = useRef(false);
  useEffect(() => {
    const element = scroll.current;
    const look = (): void => {
      if (isShown(target.current, element)) seen.current = true;
    };
    element?.addEventListener('scroll', look);
    return () => element?.removeEventListener('scroll', look);
  }, [target, scroll]);
  return () => seen.current || isShown(target.current, scroll.current);
}

function isShown(element: HTMLElement | null, frame: HTMLElement | null): boolean {
  if (element === null || frame === null) return false;
  const { bottom, height } = frame.getBoundingClientRect();
  // What is hidden has no height.
  return height > 0 && element.getBoundingClientRect().bottom <= bottom + 1;
}

function isText(target: EventTarget): boolean {
  return target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}
