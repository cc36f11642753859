import { Repeat, Split } from 'lucide-react';
import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import type { JsonObject } from '../../../src-preload/contract';
import { PlainText } from '../../ui/plain-text';
import { visibleText } from '../../ui/visible-text';
import { stepLines, type StepLine } from './definition-text';
import styles from './step-list.module.css';

export interface StepListProps {
  readonly definition: JsonObject;
  /** A step to bring on screen. */
  readonly reveal?: { readonly line: number; readonly count: number };
  /** Number of a step that came on screen, from 1. */
  readonly onSeen?: (from: number, to: number) => void;
}

/** A composite's pipeline as a person reads it: what is called, with what, how often, and when. */
export function StepList({ definition, reveal, onSeen }: StepListProps): ReactNode {
  const steps = useMemo(() => stepLines(definition), [definition]);
  const list = useRef<HTMLOListElement>(null);
  const tell = useRef(onSeen);
  useEffect(() => {
    tell.current = onSeen;
  }, [onSeen]);
  useEffect(() => {
    if (!list.current) return;
    const items = [...list.current.children];
    const watcher = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) {
          const number = items.indexOf(entry.target) + 1;
          if (entry.isIntersecting && number > 0) tell.current?.(number, number);
        }
      },
      { threshold: 0.6 },
    );
    for (const item of items) watcher.observe(item);
    return () => watcher.disconnect();
  }, [steps]);
  useEffect(() => {
    if (reveal) list.current?.children[reveal.line - 1]?.scrollIntoView({ block: 'nearest' });
  }, [reveal]);
  const result = definition['result'];
  return (
    <div className={styles.frame}>
      <ol ref={list} className={styles.steps}>
        {steps.map((step, index) => (
          <Step key={index} step={step} number={index + 1} />
        ))}
      </ol>
      {result !== undefined && (
        <div className={styles.result}>
          <span className={styles.word}>answers</span>
          <code className={styles.args}>
            <PlainText text={typeof result === 'string' ? result : JSON.stringify(result)} lines="many" />
          </code>
        </div>
      )}
    </div>
  );
}

function Step({ step, number }: { readonly step: StepLine; readonly number: number }): ReactNode {
  return (
    <li className={styles.step}>
      <span className={styles.number}>{number}</span>
      <div className={styles.body}>
        {step.note !== undefined && (
          <p className={styles.note}>
            <PlainText text={step.note} lines="many" />
          </p>
        )}
        {step.forEach !== undefined && (
          <p className={styles.condition}>
            <Repeat size={13} aria-hidden />
            <span className={styles.word}>for each</span> <code>{visibleText(step.as)}</code>{' '}
            <span className={styles.word}>in</span>{' '}
            <code>
              <PlainText text={step.forEach} />
            </code>
          </p>
        )}
        {step.when !== undefined && (
          <p className={styles.condition}>
            <Split size={13} aria-hidden />
            <span className={styles.word}>only when</span>{' '}
            <code>
              <PlainText text={step.when} />
            </code>
          </p>
        )}
        <p className={styles.call}>
          <code className={styles.tool}>{visibleText(step.tool)}</code>
          <code className={styles.args}>
            <PlainText text={step.args} lines="many" />
          </code>
        </p>
        {(step.id !== undefined || step.goesOn) && (
          <p className={styles.after}>
            {step.id !== undefined && (
              <>
                kept as <code>{visibleText(step.id)}</code>
              </>
            )}
            {step.id !== undefined && step.goesOn && ' · '}
            {step.goesOn && 'goes on when it fails'}
          </p>
        )}
      </div>
    </li>
  );
}
