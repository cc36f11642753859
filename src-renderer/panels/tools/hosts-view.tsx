import { Unplug } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { useTools } from '../../state/tools-store';
import { Actor } from '../../ui/actor';
import { LinkButton, Button } from '../../ui/button';
import { PlainText } from '../../ui/plain-text';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/state-view';
import { visibleText } from '../../ui/visible-text';
import { heardWords, useHosts, type ToolHostRow } from './hosts-store';
import styles from './hosts-view.module.css';
import { useSettingsView } from '../settings/settings-view';
import { useToolsView } from './tools-view';

/** Milliseconds between two looks while the view is shown: calls and polls make no events. */
const LOOK_EVERY_MS = 1000;

/** The processes outside the editor that serve tools now. */
export function HostsView(): ReactNode {
  const { hosts, loaded, error, load } = useHosts();
  const revision = useTools((state) => state.revision);
  const query = useToolsView((state) => state.query)
    .trim()
    .toLowerCase();
  useEffect(() => void load(), [load, revision]);
  useEffect(() => {
    const timer = setInterval(() => void load(), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [load]);
  if (!loaded) return <SkeletonRows rows={4} label="Loading hosts" />;
  if (error !== null)
    return <ErrorState error={error} title="The hosts could not be read" onRetry={() => void load()} />;
  if (hosts.length === 0)
    return (
      <EmptyState
        icon={Unplug}
        title="No process serves tools now"
        text="A connected program can offer tools that run in its own process. They are listed with the project's tools, and each process is shown here for as long as it is connected."
      >
        <Button onClick={() => useSettingsView.getState().open('connect')}>Connect a Program</Button>
      </EmptyState>
    );
  const shown = hosts.filter(({ id, label = '', owner, tools }) =>
    [id, label, owner, ...tools].some((text) => text.toLowerCase().includes(query)),
  );
  if (shown.length === 0)
    return (
      <EmptyState compact title="No host matches" text={`${hosts.length} are hidden by the filter.`}>
        <Button onClick={() => useToolsView.getState().setQuery('')}>Clear Filter</Button>
      </EmptyState>
    );
  return (
    <div className={styles.frame} role="region" aria-label="Hosts" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Host</th>
            <th scope="col">Owner</th>
            <th scope="col">Tools</th>
            <th scope="col" className={styles.number}>
              Queued
            </th>
            <th scope="col" className={styles.number}>
              In flight
            </th>
            <th scope="col" className={styles.number}>
              Served
            </th>
            <th scope="col" className={styles.number}>
              Last poll
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((host) => (
            <HostRow key={host.id} host={host} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function HostRow({ host }: { readonly host: ToolHostRow }): ReactNode {
  return (
    <tr>
      <td>
        <div className={styles.host}>
          <span>{host.label === undefined ? 'No name given' : <PlainText text={host.label} />}</span>
          <span className={styles.id}>{visibleText(host.id)}</span>
        </div>
      </td>
      <td>
        <Actor actor={host.owner} />
      </td>
      <td>
        <div className={styles.tools}>
          {host.tools.map((name) => (
            <LinkButton key={name} onClick={() => useToolsView.getState().review(name)}>
              {visibleText(name)}
            </LinkButton>
          ))}
        </div>
      </td>
      <td className={styles.number}>{host.queued}</td>
      <td className={styles.number}>{host.inFlight}</td>
      <td className={styles.number}>{host.served}</td>
      <td className={styles.number}>{heardWords(host)}</td>
    </tr>
  );
}
