/** Calls of agents that wait for this person, as `call_waiting` gives them. Re-read after events about them. */
import { create } from 'zustand';
import type { EngineEvent, JsonObject, ToolError, ToolResult } from '../../src-preload/contract';
import { callTool, readTool } from './bridge';
import { arrayOf, numberOf, objectOf, stringOf, stringsOf } from './read-json';

export interface WaitingCall {
  /** Its id, by which it is answered. */
  readonly call: string;
  readonly actor: string;
  /** Id in the roster. */
  readonly agent: string;
  readonly tool: string;
  readonly title: string;
  readonly description: string;
  readonly hash: string | undefined;
  readonly args: JsonObject;
  /** Characters of the arguments, where the list has only their beginning: `readWaiting` gives them whole. */
  readonly argsCut: number | undefined;
  readonly because: string;
  readonly may: readonly string[];
  /** Tools that the one answer is about too. */
  readonly covers: readonly string[];
  /** Custom tools that it may come to run, each as it was when it was asked. */
  readonly below: readonly { readonly tool: string; readonly hash: string }[];
  /** Milliseconds since the epoch. */
  readonly askedAt: number;
  readonly expiresAt: number;
}

/** How a call ended its waiting. */
export interface WaitingEnd {
  readonly kind: string;
  readonly actor: string;
  readonly reason: string | undefined;
}

interface WaitingState {
  /** In the order in which they were asked. */
  readonly calls: readonly WaitingCall[];
  readonly ends: ReadonlyMap<string, WaitingEnd>;
  readonly loaded: boolean;
  /** Why they can't be read. */
  readonly error: ToolError | null;
  readonly refresh: () => Promise<void>;
  readonly follow: (events: readonly EngineEvent[]) => void;
}

const MOST_ENDS = 200;
let reading: Promise<void> | undefined;
let again = false;

export const useWaiting = create<WaitingState>((set, get) => ({
  calls: [],
  ends: new Map(),
  loaded: false,
  error: null,
  // A burst of events makes at most one reading after the one that is under way.
  refresh: () => {
    if (reading !== undefined) {
      again = true;
      return reading;
    }
    reading = (async () => {
      do {
        again = false;
        const result = await readTool('call_waiting');
        set(
          result.ok
            ? { calls: callsOf(result), loaded: true, error: null }
            : { loaded: true, error: result.error },
        );
      } while (again);
      reading = undefined;
    })();
    return reading;
  },
  follow: (events) => {
    const told = events.filter(({ type, kind }) => type === 'policy' && isAboutWaiting(kind));
    if (told.length === 0) return;
    const ends = new Map(get().ends);
    for (const { kind, call, actor, data } of told) {
      if (kind === undefined || kind === 'asked' || call === undefined) continue;
      ends.set(call, { kind, actor, reason: stringOf(data['reason']) });
      const [oldest] = ends.keys();
      if (ends.size > MOST_ENDS && oldest !== undefined) ends.delete(oldest);
    }
    set({ ends });
    void get().refresh();
  },
}));

const KINDS = new Set(['asked', 'allowed', 'declined', 'timed_out', 'withdrawn']);

/** Whether an event of the type `policy` tells of a call that waits, or did. */
export function isAboutWaiting(kind: string | undefined): boolean {
  return kind !== undefined && KINDS.has(kind);
}

/** One waiting call with its arguments whole; undefined where it does not wait any more. */
export async function readWaiting(call: string): Promise<WaitingCall | undefined> {
  const result = await readTool('call_waiting', { call });
  return result.ok ? callsOf(result)[0] : undefined;
}

/** A person's answer. Every way to answer, button or key, ends here. */
export async function answerCall(call: string, allow: boolean, reason = ''): Promise<ToolResult> {
  const why = reason.trim();
  const result = await callTool('call_answer', {
    call,
    allow,
    ...(allow || why === '' ? {} : { reason: why }),
  });
  await useWaiting.getState().refresh();
  return result;
}

function callsOf(result: ToolResult): readonly WaitingCall[] {
  return result.ok ? arrayOf(result.structured?.['waiting']).flatMap(readCall) : [];
}

function readCall(value: unknown): WaitingCall[] {
  const data = objectOf(value);
  const call = stringOf(data['call']);
  const tool = stringOf(data['tool']);
  if (call === undefined || tool === undefined) return [];
  return [
    {
      call,
      tool,
      actor: stringOf(data['actor']) ?? '',
      agent: stringOf(data['agent']) ?? '',
      title: stringOf(data['title']) ?? tool,
      description: stringOf(data['description']) ?? '',
      hash: stringOf(data['hash']),
      args: objectOf(data['args']),
      argsCut: numberOf(data['args_cut']),
      because: stringOf(data['because']) ?? '',
      may: stringsOf(data['may']),
      covers: stringsOf(data['covers']),
      below: arrayOf(data['below']).flatMap((each) => {
        const { tool: name, hash } = objectOf(each);
        return typeof name === 'string' && typeof hash === 'string' ? [{ tool: name, hash }] : [];
      }),
      askedAt: Date.parse(stringOf(data['asked_at']) ?? ''),
      expiresAt: Date.parse(stringOf(data['expires_at']) ?? ''),
    },
  ];
}
