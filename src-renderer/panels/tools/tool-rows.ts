/** The table of tools as data: order, filter and groups. */
import type { Policy, ToolStatus, ToolSummary } from '../../../src-preload/contract';
import { mayDo } from './capability-words';

/** What waits for a person comes first, then what is broken. */
export const STATUS_ORDER: readonly ToolStatus[] = [
  'pending_approval',
  'invalid',
  'active',
  'offline',
  'disabled',
  'rejected',
  'policy_off',
];

export function statusWords(status: ToolStatus): { readonly label: string; readonly detail: string } {
  switch (status) {
    case 'pending_approval':
      return { label: 'Waiting', detail: 'Waits for your approval; nobody can call it' };
    case 'active':
      return { label: 'Active', detail: 'Can be called' };
    case 'invalid':
      return { label: 'Broken', detail: 'The file does not parse or validate' };
    case 'offline':
      return { label: 'Offline', detail: 'The process that serves it is not connected' };
    case 'disabled':
      return { label: 'Disabled', detail: 'Turned off; files and approval are kept' };
    case 'rejected':
      return { label: 'Rejected', detail: 'This definition was rejected' };
    case 'policy_off':
      return { label: 'Off', detail: 'The project’s policy turns all custom tools off' };
  }
}

/** What waits comes first, the newest of it at the top; the rest by name. */
export function compareTools(a: ToolSummary, b: ToolSummary): number {
  const byStatus = STATUS_ORDER.indexOf(a.status) - STATUS_ORDER.indexOf(b.status);
  const byTime = a.status === 'pending_approval' ? compareText(b.changed_at ?? '', a.changed_at ?? '') : 0;
  return byStatus || byTime || compareText(a.name, b.name);
}

export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Every word must be found in name, title, description or author. `status:`, `kind:`, `author:` and `may:` look in one
 * place; a leading `-` turns a word round. Case does not matter.
 */
export function filterTools(tools: readonly ToolSummary[], query: string): readonly ToolSummary[] {
  const terms = query
    .toLowerCase()
    .split(/\s+/)
    .filter((term) => term !== '' && term !== '-');
  if (terms.length === 0) return tools;
  return tools.filter((tool) =>
    terms.every((term) => (term.startsWith('-') ? !matches(tool, term.slice(1)) : matches(tool, term))),
  );
}

function matches(tool: ToolSummary, term: string): boolean {
  const colon = term.indexOf(':');
  const field = colon > 0 ? term.slice(0, colon) : '';
  const value = term.slice(colon + 1);
  switch (field) {
    case 'status':
      return includes(tool.status, value) || includes(statusWords(tool.status).label, value);
    case 'kind':
      return includes(tool.kind, value);
    case 'author':
      return includes(tool.author, value);
    case 'may':
      return mayDo(tool.capabilities).some((one) => includes(one.kind, value) || includes(one.detail, value));
    default:
      return [tool.name, tool.title ?? '', tool.description, tool.author].some((text) =>
        includes(text, term),
      );
  }
}

function includes(text: string, part: string): boolean {
  return text.toLowerCase().includes(part);
}

/** The item to show after a decision: the next that waits, after the present one and then from the top. */
export function nextWaiting(tools: readonly ToolSummary[], after: string): string | undefined {
  const index = tools.findIndex((tool) => tool.name === after);
  return [...tools.slice(index + 1), ...tools.slice(0, Math.max(index, 0))].find(
    (tool) => tool.status === 'pending_approval',
  )?.name;
}

/** Share of calls that failed, in words: `3 of 40`. */
export function errorWords(tool: ToolSummary): string {
  return tool.statistics.errors === 0 ? '0' : `${tool.statistics.errors}`;
}

/** Tests as a state for the table. Never run is not the same as passed. */
export function testState(tests: ToolSummary['tests']): {
  readonly state: 'none' | 'unknown' | 'passed' | 'failed';
  readonly words: string;
} {
  if (tests.total === 0) return { state: 'none', words: 'No tests' };
  if (tests.passed === undefined && tests.failed === undefined)
    return { state: 'unknown', words: `${tests.total} not run` };
  const failed = tests.failed ?? 0;
  if (failed > 0) return { state: 'failed', words: `${failed} of ${tests.total} fail` };
  const passed = tests.passed ?? 0;
  return passed < tests.total
    ? { state: 'unknown', words: `${passed} of ${tests.total} run` }
    : { state: 'passed', words: `${passed} of ${tests.total} pass` };
}

/** What the policy means for one tool now, for the empty and the waiting state. */
export function whyWaiting(policy: Policy): string {
  return policy === 'ask'
    ? 'The policy asks about every custom tool.'
    : 'The policy lets read-only tools run at once and asks about those that edit, write files or reach the network.';
}
