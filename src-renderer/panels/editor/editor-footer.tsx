import type { editor } from 'monaco-editor/editor/editor.api.js';
import { useEffect, useState, type ReactNode } from 'react';
import { isMac } from '../../state/commands';
import { PathText } from '../../ui/cut-text';
import { Spinner } from '../../ui/spinner';
import styles from './editor-area.module.css';
import { useDocuments } from './documents';
import type { GutterMarks } from './gutter-marks';
import type { Monaco } from './use-monaco';

export interface EditorFooterProps {
  readonly monaco: Monaco;
  readonly code: editor.IStandaloneCodeEditor | null;
  readonly gutter: GutterMarks | null;
  readonly path: string;
}

/** Under an editor: its file, what is saved, where the caret is, and how the Tab key can leave. */
export function EditorFooter({ monaco, code, gutter, path }: EditorFooterProps): ReactNode {
  const document = useDocuments((state) => state.documents.get(path));
  const [tabLeaves, setTabLeaves] = useState(false);
  useEffect(() => {
    if (!code) return;
    const readTab = (): void => setTabLeaves(code.getOption(monaco.editor.EditorOption.tabFocusMode));
    const listening = code.onDidChangeConfiguration(readTab);
    readTab();
    return () => listening.dispose();
  }, [monaco, code]);
  const keys = isMac() ? '⌃⇧M' : 'Ctrl+M';
  return (
    <div className={styles.footer}>
      <PathText path={path} className={styles.footerPath} />
      <span className={styles.saveState} role="status">
        {document?.saving ? (
          <>
            <Spinner /> Saving
          </>
        ) : document?.dirty ? (
          document.restoredFrom === undefined ? (
            'Not saved'
          ) : (
            'Not saved: kept from before the window closed'
          )
        ) : (
          'Saved'
        )}
      </span>
      <LineWords code={code} gutter={gutter} />
      <span className={styles.footerEnd}>
        {document?.notice !== undefined && <span className={styles.footerNotice}>{document.notice}</span>}
        <span>
          {keys}: Tab {tabLeaves ? 'indents' : 'leaves the editor'}
        </span>
        <CaretPlace code={code} />
      </span>
    </div>
  );
}

/** What the mark in the margin of the caret's line says: for those who point at nothing. */
function LineWords({ code, gutter }: Pick<EditorFooterProps, 'code' | 'gutter'>): ReactNode {
  const [words, setWords] = useState('');
  useEffect(() => {
    if (!code || !gutter) return;
    const read = (): void => setWords(gutter.wordsAt(code.getPosition()?.lineNumber ?? 1) ?? '');
    const listening = [code.onDidChangeCursorPosition(read), gutter.onChange(read)];
    read();
    return () => listening.forEach((one) => one.dispose());
  }, [code, gutter]);
  if (words === '') return null;
  const text = words.replaceAll('\n', ' · ');
  return (
    <span className={styles.lineWords} title={text}>
      <span className="visually-hidden">On this line: </span>
      {text}
    </span>
  );
}

/** By itself, since it changes with every key. */
function CaretPlace({ code }: Pick<EditorFooterProps, 'code'>): ReactNode {
  const [place, setPlace] = useState({ line: 1, column: 1, selected: 0 });
  useEffect(() => {
    if (!code) return;
    const read = (): void => {
      const position = code.getPosition();
      const selection = code.getSelection();
      const model = code.getModel();
      const selected =
        selection && model && !selection.isEmpty() ? model.getValueLengthInRange(selection) : 0;
      setPlace({ line: position?.lineNumber ?? 1, column: position?.column ?? 1, selected });
    };
    const listening = code.onDidChangeCursorSelection(read);
    read();
    return () => listening.dispose();
  }, [code]);
  return (
    <span className={styles.position}>
      {place.selected > 0 ? `${place.selected.toLocaleString('en')} selected · ` : ''}Ln {place.line}, Col{' '}
      {place.column}
    </span>
  );
}
