/** What an agent may do, in words. */

export const AUTONOMIES = ['observe', 'ask', 'autonomous'] as const;
export type Autonomy = (typeof AUTONOMIES)[number];

export const PERMISSIONS = ['default', 'allow', 'ask', 'off'] as const;
export type Permission = (typeof PERMISSIONS)[number];

const AUTONOMY_WORDS: Readonly<Record<Autonomy, { readonly label: string; readonly detail: string }>> = {
  observe: { label: 'Observe', detail: 'Reads, and changes nothing.' },
  ask: { label: 'Ask', detail: 'Reads at once; each change waits for you.' },
  autonomous: {
    label: 'Autonomous',
    detail: 'Reads and changes at once; what reaches outside the project waits for you.',
  },
};

const PERMISSION_WORDS: Readonly<Record<Permission, { readonly label: string; readonly detail: string }>> = {
  default: { label: 'By autonomy', detail: 'What the autonomy says.' },
  allow: { label: 'Allow', detail: 'Every call runs at once.' },
  ask: { label: 'Ask', detail: 'Every call waits for you, reading too.' },
  off: { label: 'Off', detail: 'Not offered; every call is refused.' },
};

export function autonomyWords(autonomy: string): { readonly label: string; readonly detail: string } {
  return isAutonomy(autonomy) ? AUTONOMY_WORDS[autonomy] : { label: autonomy, detail: '' };
}

export function permissionWords(permission: Permission): { readonly label: string; readonly detail: string } {
  return PERMISSION_WORDS[permission];
}

export function isAutonomy(value: string): value is Autonomy {
  return AUTONOMIES.some((one) => one === value);
}

export function permissionOf(value: string | undefined): Permission {
  return PERMISSIONS.find((one) => one === value) ?? 'default';
}

/** Rises with what a call of some kind may do: refused, asked about, at once. */
function rank(permission: Permission, autonomy: Autonomy, effect: 'reads' | 'changes'): number {
  if (permission !== 'default') return { off: 0, ask: 1, allow: 2 }[permission];
  if (effect === 'reads') return 2;
  return { observe: 0, ask: 1, autonomous: 2 }[autonomy];
}

/** What a category's setting comes to. */
export function effectiveWords(permission: Permission, autonomy: Autonomy): string {
  const [reads, changes] = (['reads', 'changes'] as const).map((effect) =>
    rank(permission, autonomy, effect),
  );
  if (reads === changes) return ['refused', 'waits for you', 'at once'][reads ?? 0] ?? '';
  return `reading at once, changes ${changes === 0 ? 'refused' : 'wait for you'}`;
}

/** Whether a change lets more happen without this person. */
export function isLoosening(
  before: { readonly permission: Permission; readonly autonomy: Autonomy },
  after: { readonly permission: Permission; readonly autonomy: Autonomy },
): boolean {
  return (['reads', 'changes'] as const).some(
    (effect) =>
      rank(after.permission, after.autonomy, effect) > rank(before.permission, before.autonomy, effect),
  );
}
