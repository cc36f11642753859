/**
 * Tools that connected clients serve, in the project's list of tools: the same checks, approval, policy and audit as of every
 * other. Who the clients are, and how calls get to them, is the matter of `engine/hosts`.
 */
import { fail, succeed, ToolFailure, toolError, type Outcome } from '../errors';
import type { JsonObject } from '../json';
import type { ToolStatus } from '../tools/definition';
import type { Entry } from './entry';
import { parseDefinition } from './definition';
import { definitionJson } from './definition-file';
import { checkParsed, withVersion, type Candidate } from './lifecycle/candidate';
import type { Workshop } from './lifecycle/workshop';
import { checkNamespace, firstWordOf, hostedName } from './names';
import type { Server } from './served';
import { ToolStore, type StoredTool } from './store';
import type { CustomDefinition, Policy } from './types';

/** A definition of a client that has passed every check. */
export interface HostedCandidate {
  readonly name: string;
  readonly candidate: Candidate;
}

/** A tool as it stands in the list. */
export interface HostedStatus {
  readonly name: string;
  readonly status: ToolStatus;
  readonly hash: string;
  /** Why it is not active. */
  readonly reason?: string;
  readonly warnings: readonly string[];
}

export class HostedTools {
  constructor(private readonly workshop: Workshop) {}

  get policy(): Policy {
    return this.workshop.catalog.policyState.policy;
  }

  /** The namespace, unless tools of the engine have names that begin with it. Errors: `invalid_arguments`. */
  namespace(text: string): Outcome<string> {
    const own = (word: string): boolean =>
      this.workshop.catalog
        .tools()
        .some((tool) => tool.custom === undefined && firstWordOf(tool.name) === word);
    return checkNamespace(text, own);
  }

  /**
   * Checks a definition with the fields of `.tool.json`. Names of unknown tools in `calls` that begin with the namespace are
   * only remarked on: they may be served next. Errors: `invalid_definition` with all problems, `name_taken`, `tool_invalid`.
   */
  check(raw: JsonObject, namespace: string, author: string): Outcome<HostedCandidate> {
    const { catalog } = this.workshop;
    const named =
      typeof raw.name === 'string'
        ? hostedName(namespace, raw.name)
        : fail('invalid_definition', 'The definition has no name.', 'Give "name", such as "memory_recall".');
    if (!named.ok) return fail('invalid_definition', named.error.message, named.error.hint);
    const name = named.value;
    const parsed = parseDefinition({ ...raw, name }, { from: 'host', author });
    if (!parsed.ok) return parsed;
    if (catalog.entry(name) !== undefined) catalog.refresh(name);
    const before = catalog.entry(name)?.stored;
    if (before !== undefined && before.definition === undefined) {
      return fail(
        'tool_invalid',
        `The file of ${name} is broken: ${before.problem ?? ''}`,
        `Mend or remove ${before.path}, then register it again.`,
      );
    }
    const rival = catalog.atPathOf(name);
    if (rival !== undefined) {
      return fail(
        'name_taken',
        `The file of ${rival.stored.name}, ${rival.stored.path}, is where that of ${name} would be.`,
        'Choose another name.',
      );
    }
    const checked = checkParsed(
      this.workshop,
      parsed.value,
      (tool) => firstWordOf(tool) !== firstWordOf(name),
    );
    if (!checked.ok) return checked;
    const versioned = withVersion(
      kept(checked.value, before?.definition),
      before?.definition,
      before?.hash,
      author,
      this.workshop.now(),
    );
    return succeed({ name, candidate: ownedBy(author, versioned) });
  }

  /** Whose a tool is that has a file and that nobody serves now; undefined where it has none, or its file names no client. */
  keptOwner(name: string): string | undefined {
    const { catalog } = this.workshop;
    if (this.serverOf(name) !== undefined) return undefined;
    const stored = catalog.entry(name)?.stored;
    if (stored === undefined || stored.path === '') return undefined;
    const owner = catalog.ownerOf(stored);
    return owner !== undefined && /^(mcp|agent):/.test(owner) ? owner : undefined;
  }

  /** What `check` found in the list under a name, and where its file would be: other objects where that has changed. */
  standing(name: string): readonly unknown[] {
    const { catalog } = this.workshop;
    // An edit of the file since then counts too.
    if (catalog.entry(name) !== undefined) catalog.refresh(name);
    return [catalog.entry(name)?.stored, catalog.atPathOf(name)?.stored];
  }

  /** Who serves a tool now. */
  serverOf(name: string): Server | undefined {
    return this.workshop.served.get(name);
  }

