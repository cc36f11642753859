import { useEffect, useState, type ReactNode } from 'react';
import { readTool } from '../../state/bridge';
import { arrayOf } from '../../state/read-json';
import { PRIORITY_ORDER, readTask, TASK_COLUMNS, type TaskView } from '../../state/studio-read';
import { showStudio } from '../../state/studio-view';
import { LinkButton } from '../../ui/button';
import { PlainText } from '../../ui/plain-text';
import { Select } from '../../ui/select';
import { TimeText } from '../../ui/time-text';
import { visibleText } from '../../ui/visible-text';
import { AssigneeSelect } from './assignee-select';
import { Author } from './author';
import { changeTask } from './change-task';
import { Comments } from './comments';
import { DetailsPane } from './details-pane';
import { PRIORITY_WORDS, TASK_WORDS } from './studio-words';
import styles from './studio.module.css';

/** All of one task. Its status, priority and assignee change at once. */
export function TaskPage({
  task,
  onClose,
}: {
  readonly task: TaskView;
  readonly onClose: () => void;
}): ReactNode {
  const { id } = task;
  const whole = useWhole(task);
  const change = (fields: Readonly<Record<string, string>>): void => void changeTask(id, fields);
  return (
    <DetailsPane kind="Task" id={id} title={task.title} onClose={onClose}>
      <dl className={styles.facts}>
        <dt>Status</dt>
        <dd>
          <Select
            label="Status"
            value={task.status}
            options={TASK_COLUMNS.map((value) => ({ value, label: TASK_WORDS[value] }))}
            onChange={(status) => change({ status })}
          />
        </dd>
        <dt>Priority</dt>
        <dd>
          <Select
            label="Priority"
            value={task.priority}
            options={PRIORITY_ORDER.map((value) => ({ value, label: PRIORITY_WORDS[value].label }))}
            onChange={(priority) => change({ priority })}
          />
        </dd>
        <dt>Assignee</dt>
        <dd>
          <AssigneeSelect value={task.assignee} onChange={(assignee) => change({ assignee })} />
        </dd>
        {task.discipline !== undefined && (
          <>
            <dt>Discipline</dt>
            <dd>
              <PlainText text={task.discipline} />
            </dd>
          </>
        )}
        <dt>Created by</dt>
        <dd className={styles.byline}>
          <Author by={task.createdBy} />
          <span className={styles.faint}>
            changed <TimeText at={task.updatedAt} />
          </span>
        </dd>
        <Links title="After" ids={task.dependsOn} page="board" />
        <Links title="Feedback" ids={task.feedback} page="feedback" />
      </dl>
      {task.description !== '' && (
        <section className={styles.section}>
          <h3>Description</h3>
          <PlainText text={task.description} lines="many" />
        </section>
      )}
      {task.acceptance.length > 0 && (
        <section className={styles.section}>
          <h3>It is done when</h3>
          <ul className={styles.bullets}>
            {task.acceptance.map((one, index) => (
              <li key={index}>
                <PlainText text={one} lines="many" />
              </li>
            ))}
          </ul>
        </section>
      )}
      <Comments
        comments={whole.comments}
        total={task.commentsTotal}
        onAdd={(comment) => changeTask(id, { comment })}
      />
    </DetailsPane>
  );
}

function Links({
  title,
  ids,
  page,
}: {
  readonly title: string;
  readonly ids: readonly string[];
  readonly page: 'board' | 'feedback';
}): ReactNode {
  if (ids.length === 0) return null;
  return (
    <>
      <dt>{title}</dt>
      <dd className={styles.byline}>
        {ids.map((id) => (
          <LinkButton key={id} onClick={() => showStudio(page, id)}>
            {visibleText(id)}
          </LinkButton>
        ))}
      </dd>
    </>
  );
}

/** The list has the last comments of each task; the page has all. */
function useWhole(task: TaskView): TaskView {
  const [whole, setWhole] = useState(task);
  const { id, updatedAt, commentsTotal } = task;
  useEffect(() => {
    let current = true;
    void readTool('studio_task_list', { task: id, status: 'all' }).then((result) => {
      const found = result.ok ? arrayOf(result.structured?.['tasks']).flatMap(readTask)[0] : undefined;
      if (current && found !== undefined) setWhole(found);
    });
    return () => {
      current = false;
    };
  }, [id, updatedAt, commentsTotal]);
  return whole;
}
