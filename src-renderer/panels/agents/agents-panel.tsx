import { Bot, CircleDashed, Plus, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Panel } from 'react-resizable-panels';
import { useRoster, type RosterAgent } from '../../state/roster-store';
import { useWaiting, type WaitingCall } from '../../state/waiting-store';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { jsonSummary } from '../../ui/json-rows';
import { Grow, PanelFrame } from '../../ui/panel';
import { PlainText } from '../../ui/plain-text';
import { Split, SplitBar } from '../../ui/split';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/state-view';
import { visibleText } from '../../ui/visible-text';
import { AddAgent } from './add-agent';
import { AgentPage } from './agent-page';
import { AskTime } from './ask-time';
import { useAgentsView, type AgentsPage } from './agents-view';
import styles from './agents.module.css';
import { CallPage } from './call-page';
import { autonomyWords } from './permission-words';
import { TimeLeft } from './time-left';

/** Calls that wait for the person, and the agents of the roster with what each may do. */
export function AgentsPanel(): ReactNode {
  const { calls, loaded: callsLoaded, error: callsError, refresh: refreshCalls } = useWaiting();
  const { agents, loaded, error, problem, refresh } = useRoster();
  const { page, show, ask } = useAgentsView();
  const [adding, setAdding] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    void refresh();
  }, [refresh]);

  if (!loaded || !callsLoaded) return <SkeletonRows rows={8} label="Loading agents" />;
  if (error !== null)
    return <ErrorState error={error} title="The roster could not be read" onRetry={() => void refresh()} />;
  if (callsError !== null && calls.length === 0)
    return (
      <ErrorState
        error={callsError}
        title="The calls that wait could not be read"
        onRetry={() => void refreshCalls()}
      />
    );
  const agent = page?.kind === 'agent' ? agents.find(({ id }) => id === page.id) : undefined;
  const open = page !== null && (page.kind === 'call' || agent !== undefined);
  const close = (): void => {
    show(null);
    list.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  };
  const addButton = (
    <Button size="small" icon={Plus} onClick={() => setAdding(true)}>
      Add an Agent
    </Button>
  );
  return (
    <PanelFrame
      title="Agents"
      scroll={false}
      toolbar={
        <>
          <Grow />
          <AskTime />
          {addButton}
        </>
      }
    >
      {calls.length === 0 && agents.length === 0 && !open ? (
        <EmptyState
          icon={Bot}
          title="No agents in the roster"
          text={
            problem ??
            'Agents that you add here can be bound to asking you before they change anything, or to reading only. Their calls that wait for you appear here too. Clients that are not in the roster follow the policy for custom tools alone.'
          }
        >
          <Button variant="primary" icon={Plus} onClick={() => setAdding(true)}>
            Add an Agent
          </Button>
        </EmptyState>
      ) : (
        <Split id="agents" direction="horizontal" panes={open ? ['list', 'page'] : ['list']}>
          <Panel id="list" minSize="240px" defaultSize={open ? '30%' : '100%'}>
            <List ref={list} calls={calls} agents={agents} page={page} onShow={show} onOpen={ask} />
          </Panel>
          {open && <SplitBar label="Width of the list" />}
          {open && (
            <Panel id="page" minSize="420px">
              {page.kind === 'call' ? (
                <CallPage key={page.id} id={page.id} onClose={close} />
              ) : (
                agent && <AgentPage key={agent.id} agent={agent} onClose={close} />
              )}
            </Panel>
          )}
        </Split>
      )}
      <AddAgent
        open={adding}
        onClose={() => setAdding(false)}
        onAdded={(id) => {
          setAdding(false);
          ask({ kind: 'agent', id });
        }}
      />
    </PanelFrame>
  );
}

interface ListProps {
  readonly ref: React.Ref<HTMLDivElement>;
  readonly calls: readonly WaitingCall[];
  readonly agents: readonly RosterAgent[];
  readonly page: AgentsPage | null;
  readonly onShow: (page: AgentsPage) => void;
  readonly onOpen: (page: AgentsPage) => void;
}

