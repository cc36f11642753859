/** What `tool_list_custom` and `tool_inspect` tell of a tool. */
import type { ToolDefinition } from '../tools/definition';
import type { ApprovedDefinitions } from './approved-definitions';
import type { ApprovalRecord, Approvals } from './approvals';
import type { Catalog } from './catalog';
import type { Entry } from './entry';
import { definitionJson } from './definition-file';
import { capabilityChanges, remarksOf } from './effects';
import { leastCapabilities } from './least';
import { needsOf } from './needs';
import { normaliseCode } from './json-form';
import type { ServedTools } from './served';
import type { ToolStats } from './stats';
import { listNames } from '../text/suggest';
import { titleOf } from './tool-definition';
import type {
  Approval,
  CustomDefinition,
  CustomKind,
  TestRecord,
  ToolHost,
  ToolInspection,
  ToolSummary,
} from './types';

export interface InspectionParts {
  readonly catalog: Catalog;
  readonly approvals: Approvals;
  readonly approved: ApprovedDefinitions;
  readonly stats: ToolStats;
  readonly served: Pick<ServedTools, 'get'>;
  lastTests(name: string, hash: string): readonly TestRecord[] | undefined;
}

const NO_CAPABILITIES = {
  read_scene: true,
  mutate: false,
  calls: [],
  files: { read: [], write: [] },
  network: false,
};
const NO_LIMITS = { instructions: 0, timeout_ms: 0, max_output_bytes: 0, max_calls: 0 };

export function summaryOf(entry: Entry, parts: InspectionParts): ToolSummary {
  const { stored, resolved } = entry;
  const { definition, name, hash } = stored;
  const tests = parts.stats.tests(name, hash);
  return {
    name,
    title: definition === undefined ? titleOf({ name }) : titleOf(definition),
    description: definition?.description ?? '',
    category: definition?.category ?? 'custom',
    kind: definition?.kind ?? 'wander',
    status: resolved.status,
    ...(resolved.reason === undefined ? {} : { reason: resolved.reason }),
    capabilities: definition?.capabilities ?? NO_CAPABILITIES,
    author: definition?.author ?? 'unknown',
    version: definition?.version ?? 0,
    hash,
    ...(stored.changedAt === undefined ? {} : { changed_at: stored.changedAt }),
    ...(definition?.kind === 'external' ? { host: hostOf(definition, parts) } : {}),
    statistics: parts.stats.statistics(name),
    tests: { total: definition?.tests.length ?? 0, ...(tests ?? {}) },
    files: stored.files,
  };
}

/** Who serves a tool; where nobody does, who was the first to. */
function hostOf({ name, author }: CustomDefinition, { served, approvals }: InspectionParts): ToolHost {
  const server = served.get(name);
  const owner = server?.facts.owner ?? author;
  const latest = approvals.latest(name);
  const decided = latest?.problem === undefined ? latest?.record : undefined;
  const changed = decided?.status === 'approved' && decided.owner !== undefined && decided.owner !== owner;
  return {
    ...(server?.facts ?? { owner }),
    online: server !== undefined,
    ...(changed ? { approved_for: decided.owner } : {}),
  };
}

/** A custom tool that lives elsewhere, such as in a connected client. */
export function summaryOfTool(tool: ToolDefinition, parts: InspectionParts): ToolSummary | undefined {
  const { custom } = tool;
  if (custom === undefined || !isCustomKind(tool.kind)) return undefined;
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    category: tool.category,
    kind: tool.kind,
    status: custom.status,
    ...(custom.refusal === undefined ? {} : { reason: custom.refusal.message }),
    capabilities: custom.capabilities,
    author: custom.author,
    version: custom.version,
    hash: custom.hash,
    statistics: parts.stats.statistics(tool.name),
    tests: { total: 0 },
    files: [],
  };
}

