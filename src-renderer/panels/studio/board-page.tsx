import { KanbanSquare, MessageSquare, Plus, TriangleAlert } from 'lucide-react';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Panel } from 'react-resizable-panels';
import type { TaskStatus } from '../../../src-preload/contract';
import { PRIORITY_ORDER, TASK_COLUMNS, type TaskView } from '../../state/studio-read';
import { useStudio } from '../../state/studio-store';
import { useStudioView } from '../../state/studio-view';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Switch } from '../../ui/field';
import { ContextMenu, type MenuEntry } from '../../ui/menu';
import { PlainText } from '../../ui/plain-text';
import { Split, SplitBar } from '../../ui/split';
import { EmptyState } from '../../ui/state-view';
import { visibleText } from '../../ui/visible-text';
import { Author } from './author';
import { NewTask } from './new-task';
import { PRIORITY_WORDS, TASK_WORDS } from './studio-words';
import { changeTask } from './change-task';
import styles from './studio.module.css';
import { TaskPage } from './task-page';

/** Cards by status. They are moved by drag, by Alt and an arrow, or from their menu. */
export function BoardPage(): ReactNode {
  const tasks = useStudio((state) => state.tasks);
  const open = useStudioView((state) => state.open.board);
  const select = useStudioView((state) => state.select);
  const [dropped, setDropped] = useState(false);
  const [adding, setAdding] = useState(false);
  const [over, setOver] = useState<TaskStatus | null>(null);
  const [menuOf, setMenuOf] = useState<TaskView | null>(null);
  const board = useRef<HTMLDivElement>(null);
  const chosen = tasks.find(({ id }) => id === open);
  const columns = TASK_COLUMNS.filter((status) => dropped || status !== 'dropped').map((status) => ({
    status,
    cards: tasks
      .filter((task) => task.status === status)
      .sort((a, b) => PRIORITY_ORDER.indexOf(a.priority) - PRIORITY_ORDER.indexOf(b.priority)),
  }));
  const focusCard = (id: string): void =>
    board.current?.querySelector<HTMLElement>(`[data-task="${CSS.escape(id)}"]`)?.focus();
  const moveTo = async (task: TaskView, status: TaskStatus, focus = false): Promise<void> => {
    if (task.status === status) return;
    if ((await changeTask(task.id, { status })) && focus) requestAnimationFrame(() => focusCard(task.id));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, task: TaskView): void => {
    const column = columns.findIndex(({ status }) => status === task.status);
    const cards = columns[column]?.cards ?? [];
    const row = cards.indexOf(task);
    const beside = (step: 1 | -1): TaskView | undefined => {
      for (let at = column + step; at >= 0 && at < columns.length; at += step) {
        const others = columns[at]?.cards ?? [];
        if (others.length > 0) return others[Math.min(row, others.length - 1)];
      }
      return undefined;
    };
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (event.altKey && step !== 0) {
      const to = columns[column + step]?.status;
      if (to !== undefined) void moveTo(task, to, true);
    } else if (event.ctrlKey || event.metaKey || event.altKey) return;
    else if (step !== 0) focusCard(beside(step)?.id ?? task.id);
    else if (event.key === 'ArrowDown' || event.key === 'j') focusCard(cards[row + 1]?.id ?? task.id);
    else if (event.key === 'ArrowUp' || event.key === 'k') focusCard(cards[row - 1]?.id ?? task.id);
    else if (event.key === 'Enter' || event.key === ' ') select('board', task.id);
    else if (event.key === 'Escape' && chosen !== undefined) select('board', undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const entries: readonly MenuEntry[] =
    menuOf === null
      ? []
      : [
          { heading: 'Move to' },
          ...TASK_COLUMNS.map((status): MenuEntry => ({
            label: TASK_WORDS[status],
            checked: status === menuOf.status,
            run: () => void moveTo(menuOf, status, true),
          })),
          'line',
          { heading: 'Priority' },
          ...PRIORITY_ORDER.map((priority): MenuEntry => ({
            label: PRIORITY_WORDS[priority].label,
            checked: priority === menuOf.priority,
            run: () => void changeTask(menuOf.id, { priority }),
          })),
        ];
  const tabbable = chosen?.id ?? columns.find(({ cards }) => cards.length > 0)?.cards[0]?.id;
  const add = (
    <Button size="small" icon={Plus} onClick={() => setAdding(true)}>
      New Task
    </Button>
  );
  const cards = (
    <ContextMenu entries={entries}>
      <div
        ref={board}
        className={styles.board}
        data-scrolls
        onContextMenu={(event) => {
          const id =
            event.target instanceof Element &&
            event.target.closest<HTMLElement>('[data-task]')?.dataset['task'];
          const task = tasks.find((one) => one.id === id);
          if (task === undefined) event.preventDefault();
          else setMenuOf(task);
        }}
      >
        {columns.map(({ status, cards: inColumn }) => (
          <section
            key={status}
            className={styles.column}
            aria-label={`${TASK_WORDS[status]}, ${inColumn.length}`}
            data-over={over === status || undefined}
            onDragOver={(event) => {
              if (!event.dataTransfer.types.includes(TASK_TYPE)) return;
              event.preventDefault();
              setOver(status);
            }}
            onDragLeave={(event) => {
              if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(null);
            }}
            onDrop={(event) => {
              setOver(null);
              const task = tasks.find(({ id }) => id === event.dataTransfer.getData(TASK_TYPE));
              if (task === undefined) return;
              event.preventDefault();
              void moveTo(task, status);
            }}
          >
            <h2 className={styles.columnTitle}>
              {TASK_WORDS[status]} <span className={styles.faint}>{inColumn.length}</span>
            </h2>
            <div className={styles.cards}>
              {inColumn.map((task) => (
                <Card
                  key={task.id}
                  task={task}
                  selected={task.id === chosen?.id}
                  tabbable={task.id === tabbable}
                  onOpen={() => select('board', task.id)}
                  onKeyDown={(event) => onKeyDown(event, task)}
                />
              ))}
            </div>
          </section>
        ))}
      </div>
    </ContextMenu>
  );
  return (
    <div className={styles.stack}>
      <div className={styles.bar}>
        <span className={styles.grow} />
        <Switch label="Show dropped" checked={dropped} onChange={setDropped} />
        {add}
      </div>
      {tasks.length === 0 ? (
        <EmptyState
          icon={KanbanSquare}
          title="No tasks yet"
          text="What agents and you plan and do stands here as cards, from the backlog to done. Agents add them with studio_task_create."
        >
          <Button variant="primary" icon={Plus} onClick={() => setAdding(true)}>
            New Task
          </Button>
        </EmptyState>
      ) : (
        <Split
          id="studio-board"
          direction="horizontal"
          panes={chosen === undefined ? ['board'] : ['board', 'task']}
        >
          <Panel id="board" minSize="320px">
            {cards}
          </Panel>
          {chosen !== undefined && <SplitBar label="Width of the task" />}
          {chosen !== undefined && (
            <Panel id="task" defaultSize="34%" minSize="300px">
              <TaskPage
                key={chosen.id}
                task={chosen}
                onClose={() => {
                  select('board', undefined);
                  focusCard(chosen.id);
                }}
              />
            </Panel>
          )}
        </Split>
      )}
      <NewTask
        open={adding}
        onClose={() => setAdding(false)}
        onCreated={(id) => {
          setAdding(false);
          select('board', id);
        }}
      />
    </div>
  );
}

/** So that nothing else that is dragged over the board is taken for a card. */
const TASK_TYPE = 'application/x-skywalker-task';

function Card({
  task,
  selected,
  tabbable,
  onOpen,
  onKeyDown,
}: {
  readonly task: TaskView;
  readonly selected: boolean;
  readonly tabbable: boolean;
  readonly onOpen: () => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}): ReactNode {
  const priority = PRIORITY_WORDS[task.priority];
  return (
    <article
      className={styles.card}
      data-task={task.id}
      aria-label={`${task.id} ${visibleText(task.title)}, ${priority.label} priority`}
      aria-current={selected || undefined}
      tabIndex={tabbable ? 0 : -1}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.setData(TASK_TYPE, task.id);
        event.dataTransfer.effectAllowed = 'move';
      }}
      onClick={onOpen}
      onKeyDown={onKeyDown}
    >
      <span className={styles.cardTitle}>
        <PlainText text={task.title} lines="many" />
      </span>
      <span className={styles.cardFacts}>
        <span className={styles.faint}>{task.id}</span>
        {task.priority !== 'normal' && <Badge tone={priority.tone}>{priority.label}</Badge>}
        {task.waitsFor.length > 0 && (
          <Badge
            tone="warning"
            icon={TriangleAlert}
            title={`Waits for ${visibleText(task.waitsFor.join(', '))}`}
          >
            Waits
          </Badge>
        )}
        {task.commentsTotal > 0 && (
          <span className={styles.faint} title={`${task.commentsTotal} comments`}>
            <MessageSquare size={12} strokeWidth={2} aria-hidden /> {task.commentsTotal}
          </span>
        )}
        <span className={styles.grow} />
        {task.assignee !== undefined && <Author by={task.assignee} />}
      </span>
    </article>
  );
}
