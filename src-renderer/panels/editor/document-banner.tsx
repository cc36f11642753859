import { FileX, TriangleAlert } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { PlainText } from '../../ui/plain-text';
import { visibleText } from '../../ui/visible-text';
import { DiffView } from './diff-view';
import { chooseInConflict, modelOf, saveDocument, type OpenDocument } from './documents';
import styles from './editor-area.module.css';

export interface DocumentBannerProps {
  readonly document: OpenDocument;
  readonly onClose: () => void;
}

/** What stands between a text and its file: both changed, or the file is gone. Nothing is lost without asking. */
export function DocumentBanner({ document, onClose }: DocumentBannerProps): ReactNode {
  const [comparing, setComparing] = useState(false);
  const { path, conflict } = document;
  if (conflict) {
    const choose = (choice: 'keep-mine' | 'take-theirs'): void => {
      setComparing(false);
      chooseInConflict(path, choice);
    };
    return (
      <div className={styles.banner} role="alert">
        <TriangleAlert size={16} aria-hidden />
        <span className={styles.bannerText}>
          The file has changed on disk, and so has your text here. Nothing is overwritten until you choose.
        </span>
        <Button size="small" onClick={() => setComparing(true)}>
          Compare…
        </Button>
        <Button size="small" onClick={() => choose('take-theirs')}>
          Take Theirs
        </Button>
        <Button size="small" onClick={() => choose('keep-mine')}>
          Keep Mine
        </Button>
        <Dialog
          open={comparing}
          onClose={() => setComparing(false)}
          width="64rem"
          title={`Two versions of ${visibleText(path)}`}
          text="At the left the file on disk, at the right your text. Taking theirs can be undone in the editor; keeping yours replaces the file when you save."
          actions={
            <>
              <Button onClick={() => setComparing(false)}>Decide Later</Button>
              <Button onClick={() => choose('take-theirs')}>Take Theirs</Button>
              <Button onClick={() => choose('keep-mine')}>Keep Mine</Button>
            </>
          }
        >
          {comparing && (
            <DiffView
              path={path}
              before={conflict.text}
              after={modelOf(path)?.getValue() ?? ''}
              label={path}
              maxHeight={420}
            />
          )}
        </Dialog>
      </div>
    );
  }
  if (document.deleted) {
    return (
      <div className={styles.banner} role="alert">
        <FileX size={16} aria-hidden />
        <span className={styles.bannerText}>
          This file was deleted. Saving does not bring it back by itself.
        </span>
        <Button size="small" onClick={onClose}>
          Close
        </Button>
        <Button size="small" onClick={() => void saveDocument(path, { revive: true })}>
          Save as a New File
        </Button>
      </div>
    );
  }
  if (document.error && document.state === 'ready') {
    return (
      <div className={styles.banner} role="alert">
        <TriangleAlert size={16} aria-hidden />
        <span className={styles.bannerText}>
          Not saved: <PlainText text={document.error.message} />
        </span>
      </div>
    );
  }
  return null;
}
