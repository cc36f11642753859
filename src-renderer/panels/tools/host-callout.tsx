import { Unplug, Waypoints } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ToolInspection } from '../../../src-preload/contract';
import { Actor } from '../../ui/actor';
import { PlainText } from '../../ui/plain-text';
import { visibleText } from '../../ui/visible-text';
import styles from './review.module.css';

/** Of a tool that another process serves: there is no code to read, and who that process is. */
export function HostCallout({ inspection }: { readonly inspection: ToolInspection }): ReactNode {
  if (inspection.kind !== 'external') return null;
  const { host, capabilities } = inspection;
  const online = host?.online === true;
  return (
    <div className={styles.callout} data-tone="warning" role="note" aria-label="Runs in another process">
      {online ? <Waypoints size={16} aria-hidden /> : <Unplug size={16} aria-hidden />}
      <div>
        <p>
          Its code runs in another process, which this editor can’t see. An approval holds for its
          description, schemas and permissions, not for what that process does on its own machine.
          {capabilities.network && ' It says that it reaches the network.'}
        </p>
        {host !== undefined && (
          <p>
            {online ? 'Served now by ' : 'Nobody serves it now; last served by '}
            {host.label !== undefined && (
              <>
                “<PlainText text={host.label} />
                ”,{' '}
              </>
            )}
            <Actor actor={host.owner} />
            {host.id === undefined ? '' : ` (${visibleText(host.id)})`}. That is what the client calls itself:
            any process of yours could.
          </p>
        )}
        {host?.approved_for !== undefined && (
          <p>
            <strong>Its owner has changed.</strong> What was approved was a tool of{' '}
            <Actor actor={host.approved_for} />.
          </p>
        )}
      </div>
    </div>
  );
}
