/** `agents/<id>.agent.json`: one agent of the roster, with what it may do. Fields that are not known here are kept. */
import { z } from 'zod';
import { fail, succeed, type Outcome } from '../errors';
import { isJsonObject, valueAt, type JsonObject } from '../json';
import { locateInJson, parseJsonText } from '../text/json-text';
import { didYouMean } from '../text/suggest';

export const AGENT_FORMAT = 'skywalker.agent/1';
export const AGENTS_FOLDER = 'agents';
export const AGENT_SUFFIX = '.agent.json';

/** From the strictest to the loosest. */
export const AUTONOMIES = ['observe', 'ask', 'autonomous'] as const;
export type Autonomy = (typeof AUTONOMIES)[number];

/** From the strictest to the loosest. */
export const PERMISSIONS = ['off', 'ask', 'allow'] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** An entry that says nothing of it waits with each change. */
export const DEFAULT_AUTONOMY: Autonomy = 'ask';

const ID = /^[a-z][a-z0-9_-]{0,63}$/;

const short = z.string().max(200);
const long = z.string().max(20_000);

/** `deny` is what many write for `off`; `default` says that the autonomy decides. */
const permission = z.enum(['default', 'allow', 'ask', 'off', 'deny']);

/** What describes an agent: for people, and for whoever runs it. None of it decides what it may do. */
export const DESCRIPTION_FIELDS = {
  name: short.min(1),
  role: short,
  discipline: short,
  focus: long,
  focus_tags: z.array(short).max(100),
  persona: long,
  mission: long,
  instructions: long,
  provider: short,
  model: short,
  reports_to: short,
  color: short,
  face: short,
  max_rounds: z.int().min(1).max(10_000),
  memory: z.array(long).max(1_000),
  playtest: z.record(z.string(), z.unknown()),
} as const;

const profileSchema = z.looseObject({
  format: z.string().default(AGENT_FORMAT),
  id: z.string().optional(),
  ...Object.fromEntries(Object.entries(DESCRIPTION_FIELDS).map(([key, field]) => [key, field.optional()])),
  autonomy: z.enum(AUTONOMIES).default(DEFAULT_AUTONOMY),
  permissions: z.record(z.string().min(1).max(64), permission).default({}),
});

export interface AgentProfile {
  readonly id: string;
  /** The file's own, else the id. */
  readonly name: string;
  readonly autonomy: Autonomy;
  /** By category; one that is not there follows the autonomy. */
  readonly permissions: ReadonlyMap<string, Permission>;
  /** The file as it is, unknown fields included. */
  readonly raw: JsonObject;
}

/** Why an id can't be one, or undefined. */
export function agentIdProblem(id: string): string | undefined {
  return ID.test(id)
    ? undefined
    : `${JSON.stringify(id.slice(0, 80))} can't be the id of an agent: an id has at most 64 lowercase letters, digits, "_" and "-", and starts with a letter.`;
}

/**
 * Reads the text of an entry. The failure's message names the line. `categories` are those that tools have: a word that is
 * close to one of them and is none is taken for a mistake, for a restriction that is misspelt must not become none.
 */
export function parseProfile(
  text: string,
  id: string,
  categories: ReadonlySet<string>,
): Outcome<AgentProfile> {
  const path = `${AGENTS_FOLDER}/${id}${AGENT_SUFFIX}`;
  const json = parseJsonText(text);
  if (!json.ok) return fail('invalid_settings', `${path}, line ${json.line}: ${json.message}`);
  if (!isJsonObject(json.value)) return fail('invalid_settings', `${path}, line 1: it has to hold an object`);
  return checkProfile(json.value, id, categories, (at) => `${path}, line ${locateInJson(text, at).line}: `);
}

/** The same for an entry that is data already. */
export function checkProfile(
  raw: JsonObject,
  id: string,
  categories: ReadonlySet<string>,
  place: (path: readonly (string | number)[]) => string = () => '',
): Outcome<AgentProfile> {
  const broken = (at: readonly (string | number)[], why: string): ReturnType<typeof fail> =>
    fail('invalid_settings', `${place(at)}${why}`);
  const wrongId = agentIdProblem(id);
  if (wrongId !== undefined) return broken([], wrongId);
  const parsed = profileSchema.safeParse(raw);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const at = (issue?.path ?? []).map((key) => (typeof key === 'number' ? key : String(key)));
    return broken(at, explain(issue, at, raw));
  }
  const { format, id: own, name, autonomy, permissions } = parsed.data;
  if (format !== AGENT_FORMAT) {
    return broken(
      ['format'],
      /^skywalker\.agent\/\d+$/.test(format)
        ? `the format is "${format}", which this version does not know; it knows "${AGENT_FORMAT}"`
        : `the format is ${JSON.stringify(format.slice(0, 80))}; write "${AGENT_FORMAT}"`,
    );
  }
  if (own !== undefined && own !== id)
    return broken(['id'], `the id is ${JSON.stringify(own.slice(0, 80))}, but the file is that of ${id}`);
  const known = new Map<string, Permission>();
  for (const [category, value] of Object.entries(permissions)) {
    const meant = categories.has(category) ? undefined : didYouMean(category, categories);
    if (meant !== undefined)
      return broken(['permissions', category], `no tool has the category "${category}". ${meant}`);
    if (value !== 'default') known.set(category, value === 'deny' ? 'off' : value);
  }
  return succeed({
    id,
    name: typeof name === 'string' ? name : id,
    autonomy,
    permissions: known,
    raw,
  });
}

/** What an entry allows, for events and the audit. */
export function rightsJson(profile: AgentProfile | undefined): JsonObject {
  return profile === undefined
    ? {}
    : { autonomy: profile.autonomy, permissions: Object.fromEntries(profile.permissions) };
}

/** The same in words: `ask; entity allow, project off`. */
export function rightsWords({ autonomy, permissions }: AgentProfile): string {
  const words = [...permissions].map(([category, value]) => `${category} ${value}`);
  return words.length === 0 ? autonomy : `${autonomy}; ${words.join(', ')}`;
}

/** The text of an entry, in a stable order: what it may do first, then what describes it, then what is not known here. */
export function formatProfile(raw: JsonObject): string {
  const order = ['format', 'id', 'name', 'autonomy', 'permissions', ...Object.keys(DESCRIPTION_FIELDS)];
  const entries = Object.entries(raw);
  const rank = (key: string): number => {
    const at = order.indexOf(key);
    return at < 0 ? order.length : at;
  };
  entries.sort(([a], [b]) => rank(a) - rank(b));
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
}

function explain(
  issue: z.core.$ZodIssue | undefined,
  at: readonly (string | number)[],
  raw: JsonObject,
): string {
  const name = at.join('.') || 'it';
  const value = valueAt(raw, at);
  const shown = value === undefined ? 'missing' : JSON.stringify(value).slice(0, 80);
  if (issue?.code === 'invalid_value') {
    const words = issue.values.map(String);
    const meant = typeof value === 'string' ? didYouMean(value, words) : undefined;
    return [`${name} is ${shown}; write one of ${words.join(', ')}.`, meant].filter(Boolean).join(' ');
  }
  if (issue?.code === 'invalid_type')
    return `${name} is ${shown}; it has to be of the type ${issue.expected}`;
  return `${name} is ${shown}: ${issue?.message ?? 'not valid'}`;
}
