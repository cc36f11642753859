import {
  CircleAlert,
  CircleDashed,
  CirclePause,
  CirclePlay,
  Copy,
  Plug,
  PlugZap,
  ShieldCheck,
  TriangleAlert,
} from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { ConnectionInfo } from '../../src-preload/contract';
import { policyWords } from '../panels/tools/capability-words';
import { useApp } from '../state/app-store';
import { runCommand } from '../state/commands';
import { useEvents } from '../state/event-store';
import { useLayout } from '../state/layout-store';
import { CLIENT_CHOICES, copyAddress, copyConfiguration } from '../state/mcp-clients';
import { usePlay } from '../state/play-store';
import { useProblemCounts } from '../state/problems-store';
import { useScene } from '../state/scene-store';
import { usePendingCount, useTools } from '../state/tools-store';
import { useWaiting } from '../state/waiting-store';
import { Actor } from '../ui/actor';
import { Button } from '../ui/button';
import { Menu, type MenuEntry } from '../ui/menu';
import { Popover } from '../ui/popover';
import { TimeText } from '../ui/time-text';
import { visibleText } from '../ui/visible-text';
import styles from './shell.module.css';

/** The line at the bottom: port, agents, policy, what waits, what is wrong. */
export function StatusBar(): ReactNode {
  return (
    <footer className={styles.status} data-region="status" aria-label="Status">
      <Port />
      <Agents />
      <PolicyItem />
      <Pending />
      <Asking />
      <div className={styles.gap} />
      <LinkState />
      <PlayItem />
      <SceneItem />
      <ProblemsItem />
    </footer>
  );
}

function Port(): ReactNode {
  const info = useApp((state) => state.info);
  if (info === null) return null;
  if ('opening' in info.mcp) return <span className={styles.statusItem}>MCP port opens…</span>;
  if ('error' in info.mcp) {
    return (
      <span className={styles.statusItem} data-tone="danger" title={info.mcp.error}>
        <CircleAlert size={13} aria-hidden /> MCP port closed
      </span>
    );
  }
  const port = new URL(info.mcp.url).port;
  const entries: MenuEntry[] = [
    { heading: 'Copy the configuration for…' },
    ...CLIENT_CHOICES.map((choice): MenuEntry => ({
      label: choice.label,
      note: choice.note,
      icon: Copy,
      run: () => void copyConfiguration(choice),
    })),
    'line',
    {
      label: 'Copy Address',
      note: info.mcp.url,
      icon: Copy,
      run: copyAddress,
    },
  ];
  return (
    <Menu entries={entries} side="top">
      <button type="button" className={styles.statusItem} title={`Agents connect to ${info.mcp.url}`}>
        <PlugZap size={13} strokeWidth={1.75} aria-hidden /> MCP {port}
      </button>
    </Menu>
  );
}

function Agents(): ReactNode {
  const connections = useApp((state) => state.info?.connections ?? NO_CONNECTIONS);
  const [open, setOpen] = useState(false);
  const count = connections.length;
  const label = count === 0 ? 'No agents' : count === 1 ? '1 agent' : `${count} agents`;
  return (
    <Popover
      label="Connected agents"
      side="top"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className={styles.statusItem}>
          <span className={styles.live} data-on={count > 0} aria-hidden />
          <span>{label}</span>
        </button>
      }
    >
      <div className={styles.connections}>
        <h2 className={styles.popTitle}>Connected agents</h2>
        {count === 0 ? (
          <p className={styles.note}>Copy a client’s configuration from “MCP” at the left to connect one.</p>
        ) : (
          <ul className={styles.connections}>
            {connections.map((connection, index) => (
              <li key={index} className={styles.connection}>
                <span className={styles.live} data-on aria-hidden />
                <Actor actor={connection.actor} />
                <span className={styles.note}>{connection.transport}</span>
                <TimeText className={styles.note} at={connection.since * 1000} />
              </li>
            ))}
          </ul>
        )}
        <div>
          <Button
            size="small"
            icon={Plug}
            onClick={() => {
              setOpen(false);
              runCommand('view.activity');
            }}
          >
            Show Activity
          </Button>
        </div>
      </div>
    </Popover>
  );
}

const NO_CONNECTIONS: readonly ConnectionInfo[] = [];

