/** game.json: a project's settings. Fields that this version does not know are kept. */
import { z } from 'zod';
import type { Json, JsonObject } from '../json';
import { isJsonObject, valueAt } from '../json';
import type { Outcome } from '../errors';
import { fail, succeed } from '../errors';
import { locateInJson, parseJsonText } from '../text/json-text';
import { didYouMean } from '../text/suggest';
import { splitPath } from './paths';

export const GAME_FORMAT = 'skywalker.game/1';
export const SETTINGS_FILE = 'game.json';
export const DEFAULT_MAIN_SCENE = 'scenes/main.sky.json';

const POLICIES = ['off', 'ask', 'auto', 'trust'] as const;

const settingsSchema = z.looseObject({
  format: z.string(),
  name: z.string().min(1).max(200),
  id: z.string().min(1).max(200),
  main_scene: z
    .string()
    .refine((path) => splitPath(path).ok, { error: 'is not a path in the project' })
    .default(DEFAULT_MAIN_SCENE),
  seed: z.int().default(1),
  customTools: z.looseObject({ policy: z.enum(POLICIES).default('auto') }).prefault({}),
  /** How long a call waits for a person's Allow or Decline before it gives up. */
  agents: z.looseObject({ ask_seconds: z.int().min(1).max(86_400).default(600) }).prefault({}),
  components: z.record(z.string(), z.looseObject({})).default({}),
});

/** The settings with their defaults; other fields of game.json are there too. */
export type GameSettings = z.infer<typeof settingsSchema>;

export interface ParsedSettings {
  readonly settings: GameSettings;
  /** game.json as it is, without defaults. */
  readonly raw: JsonObject;
  /** The file is of a newer format: it is not written. */
  readonly readOnlyReason?: string;
}

/**
 * Reads the text of a game.json. Fails with `invalid_settings`, naming line and field. A project without a name or id gets
 * them from `fallback`, so that a hand-written file needs neither.
 */
export function parseSettings(text: string, fallback: { name: string; id: string }): Outcome<ParsedSettings> {
  const json = parseJsonText(text);
  if (!json.ok) {
    return fail(
      'invalid_settings',
      `game.json, line ${json.line}: ${json.message}`,
      'Mend that line. The file was not touched.',
      {
        line: json.line,
        column: json.column,
      },
    );
  }
  if (!isJsonObject(json.value))
    return fail('invalid_settings', 'game.json does not hold an object', 'It starts with { and ends with }.');
  return checkSettings(json.value, fallback, (path) => locateInJson(text, path).line);
}

/** The same for settings that are data already; `lineOf` finds the line of a field where there is a text. */
export function checkSettings(
  raw: JsonObject,
  fallback: { name: string; id: string },
  lineOf?: (path: readonly (string | number)[]) => number,
): Outcome<ParsedSettings> {
  const { format = GAME_FORMAT } = raw;
  const match = typeof format === 'string' ? /^skywalker\.game\/([1-9]\d{0,5})$/.exec(format) : null;
  const at = (path: readonly (string | number)[]): string =>
    lineOf ? `game.json, line ${lineOf(path)}: ` : 'game.json: ';
  if (!match) {
    return fail(
      'invalid_settings',
      `${at(['format'])}the format is ${JSON.stringify(format)}`,
      `Write "format": "${GAME_FORMAT}".`,
    );
  }
  const parsed = settingsSchema.safeParse({ format, name: fallback.name, id: fallback.id, ...raw });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const path = (issue?.path ?? []).map((key) => (typeof key === 'number' ? key : String(key)));
    const { message, hint } = explainIssue(issue, path, valueAt(raw, path));
    const line = lineOf?.(path);
    return fail('invalid_settings', `${at(path)}${message}`, hint, {
      field: path.join('.'),
      ...(line !== undefined && { line }),
    });
  }
  const version = Number(match[1]);
  return succeed({
    settings: parsed.data,
    raw,
    ...(version > 1 && {
      readOnlyReason: `game.json is of the format "skywalker.game/${version}"; this version of Skywalker writes "${GAME_FORMAT}". It can be read, not changed.`,
    }),
  });
}

/** Settings as text, with the indentation, line ends and byte order mark of the text that they replace. */
export function formatSettings(raw: JsonObject, before = ''): string {
  const indent = /\n([ \t]+)\S/.exec(before)?.[1] ?? '  ';
  const text = `${JSON.stringify(raw, null, indent)}\n`;
  const lines = before.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text;
  return before.startsWith('\ufeff') ? `\ufeff${lines}` : lines;
}

function explainIssue(
  issue: z.core.$ZodIssue | undefined,
  path: readonly (string | number)[],
  value: Json | undefined,
): { message: string; hint?: string } {
  const name = path.join('.') || 'it';
  const shown = value === undefined ? 'missing' : shorten(JSON.stringify(value));
  if (issue?.code === 'invalid_value') {
    const words = issue.values.map(String);
    const meant = typeof value === 'string' ? didYouMean(value, words) : undefined;
    return {
      message: `${name} is ${shown}`,
      hint: [meant, `Write one of: ${words.join(', ')}.`].filter(Boolean).join(' '),
    };
  }
  if (issue?.code === 'invalid_type')
    return { message: `${name} is ${shown}`, hint: `It must be of the type ${issue.expected}.` };
  if (issue?.code === 'custom')
    return {
      message: `${name} is ${shown}, which ${issue.message}`,
      hint: `For example "${DEFAULT_MAIN_SCENE}".`,
    };
  return { message: `${name} is ${shown}`, hint: issue?.message };
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