function isCustomKind(kind: ToolDefinition['kind']): kind is CustomKind {
  return kind === 'wander' || kind === 'composite' || kind === 'external' || kind === 'script';
}

export function inspectionOf(entry: Entry, parts: InspectionParts): ToolInspection {
  const { stored } = entry;
  const { definition, compiled, name, hash } = stored;
  const latest = parts.approvals.latest(name);
  const counted =
    latest === undefined || latest.problem !== undefined
      ? undefined
      : shownApproval(latest.record, parts.approvals);
  const summary = summaryOf(entry, parts);
  const last_tests = parts.lastTests(name, hash);
  const older = olderApproval(definition, hash, counted, parts);
  const effects = compiled?.effects;
  const needs =
    effects === undefined ? undefined : needsOf(effects, definition?.kind === 'composite', parts.catalog);
  const least =
    definition === undefined || needs === undefined
      ? undefined
      : leastCapabilities(definition.capabilities, needs, parts.stats.observed(name, hash));
  return {
    ...summary,
    definition: definition === undefined ? (stored.raw ?? {}) : definitionJson(definition),
    ...fullCode(definition?.code, compiled?.modules ?? new Map()),
    input_schema: definition?.input_schema ?? {},
    limits: definition?.limits ?? NO_LIMITS,
    ...(definition?.provenance === undefined ? {} : { provenance: definition.provenance }),
    ...(counted === undefined ? {} : { approval: counted }),
    ...(latest?.untrusted === undefined ? {} : { untrusted_signer: latest.untrusted }),
    ...older,
    ...(effects === undefined ? {} : { found: effects }),
    ...(least === undefined ? {} : { least }),
    remarks: [
      // Whose key it is has a place of its own.
      ...(latest?.problem === undefined || latest.untrusted !== undefined ? [] : [latest.problem]),
      ...(definition === undefined ? [] : remarksOf(definition, effects, needs)),
      ...usedFiles(compiled?.modules ?? new Map()),
      ...stored.warnings,
    ],
    recent: parts.stats.recent(name),
    ...(last_tests === undefined ? {} : { last_tests }),
  };
}

/** What was approved before, where it is another definition than the present one. */
function olderApproval(
  definition: CustomDefinition | undefined,
  hash: string,
  approval: Approval | undefined,
  parts: InspectionParts,
): Pick<ToolInspection, 'approved' | 'capability_changes'> {
  if (approval === undefined || approval.hash === hash || approval.status !== 'approved') return {};
  const kept = parts.approved.find(approval.hash);
  if (kept === undefined) return {};
  return {
    approved: {
      hash: approval.hash,
      definition: kept.json,
      ...fullCode(kept.code, kept.modules),
      approval,
    },
    ...(definition === undefined
      ? {}
      : { capability_changes: capabilityChanges(definition, kept.definition) }),
  };
}

function usedFiles(modules: ReadonlyMap<string, string>): string[] {
  if (modules.size === 0) return [];
  return [`Its code uses ${listNames([...modules.keys()].sort(), 8)}, which is part of what is approved.`];
}

/** The code, and where it uses other files, all that decides what it does in one text: that is what a person reads. */
export function fullCode(
  code: string | undefined,
  modules: ReadonlyMap<string, string>,
): { readonly code?: string; readonly full_code?: string } {
  if (code === undefined) return {};
  if (modules.size === 0) return { code };
  const parts = [...modules]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, text]) => `\n-- ---- ${path}, which is used above ----\n${normaliseCode(text)}`);
  return { code, full_code: normaliseCode(code) + parts.join('') };
}

function shownApproval(record: ApprovalRecord, approvals: Approvals): Approval {
  const { name, hash, status, by, at, reason } = record;
  const signer = approvals.signerOf(record);
  return {
    name,
    hash,
    status,
    by,
    at,
    ...(reason === undefined ? {} : { reason }),
    ...(signer === by ? {} : { signed_by: signer }),
  };
}
