import type { editor } from 'monaco-editor/editor/editor.api.js';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { createModel, updateModel } from '../../monaco/models';
import { fontOptions, READING_OPTIONS } from '../../monaco/options';
import { useSettings } from '../../state/settings-store';
import { ErrorState, SkeletonRows } from '../../ui/state-view';
import { visibleText } from '../../ui/visible-text';
import styles from './code-view.module.css';
import { useMonaco, type Monaco } from './use-monaco';

/** Something to point out in the text. */
export interface CodeMark {
  /** From 1. */
  readonly line: number;
  readonly message: string;
  readonly tone: 'warning' | 'danger';
}

export interface CodeViewProps {
  /** Decides the language; shown nowhere. */
  readonly path: string;
  readonly text: string;
  /** Accessible name: whose code it is. */
  readonly label: string;
  /** Grows with the text up to this many pixels, then scrolls by itself. */
  readonly maxHeight?: number;
  readonly marks?: readonly CodeMark[];
  /** A line to bring on screen; `count` rises with each request. */
  readonly reveal?: { readonly line: number; readonly count: number };
  /** Lines that are really on screen, from 1, told whenever they change. */
  readonly onSeen?: (from: number, to: number) => void;
}

/** Code for reading: all of it can be reached, nothing in it is obeyed. */
export function CodeView(props: CodeViewProps): ReactNode {
  const state = useMonaco();
  if (state.state === 'failed') {
    return (
      <ErrorState
        error={{ code: 'internal_error', message: state.message }}
        title="The editor could not be loaded"
        onRetry={state.retry}
      />
    );
  }
  if (state.state === 'loading')
    return <SkeletonRows label="Loading code" rows={Math.min(8, props.text.split('\n').length)} />;
  return <Loaded {...props} monaco={state.monaco} />;
}

function Loaded({
  monaco,
  path,
  text,
  label,
  maxHeight = 480,
  marks,
  reveal,
  onSeen,
}: CodeViewProps & { readonly monaco: Monaco }): ReactNode {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<editor.IStandaloneCodeEditor>(null);
  const [height, setHeight] = useState(Math.min(maxHeight, text.split('\n').length * 20 + 16));
  const [notice, setNotice] = useState<string | undefined>(undefined);
  const first = useRef(text);

  useEffect(() => {
    if (!host.current) return;
    const made = createModel(monaco, path, first.current, true);
    setNotice(made.notice);
    const code = monaco.editor.create(host.current, {
      ...READING_OPTIONS,
      ...fontOptions(useSettings.getState().fontSize),
      model: made.model,
      ariaLabel: visibleText(label),
    });
    view.current = code;
    const measure = (): void => setHeight(Math.min(maxHeight, code.getContentHeight()));
    const listening = code.onDidContentSizeChange(measure);
    measure();
    return () => {
      view.current = null;
      listening.dispose();
      code.dispose();
      made.model.dispose();
    };
  }, [monaco, path, label, maxHeight]);

  useEffect(() => {
    first.current = text;
    const model = view.current?.getModel();
    if (model) updateModel(model, text);
  }, [text]);

  useEffect(() => {
    const code = view.current;
    if (!code || !marks) return;
    const decorations = code.createDecorationsCollection(
      marks.map((mark) => ({
        range: new monaco.Range(mark.line, 1, mark.line, 1),
        options: {
          isWholeLine: true,
          className: mark.tone === 'danger' ? styles.dangerLine : styles.warningLine,
          linesDecorationsClassName: mark.tone === 'danger' ? styles.dangerBar : styles.warningBar,
          after: { content: `  ⚠ ${visibleText(mark.message)}`, inlineClassName: styles.note },
          overviewRuler: {
            color: { id: 'editorWarning.foreground' },
            position: monaco.editor.OverviewRulerLane.Full,
          },
        },
      })),
    );
    return () => decorations.clear();
  }, [monaco, marks, path, label, maxHeight]);

  useEffect(() => {
    if (!reveal) return;
    host.current?.scrollIntoView({ block: 'nearest' });
    view.current?.revealLineNearTop(reveal.line);
    view.current?.focus();
  }, [reveal]);

  useSeenLines(view, host, onSeen, height);

  return (
    <div className={styles.frame}>
      {notice !== undefined && <p className={styles.notice}>{notice}</p>}
      <div ref={host} className={styles.host} style={{ height }} />
    </div>
  );
}

/** Tells which lines are inside both the editor and every scrolling area around it. */
function useSeenLines(
  view: React.RefObject<editor.IStandaloneCodeEditor | null>,
  host: React.RefObject<HTMLElement | null>,
  onSeen: ((from: number, to: number) => void) | undefined,
  height: number,
): void {
  const tell = useRef(onSeen);
  useEffect(() => {
    tell.current = onSeen;
  }, [onSeen]);
  useEffect(() => {
    const element = host.current;
    const code = view.current;
    if (!element || !code) return;
    let frame = 0;
    const look = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        const lines = linesOnScreen(code, element);
        if (lines) tell.current?.(lines.from, lines.to);
      });
    };
    const scrolled = code.onDidScrollChange(look);
    const laidOut = code.onDidLayoutChange(look);
    const watcher = new IntersectionObserver(look, { threshold: [0, 0.25, 0.5, 0.75, 1] });
    watcher.observe(element);
    document.addEventListener('scroll', look, { capture: true, passive: true });
    look();
    return () => {
      cancelAnimationFrame(frame);
      scrolled.dispose();
      laidOut.dispose();
      watcher.disconnect();
      document.removeEventListener('scroll', look, { capture: true });
    };
  }, [view, host, height]);
}

/** From 1, both included; undefined when nothing of the editor is on screen. */
export function linesOnScreen(
  code: editor.ICodeEditor,
  element: HTMLElement,
): { readonly from: number; readonly to: number } | undefined {
  let { top, bottom } = element.getBoundingClientRect();
  const start = top;
  for (let around = element.parentElement; around; around = around.parentElement) {
    const overflow = getComputedStyle(around).overflowY;
    if (overflow === 'visible') continue;
    const box = around.getBoundingClientRect();
    top = Math.max(top, box.top);
    bottom = Math.min(bottom, box.bottom);
  }
  const count = code.getModel()?.getLineCount() ?? 0;
  if (bottom - top < 8 || count === 0) return undefined;
  const from = lineAt(code, code.getScrollTop() + top - start, count);
  const to = lineAt(code, code.getScrollTop() + bottom - start, count);
  return { from, to };
}

/** The line that lies at this many pixels from the top of the text: a search, since wrapped lines differ in height. */
function lineAt(code: editor.ICodeEditor, pixels: number, count: number): number {
  let low = 1;
  let high = count;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (code.getTopForLineNumber(middle) <= pixels - 10) low = middle;
    else high = middle - 1;
  }
  return low;
}
