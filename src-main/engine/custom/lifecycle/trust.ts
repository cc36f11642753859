/** Whose decisions count for this user: the keys of teammates, and where the user's own key is kept. For people only. */
import { ToolFailure, toolError, type ToolError } from '../../errors';
import type { JsonObject } from '../../json';
import { anyObject, flag, list, text } from '../../tools/builtin/define';
import type { ToolContext, ToolDefinition, ToolResult } from '../../tools/definition';
import { failureResult, jsonResult } from '../../tools/result';
import { redactText } from '../../tools/redact';
import { textProblem } from '../hidden-text';
import { asJson } from '../json-copy';
import { fingerprintOf, isKey } from '../keys';
import { actorOf, doerOf, isPerson, lifecycleTool, type Workshop } from './workshop';

export function trustTools(workshop: Workshop): ToolDefinition[] {
  return [trustTool(workshop), sealTool(workshop)];
}

const OUTPUT = {
  own: text('The key of this user, once there is one.'),
  own_key: anyObject(
    'Where it is: {kept: "nowhere" | "file" | "key_store", fingerprint?, store?, note?, problem?, store_problem?}.',
  ),
  trusted: list(anyObject('A key, its fingerprint, its label, and since when.'), 'Keys of others.'),
  untrusted: list(
    anyObject('{key, fingerprint, decisions: [{name, status, by, at, current}]}.'),
    'Keys that signed decisions of this project and count not.',
  ),
};

function trustTool(workshop: Workshop): ToolDefinition {
  return lifecycleTool({
    name: 'tool_trust',
    title: 'Trust a key',
    description:
      'Lists the keys whose approvals count for this user and those that signed approvals of this project and do not, or (people only) trusts a teammate\'s key or takes that back. Approvals are signed; one by a key that is not trusted here counts as none. Compare the fingerprint with your teammate first. Example: {"key": "ed25519:…", "label": "Mira"}',
    input: {
      key: text('A public key, as it stands in tools/approvals.json; without it, the keys are listed.'),
      trust: flag('False takes the trust back.', true),
      label: text('Whose key it is.', { maxLength: 100 }),
    },
    output: OUTPUT,
    optional: ['own'],
    effect: 'project',
    idempotent: true,
    reads: (args) => args.key === undefined,
    humanOnly: (args) => (args.key === undefined ? undefined : peopleOnly()),
    run: (args, context) => {
      if (typeof args.key !== 'string') return listed(workshop);
      return trust(workshop, args.key, args, context);
    },
  });
}

function sealTool(workshop: Workshop): ToolDefinition {
  return lifecycleTool({
    name: 'tool_seal_key',
    title: 'Seal the key',
    description:
      "For people only, in the window: moves this user's private key from its file into the operating system's key store. It stays the same key; from then on a terminal signs through the open editor. Example: {}",
    input: {},
    output: OUTPUT,
    optional: ['own'],
    effect: 'project',
    humanOnly: peopleOnly,
    run: (_args, context) => seal(workshop, context),
  });
}

function peopleOnly(): ToolError {
  return toolError(
    'approval_requires_human',
    'Only a person can decide whose approvals count.',
    'Ask the person to do it in the window under Studio > Tools, or in a terminal with: skywalker trust KEY.',
  );
}

async function trust(
  workshop: Workshop,
  key: string,
  args: JsonObject,
  context: ToolContext,
): Promise<ToolResult> {
  const { keys, catalog, audit } = workshop;
  if (!isPerson(context.caller)) return failureResult(peopleOnly());
  const trusting = args.trust !== false;
  const label = typeof args.label === 'string' && args.label.trim() !== '' ? args.label.trim() : undefined;
  const problem = keyProblem(workshop, key, trusting) ?? labelProblem(label);
  if (problem !== undefined) return failureResult(problem);
  if (context.dryRun) return await listed(workshop);
  const actor = actorOf(context);
  try {
    if (trusting) keys.trust(key, label, workshop.now().toISOString());
    else keys.distrust(key);
  } catch (error) {
    if (error instanceof ToolFailure) return failureResult(error.error);
    throw error;
  }
  catalog.reloadApprovals('system');
  const kind = trusting ? 'key_trusted' : 'key_distrusted';
  const fingerprint = fingerprintOf(key);
  const facts = { key, fingerprint, ...(label === undefined ? {} : { label: redactText(label) }) };
  audit.note(kind, actor, { ...facts, call: context.callId });
  workshop.events.append({
    type: 'custom_tool',
    kind,
    ...doerOf(context),
    summary: `${trusting ? 'Trusts' : 'No longer trusts'} the key ${label === undefined ? '' : `of ${label} `}with the fingerprint ${fingerprint}`,
    data: facts,
  });
  return await listed(workshop);
}

