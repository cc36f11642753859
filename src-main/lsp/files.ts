/** The texts of files: what is open in the client wins over the disk. */
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { fileStamp, readTextFile } from '../engine/project/files';
import { LspText } from './text';
import type { Encoding } from './encoding';

/** A document that the client has open. Each change makes a new one. */
export interface OpenDocument {
  readonly uri: string;
  /** Absolute; undefined for what is no file. */
  readonly path: string | undefined;
  /** What the client takes it for. */
  readonly language: string;
  readonly version: number;
  readonly text: LspText;
  /** Of this state of the text; no two states have the same. */
  readonly serial: number;
}

/** Others are open too: a definition or a scene, which says something about the Wander files around it. */
export function isWander({ uri, language }: OpenDocument): boolean {
  return language === 'wander' || uri.endsWith('.wander');
}

/** Larger files are left alone (bytes). */
const MAX_BYTES = 16 << 20;

/** Absolute path of a `file:` URI; undefined for everything else. */
export function pathOfUri(uri: string): string | undefined {
  if (!uri.startsWith('file:')) return undefined;
  try {
    return resolve(fileURLToPath(uri));
  } catch {
    return undefined;
  }
}

export function uriOfPath(path: string): string {
  return pathToFileURL(path).href;
}

export class Files {
  constructor(
    private readonly openDocuments: () => readonly OpenDocument[],
    private readonly encoding: () => Encoding,
  ) {}

  open(path: string): OpenDocument | undefined {
    return this.openDocuments().find((document) => document.path === path);
  }

  /** The URI by which the client knows a file. */
  uriOf(path: string): string {
    return this.open(path)?.uri ?? uriOfPath(path);
  }

  /** Undefined where there is no such file, or it is no text of a bearable size. */
  text(path: string): string | undefined {
    const open = this.open(path);
    if (open !== undefined) return open.text.text;
    const read = readTextFile(path, { maxBytes: MAX_BYTES });
    return read.ok ? read.value : undefined;
  }

  lspText(path: string): LspText | undefined {
    const open = this.open(path);
    if (open !== undefined) return open.text;
    const text = this.text(path);
    return text === undefined ? undefined : new LspText(text, this.encoding());
  }

  /** Differs whenever the text may differ. */
  stamp(path: string): string {
    const open = this.open(path);
    return open === undefined ? fileStamp(path) : `open:${open.serial}`;
  }
}

/** What was looked at to work something out, so that it is known when it has to be worked out anew. */
export class Reading {
  private readonly stamps = new Map<string, string>();

  constructor(private readonly files: Files) {}

  text(path: string): string | undefined {
    this.note(path);
    return this.files.text(path);
  }

  /** Notes a file or folder that is looked at in another way. */
  note(path: string): void {
    if (!this.stamps.has(path)) this.stamps.set(path, this.files.stamp(path));
  }

  isStale(): boolean {
    for (const [path, stamp] of this.stamps) if (this.files.stamp(path) !== stamp) return true;
    return false;
  }
}

/** A value that is worked out anew only when something that it was made of has changed. */
export class Remembered<T> {
  private held: { readonly value: T; readonly reading: Reading } | undefined;

  constructor(
    private readonly files: Files,
    private readonly make: (reading: Reading, before: T | undefined) => T,
  ) {}

  get(): T {
    if (this.held !== undefined && !this.held.reading.isStale()) return this.held.value;
    const reading = new Reading(this.files);
    const value = this.make(reading, this.held?.value);
    this.held = { value, reading };
    return value;
  }
}