function PolicyItem(): ReactNode {
  const policy = useTools((state) => state.policy);
  if (policy === null) return null;
  return (
    <button
      type="button"
      className={styles.statusItem}
      title={`Policy ${policyWords(policy).label}: ${policyWords(policy).detail}`}
      onClick={() => runCommand('view.tools')}
    >
      <ShieldCheck size={13} strokeWidth={1.75} aria-hidden />
      <span>Policy: {policyWords(policy).label}</span>
    </button>
  );
}

function Pending(): ReactNode {
  const count = usePendingCount();
  const waits = `${count} ${count === 1 ? 'tool waits' : 'tools wait'} for approval`;
  return (
    <Todo
      count={count}
      waits={waits}
      title="Review in Studio: Tools"
      command="tools.review"
      label="to approve"
    />
  );
}

function Asking(): ReactNode {
  const count = useWaiting((state) => state.calls.length);
  const waits = `${count} ${count === 1 ? 'call waits' : 'calls wait'} for your answer`;
  return (
    <Todo
      count={count}
      waits={waits}
      title="Answer in Studio: Agents"
      command="agents.answer"
      label="to answer"
    />
  );
}

/** What waits for this person: a button while there is something, and words for a screen reader when it comes. */
function Todo({
  count,
  waits,
  title,
  command,
  label,
}: {
  readonly count: number;
  readonly waits: string;
  readonly title: string;
  readonly command: string;
  readonly label: string;
}): ReactNode {
  return (
    <>
      <span className="visually-hidden" role="status">
        {count > 0 ? waits : ''}
      </span>
      {count > 0 && (
        <button
          type="button"
          className={styles.statusItem}
          data-tone="warning"
          title={title}
          onClick={() => runCommand(command)}
        >
          <CircleDashed size={13} strokeWidth={2} aria-hidden />
          <span>
            {count} {label}
          </span>
        </button>
      )}
    </>
  );
}

function LinkState(): ReactNode {
  const link = useEvents((state) => state.link);
  if (link !== 'lost') return null;
  return (
    <span className={styles.statusItem} data-tone="danger" role="status">
      <TriangleAlert size={13} aria-hidden /> The engine does not answer; trying again
    </span>
  );
}

function PlayItem(): ReactNode {
  const state = usePlay((play) => play.state);
  const time = usePlay((play) => (play.state === 'playing' ? Math.floor(play.time) : play.time));
  if (state === 'editing') return null;
  const playing = state === 'playing';
  const Icon = playing ? CirclePlay : CirclePause;
  return (
    <button
      type="button"
      className={styles.statusItem}
      data-tone={playing ? 'success' : 'warning'}
      title="Show the play"
      onClick={() => runCommand('view.scene')}
    >
      <Icon size={13} strokeWidth={2} aria-hidden />
      <span>
        {playing ? 'Playing' : 'Paused'} {time.toFixed(playing ? 0 : 2)} s
      </span>
    </button>
  );
}

function SceneItem(): ReactNode {
  const info = useScene((state) => state.info);
  useScene((state) => state.version);
  const count = useScene((state) => state.entities.size);
  if (info === null) return null;
  return (
    <button
      type="button"
      className={styles.statusItem}
      title={info.dirty ? 'The scene has unsaved changes. Save it.' : 'The scene is saved.'}
      onClick={() => runCommand('scene.save')}
    >
      <span>
        {visibleText(info.name)}
        {info.dirty ? ' (unsaved)' : ''}
      </span>
      <span>
        {count} {count === 1 ? 'entity' : 'entities'}
      </span>
    </button>
  );
}

function ProblemsItem(): ReactNode {
  const { errors, warnings } = useProblemCounts();
  const show = useLayout((state) => state.show);
  return (
    <button
      type="button"
      className={styles.statusItem}
      title="Show the problems"
      onClick={() => show('problems')}
    >
      <CircleAlert size={13} strokeWidth={1.75} aria-hidden /> {errors}
      <span className="visually-hidden">{errors === 1 ? 'error' : 'errors'}</span>
      <TriangleAlert size={13} strokeWidth={1.75} aria-hidden /> {warnings}
      <span className="visually-hidden">{warnings === 1 ? 'warning' : 'warnings'}</span>
    </button>
  );
}
