import { useEffect, type ReactNode } from 'react';
import { ErrorState, SkeletonRows } from '../../ui/state-view';
import { CodeEditor } from './code-editor';
import { DocumentBanner } from './document-banner';
import { openDocument, useDocuments } from './documents';
import styles from './editor-area.module.css';
import { useMonaco } from './use-monaco';

export interface FilePaneProps {
  readonly path: string;
  readonly focus: boolean;
  readonly onClose: () => void;
}

/** One file: loading, failed, or its editor under what there is to say about it. */
export function FilePane({ path, focus, onClose }: FilePaneProps): ReactNode {
  const monaco = useMonaco();
  const document = useDocuments((state) => state.documents.get(path));
  useEffect(() => void openDocument(path), [path]);
  if (monaco.state === 'failed') {
    return (
      <ErrorState
        error={{ code: 'internal_error', message: monaco.message }}
        title="The editor could not be loaded"
        onRetry={monaco.retry}
      />
    );
  }
  if (document?.state === 'failed' && document.error) {
    return (
      <ErrorState
        error={document.error}
        title={`${path} could not be read`}
        onRetry={() => void openDocument(path)}
      />
    );
  }
  if (monaco.state === 'loading' || document?.state !== 'ready')
    return <SkeletonRows rows={12} label={`Loading ${path}`} />;
  return (
    <div className={styles.pane}>
      <DocumentBanner document={document} onClose={onClose} />
      <CodeEditor monaco={monaco.monaco} path={path} focus={focus} />
    </div>
  );
}