/** What waits first, then the roster. Arrows and `j`/`k` move, Enter goes into the page. */
function List({ ref, calls, agents, page, onShow, onOpen }: ListProps): ReactNode {
  const items: readonly AgentsPage[] = [
    ...calls.map(({ call }): AgentsPage => ({ kind: 'call', id: call })),
    ...agents.map(({ id }): AgentsPage => ({ kind: 'agent', id })),
  ];
  const chosen = items.findIndex((item) => item.kind === page?.kind && item.id === page.id);
  const tabbable = Math.max(0, chosen);
  const root = useRef<HTMLDivElement | null>(null);
  const go = (index: number): void => {
    const bounded = Math.max(0, Math.min(items.length - 1, index));
    const item = items[bounded];
    if (item === undefined) return;
    onShow(item);
    root.current?.querySelectorAll<HTMLElement>('[role=option]')[bounded]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return;
    const at = Number(event.target.dataset['index'] ?? '0');
    const item = items[at];
    const moves: Record<string, () => void> = {
      ArrowDown: () => go(at + 1),
      j: () => go(at + 1),
      ArrowUp: () => go(at - 1),
      k: () => go(at - 1),
      Home: () => go(0),
      End: () => go(items.length - 1),
      Enter: () => item && onOpen(item),
      ' ': () => item && onOpen(item),
    };
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    move();
  };
  const option = (index: number, item: AgentsPage, content: ReactNode): ReactNode => (
    <div
      key={item.id}
      role="option"
      aria-selected={index === chosen}
      tabIndex={index === tabbable ? 0 : -1}
      data-index={index}
      className={styles.item}
      onClick={() => onShow(item)}
    >
      {content}
    </div>
  );
  return (
    <div
      ref={(element) => {
        root.current = element;
        if (typeof ref === 'object' && ref !== null) ref.current = element;
      }}
      className={styles.items}
      role="listbox"
      aria-label="Waiting calls and agents"
      onKeyDown={onKeyDown}
    >
      {calls.length > 0 && (
        <div role="group" aria-labelledby="agents-waiting">
          <div role="presentation" id="agents-waiting" className={styles.groupTitle} data-tone="warning">
            Waits for you ({calls.length})
          </div>
          {calls.map((waiting, index) =>
            option(
              index,
              { kind: 'call', id: waiting.call },
              <>
                <span className={styles.itemName}>
                  <CircleDashed className={styles.waitIcon} size={13} strokeWidth={2} aria-hidden />
                  <PlainText text={waiting.title} />
                </span>
                <span className={styles.itemFacts}>
                  <span className={styles.itemArgs}>
                    <PlainText text={waiting.agent} />
                    {Object.keys(waiting.args).length > 0 && ` ${visibleText(jsonSummary(waiting.args))}`}
                  </span>
                  <TimeLeft until={waiting.expiresAt} />
                </span>
              </>,
            ),
          )}
        </div>
      )}
      {agents.length > 0 && (
        <div role="group" aria-labelledby="agents-roster">
          <div role="presentation" id="agents-roster" className={styles.groupTitle}>
            Roster ({agents.length})
          </div>
          {agents.map((agent, index) =>
            option(
              calls.length + index,
              { kind: 'agent', id: agent.id },
              <>
                <span className={styles.itemName}>
                  <Bot size={13} strokeWidth={2} aria-hidden />
                  <PlainText text={agent.name} />
                  {agent.name !== agent.id && <span className={styles.quiet}>{agent.id}</span>}
                </span>
                <span className={styles.itemFacts}>
                  {agent.problem !== undefined ? (
                    <Badge tone="danger" icon={TriangleAlert} title={agent.problem}>
                      Broken
                    </Badge>
                  ) : (
                    <span>
                      {autonomyWords(agent.autonomy ?? '').label}
                      {apart(agent)}
                    </span>
                  )}
                </span>
              </>,
            ),
          )}
        </div>
      )}
    </div>
  );
}

function apart({ permissions }: RosterAgent): string {
  const count = Object.keys(permissions).length;
  return count === 0 ? '' : `, ${count} ${count === 1 ? 'category' : 'categories'} apart`;
}