  /**
   * Takes the tool up, served by `server` in the place of whoever did before. With `persist`, or where it has a file already,
   * the file says what it is. Errors: `io_error` where that can't be written.
   */
  enter({ name, candidate }: HostedCandidate, server: Server, persist: boolean): Outcome<HostedStatus> {
    const { catalog, served } = this.workshop;
    const before = catalog.entry(name)?.stored;
    served.set(name, server);
    try {
      if (before?.definition !== undefined && sameTool(before.definition, candidate.definition)) {
        if (!persist || before.path !== '') return succeed(this.status(catalog.hold(before), candidate));
      }
      const entry =
        persist || (before !== undefined && before.path !== '')
          ? this.save(candidate, before, server)
          : catalog.hold(withoutFile(candidate));
      return succeed(this.status(entry, candidate));
    } catch (error) {
      served.delete(name, server);
      catalog.resync(name);
      if (error instanceof ToolFailure) return { ok: false, error: error.error };
      throw error;
    }
  }

  /** The server goes: a tool without a file is gone, one with a file is offline. */
  leave(name: string, server: Server): void {
    const { catalog, served } = this.workshop;
    if (served.get(name) !== server) return;
    served.delete(name, server);
    if (catalog.entry(name)?.stored.path === '') catalog.forget(name);
    else catalog.resync(name);
  }

  /** The tool is as if it had never been: its file goes too, where it has one, and its approval. */
  forget(name: string, server: Server, actor: string): Outcome<void> {
    const { catalog, changes, approvals, now } = this.workshop;
    const entry = catalog.entry(name);
    if (entry === undefined || this.serverOf(name) !== server) return succeed(undefined);
    this.leave(name, server);
    const { path, hash } = entry.stored;
    try {
      changes.make(
        {
          event: 'removed',
          tool: name,
          actor,
          facts: { hash, host: server.facts.id },
          ...(path === '' ? {} : { files: new Map([[path, null]]) }),
        },
        () => {
          approvals.withdraw(name, actor, now());
          catalog.noteApprovals();
          catalog.forget(name);
        },
      );
    } catch (error) {
      if (error instanceof ToolFailure) return { ok: false, error: error.error };
      throw error;
    }
    catalog.news.tell('removed', { actor }, entry, {}, `${actor} forgot ${name}`);
    return succeed(undefined);
  }

  private save({ definition, hash }: Candidate, before: StoredTool | undefined, server: Server): Entry {
    const { catalog, changes } = this.workshop;
    const { name } = definition;
    return changes.make(
      {
        event: 'registered',
        tool: name,
        actor: server.facts.owner,
        facts: {
          hash,
          ...(before === undefined ? {} : { hash_before: before.hash }),
          version: definition.version,
          host: server.facts.id,
        },
        files: catalog.store.textsFor(definition),
      },
      () => {
        const base = ToolStore.baseOfPath(ToolStore.pathOf(name));
        const saved = base === undefined ? undefined : catalog.reload(base);
        if (saved === undefined)
          throw new ToolFailure(toolError('io_error', `The file of ${name} is gone again.`));
        return saved;
      },
      ({ stored, resolved }) => ({ hash: stored.hash, status: resolved.status }),
    );
  }

  /** A tool as it stands now. */
  statusOf(name: string): HostedStatus | undefined {
    const entry = this.workshop.catalog.entry(name);
    return entry && this.status(entry, { warnings: entry.stored.warnings ?? [] });
  }

  private status({ stored, resolved }: Entry, { warnings }: Pick<Candidate, 'warnings'>): HostedStatus {
    return {
      name: stored.name,
      status: resolved.status,
      hash: stored.hash,
      ...(resolved.reason === undefined ? {} : { reason: resolved.reason }),
      warnings,
    };
  }
}

/** What somebody turned off stays off, whoever serves it. */
function kept(candidate: Candidate, before: CustomDefinition | undefined): Candidate {
  if (before === undefined || before.enabled) return candidate;
  const { disabled_by } = before;
  const definition = {
    ...candidate.definition,
    enabled: false,
    ...(disabled_by === undefined ? {} : { disabled_by }),
  };
  return { ...candidate, definition };
}

/** It is a tool of whoever registers it: a file that was another's says so from now on. */
function ownedBy(author: string, candidate: Candidate): Candidate {
  return { ...candidate, definition: { ...candidate.definition, author } };
}

/** Whether registering changed nothing, but for when it was done. */
function sameTool(a: CustomDefinition, b: CustomDefinition): boolean {
  const plain = (definition: CustomDefinition): string =>
    JSON.stringify({ ...definitionJson(definition), version: 0, provenance: {} });
  return plain(a) === plain(b);
}

function withoutFile({ definition, compiled, hash, warnings }: Candidate): StoredTool {
  return {
    name: definition.name,
    path: '',
    files: [],
    definition,
    compiled,
    hash,
    warnings,
    ...(definition.provenance === undefined
      ? {}
      : { changedAt: definition.provenance.updated_at ?? definition.provenance.created_at }),
    marks: new Map(),
  };
}
