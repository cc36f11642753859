import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleOff,
  CirclePause,
  CircleX,
  Unplug,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge, type Tone } from './badge';

interface Look {
  readonly label: string;
  readonly tone: Tone;
  readonly icon: LucideIcon;
}

const LOOKS: Readonly<Record<string, Look>> = {
  active: { label: 'Active', tone: 'success', icon: CircleCheck },
  pending_approval: { label: 'Waiting for approval', tone: 'warning', icon: CircleDashed },
  rejected: { label: 'Rejected', tone: 'danger', icon: CircleX },
  disabled: { label: 'Disabled', tone: 'neutral', icon: CirclePause },
  offline: { label: 'Offline', tone: 'neutral', icon: Unplug },
  invalid: { label: 'Invalid', tone: 'danger', icon: CircleAlert },
  policy_off: { label: 'Off by policy', tone: 'neutral', icon: CircleOff },
};

/** The word for a tool's status, as people read it. */
export function toolStatusLabel(status: string): string {
  return LOOKS[status]?.label ?? status;
}

/** A tool's status: icon, word and colour. */
export function ToolStatusBadge({
  status,
  bare,
}: {
  readonly status: string;
  readonly bare?: boolean;
}): ReactNode {
  const look = LOOKS[status];
  return (
    <Badge tone={look?.tone ?? 'neutral'} icon={look?.icon} bare={bare}>
      {look?.label ?? status}
    </Badge>
  );
}