function keyProblem(workshop: Workshop, key: string, trusting: boolean): ToolError | undefined {
  const { keys } = workshop;
  if (!isKey(key)) {
    return toolError(
      'invalid_arguments',
      `${JSON.stringify(key.slice(0, 80))} is no public key.`,
      'A key is "ed25519:" and 43 characters, as in tools/approvals.json.',
    );
  }
  if (key === keys.own)
    return toolError(
      'invalid_arguments',
      'This is your own key: what you decide counts without it being trusted.',
      'Give the key of a teammate.',
    );
  if (!trusting && !keys.trusted().some((known) => known.key === key))
    return toolError(
      'not_found',
      'This key is not trusted, so that nothing is to be taken back.',
      'tool_trust {} lists the keys that are.',
    );
  return undefined;
}

function labelProblem(label: string | undefined): ToolError | undefined {
  const hidden = label === undefined ? undefined : textProblem(label, 'The label');
  const lines = label !== undefined && /[\r\n]/.test(label) ? 'The label has more than one line' : undefined;
  const problem = hidden ?? lines;
  return problem === undefined ? undefined : toolError('invalid_arguments', `${problem}.`, 'Shorten it.');
}

async function seal(workshop: Workshop, context: ToolContext): Promise<ToolResult> {
  if (!isPerson(context.caller)) return failureResult(peopleOnly());
  const { keys, audit } = workshop;
  if (context.dryRun) return await listed(workshop);
  const sealed = await keys.vault.seal();
  if (!sealed.ok) return failureResult(sealed.error);
  const { key = '', store = '' } = sealed.value;
  audit.note('key_sealed', actorOf(context), { key, store, call: context.callId });
  workshop.events.append({
    type: 'custom_tool',
    kind: 'key_sealed',
    ...doerOf(context),
    summary: `Moved the private key from its file into ${store}`,
    data: { key, store },
  });
  return await listed(workshop);
}

async function listed(workshop: Workshop): Promise<ToolResult> {
  const { keys, approvals, catalog } = workshop;
  const { state } = keys.vault;
  // Asked only where the answer matters: on some systems asking opens the key store.
  const storeProblem = state.kept === 'key_store' ? undefined : await keys.vault.storeProblem();
  const { key: own, ...place } = state;
  const trusted = keys.trusted().map((each) => ({ ...each, fingerprint: fingerprintOf(each.key) }));
  const untrusted = approvals.untrusted().map(({ signer, records }) => ({
    key: signer.key,
    fingerprint: signer.fingerprint,
    decisions: records.map(({ name, status, by, at, hash }) => ({
      name,
      status,
      by,
      at,
      current: catalog.entry(name)?.stored.hash === hash,
    })),
  }));
  const own_key = {
    ...place,
    ...(own === undefined ? {} : { fingerprint: fingerprintOf(own) }),
    ...(storeProblem === undefined ? {} : { store_problem: storeProblem }),
  };
  const lines = [
    own === undefined
      ? (state.problem ?? 'This user has no key yet; it is made with the first approval.')
      : `This user's key: ${own}, fingerprint ${fingerprintOf(own)}, kept in ${state.kept === 'file' ? 'a file that only its owner may read' : (state.store ?? 'a key store')}.`,
    ...(state.note === undefined ? [] : [state.note]),
    ...(keys.problem === undefined ? [] : [keys.problem]),
    ...trusted.map(
      (each) =>
        `Trusted: ${each.key}${each.label === undefined ? '' : ` (${each.label})`}, fingerprint ${each.fingerprint}, since ${each.added_at.slice(0, 10)}`,
    ),
    ...untrusted.map(
      (each) =>
        `Not trusted: ${each.key}, fingerprint ${each.fingerprint}: ${each.decisions.map(({ name, status }) => `${status} ${name}`).join(', ')}`,
    ),
  ];
  return jsonResult(
    asJson({ ...(own === undefined ? {} : { own }), own_key, trusted, untrusted }),
    lines.join('\n'),
  );
}
