import type { editor } from 'monaco-editor/editor/editor.api.js';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { EDITOR_OPTIONS, fontOptions } from '../../monaco/options';
import { useSettings } from '../../state/settings-store';
import { useEditors } from '../../state/editor-store';
import { visibleText } from '../../ui/visible-text';
import { addCodeLenses } from './code-lenses';
import { linkDefinitions } from './definition-links';
import { modelOf, setComposing } from './documents';
import { EditorFooter } from './editor-footer';
import styles from './editor-area.module.css';
import { showGutterMarks, type GutterMarks } from './gutter-marks';
import { noteFocus } from './focused-editor';
import { followMarkers } from './problems';
import { save, testAfterSave } from './save-and-test';
import type { Monaco } from './use-monaco';

export interface CodeEditorProps {
  readonly monaco: Monaco;
  /** Of a document that is ready. */
  readonly path: string;
  /** Takes the focus when it appears. */
  readonly focus: boolean;
}

/** Caret, selection, scroll and folds of files that are open but not in front. */
const views = new Map<string, editor.ICodeEditorViewState>();

/** The last request that was followed: who comes back to a tab finds the caret where it was left. */
let revealed = 0;

/** One open file. The text belongs to the document; this only shows it. */
export function CodeEditor({ monaco, path, focus }: CodeEditorProps): ReactNode {
  const host = useRef<HTMLDivElement>(null);
  const [code, setCode] = useState<editor.IStandaloneCodeEditor | null>(null);
  const [gutter, setGutter] = useState<GutterMarks | null>(null);
  const wantsFocus = useRef(focus);
  useEffect(() => {
    const model = modelOf(path);
    if (!host.current || !model) return;
    followMarkers(monaco);
    addCodeLenses(monaco);
    linkDefinitions(monaco);
    const made = monaco.editor.create(host.current, {
      ...EDITOR_OPTIONS,
      ...fontOptions(useSettings.getState().fontSize),
      model,
      ariaLabel: visibleText(path),
      glyphMargin: true,
      // Texts of definitions are long lines by nature.
      ...(path.endsWith('.wander') ? {} : { wordWrap: 'on', wrappingIndent: 'indent' }),
    });
    const view = views.get(path);
    if (view) made.restoreViewState(view);
    made.addAction({
      id: 'skywalker.save',
      label: 'Save',
      keybindings: [monaco.KeyMod.CtrlCmd | monaco.KeyCode.KeyS],
      run: async () => {
        if ((await save(path)) === 'saved' && useSettings.getState().testOnSave) await testAfterSave(path);
      },
    });
    const composing = [
      made.onDidCompositionStart(() => setComposing(path, true)),
      made.onDidCompositionEnd(() => setComposing(path, false)),
    ];
    const marks = showGutterMarks(monaco, made);
    const forget = noteFocus(path, made);
    setCode(made);
    setGutter(marks);
    if (wantsFocus.current) made.focus();
    return () => {
      const state = made.saveViewState();
      if (state) views.set(path, state);
      for (const one of composing) one.dispose();
      setComposing(path, false);
      forget();
      marks.dispose();
      made.dispose();
      setCode(null);
      setGutter(null);
    };
  }, [monaco, path]);

  const fontSize = useSettings((state) => state.fontSize);
  useEffect(() => code?.updateOptions(fontOptions(fontSize)), [code, fontSize]);

  const reveal = useEditors((state) => (state.reveal?.path === path ? state.reveal : null));
  useEffect(() => {
    if (!code || !reveal || reveal.count <= revealed) return;
    revealed = reveal.count;
    if (reveal.position !== undefined) {
      const { line, column = 1 } = reveal.position;
      code.setPosition({ lineNumber: line, column });
      code.revealLineInCenterIfOutsideViewport(line);
    }
    code.focus();
  }, [code, reveal]);

  return (
    <div className={styles.editor} data-editor={path}>
      <div ref={host} className={styles.host} />
      <EditorFooter monaco={monaco} code={code} gutter={gutter} path={path} />
    </div>
  );
}
