import { useState, type ReactNode } from 'react';
import type { StudioComment } from '../../../src-preload/contract';
import { Button } from '../../ui/button';
import { TextArea } from '../../ui/field';
import { PlainText } from '../../ui/plain-text';
import { TimeText } from '../../ui/time-text';
import { Author } from './author';
import styles from './studio.module.css';

export interface CommentsProps {
  readonly comments: readonly StudioComment[];
  /** Of all that there are; the list may have the newest only. */
  readonly total: number;
  /** Says whether it was taken. */
  readonly onAdd: (text: string) => Promise<boolean>;
}

/** What was said of a task or of feedback, and a field to say more. */
export function Comments({ comments, total, onAdd }: CommentsProps): ReactNode {
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const add = async (): Promise<void> => {
    if (text.trim() === '' || busy) return;
    setBusy(true);
    const taken = await onAdd(text);
    setBusy(false);
    if (taken) setText('');
  };
  return (
    <section className={styles.section}>
      <h3>Comments{total > comments.length ? ` (the last ${comments.length} of ${total})` : ''}</h3>
      {comments.map((comment, index) => (
        <div key={index} className={styles.comment}>
          <span className={styles.byline}>
            <Author by={comment.by} />
            <TimeText at={comment.at} className={styles.faint} />
          </span>
          <PlainText text={comment.text} lines="many" />
        </div>
      ))}
      <form
        className={styles.composer}
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <TextArea
          aria-label="Comment"
          placeholder="Write a comment"
          rows={2}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            void add();
          }}
        />
        <Button type="submit" busy={busy} disabled={text.trim() === ''}>
          Comment
        </Button>
      </form>
    </section>
  );
}
