import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ToolInspection } from '../../../src-preload/contract';
import { Actor } from '../../ui/actor';
import { PathText } from '../../ui/cut-text';
import { PlainText } from '../../ui/plain-text';
import { textSegments } from '../../ui/visible-text';
import { TimeText } from '../../ui/time-text';
import styles from './review.module.css';
import { Section } from './section';

/** 1. What is it for? In the author's words, as plain text, and who that is. */
export function PurposeSection({ inspection }: { readonly inspection: ToolInspection }): ReactNode {
  const { description, provenance, files } = inspection;
  const hidden = textSegments(description, 'many').filter((segment) => segment.kind === 'mark').length;
  return (
    <Section title="What is it for?">
      {description === '' ? (
        <p className={styles.quiet}>It has no description that could be read.</p>
      ) : (
        <p className={styles.description}>
          <PlainText text={description} lines="many" />
        </p>
      )}
      {hidden > 0 && (
        <p className={styles.callout} data-tone="warning">
          <TriangleAlert size={16} aria-hidden />
          <span>
            The description has {hidden === 1 ? 'a character' : `${hidden} places`} that you would not see.
            Models read it; it is shown here as a mark.
          </span>
        </p>
      )}
      <dl className={styles.facts}>
        <div>
          <dt>Author</dt>
          <dd>
            <Actor actor={inspection.author} />
          </dd>
        </div>
        {provenance !== undefined && (
          <div>
            <dt>Created</dt>
            <dd>
              <Actor actor={provenance.created_by} /> <TimeText at={provenance.created_at} />
            </dd>
          </div>
        )}
        {provenance?.updated_at !== undefined && (
          <div>
            <dt>Changed</dt>
            <dd>
              {provenance.updated_by !== undefined && <Actor actor={provenance.updated_by} />}{' '}
              <TimeText at={provenance.updated_at} />
            </dd>
          </div>
        )}
        <div>
          <dt>Category</dt>
          <dd>
            <PlainText text={inspection.category} />
          </dd>
        </div>
        {files.length > 0 && (
          <div>
            <dt>Files</dt>
            <dd className={styles.files}>
              {files.map((file) => (
                <PathText key={file} path={file} className={styles.mono} />
              ))}
            </dd>
          </div>
        )}
      </dl>
    </Section>
  );
}
