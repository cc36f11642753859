import type { editor } from 'monaco-editor/editor/editor.api.js';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { createModel } from '../../monaco/models';
import { READING_OPTIONS } from '../../monaco/options';
import { visibleText } from '../../ui/visible-text';
import { ErrorState, SkeletonRows } from '../../ui/state-view';
import { linesOnScreen } from './code-view';
import styles from './code-view.module.css';
import { useMonaco, type Monaco } from './use-monaco';

export interface DiffViewProps {
  /** Decides the language. */
  readonly path: string;
  readonly before: string;
  readonly after: string;
  /** Accessible name: what is compared. */
  readonly label: string;
  readonly maxHeight?: number;
  /** One column instead of two. */
  readonly inline?: boolean;
  /** Runs of unchanged lines are folded; each can be opened. */
  readonly fold?: boolean;
  /** A line of the new text to bring on screen; `count` rises with each request. */
  readonly reveal?: { readonly line: number; readonly count: number };
  /** Lines of the new text that are on screen, from 1. */
  readonly onSeen?: (from: number, to: number) => void;
}

/** Two texts and what differs. F7 and Shift+F7 step through the differences. */
export function DiffView(props: DiffViewProps): ReactNode {
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
  if (state.state === 'loading') return <SkeletonRows label="Loading the difference" rows={6} />;
  return <Loaded {...props} monaco={state.monaco} />;
}

function Loaded(props: DiffViewProps & { readonly monaco: Monaco }): ReactNode {
  const { monaco, path, before, after, label, maxHeight = 480, inline = false, fold = true } = props;
  const host = useRef<HTMLDivElement>(null);
  const told = useRef(props);
  const editors = useRef<editor.IStandaloneDiffEditor>(null);
  const [height, setHeight] = useState(120);
  useEffect(() => {
    told.current = props;
  });

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const original = createModel(monaco, path, before, true);
    const modified = createModel(monaco, path, after, true);
    const diff = monaco.editor.createDiffEditor(element, {
      ...READING_OPTIONS,
      originalEditable: false,
      renderSideBySide: !inline,
      useInlineViewWhenSpaceIsLimited: true,
      renderSideBySideInlineBreakpoint: 700,
      renderOverviewRuler: false,
      renderMarginRevertIcon: false,
      renderGutterMenu: false,
      ignoreTrimWhitespace: false,
      hideUnchangedRegions: { enabled: fold, contextLineCount: 3, minimumLineCount: 4 },
      diffWordWrap: 'on',
      maxFileSize: 20,
      maxComputationTime: 3000,
    });
    diff.setModel({ original: original.model, modified: modified.model });
    const old = diff.getOriginalEditor();
    const code = diff.getModifiedEditor();
    old.updateOptions({ ariaLabel: `${visibleText(label)}, before` });
    code.updateOptions({ ariaLabel: `${visibleText(label)}, now` });
    editors.current = diff;
    let frame = 0;
    const look = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        const lines = linesOnScreen(code, element);
        if (lines) told.current.onSeen?.(lines.from, lines.to);
      });
    };
    const measure = (): void =>
      setHeight(Math.min(maxHeight, Math.max(48, code.getContentHeight(), old.getContentHeight())));
    // Monaco wraps no line of the old text any more once it has shown both in one column, which it does while there is no room.
    const { wordWrapOverride1, wordWrapOverride2 } = monaco.editor.EditorOption;
    const wrapOld = (): void => {
      if (old.getOption(wordWrapOverride1) === 'on' && old.getOption(wordWrapOverride2) === 'off')
        old.updateOptions({ wordWrapOverride2: 'inherit' });
    };
    wrapOld();
    const listening = [
      old.onDidChangeConfiguration(wrapOld),
      code.onDidContentSizeChange(measure),
      old.onDidContentSizeChange(measure),
      code.onDidScrollChange(look),
      code.onDidLayoutChange(look),
      diff.onDidUpdateDiff(() => {
        measure();
        look();
      }),
    ];
    const watcher = new IntersectionObserver(look, { threshold: [0, 0.25, 0.5, 0.75, 1] });
    watcher.observe(element);
    document.addEventListener('scroll', look, { capture: true, passive: true });
    return () => {
      cancelAnimationFrame(frame);
      watcher.disconnect();
      document.removeEventListener('scroll', look, { capture: true });
      editors.current = null;
      for (const one of listening) one.dispose();
      diff.dispose();
      original.model.dispose();
      modified.model.dispose();
    };
  }, [monaco, path, before, after, label, maxHeight, inline, fold]);

  const { reveal } = props;
  useEffect(() => {
    if (!reveal) return;
    host.current?.scrollIntoView({ block: 'nearest' });
    editors.current?.getModifiedEditor().revealLineNearTop(reveal.line);
    editors.current?.getModifiedEditor().focus();
  }, [reveal]);

  return (
    <div className={styles.frame}>
      <div ref={host} className={styles.host} style={{ height }} />
    </div>
  );
}
