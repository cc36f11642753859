import { useEffect, type ReactNode } from 'react';
import { useRoster } from '../../state/roster-store';
import { Select } from '../../ui/select';
import { visibleText } from '../../ui/visible-text';

/** Select has no empty value. */
const NOBODY = '-';

/** Who a task is for: nobody, the person, or an agent of the roster. */
export function AssigneeSelect({
  id,
  value,
  onChange,
}: {
  readonly id?: string;
  readonly value: string | undefined;
  /** Empty for nobody. */
  readonly onChange: (assignee: string) => void;
}): ReactNode {
  const agents = useRoster((state) => state.agents);
  const refresh = useRoster((state) => state.refresh);
  useEffect(() => void refresh(), [refresh]);
  const known = ['user', ...agents.map((agent) => agent.id)];
  const names = value === undefined || known.includes(value) ? known : [...known, value];
  return (
    <Select
      id={id}
      label={id === undefined ? 'Assignee' : undefined}
      value={value ?? NOBODY}
      options={[
        { value: NOBODY, label: 'Nobody' },
        ...names.map((name) => ({ value: name, label: name === 'user' ? 'You' : visibleText(name) })),
      ]}
      onChange={(name) => onChange(name === NOBODY ? '' : name)}
    />
  );
}
