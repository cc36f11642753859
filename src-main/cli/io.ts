/** The command's standard streams. Results go to stdout, everything else to stderr; colours only to a terminal. */
import type { Readable, Writable } from 'node:stream';
import { visible } from '../engine/text/visible';

type Maybe<T> = T & { readonly isTTY?: boolean; readonly columns?: number };

export interface Streams {
  readonly stdin: Maybe<Readable>;
  readonly stdout: Maybe<Writable>;
  readonly stderr: Maybe<Writable>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute. */
  readonly cwd: string;
}

const STYLES = { bold: '1', dim: '2', red: '31', green: '32', yellow: '33', cyan: '36', plain: '' } as const;

export type Style = keyof typeof STYLES;

export class Io {
  #wrote = false;

  constructor(readonly streams: Streams) {}

  /** Whether any of the result has been written. */
  get wrote(): boolean {
    return this.#wrote;
  }

  /** Characters that fit in a line of stdout; undefined where it is no terminal. */
  get columns(): number | undefined {
    const { isTTY, columns } = this.streams.stdout;
    return isTTY === true && columns !== undefined && columns > 0 ? columns : undefined;
  }

  get env(): Streams['env'] {
    return this.streams.env;
  }

  get cwd(): string {
    return this.streams.cwd;
  }

  /** Whether a person sits there who can be asked: input and some output are a terminal. */
  get interactive(): boolean {
    const { stdin, stdout, stderr } = this.streams;
    return stdin.isTTY === true && (stdout.isTTY === true || stderr.isTTY === true);
  }

  /** Writes a line of the result. On a terminal, control characters in it are shown, not obeyed. */
  out(text: string): void {
    const { stdout } = this.streams;
    this.outStyled(stdout.isTTY === true ? visible(text) : text);
  }

  /** Writes a line for the person. */
  err(text: string): void {
    const { stderr } = this.streams;
    stderr.write(`${stderr.isTTY === true ? visible(text) : text}\n`);
  }

  /** Writes text of our own, with styles, as it is; what comes from elsewhere must have gone through `visible`. */
  outStyled(text: string): void {
    this.#wrote = true;
    this.streams.stdout.write(`${text}\n`);
  }

  errStyled(text: string): void {
    this.streams.stderr.write(`${text}\n`);
  }

  /** Text with a style where the stream is a terminal that shows colours. Shows control characters in it. */
  paint(stream: 'stdout' | 'stderr', style: Style, text: string): string {
    const shown = visible(text);
    return this.#colours(stream) && style !== 'plain' ? `\u001b[${STYLES[style]}m${shown}\u001b[0m` : shown;
  }

  /** $FORCE_COLOR decides where it is set, as in Node.js; else $NO_COLOR; else whether it is a terminal that can. */
  #colours(stream: 'stdout' | 'stderr'): boolean {
    const forced = this.env['FORCE_COLOR'] ?? '';
    if (forced !== '') return forced !== '0' && forced !== 'false';
    if ((this.env['NO_COLOR'] ?? '') !== '') return false;
    return this.streams[stream].isTTY === true && this.env['TERM'] !== 'dumb';
  }

  /** All of standard input as text. */
  async readStdin(): Promise<string> {
    const chunks: Buffer[] = [];
    for await (const chunk of this.streams.stdin) chunks.push(Buffer.from(chunk as Buffer | string));
    return Buffer.concat(chunks).toString('utf8');
  }
}
