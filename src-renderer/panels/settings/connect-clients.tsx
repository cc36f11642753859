import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { useApp } from '../../state/app-store';
import { CLIENT_CHOICES, copyConfiguration } from '../../state/mcp-clients';
import { Button } from '../../ui/button';
import styles from './settings.module.css';

/** What each of the common MCP clients has to be given, to copy. The same as `skywalker mcp-config` prints. */
export function ConnectClients(): ReactNode {
  const mcp = useApp((state) => state.info?.mcp);
  return (
    <ul className={styles.clients} aria-label="MCP clients">
      {CLIENT_CHOICES.map((choice) => (
        <li key={choice.id} className={styles.client}>
          <span>{choice.label}</span>
          <span className={styles.note}>{choice.note}</span>
          <Button
            size="small"
            icon={Copy}
            disabled={choice.id === 'address' && (mcp === undefined || !('url' in mcp))}
            onClick={() => void copyConfiguration(choice)}
          >
            Copy
            <span className="visually-hidden">
              {' '}
              for {choice.label}, {choice.note}
            </span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
