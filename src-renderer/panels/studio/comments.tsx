import type { ReactNode } from 'react';
import type { StudioComment } from '../../../src-preload/contract';
import { PlainText } from '../../ui/plain-text';
import { TimeText } from '../../ui/time-text';
import { Author } from './author';
import { Composer } from './composer';
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
      <Composer
        label="Comment"
        placeholder="Write a comment"
        onSend={onAdd}
        button={{ children: 'Comment' }}
      />
    </section>
  );
}
