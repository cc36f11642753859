import type { ReactNode } from 'react';
import { Actor } from '../../ui/actor';

/** Who wrote something: the id of an agent of the roster, `user`, or an MCP client. */
export function Author({ by }: { readonly by: string }): ReactNode {
  return <Actor actor={actorOf(by)} />;
}

export function actorOf(by: string): string {
  return by === 'user' || by === 'cli' || by === 'system' || by.includes(':') ? by : `agent:${by}`;
}
