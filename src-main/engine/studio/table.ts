/**
 * One file of records: `{format, next_id, <name>: […]}`. Read again when it changed outside. A file that is broken, or of a newer
 * format, is shown as far as it can be read, and is not written to.
 */
import type { z } from 'zod';
import { fail, succeed, toolError, ToolFailure, type Outcome } from '../errors';
import { isJsonObject, type JsonObject } from '../json';
import { fileMark, hasMark, readTextFile, type FileMark } from '../project/files';
import type { Project } from '../project/project';
import { locateInJson, parseJsonText } from '../text/json-text';
import { numberOf } from './records';

export interface TableSpec<T, Path extends string = string> {
  /** From the project's folder. */
  readonly path: Path;
  /** Without the version. */
  readonly format: string;
  /** Where the records stand in the file. */
  readonly key: string;
  /** The letter of their ids. */
  readonly letter: string;
  readonly schema: z.ZodType<T>;
  readonly max: number;
}

/** Bytes of one such file. */
const MAX_FILE_BYTES = 32 * 1024 * 1024;

export interface TableState<T> {
  /** By id, in the order of the file. */
  readonly records: ReadonlyMap<string, T>;
  /** The number of the next record. */
  readonly next: number;
  /** What else the file holds. */
  readonly rest: JsonObject;
  /** Why it can't be changed. */
  readonly problem?: string;
  /** The text on the disk; undefined where there is no file, or it can't be read. */
  readonly text: string | undefined;
}

export class Table<T extends { readonly id: string }, Path extends string = string> {
  private state: TableState<T> = { records: new Map(), next: 1, rest: {}, text: undefined };
  private mark: FileMark | undefined;

  constructor(
    private readonly project: Pick<Project, 'locate' | 'folder'>,
    readonly spec: TableSpec<T, Path>,
  ) {}

  /** What the file holds now. */
  read(): TableState<T> {
    const place = this.project.locate(this.spec.path);
    if (!place.ok) {
      this.mark = undefined;
      return (this.state = { ...EMPTY, records: new Map(), problem: place.error.message });
    }
    const { absolute } = place.value;
    if (this.mark !== undefined && hasMark(absolute, this.mark)) return this.state;
    const mark = fileMark(absolute);
    const text = mark === 'missing' ? undefined : readTextFile(place.value, { maxBytes: MAX_FILE_BYTES });
    if (text === undefined) this.state = { ...EMPTY, records: new Map() };
    else if (!text.ok) this.state = { ...EMPTY, records: new Map(), problem: text.error.message };
    else this.state = { ...this.parse(text.value), text: text.value };
    this.mark = mark;
    return this.state;
  }

  /** The file was written with these. */
  wrote(records: ReadonlyMap<string, T>, next: number, text: string): void {
    const place = this.project.locate(this.spec.path);
    this.state = { records, next, rest: this.state.rest, text };
    this.mark = place.ok ? fileMark(place.value.absolute) : undefined;
  }

  /** Whether the file is as it was when it was read or written last. */
  get isKnown(): boolean {
    const place = this.project.locate(this.spec.path);
    return place.ok && this.mark !== undefined && hasMark(place.value.absolute, this.mark);
  }

  /** The text of the file with these records. */
  format(records: Iterable<T>, next: number): Outcome<string> {
    const { spec } = this;
    const list = [...records];
    if (list.length > spec.max) {
      return fail(
        'conflict',
        `${spec.path} has ${spec.max} entries, which is as many as there can be.`,
        `Take what is finished out of the file, into another one.`,
      );
    }
    const whole = { format: `${spec.format}/1`, next_id: next, ...this.state.rest, [spec.key]: list };
    const text = `${JSON.stringify(whole, null, 2)}\n`;
    if (Buffer.byteLength(text) > MAX_FILE_BYTES) {
      return fail(
        'conflict',
        `${spec.path} would be larger than ${MAX_FILE_BYTES} bytes.`,
        'Take what is finished out of the file, into another one.',
      );
    }
    return succeed(text);
  }

  private parse(text: string): Omit<TableState<T>, 'text'> {
    const { path, key, format, schema, letter } = this.spec;
    const records = new Map<string, T>();
    const broken = (problem: string, at?: readonly (string | number)[]): Omit<TableState<T>, 'text'> => ({
      records,
      next: 1,
      rest: {},
      problem:
        at === undefined ? `${path}: ${problem}` : `${path}, line ${locateInJson(text, at).line}: ${problem}`,
    });
    const json = parseJsonText(text);
    if (!json.ok) return broken(`line ${json.line}: ${json.message}`);
    if (!isJsonObject(json.value)) return broken('it has to hold an object');
    const { format: written, next_id: nextId, [key]: list, ...rest } = json.value;
    if (typeof written !== 'string' || !written.startsWith(`${format}/`))
      return broken(`the format is not "${format}/1"`, ['format']);
    if (!Array.isArray(list)) return broken(`"${key}" has to be a list`, [key]);
    let problem: string | undefined;
    if (written !== `${format}/1`)
      problem = `${path} was written by a newer version of Skywalker (${written.slice(0, 80)}), so it can only be read`;
    let next = typeof nextId === 'number' && Number.isSafeInteger(nextId) && nextId > 0 ? nextId : 1;
    for (const [index, entry] of (list as readonly unknown[]).entries()) {
      const parsed = schema.safeParse(entry);
      if (!parsed.success) {
        problem ??= broken(explain(parsed.error), [key, index, ...placeOf(parsed.error)]).problem;
        continue;
      }
      const record = parsed.data;
      if (records.has(record.id)) problem ??= broken(`${record.id} stands there twice`, [key, index]).problem;
      else records.set(record.id, record);
      if (record.id.startsWith(`${letter}-`)) next = Math.max(next, numberOf(record.id) + 1);
    }
    return { records, next, rest, ...(problem === undefined ? {} : { problem }) };
  }
}

const EMPTY = { records: new Map<string, never>(), next: 1, rest: {}, text: undefined } as const;

/** Why a file is not written to, as a failure. */
export function brokenFailure(problem: string): ToolFailure {
  return new ToolFailure(
    toolError(
      'invalid_settings',
      `Nothing was written, because a file of the studio can't be used as it is. ${problem}`,
      'Ask the person to mend the file; it is read again with the next call.',
    ),
  );
}

function placeOf(error: z.ZodError): (string | number)[] {
  return (error.issues[0]?.path ?? []).map((part) => (typeof part === 'number' ? part : String(part)));
}

/** The first thing that is wrong, with where it stands. */
export function explain(error: z.ZodError): string {
  const [issue] = error.issues;
  const at = (issue?.path ?? []).map(String).join('.');
  return `${at === '' ? 'it' : at}: ${issue?.message ?? 'not valid'}`;
}
